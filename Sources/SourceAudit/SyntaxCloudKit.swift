import SwiftSyntax

/// What a call asks of CloudKit, told by its name and labels.
enum CloudKitCall {
  case save, delete, modify, fetch, query, changes
}

extension SyntaxIndex {
  /// What a call asks of CloudKit; nil for anything that may be another API.
  func cloudKitCall(_ call: FunctionCallExprSyntax) -> CloudKitCall? {
    let first = call.labels.first ?? ""
    switch (call.name, first) {
    case ("records", "matching"), ("records", "continuingMatchFrom"), ("fetch", "withQuery"), ("fetch", "withCursor"):
      return .query
    case ("record", "for"), ("records", "for"), ("recordZone", "for"), ("subscription", "for"),
      ("fetch", "withRecordID"), ("fetch", "withRecordZoneID"), ("fetch", "withSubscriptionID"),
      ("fetch", "withRecordIDs"), ("shareMetadata", "for"):
      return isDatabase(call.receiver) ? .fetch : nil
    case ("allRecordZones", ""), ("allSubscriptions", ""), ("fetchAllRecordZones", ""), ("fetchAllSubscriptions", ""):
      return isDatabase(call.receiver) ? .fetch : nil
    case ("recordZoneChanges", "inZoneWith"), ("databaseChanges", "since"): return .changes
    case ("modifyRecords", "saving"), ("modifyRecordZones", "saving"), ("modifySubscriptions", "saving"),
      ("modifyRecords", "deleting"), ("modifyRecordZones", "deleting"), ("modifySubscriptions", "deleting"):
      return .modify
    case ("deleteRecord", "withID"), ("deleteRecordZone", "withID"), ("deleteSubscription", "withID"),
      ("delete", "withRecordID"), ("delete", "withRecordZoneID"), ("delete", "withSubscriptionID"):
      return isDatabase(call.receiver) ? .delete : nil
    case ("save", ""):
      return call.arguments.count >= 1 && isDatabase(call.receiver) ? .save : nil
    default: return nil
    }
  }

  /// True for a `CKDatabase` by its declared type or, where that is unknown, by its name.
  func isDatabase(_ receiver: ExprSyntax?) -> Bool {
    guard let receiver else { return false }
    if let type = type(of: receiver) { return type == "CKDatabase" || type == "CloudDatabase" }
    guard let name = receiver.bare.lastName?.lowercased() else { return false }
    return name.hasSuffix("clouddatabase") || ((name.hasSuffix("database") || name.hasSuffix("db")) && has("CKRecord"))
  }
}

// MARK: - Sending again

extension SyntaxIndex {
  /// The first call in the node that sends something again, at once or later.
  func resend(in node: Syntax, by function: FunctionDeclSyntax? = nil) -> FunctionCallExprSyntax? {
    calls(in: node).first { call in function.map(call.isCall) == true || isResend(call) }
  }

  /// The first call in the node that waits: `asyncAfter`, `Task.sleep`, a timer.
  func delay(in node: Syntax) -> FunctionCallExprSyntax? { calls(in: node).first { $0.waits } }

  private func isResend(_ call: FunctionCallExprSyntax) -> Bool {
    if call.waits || call.name.soundsLikeRetry { return true }
    if call.name == "add", call.labels.first == "pendingRecordZoneChanges" { return true }
    if call.makes("CKModifyRecordsOperation") { return true }
    if call.name == "add", call.arguments.count == 1, isDatabase(call.receiver) { return true }
    let uploads = functions(named: call.name).contains { function in
      function.body.map { body in
        calls(in: body).contains { inner in
          inner.makes("CKModifyRecordsOperation") || [.save, .modify].contains(cloudKitCall(inner))
        }
      } ?? false
    }
    if uploads { return true }
    switch cloudKitCall(call) {
    case .save, .modify: return true
    default: return false
    }
  }
}

extension FunctionCallExprSyntax {
  /// True for a call that waits or runs something later.
  var waits: Bool {
    if ["asyncAfter", "scheduledTimer", "usleep"].contains(name) { return true }
    if name == "perform", labels.contains("afterDelay") { return true }
    if ["delay", "backoff"].contains(where: { name.lowercased().hasPrefix($0) }), receiver == nil { return true }
    return name == "sleep" && ["Task", "Thread", "clock", nil].contains(receiver?.lastName)
  }
}

extension String {
  /// True for names such as `retryUpload`, `resend`, `enqueueAgain`.
  var soundsLikeRetry: Bool {
    let name = lowercased()
    return ["retry", "resend", "reupload", "resave", "tryagain", "requeue", "reschedule"].contains { name.contains($0) }
  }

  /// True for names such as `attempt`, `retryCount`, `triesLeft`.
  var soundsLikeAttemptCount: Bool {
    let name = lowercased()
    return ["retry", "retries", "attempt", "tries"].contains { name.contains($0) }
  }

  /// True when one of the lower-case words is part of the name.
  func hasAnyWord(_ words: [String]) -> Bool {
    let name = lowercased()
    return words.contains { name.contains($0) }
  }
}
