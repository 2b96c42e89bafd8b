import SwiftSyntax
import SyncModel

/// A delay of the app's own where the server says how long to wait.
struct RetryAfterIgnored: AuditRule {
  let info = CheckInfo(
    id: "retry-after-ignored", title: "An own delay is used although the error carries 'retryAfterSeconds'",
    severity: .warning,
    explanation: """
      A throttled request carries the number of seconds after which the server will answer again. A request before \
      that is refused and can prolong the throttle; a longer fixed delay makes the app slow without need.
      """,
    advice: [
      "Wait for 'retryAfterSeconds', with the own delay only where it is nil",
      "Leave retries to CKSyncEngine where it is used",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func onError(_ error: CKError, again: @escaping () -> Void) {
        switch error.code {
        case .requestRateLimited, .zoneBusy:
          DispatchQueue.main.↓asyncAfter(deadline: .now() + 5, execute: again)
        default: break
        }
      }
      """,
      """
      import CloudKit
      func save(_ record: CKRecord, in database: CKDatabase) async throws {
        for attempt in 0..<5 {
          do {
            _ = try await database.save(record)
            return
          } catch {
            try await Task.↓sleep(for: .seconds(pow(2, Double(attempt))))
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func onError(_ error: CKError, again: @escaping () -> Void) {
        switch error.code {
        case .requestRateLimited, .zoneBusy:
          DispatchQueue.main.asyncAfter(deadline: .now() + (error.retryAfterSeconds ?? 5), execute: again)
        default: break
        }
      }
      """,
      """
      import CloudKit
      func onError(_ error: CKError, again: @escaping () -> Void) {
        if error.code == .serviceUnavailable {
          DispatchQueue.main.asyncAfter(deadline: .now() + delay(error), execute: again)
        }
      }
      func delay(_ error: CKError) -> Double { error.userInfo[CKErrorRetryAfterKey] as? Double ?? 3 }
      """,
      """
      import CloudKit
      func poll() async throws {
        while !Task.isCancelled {
          try await refresh()
          try await Task.sleep(for: .seconds(60))
        }
      }
      """,
    ])

  private let answers: Set = ["retryAfterSeconds", "CKErrorRetryAfterKey", "suggestedBackoffSeconds", "retryAfter"]

  func findings(in file: SourceFile) -> [SourceFinding] {
    var seen: Set<SyntaxIdentifier> = []
    let branches = file.index.errorBranches(on: ["requestRateLimited", "serviceUnavailable", "zoneBusy"])
    let inBranches = branches.compactMap { branch in ownDelay(in: branch.body, file.index) }
    let inLoops = file.index.catches.compactMap { clause in
      isRetryLoop(clause, file.index) ? ownDelay(in: Syntax(clause.body), file.index) : nil
    }
    return (inBranches + inLoops).compactMap { call in
      guard seen.insert(call.id).inserted else { return nil }
      let place = call.nameToken.map { Syntax($0) } ?? Syntax(call)
      return file.finding(
        info, at: place, "the delay does not follow 'retryAfterSeconds' of the error", api: "CKError.retryAfterSeconds")
    }
  }

  /// A waiting call in a function that never asks the error how long.
  private func ownDelay(in body: Syntax, _ index: SyntaxIndex) -> FunctionCallExprSyntax? {
    guard let delay = index.delay(in: body), let around = delay.functionBody,
      !index.mentionsThroughCalls(answers, in: around), !callersAsk(delay.function, index)
    else { return nil }
    return delay
  }

  /// True when a caller in the file hands the delay in.
  private func callersAsk(_ function: FunctionDeclSyntax?, _ index: SyntaxIndex) -> Bool {
    guard let function, !function.parameterNames.isEmpty else { return false }
    return index.calls.contains { call in
      guard call.name == function.name.text, let body = call.functionBody, !body.is(SourceFileSyntax.self) else {
        return false
      }
      return index.mentions(answers, in: body)
    }
  }

  /// True for the `catch` of a loop that tries a CloudKit request again.
  private func isRetryLoop(_ clause: CatchClauseSyntax, _ index: SyntaxIndex) -> Bool {
    guard let statement = clause.nearest(DoStmtSyntax.self), let loop = loop(around: Syntax(statement)) else {
      return false
    }
    let calls = index.calls(in: statement.body).compactMap { index.cloudKitCall($0) }
    return !calls.isEmpty && loop.contains(statement)
  }

  private func loop(around node: Syntax) -> Syntax? {
    for outer in node.ancestors {
      if outer.is(WhileStmtSyntax.self) || outer.is(RepeatStmtSyntax.self) || outer.is(ForStmtSyntax.self) {
        return outer
      }
      if outer.is(FunctionDeclSyntax.self) || outer.is(ClosureExprSyntax.self) { return nil }
    }
    return nil
  }
}
