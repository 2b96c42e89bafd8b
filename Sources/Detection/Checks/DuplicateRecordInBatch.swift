import SyncModel

/// The same record twice in one batch, refused on the device.
struct DuplicateRecordInBatch: CauseCheck {
  let cause = Cause.duplicateRecordInBatch
  let info = CheckInfo(
    id: "duplicate-record-in-batch", title: "A batch has the same record twice", severity: .error,
    explanation: """
      One request names the same record id twice, to save it twice or to save and to delete it. The device refuses \
      the whole request before anything is sent. This is no conflict with another device.
      """,
    advice: ["Keep pending changes by record id, the newest only, before a batch is built from them"])

  func title(of group: FailureGroup) -> String {
    let names = group.items + group.failures.compactMap { Self.recordName(in: $0.error.message ?? $0.error.text) }
    let record = Wording.named(FailureGroup.distinct(names), "record") ?? "A record"
    return "\(record) stands twice in one batch (\(Wording.counted(group.requests, "request")) refused)"
  }

  private static func recordName(in text: String) -> String? {
    guard let found = text.firstRange(of: "recordName=") else { return nil }
    let name = text[found.upperBound...].prefix { $0 != "," && $0 != ";" && $0 != ">" }
    return name.isEmpty ? nil : String(name)
  }
}
