import SyncModel

/// 15/2000 at set-up, and zone creation that collides with existing protection data.
struct ZoneSetupFailed: CauseCheck {
  let cause = Cause.zoneSetupFailed
  let info = CheckInfo(
    id: "zone-setup-failed", title: "A record zone could not be created", severity: .error,
    explanation: """
      The server refused to create the record zone. "PCS data already exists" means that the zone is there already, \
      with other protection data; a plain rejection (15/2000) is a fault of the server or a container that is not \
      provisioned yet. Neither the records nor the schema is the cause.
      """,
    advice: [
      "Fetch the zones first and create only what is missing; retry once after fetching",
      "If one device keeps failing: sign out of iCloud and in again there, then report it to Apple",
    ])

  func title(of group: FailureGroup) -> String {
    let names = group.zones.isEmpty ? group.items.map(Wording.zoneName) : group.zones
    let zone = Wording.named(names, "zone") ?? "A record zone"
    let reason = group.mentions("already exists") ? ": it exists with other protection data" : ""
    return "\(zone) could not be created\(reason)"
  }
}
