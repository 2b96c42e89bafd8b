import SyncModel

/// A share that exists, is stale, or stands in the default zone.
struct ShareConflict: CauseCheck {
  let cause = Cause.shareConflict
  let info = CheckInfo(
    id: "share-conflict", title: "A share conflicts with what the server has", severity: .error,
    explanation: """
      A record can have one share, and a share is a record with a change tag like any other: whoever saves a new one, \
      or an old copy of it, is refused. With Core Data the mirroring saves shares too, so that an app that saves them \
      itself races with it. Shares need a custom zone.
      """,
    advice: [
      "Fetch the existing share and change that one",
      "With NSPersistentCloudKitContainer use persistUpdatedShare(_:in:) and share(_:to:), and save no CKShare yourself",
      "Put records that shall be shared into a custom zone of the private database",
    ])

  func subject(of failure: Failure) -> String {
    let words = (failure.error.message ?? failure.error.text).lowercased()
    if words.contains("default zone") { return "default zone" }
    if words.contains("rootrecord") { return "root" }
    if words.contains("record to insert already exists") { return "exists" }
    return failure.error.code == 30 || words.contains("already shared") ? "shared" : "stale"
  }

  func title(of group: FailureGroup) -> String {
    if group.mentions("default zone") { return "Share in the default zone refused \(Wording.times(group.count))" }
    if group.mentions("rootrecord") { return "Share saved without its root record \(Wording.times(group.count))" }
    if group.failures.allSatisfy({ subject(of: $0) == "shared" }) {
      return "Records that have a share already were shared again"
    }
    let shares = group.items.filter { $0 != "cloudkit.zoneshare" }
    if group.failures.allSatisfy({ subject(of: $0) == "exists" }) {
      let conflicts = Wording.counted(group.count, "conflict")
      guard let names = Wording.named(shares, "share") else {
        return "Zone has a share already, and another was sent as new (\(conflicts))"
      }
      return "Sent as new, but on the server already: \(names) (\(conflicts))"
    }
    let name = Wording.named(shares, "share") ?? "Share of a zone"
    return "\(name) is older than the server's (\(Wording.counted(group.count, "conflict")))"
  }
}
