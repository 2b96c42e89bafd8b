import SyncModel

/// 11 / NOT_FOUND.
struct RecordNotFound: CauseCheck {
  let cause = Cause.recordNotFound
  let info = CheckInfo(
    id: "record-not-found", title: "A record does not exist on the server", severity: .warning,
    explanation: """
      The record, share or subscription was deleted or never saved. For a lookup that is a normal miss; a save that \
      fails with it carries the change tag of a record that another device deleted.
      """,
    advice: [
      "After a lookup: treat it as absent, do not retry",
      "After a save: clear the stored system fields, then create the record anew or drop it",
    ])

  func title(of group: FailureGroup) -> String {
    let verb = group.items.count > 1 ? "do" : "does"
    if let names = Wording.named(group.items, "record") { return "\(names) \(verb) not exist on the server" }
    if group.mentions("share not found") { return "Share does not exist any more (\(Wording.times(group.count)))" }
    return "Requests for records that do not exist: \(Wording.number(group.count))"
  }
}
