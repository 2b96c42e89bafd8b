import SyncModel

/// 26 / ZONE_NOT_FOUND.
struct ZoneNotFound: CauseCheck {
  let cause = Cause.zoneNotFound
  let info = CheckInfo(
    id: "zone-not-found", title: "A record zone does not exist", severity: .error,
    explanation: """
      The record zone was never created for this account and environment, or it was removed by another device. Flags \
      such as "zone created" that are stored per installation instead of per account are the usual reason, above all \
      after a change of account. The user did not delete it in Settings: that is userDeletedZone.
      """,
    advice: [
      "Create the zone, then send all of its records again",
      "Drop change tokens and stored system fields of the zone first",
      "Remember per account and environment, not per installation, that a zone was created",
    ])

  func title(of group: FailureGroup) -> String {
    let (zones, isOne) = zones(of: group)
    return "\(zones) \(isOne ? "does" : "do") not exist (\(Wording.counted(group.count, "failure")))"
  }

  /// A private zone is one for each user: what is missing for some exists for others.
  func title(of group: FailureGroup, in log: FailureLog) -> String {
    let users = group.users(in: log)
    guard users > 0 else { return title(of: group) }
    let (zones, isOne) = zones(of: group)
    return "\(zones) \(isOne ? "is" : "are") missing for \(Wording.counted(users, "user")) "
      + "(\(Wording.counted(group.count, "failure")))"
  }

  private func zones(of group: FailureGroup) -> (words: String, isOne: Bool) {
    let names = FailureGroup.distinct(
      group.zones + group.failures.compactMap { Wording.name(after: "Zone '", in: $0.error.message ?? "") })
    return (Wording.named(names, "zone") ?? "A record zone", names.count <= 1)
  }
}
