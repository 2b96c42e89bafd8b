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
    let names = group.zones + group.failures.compactMap { Wording.name(after: "Zone '", in: $0.error.message ?? "") }
    let zones = Wording.named(FailureGroup.distinct(names), "zone") ?? "A record zone"
    let verb = Set(names).count > 1 ? "do" : "does"
    return "\(zones) \(verb) not exist (\(Wording.counted(group.count, "failure")))"
  }
}
