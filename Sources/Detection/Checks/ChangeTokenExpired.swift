import SyncModel

/// 21 / SYNC_TOKEN_EXPIRED and the sentences that mean the same.
struct ChangeTokenExpired: CauseCheck {
  let cause = Cause.changeTokenExpired
  let info = CheckInfo(
    id: "change-token-expired", title: "A change token is no longer accepted", severity: .warning,
    explanation: """
      The server cannot say any more what changed since the stored token: it is too old, damaged, or belongs to \
      another account or environment. Every fetch with it fails, until the fetch begins anew without a token.
      """,
    advice: [
      "Drop the stored token of the zone (of the database when a database fetch failed) and fetch from nil at once",
      "Apply what comes over the local data; delete nothing because of this error",
      "Store tokens per account and environment",
    ])

  func title(of group: FailureGroup) -> String {
    let zones = group.zones.isEmpty ? group.items : group.zones
    let whose = Wording.named(zones, "zone").map { " of \($0)" } ?? ""
    return "Change token\(whose) expired \(Wording.times(group.count))"
  }
}
