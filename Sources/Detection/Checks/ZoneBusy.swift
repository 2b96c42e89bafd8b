import SyncModel

/// 23 / ZONE_BUSY.
struct ZoneBusy: CauseCheck {
  let cause = Cause.zoneBusy
  let info = CheckInfo(
    id: "zone-busy", title: "A record zone is busy with other writers", severity: .warning,
    explanation: """
      The server could not take the change because others write to the same record zone at the same time. Nothing is \
      wrong with the data, and this is no rate limit of the app.
      """,
    advice: [
      "Send again after the printed delay, else with a growing delay of your own",
      "Write to one zone from one queue, in fewer and larger batches",
    ])

  func title(of group: FailureGroup) -> String {
    "\(Wording.named(group.zones, "zone") ?? "A record zone") was busy \(Wording.times(group.count))"
  }
}
