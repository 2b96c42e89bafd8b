import SyncModel

/// 15/2032.
struct DuplicateSubscription: CauseCheck {
  let cause = Cause.duplicateSubscription
  let info = CheckInfo(
    id: "duplicate-subscription", title: "A subscription exists already", severity: .note,
    explanation: """
      The app saves a subscription that does the same as one that is there. Pushes work; only the save is needless.
      """,
    advice: [
      "Treat it as success",
      "Give subscriptions fixed ids, fetch them first, and remember per account that they were saved",
    ])

  func title(of group: FailureGroup) -> String {
    "\(Wording.counted(group.count, "subscription")) saved although the same exists already"
  }
}
