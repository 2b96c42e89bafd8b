import SwiftSyntax
import SyncModel

/// A share that is made without asking whether the record has one.
struct ShareReplaced: AuditRule {
  let info = CheckInfo(
    id: "share-replaced", title: "A new CKShare is made although the record may have one", severity: .error,
    explanation: """
      A record hierarchy has one share. Making another one for a record that is shared already either fails with \
      'alreadyShared' or, with a save policy that overwrites, replaces the share, and all participants lose access.
      """,
    advice: [
      "Fetch and reuse the share that the 'share' reference of the root record names",
      "Make a new share only when that reference is nil",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func share(_ note: CKRecord, in database: CKDatabase) async throws -> CKShare {
        let share = ↓CKShare(rootRecord: note)
        _ = try await database.modifyRecords(saving: [note, share], deleting: [])
        return share
      }
      """,
      """
      import CloudKit
      func shareZone(_ zone: CKRecordZone.ID) -> CKShare { ↓CKShare(recordZoneID: zone) }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func share(_ note: CKRecord, in database: CKDatabase) async throws -> CKShare? {
        if let reference = note.share { return try await database.record(for: reference.recordID) as? CKShare }
        return CKShare(rootRecord: note)
      }
      """,
      """
      import CloudKit
      func shareNew(in zone: CKRecordZone.ID) -> [CKRecord] {
        let root = CKRecord(recordType: "List", recordID: CKRecord.ID(recordName: "list", zoneID: zone))
        return [root, CKShare(rootRecord: root)]
      }
      """,
      """
      import CloudKit
      func present(_ note: CKRecord) {
        if note.share == nil { start(note) } else { open(note) }
      }
      func start(_ note: CKRecord) { save([note, CKShare(rootRecord: note)]) }
      """,
      """
      import CloudKit
      func share(_ note: CKRecord, _ store: Store) -> CKShare {
        if let share = store.share(for: note) { return share }
        return CKShare(rootRecord: note)
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    guard index.has("CKShare") else { return [] }
    return index.calls.compactMap { call in
      guard call.makes("CKShare"), let root = call.argument("rootRecord") ?? call.argument("recordZoneID"),
        !isNew(root, index), let body = call.functionBody, !asksForShare(body, index),
        !callersAsk(call.function, index)
      else { return nil }
      let isMaker = call.function?.name.text.hasAnyWord(["create", "make", "new", "generate", "build"]) == true
      return file.finding(
        info, at: call, "a share is made without a look for the one that may exist", severity: isMaker ? .note : nil,
        api: "CKShare.init")
    }
  }

  /// True when the root is made in the same function, so that it cannot be shared yet.
  private func isNew(_ root: ExprSyntax, _ index: SyntaxIndex) -> Bool {
    guard let name = root.path?.split(separator: ".").first.map(String.init) else {
      return root.is(FunctionCallExprSyntax.self)
    }
    guard let value = index.initialValue(ofName: name, at: Syntax(root))?.bare.as(FunctionCallExprSyntax.self) else {
      return false
    }
    return value.makes("CKRecord") || value.makes("CKRecordZone")
  }

  private func asksForShare(_ body: Syntax, _ index: SyntaxIndex) -> Bool {
    let words = [
      "existingshare", "fetchshare", "currentshare", "zonewideshare", "sharemetadata", "zoneshare", "alreadyshared",
    ]
    let range = body.position..<body.endPosition
    let binds = index.conditionBindings.contains { condition in
      guard body.contains(condition) else { return false }
      return condition.initializer.map { asksForShare($0.value, index) } ?? condition.pattern.code.hasAnyWord(["share"])
    }
    return binds || index.anyName(in: body) { $0.hasAnyWord(words) }
      || index.members.contains { member in
        member.declName.baseName.text == "share" && member.base != nil
          && range.contains(member.positionAfterSkippingLeadingTrivia) && !member.isCallee
          && !(member.base?.is(DeclReferenceExprSyntax.self) == true && member.base?.code == "self")
      }
      || body.code.contains("cloudkit.zoneshare")
  }

  /// True for `store.share(for: object)` or `shareOfZone` as the value of an `if let` or `guard let`.
  private func asksForShare(_ value: ExprSyntax, _ index: SyntaxIndex) -> Bool {
    index.anyName(in: value) { $0.hasAnyWord(["share"]) && $0 != "CKShare" }
  }

  private func callersAsk(_ function: FunctionDeclSyntax?, _ index: SyntaxIndex) -> Bool {
    guard let function else { return false }
    return index.calls.contains { call in
      guard call.name == function.name.text, let body = call.functionBody, !body.is(SourceFileSyntax.self) else {
        return false
      }
      return asksForShare(body, index)
    }
  }
}

extension MemberAccessExprSyntax {
  /// True for `a.b` in `a.b(…)`.
  var isCallee: Bool { parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(self).id }
}
