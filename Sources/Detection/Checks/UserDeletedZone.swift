import SyncModel

/// 28, zone purged.
struct UserDeletedZone: CauseCheck {
  let cause = Cause.userDeletedZone
  let info = CheckInfo(
    id: "user-deleted-zone", title: "The user deleted the app's iCloud data", severity: .error,
    explanation: """
      Somebody removed the app's data in Settings, and with it the record zone. That was done on purpose: uploading \
      everything again without asking would undo it. This is not zoneNotFound, and no retry brings the zone back.
      """,
    advice: [
      "Ask the user whether to upload the local data again, and mark it local-only until they agree",
      "After a yes: drop change tokens and stored system fields, create the zone, upload",
    ])

  func title(of group: FailureGroup) -> String {
    let names = group.zones.isEmpty ? group.items.map(Wording.zoneName) : group.zones
    return "\(Wording.named(names, "zone") ?? "A record zone") was deleted by the user in Settings"
  }
}
