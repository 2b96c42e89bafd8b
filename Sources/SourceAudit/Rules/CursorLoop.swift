import SwiftSyntax
import SyncModel

/// Paging that asks for the same page again.
struct CursorLoop: AuditRule {
  let info = CheckInfo(
    id: "cursor-loop", title: "Paging starts again from the first query or the same token", severity: .error,
    explanation: """
      The next page is asked for without the cursor or change token that the last page gave. The server answers with \
      the same page for ever: the loop never ends, and the requests are throttled in the end.
      """,
    advice: [
      "Pass the cursor to 'records(continuingMatchFrom:)' or 'CKQueryOperation(cursor:)'",
      "Store the change token of each page before asking for the next",
      "Stop when 'moreComing' is false or the token did not change",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func all(_ query: CKQuery, in database: CKDatabase) async throws {
        var cursor: CKQueryOperation.Cursor?
        repeat {
          let page = try await database.↓records(matching: query)
          keep(page.matchResults)
          cursor = page.queryCursor
        } while cursor != nil
      }
      """,
      """
      import CloudKit
      func changes(in zone: CKRecordZone.ID, of database: CKDatabase) async throws {
        var more = true
        while more {
          let changes = try await database.↓recordZoneChanges(inZoneWith: zone, since: token)
          apply(changes.modificationResultsByID)
          more = changes.moreComing
        }
      }
      """,
      """
      import CloudKit
      func fetch(_ query: CKQuery, in database: CKDatabase) {
        let operation = CKQueryOperation(query: query)
        operation.queryCompletionBlock = { cursor, error in
          if cursor != nil { ↓self.fetch(query, in: database) }
        }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func page(_ query: CKQuery, _ operation: CKQueryOperation, in database: CKDatabase) {
        operation.queryCompletionBlock = { cursor, error in
          if let cursor = cursor {
            let next = ↓CKQueryOperation(query: query)
            self.run(next, in: database)
          }
        }
      }
      """,
      """
      import CloudKit
      final class Updater {
        var token: CKServerChangeToken?
        func update(_ zone: CKRecordZone.ID, in database: CKDatabase) {
          let options = CKFetchRecordZoneChangesOperation.ZoneConfiguration()
          options.previousServerChangeToken = token
          let operation = CKFetchRecordZoneChangesOperation(
            recordZoneIDs: [zone], configurationsByRecordZoneID: [zone: options])
          operation.recordZoneFetchResultBlock = { _, result in
            if case .success(let page) = result, page.moreComing { ↓self.update(zone, in: database) }
          }
          database.add(operation)
        }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func all(_ query: CKQuery, in database: CKDatabase) async throws {
        var (found, cursor) = try await database.records(matching: query)
        while let next = cursor {
          let page = try await database.records(continuingMatchFrom: next)
          found += page.matchResults
          cursor = page.queryCursor
        }
      }
      """,
      """
      import CloudKit
      func changes(in zone: CKRecordZone.ID, of database: CKDatabase) async throws {
        var more = true
        while more {
          let changes = try await database.recordZoneChanges(inZoneWith: zone, since: token)
          apply(changes.modificationResultsByID)
          token = changes.changeToken
          more = changes.moreComing
        }
      }
      """,
      """
      import CloudKit
      func fetch(_ operation: CKQueryOperation, in database: CKDatabase) {
        operation.queryCompletionBlock = { cursor, error in
          if let cursor { self.fetch(CKQueryOperation(cursor: cursor), in: database) }
        }
        database.add(operation)
      }
      """,
      """
      import CloudKit
      func every(_ queries: [CKQuery], in database: CKDatabase) async throws {
        for query in queries { keep(try await database.records(matching: query)) }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    let words: Set = [
      "matching", "inZoneWith", "databaseChanges", "queryResultBlock", "queryCompletionBlock", "moreComing",
    ]
    guard index.hasAny(words) else { return [] }
    return index.calls.compactMap { loopFinding($0, file) } + index.functions.compactMap { recursionFinding($0, file) }
      + index.conditionBindings.compactMap { restartFinding($0, file) }
  }

  // MARK: - Loops

  private func loopFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    guard let kind = file.index.cloudKitCall(call), kind == .query || kind == .changes, let loop = pagingLoop(of: call),
      let name = call.nameToken
    else { return nil }
    if kind == .query {
      guard call.labels.first == "matching", !file.index.mentions(["continuingMatchFrom"], in: loop),
        file.index.anyName(in: loop, { $0.hasAnyWord(["cursor"]) })
      else { return nil }
      return file.finding(
        info, at: name, "every round of the loop runs the query from its start", api: "CKDatabase.records")
    }
    guard file.index.mentions(["moreComing"], in: loop) || loop.code.contains("more"),
      let since = call.argument("since"), isUnmoved(since, in: loop, file.index)
    else { return nil }
    return file.finding(
      info, at: name, "every round of the loop starts from the same change token", api: "CKDatabase.\(call.name)")
  }

  private func pagingLoop(of call: FunctionCallExprSyntax) -> Syntax? {
    for outer in call.ancestors {
      if outer.is(WhileStmtSyntax.self) || outer.is(RepeatStmtSyntax.self) { return outer }
      if outer.is(ForStmtSyntax.self) || outer.is(ClosureExprSyntax.self) || outer.is(FunctionDeclSyntax.self) {
        return nil
      }
    }
    return nil
  }

  /// True when the token of the request never gets a new value in the loop.
  private func isUnmoved(_ since: ExprSyntax, in loop: Syntax, _ index: SyntaxIndex) -> Bool {
    if since.is(NilLiteralExprSyntax.self) { return true }
    guard let path = since.bare.path, let name = path.split(separator: ".").last.map(String.init) else { return false }
    let isDeclaredInside = index.bindings.contains {
      $0.pattern.code == name && loop.contains($0)
    }
    let binds = index.conditionBindings.contains { $0.pattern.code == name && loop.contains($0) }
    let isAssigned = index.assignments(in: loop).contains { $0.target.code.contains(name) }
    let readsNewToken = index.anyName(in: loop) { $0.hasAnyWord(["changetoken", "newtoken"]) && $0 != name }
    let destructures = index.bindings.contains {
      loop.contains($0) && $0.pattern.as(TuplePatternSyntax.self)?.elements.count == 4
        && $0.pattern.as(TuplePatternSyntax.self)?.elements.dropFirst(2).first?.pattern.is(WildcardPatternSyntax.self)
          == false
    }
    return !isDeclaredInside && !binds && !isAssigned && !readsNewToken && !destructures
  }

  // MARK: - Recursion

  private func recursionFinding(_ function: FunctionDeclSyntax, _ file: SourceFile) -> SourceFinding? {
    guard let body = function.body else { return nil }
    let blocks = file.index.assignments(in: body)
    for block in blocks {
      guard let name = block.target.lastName, let closure = block.values.first?.bare.as(ClosureExprSyntax.self) else {
        continue
      }
      let again = file.index.calls(in: closure).first { $0.isCall(of: function) && isSameWork($0, function) }
      guard let again else { continue }
      if name == "queryResultBlock" || name == "queryCompletionBlock" {
        guard file.index.anyName(in: closure, { $0.hasAnyWord(["cursor"]) }),
          !movesCursor(closure, function, file.index)
        else {
          continue
        }
        return file.finding(info, at: again, "the query starts again from its first page", api: "CKQueryOperation")
      }
      if changeBlocks.contains(name), isStuck(function, Syntax(body), closure, file.index) {
        return file.finding(
          info, at: again, "the next fetch starts from the same change token", api: "CKFetchRecordZoneChangesOperation")
      }
    }
    return nil
  }

  /// The finding for `if let cursor { … CKQueryOperation(query: query) … }`.
  private func restartFinding(_ binding: OptionalBindingConditionSyntax, _ file: SourceFile) -> SourceFinding? {
    guard binding.pattern.code.hasAnyWord(["cursor"]), let conditional = binding.nearest(IfExprSyntax.self),
      conditional.conditions.contains(binding), !file.index.mentions([binding.pattern.code], in: conditional.body),
      let again = file.index.calls(in: conditional.body).first(where: {
        $0.makes("CKQueryOperation") && $0.argument("query") != nil
      })
    else { return nil }
    return file.finding(info, at: again, "the query starts again from its first page", api: "CKQueryOperation")
  }

  private let changeBlocks: Set = [
    "recordZoneFetchResultBlock", "recordZoneFetchCompletionBlock", "fetchRecordZoneChangesResultBlock",
    "fetchRecordZoneChangesCompletionBlock", "fetchDatabaseChangesResultBlock", "fetchDatabaseChangesCompletionBlock",
  ]

  private func isSameWork(_ call: FunctionCallExprSyntax, _ function: FunctionDeclSyntax) -> Bool {
    let own = Set(function.parameterNames)
    return call.arguments.allSatisfy { argument in
      argument.expression.path.map(own.contains) == true || argument.expression.is(ClosureExprSyntax.self)
    }
  }

  /// True when the cursor is kept outside of the closure or given to another operation.
  private func movesCursor(_ closure: ClosureExprSyntax, _ function: FunctionDeclSyntax, _ index: SyntaxIndex) -> Bool {
    let assigns = index.assignments(in: closure).contains { $0.target.code.hasAnyWord(["cursor"]) }
    let passes = index.calls(in: closure).contains { call in
      call.arguments.contains { $0.expression.code.hasAnyWord(["cursor"]) && call.name != "success" }
    }
    return assigns || passes
  }

  /// True when the pages tell of more, and no token is stored between two of them.
  private func isStuck(
    _ function: FunctionDeclSyntax, _ body: Syntax, _ closure: ClosureExprSyntax, _ index: SyntaxIndex
  ) -> Bool {
    guard index.anyName(in: body, { $0 == "moreComing" || $0 == "more" }), index.has("previousServerChangeToken") else {
      return false
    }
    let stores = index.holds(in: body) { node in
      index.assignments(in: node).contains { assignment in
        guard let name = assignment.target.lastName, name != "previousServerChangeToken" else { return false }
        return name.hasAnyWord(["token"]) && !changeBlocks.contains(name)
          && name != "recordZoneChangeTokensUpdatedBlock"
      }
        || index.calls(in: node).contains { call in
          call.arguments.contains {
            $0.expression.code.hasAnyWord(["token"]) && $0.expression.is(ClosureExprSyntax.self) == false
          }
            && !call.name.hasPrefix("CK") && call.name != "success"
        }
    }
    let subscriptStores = index.assignments(in: body).contains {
      $0.target.is(SubscriptCallExprSyntax.self) && $0.node.code.hasAnyWord(["token"])
    }
    return !stores && !subscriptStores
  }
}
