import SyncModel

/// 14 / CONFLICT, told apart by what the server says of the change tag.
struct RecordConflict: CauseCheck {
  let cause = Cause.recordConflict
  let info = CheckInfo(
    id: "record-conflict", title: "Records were changed elsewhere or sent without their change tag", severity: .warning,
    explanation: """
      The server has another version of the record than the change was made on. "record to insert already exists" \
      means that the record was sent as new although it exists, because it was built without its stored system fields; \
      when a whole batch has it at once, the answer to an earlier save was lost. "client oplock error" means that the \
      stored change tag is older than the server's.
      """,
    advice: [
      "Apply the local values to the server record of the error and save that one",
      "Store the system fields (encodeSystemFields) after each save, and build records from them",
      "Send only the records in conflict again: the others of the batch go through by themselves",
    ])

  func title(of group: FailureGroup) -> String {
    let records = group.items.count
    let whose = records > 0 ? " of \(Wording.counted(records, "record"))" : ""
    return "\(Wording.counted(group.count, "conflict"))\(whose)\(Self.kinds(in: group))"
  }

  func advice(for group: FailureGroup) -> [String]? {
    guard group.mentions("missing required field") else { return nil }
    return [
      "Fetch the record and send its recordChangeTag with the update",
      "Or use forceUpdate where overwriting is meant",
    ]
  }

  private static func kinds(in group: FailureGroup) -> String {
    var kinds: [String] = []
    func count(_ words: String) -> Int {
      group.failures.reduce(0) {
        $0 + (($1.error.message ?? $1.error.text).lowercased().contains(words) ? $1.count : 0)
      }
    }
    let (inserts, stale, missing) = (count("already exists"), count("oplock"), count("missing required field"))
    if inserts > 0 { kinds.append("\(Wording.number(inserts)) sent as new") }
    if stale > 0 { kinds.append("\(Wording.number(stale)) with a stale change tag") }
    if missing > 0 { kinds.append("\(Wording.number(missing)) without a change tag") }
    return kinds.isEmpty ? "" : ": " + kinds.joined(separator: ", ")
  }
}
