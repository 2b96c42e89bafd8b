import SyncModel

/// 27/2023 "record too large".
struct RecordTooLarge: CauseCheck {
  let cause = Cause.recordTooLarge
  let info = CheckInfo(
    id: "record-too-large", title: "A record or share is over 1 MB", severity: .error,
    explanation: """
      A record may have 1 MB without its assets, and so may a share with its title and thumbnail. Splitting the \
      batch does not help: the one record stays too large.
      """,
    advice: [
      "Move large values of the record into a CKAsset, or spread them over several records",
      "Of a share shrink or drop the thumbnail and what else its fields hold",
      "Stop splitting the batch at one record",
    ])

  func title(of group: FailureGroup) -> String {
    let shares = group.items.contains { $0 == "cloudkit.zoneshare" }
    let name = Wording.named(group.items, shares ? "share" : "record") ?? "A record"
    return "\(name) over 1 MB (\(Wording.counted(group.count, "failure")))"
  }
}
