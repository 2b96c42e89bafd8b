import SyncModel

/// 31 / VALIDATING_REFERENCE_ERROR.
struct ReferenceViolation: CauseCheck {
  let cause = Cause.referenceViolation
  let info = CheckInfo(
    id: "reference-violation", title: "A record refers to a record that does not exist", severity: .error,
    explanation: """
      The record points to a parent that is not on the server: it was not saved yet, its own save failed, or another \
      device deleted it.
      """,
    advice: [
      "Save the parent first or in the same batch",
      "When the parent was deleted, delete or re-parent the child",
    ])

  func title(of group: FailureGroup) -> String {
    let names = Wording.named(group.items, "record") ?? Wording.counted(group.count, "save")
    return "\(names) refers to a record that does not exist"
  }
}
