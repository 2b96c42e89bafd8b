import SwiftSyntax
import SyncModel

/// A subscription that never causes a push.
struct SubscriptionWithoutPush: AuditRule {
  let info = CheckInfo(
    id: "subscription-without-push", title: "A subscription is saved without anything to push", severity: .warning,
    explanation: """
      Without 'notificationInfo' the server refuses or never uses a subscription; with an empty one there is nothing \
      to show and no content-available flag, so no push wakes the app and changes arrive only when it is opened.
      """,
    advice: [
      "Set 'notificationInfo' with 'shouldSendContentAvailable' for silent pushes",
      "Set an alert, a badge or a sound for pushes that the user sees",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func subscribe(_ database: CKDatabase) async throws {
        let subscription = ↓CKDatabaseSubscription(subscriptionID: "all")
        _ = try await database.save(subscription)
      }
      """,
      """
      import CloudKit
      func subscribe(_ zone: CKRecordZone.ID, _ database: CKDatabase) async throws {
        let subscription = CKRecordZoneSubscription(zoneID: zone, subscriptionID: "zone")
        subscription.notificationInfo = ↓CKSubscription.NotificationInfo()
        _ = try await database.save(subscription)
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func subscribe(_ database: CKDatabase) async throws {
        let subscription = CKDatabaseSubscription(subscriptionID: "all")
        let info = CKSubscription.NotificationInfo()
        info.shouldSendContentAvailable = true
        subscription.notificationInfo = info
        _ = try await database.save(subscription)
      }
      """,
      """
      import CloudKit
      func subscribe(_ database: CKDatabase) async throws {
        let subscription = CKDatabaseSubscription(subscriptionID: "all")
        addNotificationInfo(to: subscription)
        _ = try await database.save(subscription)
      }
      """,
      """
      import CloudKit
      func make() -> CKSubscription { CKDatabaseSubscription(subscriptionID: "all") }
      """,
    ])

  private let kinds: Set = ["CKDatabaseSubscription", "CKRecordZoneSubscription", "CKQuerySubscription"]
  private let contents: Set = [
    "alertBody", "alertLocalizationKey", "title", "titleLocalizationKey", "subtitle", "soundName", "shouldBadge",
    "shouldSendContentAvailable", "shouldSendMutableContent", "category", "alertLaunchImage", "desiredKeys",
  ]

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.hasAny(kinds.union(["NotificationInfo", "CKNotificationInfo"])) else { return [] }
    return file.index.calls.compactMap { call in
      guard let body = call.functionBody, !body.is(SourceFileSyntax.self) else { return nil }
      return silentSubscription(call, body, file) ?? emptyInfo(call, body, file)
    }
  }

  private func silentSubscription(_ call: FunctionCallExprSyntax, _ body: Syntax, _ file: SourceFile) -> SourceFinding?
  {
    if let kind = call.calledExpression.path, kinds.contains(kind), call.parent?.is(LabeledExprSyntax.self) == true,
      let taker = call.nearest(FunctionCallExprSyntax.self), file.index.cloudKitCall(taker) == .save
    {
      return file.finding(info, at: call, "'notificationInfo' of the subscription is not set", api: kind)
    }
    guard let kind = call.calledExpression.path, kinds.contains(kind),
      let name = call.nearest(PatternBindingSyntax.self)?.pattern.code, isSavedOnly(name, in: body, file.index),
      !file.index.mentionsThroughCalls(["notificationInfo"], in: body)
    else { return nil }
    return file.finding(info, at: call, "'notificationInfo' of the subscription is not set", api: kind)
  }

  /// True when the subscription goes to a database and to nobody else who could complete it.
  private func isSavedOnly(_ name: String, in body: Syntax, _ index: SyntaxIndex) -> Bool {
    let takers = index.calls(in: body).filter { call in
      call.arguments.contains { index.mentions([name], in: $0.expression) && !$0.expression.is(ClosureExprSyntax.self) }
    }
    let saves: Set = ["save", "CKModifySubscriptionsOperation", "modifySubscriptions"]
    return !takers.isEmpty && takers.allSatisfy { saves.contains($0.name) }
  }

  private func emptyInfo(_ call: FunctionCallExprSyntax, _ body: Syntax, _ file: SourceFile) -> SourceFinding? {
    let names = ["CKSubscription.NotificationInfo", "CKNotificationInfo"]
    guard names.contains(where: call.makes), call.arguments.isEmpty,
      !file.index.mentionsThroughCalls(contents, in: body),
      call.nearest(SequenceExprSyntax.self)?.elements.first?.lastName == "notificationInfo"
        || call.nearest(PatternBindingSyntax.self).map({ isKept($0.pattern.code, in: body, file.index) }) == true
    else { return nil }
    return file.finding(
      info, at: call, "the notification info is empty: no push is sent", api: "CKSubscription.NotificationInfo")
  }

  /// True when the info is assigned here and not handed to anything that could fill it.
  private func isKept(_ name: String, in body: Syntax, _ index: SyntaxIndex) -> Bool {
    let isPassed = index.calls(in: body).contains { call in call.arguments.contains { $0.expression.path == name } }
    return !isPassed && index.assignments(in: body).contains { $0.target.lastName == "notificationInfo" }
  }
}
