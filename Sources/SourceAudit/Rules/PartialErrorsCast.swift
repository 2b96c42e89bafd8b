import SwiftSyntax
import SyncModel

/// Item errors of a partial failure that are looked for under a key or as a type that they never have.
struct PartialErrorsCast: AuditRule {
  let info = CheckInfo(
    id: "partial-errors-cast", title: "Partial errors are read with a key or type that they do not have",
    severity: .error,
    explanation: """
      The dictionary under CKPartialErrorsByItemIDKey has record ids, zone ids, URLs or, for subscriptions only, \
      strings as keys. A conditional cast to another key type compiles, always gives nil, and so the item errors are \
      never seen.
      """,
    advice: [
      "Use 'partialErrorsByItemID' of CKError, a dictionary of AnyHashable to Error",
      "Look an item up by its CKRecord.ID or CKRecordZone.ID",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func items(_ error: NSError) -> Int {
        let all = error.userInfo[CKPartialErrorsByItemIDKey] as? ↓[String: Error]
        return all?.count ?? 0
      }
      """,
      """
      import CloudKit
      func failed(_ error: CKError, _ record: CKRecord) -> Error? {
        error.partialErrorsByItemID?[↓record.recordID.recordName]
      }
      """,
      """
      import CloudKit
      func items(_ error: NSError) -> [CKRecord.ID: Error]? {
        error.userInfo[↓"CKPartialErrorsByItemIDKey"] as? [CKRecord.ID: Error]
      }
      """,
      """
      import CloudKit
      func failures(_ error: CKError) -> [CKRecord: Error]? { error.partialErrorsByItemID as? ↓[CKRecord: Error] }
      """,
      """
      import CloudKit
      func names(_ error: CKError) {
        for (key, failure) in error.partialErrorsByItemID ?? [:] {
          guard let name = key as? ↓String else { continue }
          mark(name, failure)
        }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func items(_ error: NSError) -> [CKRecord.ID: Error]? {
        error.userInfo[CKPartialErrorsByItemIDKey] as? [CKRecord.ID: Error]
      }
      func any(_ error: NSError) -> NSDictionary? { error.userInfo[CKPartialErrorsByItemIDKey] as? NSDictionary }
      """,
      """
      import CloudKit
      func subscriptions(_ error: NSError) -> [String: Error]? {
        error.userInfo[CKPartialErrorsByItemIDKey] as? [String: Error]
      }
      """,
      """
      import CloudKit
      func failed(_ error: CKError, _ record: CKRecord) -> Error? { error.partialErrorsByItemID?[record.recordID] }
      """,
      """
      import CloudKit
      func names(_ error: CKError) {
        for (key, failure) in error.partialErrorsByItemID ?? [:] {
          guard let id = key as? CKRecord.ID else { continue }
          mark(id.recordName, failure)
        }
      }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    guard
      index.hasAny([
        "CKPartialErrorsByItemIDKey", "partialErrorsByItemID", "userInfo",
      ])
    else { return [] }
    return index.casts.compactMap { castFinding($0, file) } + index.subscripts.compactMap { lookupFinding($0, file) }
  }

  private func castFinding(_ cast: SyntaxIndex.Cast, _ file: SourceFile) -> SourceFinding? {
    if isItemErrors(cast.value),
      cast.type.is(ArrayTypeSyntax.self) || ["CKError", "NSArray"].contains(cast.type.plainName)
    {
      return file.finding(
        info, at: cast.type, "partial errors are a dictionary: this cast gives nil", api: "CKPartialErrorsByItemIDKey")
    }
    if isItemErrors(cast.value), let dictionary = cast.type.as(DictionaryTypeSyntax.self) {
      let key = dictionary.key.plainName
      guard isWrong(key, at: Syntax(cast.node), file.index) else { return nil }
      return file.finding(
        info, at: cast.type, "partial errors have no '\(key)' keys: this cast gives nil",
        api: "CKPartialErrorsByItemIDKey")
    }
    guard ["String", "CKRecord"].contains(cast.type.plainName),
      isWrong(cast.type.plainName, at: Syntax(cast.node), file.index),
      let name = cast.value.path, let loop = loop(over: name, around: Syntax(cast.node)), isItemErrors(loop.sequence)
    else { return nil }
    return file.finding(
      info, at: cast.type, "keys of partial errors are no '\(cast.type.plainName)': this cast gives nil",
      api: "CKError.partialErrorsByItemID")
  }

  private func lookupFinding(_ lookup: SubscriptCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    guard let key = lookup.arguments.first?.expression else { return nil }
    if key.stringValue == "CKPartialErrorsByItemIDKey" || key.stringValue == "partialErrorsByItemID" {
      return file.finding(info, at: key, "the key's text is not its name: use the constant CKPartialErrorsByItemIDKey")
    }
    guard lookup.calledExpression.bare.lastName == "partialErrorsByItemID",
      !isAboutSubscriptions(Syntax(lookup), file.index)
    else { return nil }
    guard key.is(StringLiteralExprSyntax.self) || ["recordName", "zoneName"].contains(key.lastName) else { return nil }
    return file.finding(
      info, at: key, "partial errors are looked up by id, not by name: this gives nil",
      api: "CKError.partialErrorsByItemID")
  }

  private func isItemErrors(_ expression: ExprSyntax) -> Bool {
    if expression.bare.lastName == "partialErrorsByItemID" { return true }
    if let sequence = expression.as(SequenceExprSyntax.self), let first = sequence.elements.first {
      return isItemErrors(first)
    }
    if let tuple = expression.as(TupleExprSyntax.self), let first = tuple.elements.first, tuple.elements.count == 1 {
      return isItemErrors(first.expression)
    }
    guard let lookup = expression.as(SubscriptCallExprSyntax.self), let key = lookup.arguments.first?.expression else {
      return false
    }
    return key.path == "CKPartialErrorsByItemIDKey" || key.stringValue == "CKPartialErrors"
  }

  private func isWrong(_ key: String, at node: Syntax, _ index: SyntaxIndex) -> Bool {
    switch key {
    case "String", "NSString": !isAboutSubscriptions(node, index)
    case "Int", "UUID", "CKRecord", "CKRecordZone", "CKSubscription", "CKError.Code": true
    default: false
    }
  }

  private func isAboutSubscriptions(_ node: Syntax, _ index: SyntaxIndex) -> Bool {
    guard let function = node.function else { return index.has("CKSubscription") }
    return index.anyName(in: function) { $0.hasAnyWord(["subscription"]) }
  }

  private func loop(over name: String, around node: Syntax) -> ForStmtSyntax? {
    node.ancestors.lazy.compactMap { $0.as(ForStmtSyntax.self) }.first { loop in
      loop.pattern.as(TuplePatternSyntax.self)?.elements.first?.pattern.code == name
    }
  }
}
