import SwiftSyntax
import SyncModel

/// A retry whose attempt counter never reaches its limit.
struct RetryLimitResets: AuditRule {
  let info = CheckInfo(
    id: "retry-limit-resets", title: "Attempt counter restarts inside the retry", severity: .warning,
    explanation: """
      The counter that should end the retries is set back to its first value by the retry itself, so a fault that \
      does not go away is repeated without end: requests are wasted until the server throttles the app.
      """,
    advice: [
      "Pass the raised counter on, and throw the last error at the limit",
      "Declare the counter before the loop",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func upload(_ record: CKRecord, attempt: Int = 1) async throws {
        do { _ = try await db.save(record) } catch {
          if attempt > 3 {
            ↓try await upload(record, attempt: 1)
          } else {
            try await upload(record, attempt: attempt + 1)
          }
        }
      }
      """,
      """
      import CloudKit
      func upload(_ record: CKRecord, retries: Int = 0) {
        db.save(record) { _, error in
          guard error != nil, retries < 3 else { return }
          ↓self.upload(record)
        }
      }
      """,
      """
      import CloudKit
      func upload(_ record: CKRecord) async throws {
        while true {
          ↓var attempts = 0
          do { _ = try await db.save(record); return } catch {
            attempts += 1
            if attempts > 3 { throw error }
          }
        }
      }
      """,
      """
      import CloudKit
      final class Uploader {
        var retryCount = 0
        func upload(_ record: CKRecord) {
          database.save(record) { _, error in
            guard error != nil else { return }
            if self.retryCount > 3 {
              ↓self.retryCount = 0
              self.upload(record)
            } else {
              self.retryCount += 1
              self.upload(record)
            }
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func upload(_ record: CKRecord, attempt: Int = 1) async throws {
        do { _ = try await db.save(record) } catch {
          guard attempt < 3 else { throw error }
          try await upload(record, attempt: attempt + 1)
        }
      }
      """,
      """
      import CloudKit
      func upload(_ records: [CKRecord], attempt: Int = 1) async throws {
        guard let next = records.first else { return }
        do { _ = try await db.save(next) } catch {
          guard attempt < 3 else { throw error }
          try await upload(records, attempt: attempt + 1)
        }
        try await upload(Array(records.dropFirst()), attempt: 1)
      }
      """,
      """
      import CloudKit
      func upload(_ records: [CKRecord]) async {
        for record in records {
          var attempts = 0
          while attempts < 3 {
            attempts += 1
            if (try? await db.save(record)) != nil { break }
          }
        }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.anyName(in: file.tree, { $0.hasPrefix("CK") || $0 == "CloudKit" }) else { return [] }
    return file.index.functions.flatMap { recursions(of: $0, file) } + loopCounters(file)
      + file.index.assignments.compactMap { resetFinding($0, file) }
  }

  // MARK: - Recursion

  private func recursions(of function: FunctionDeclSyntax, _ file: SourceFile) -> [SourceFinding] {
    guard let body = function.body,
      let counter = function.signature.parameterClause.parameters.first(where: {
        ($0.secondName ?? $0.firstName).text.soundsLikeAttemptCount && $0.type.plainName == "Int"
      })
    else { return [] }
    let name = (counter.secondName ?? counter.firstName).text
    guard isCompared(name, in: Syntax(body), file.index) else { return [] }
    let label = counter.firstName.text
    return file.index.calls(in: body).compactMap { call in
      guard call.isCall(of: function), passesEverythingOn(call, of: function, but: label) else { return nil }
      if let value = call.argument(label) {
        let isStart = value.lastName?.hasAnyWord(["max", "limit"]) == true && value.lastName != name
        guard value.is(IntegerLiteralExprSyntax.self) || isStart else { return nil }
      } else if counter.defaultValue == nil {
        return nil
      }
      let start = call.tryExpression.map { Syntax($0) } ?? Syntax(call)
      return file.finding(info, at: start, "'\(name)' starts anew here, so the retry never ends")
    }
  }

  private func isCompared(_ name: String, in body: Syntax, _ index: SyntaxIndex) -> Bool {
    let signs: Set = ["<", ">", "<=", ">=", "==", "+", "-"]
    return body.tokens(viewMode: .sourceAccurate).contains { token in
      guard token.text == name else { return false }
      let next = token.nextToken(viewMode: .sourceAccurate)?.text ?? ""
      let previous = token.previousToken(viewMode: .sourceAccurate)?.text ?? ""
      return signs.contains(next) || signs.contains(previous)
    }
  }

  /// True when every other argument is the function's own parameter: the same work again.
  private func passesEverythingOn(
    _ call: FunctionCallExprSyntax, of function: FunctionDeclSyntax, but counter: String
  ) -> Bool {
    let own = Set(function.parameterNames)
    return call.arguments.allSatisfy { argument in
      argument.label?.text == counter || argument.expression.path.map(own.contains) == true
    }
  }

  /// `retryCount = 0` in a block that then tries again.
  private func resetFinding(_ assignment: SyntaxIndex.Assignment, _ file: SourceFile) -> SourceFinding? {
    guard let name = assignment.target.lastName, name.soundsLikeAttemptCount,
      assignment.values.first?.code == "0", assignment.values.count == 1, assignment.symbol == "=",
      let block = assignment.node.nearest(CodeBlockSyntax.self), block.parent?.is(IfExprSyntax.self) == true,
      let function = assignment.node.function, let body = function.body
    else { return nil }
    let again = file.index.calls(in: block).contains { call in
      call.position > assignment.node.position && (call.isCall(of: function) || call.waits || call.name.soundsLikeRetry)
    }
    guard again, isCompared(name, in: Syntax(body), file.index) else { return nil }
    return file.finding(info, at: assignment.node, "'\(name)' is set back and the work is tried again")
  }

  // MARK: - Loops

  private func loopCounters(_ file: SourceFile) -> [SourceFinding] {
    file.index.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text, name.soundsLikeAttemptCount,
        binding.initializer?.value.is(IntegerLiteralExprSyntax.self) == true,
        let variable = binding.nearest(VariableDeclSyntax.self), let loop = nearestLoop(of: Syntax(binding))
      else { return nil }
      let raises = file.index.assignments(in: loop).filter { $0.target.path == name && $0.symbol == "+=" }
      guard !raises.isEmpty, raises.allSatisfy({ nearestLoop(of: Syntax($0.node))?.id == loop.id }),
        !loop.is(ForStmtSyntax.self), isCompared(name, in: loop, file.index)
      else { return nil }
      return file.finding(info, at: variable, "'\(name)' is declared inside the loop that it should end")
    }
  }

  private func nearestLoop(of node: Syntax) -> Syntax? {
    for outer in node.ancestors {
      if outer.is(WhileStmtSyntax.self) || outer.is(RepeatStmtSyntax.self) || outer.is(ForStmtSyntax.self) {
        return outer
      }
      if outer.is(FunctionDeclSyntax.self) || outer.is(ClosureExprSyntax.self) { return nil }
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  /// The `try` that stands before the call, with or without `await` between.
  var tryExpression: TryExprSyntax? {
    parent?.as(TryExprSyntax.self) ?? parent?.as(AwaitExprSyntax.self)?.parent?.as(TryExprSyntax.self)
  }
}
