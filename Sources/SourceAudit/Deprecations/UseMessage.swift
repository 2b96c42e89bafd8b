import CloudKitFacts
import SwiftSyntax
import SyncModel

extension UseFinder {
  /// The finding that tells of a use: owner, since when, what instead, and what a mechanical change would break.
  func finding(_ use: APIUse, of info: CheckInfo) -> SourceFinding {
    let api = use.api
    var message = "'\(api.id)' \(Self.state(of: api))"
    if let replacement = api.replacement { message += ": use '\(Self.short(replacement, for: api))'" }
    if !api.alsoSet.isEmpty { message += ", and set \(Self.quoted(api.alsoSet))" }
    var severity = info.severity
    switch use.certainty {
    case .resolved, .onlyOne: break
    case .allRetired(let candidates):
      message = "'\(api.baseName)' \(Self.state(of: api)) on each type that has it: \(Self.quoted(candidates))"
    case .ambiguous(let others):
      severity = .note
      message = "'\(api.id)' \(Self.state(of: api)), if that is meant: \(Self.quoted(others)) has the same name"
    case .dependsOnOverload:
      severity = .note
      message += " (the compiler may choose the old overload here)"
    }
    if use.isForced {
      severity = .note
      message = "'\(api.id)' is never returned, but an exhaustive switch has to name it"
    }
    var finding = file.finding(
      info, at: use.token, severity: severity, message: message, api: api.id, explanation: explanation(of: use, info),
      advice: Self.advice(for: api), fixIts: fixIts(for: use))
    finding.deprecatedIn = api.deprecatedIn
    finding.replacement = api.replacement
    return finding
  }

  private static func state(of api: RetiredAPI) -> String {
    switch api.status {
    case .obsoleted: return "does not compile with Swift 4.2 or later"
    case .removed: return "does not compile with a current SDK\(since(api).map { " (deprecated \($0))" } ?? "")"
    case .deprecated: return "is deprecated" + (since(api).map { " \($0)" } ?? "")
    }
  }

  private static func since(_ api: RetiredAPI) -> String? {
    if let swift = api.deprecatedIn["swift"] { return "since Swift \(swift)" }
    guard let version = api.deprecatedIn["iOS"] else { return nil }
    return "since iOS \(version.hasSuffix(".0") ? String(version.dropLast(2)) : version)"
  }

  /// A member of the same owner needs no owner in the message.
  private static func short(_ replacement: String, for api: RetiredAPI) -> String {
    guard let owner = api.owner, replacement.hasPrefix(owner + ".") else { return replacement }
    return String(replacement.dropFirst(owner.count + 1))
  }

  private static func quoted(_ names: [String]) -> String {
    let all = names.map { "'\($0)'" }
    guard all.count > 1, let last = all.last else { return all.joined() }
    return all.dropLast().joined(separator: ", ") + " and " + last
  }

  private func explanation(of use: APIUse, _ info: CheckInfo) -> String {
    var sentences = [MigrationHazard.text(for: use.api)].compactMap { $0 }
    if !use.api.goneIn.isEmpty {
      let versions = use.api.goneIn.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      sentences.append("The SDKs of \(versions.joined(separator: ", ")) no longer have it.")
    }
    let conditions = conditions(around: use)
    if !conditions.isEmpty { sentences.append("Compiled only under \(Self.quoted(conditions)).") }
    return sentences.isEmpty ? info.explanation : sentences.joined(separator: " ")
  }

  private static func advice(for api: RetiredAPI) -> [String] {
    var advice: [String] = []
    if let replacement = api.replacement {
      advice.append(
        api.newSignature.map { "Use '\(replacement)': \($0)" } ?? "Use '\(replacement)'")
    } else {
      advice.append("Remove it: CloudKit has nothing in its place")
    }
    if !api.alsoSet.isEmpty { advice.append("Set \(quoted(api.alsoSet)) to learn of items that failed") }
    if let async = api.asyncAlternative { advice.append("Or await '\(async)'") }
    return advice
  }

  // MARK: - Fixes

  /// Renames of types and constants are safe; a block's or function's new name needs a new body.
  private func fixIts(for use: APIUse) -> [FixIt] {
    let api = use.api
    guard use.certainty == .resolved || use.certainty == .onlyOne, let replacement = api.replacement,
      replacement.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." })
    else { return [] }
    if api.kind == .type || (api.kind == .constant && api.owner == nil) {
      let range = renamedRange(of: use.token)
      return [FixIt(start: range.lowerBound, end: range.upperBound, replacement: replacement, isSafe: isRename(api))]
    }
    guard api.kind == .property, let owner = api.owner, replacement.hasPrefix(owner + ".") else { return [] }
    let range = range(of: use.token)
    return [
      FixIt(
        start: range.lowerBound, end: range.upperBound, replacement: String(replacement.dropFirst(owner.count + 1)),
        isSafe: false)
    ]
  }

  /// True when old and new name mean the same thing to the compiler.
  private func isRename(_ api: RetiredAPI) -> Bool {
    let changesMeaning = ["CKFetchRecordZoneChangesOptions", "ZoneOptions", "ParticipantType", "CKDiscoveredUserInfo"]
    guard !changesMeaning.contains(api.name), !api.name.hasSuffix("ParticipantType") else { return false }
    return api.status == .obsoleted || api.deprecatedIn.isEmpty || api.name == "CKOwnerDefaultName"
  }

  /// The whole of `CKShare.Participant.Role`, of which the token is the last name.
  private func renamedRange(of token: TokenSyntax) -> Range<Int> {
    var start = token.positionAfterSkippingLeadingTrivia
    if let type = token.parent?.as(MemberTypeSyntax.self) { start = type.positionAfterSkippingLeadingTrivia }
    if let access = token.parent?.parent?.as(MemberAccessExprSyntax.self), let base = access.base {
      start = base.positionAfterSkippingLeadingTrivia
    }
    return start.utf8Offset..<token.endPositionBeforeTrailingTrivia.utf8Offset
  }

  private func range(of token: TokenSyntax) -> Range<Int> {
    token.positionAfterSkippingLeadingTrivia.utf8Offset..<token.endPositionBeforeTrailingTrivia.utf8Offset
  }
}

/// What a change of the name alone would break.
enum MigrationHazard {
  static func text(for api: RetiredAPI) -> String? {
    if let special = special[api.name] { return special }
    if api.name.hasSuffix("CompletionBlock"), api.replacement?.hasSuffix("ResultBlock") == true {
      return api.alsoSet.isEmpty
        ? "The new block gets one Result in place of optional values."
        : "'partialFailure' never reaches a '…ResultBlock': the errors of single items arrive only in "
          + api.alsoSet.map { "'\($0)'" }.joined(separator: " and ") + ", and so do the items themselves."
    }
    return api.replacement == nil && api.deprecatedIn["iOS"] == "17.0"
      ? "Finding people by their address is gone from iOS 17 on; sharing goes through CKShare." : nil
  }

  private static let special: [String: String] = [
    "recordFetchedBlock": "Once 'recordMatchedBlock' is set, the old block is not called any more.",
    "recordChangedBlock": "Once 'recordWasChangedBlock' is set, the old block is not called any more.",
    "perRecordCompletionBlock":
      "The old block runs for saves only and not at all once 'perRecordSaveBlock' is set; deletions need a block too.",
    "fetchSubscriptionCompletionBlock": "The new name is in the plural: 'fetchSubscriptionsResultBlock'.",
    "shareParticipantFetchedBlock":
      "Swift knows the new block as 'perShareParticipantResultBlock', with the lookup info as its first parameter.",
    "perform(_:inZoneWith:completionHandler:)":
      "The old call returns no cursor and so one page only; its replacement hands out a cursor that must be followed.",
    "rootRecordID": "The new property is optional: it is nil for a share of a whole zone.",
    "isLongLived": "The property of the same name on the operation's configuration is the current one.",
    "resultsTruncated": "CloudKit never returns this code.",
  ]
}
