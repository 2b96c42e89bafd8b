import SyncModel

/// "is not marked sortable".
struct MissingSortableIndex: CauseCheck {
  let cause = Cause.missingSortableIndex
  let info = CheckInfo(
    id: "missing-sortable-index", title: "A sorted field has no sortable index", severity: .error,
    explanation: """
      A query with a sort descriptor needs a SORTABLE index on the field; a queryable one is not enough. \
      ___createTime is the server's name of creationDate, ___modTime that of modificationDate.
      """,
    advice: [
      "Add a SORTABLE index for the field in CloudKit Console under Indexes, then deploy it to Production",
      "Or sort on the device",
    ])

  func subject(of failure: Failure) -> String { FieldNames.first(of: failure) ?? "" }

  func title(of group: FailureGroup) -> String {
    "\(FieldNames.title(of: group)) no sortable index (\(Wording.counted(group.count, "failure")))"
  }
}
