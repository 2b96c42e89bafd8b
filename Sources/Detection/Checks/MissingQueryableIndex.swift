import SyncModel

/// 12/2015 and "is not marked queryable".
struct MissingQueryableIndex: CauseCheck {
  let cause = Cause.missingQueryableIndex
  let info = CheckInfo(
    id: "missing-queryable-index", title: "A queried field has no queryable index", severity: .error,
    explanation: """
      CloudKit answers a query only over fields that have a QUERYABLE index, and a query for all records of a type \
      needs one on recordName (___recordID). The field exists and the predicate is well formed; the query never \
      succeeds until the index is there.
      """,
    advice: [
      "Add a QUERYABLE index for the field in CloudKit Console under Indexes, then deploy it to Production",
      "For all records of a type add it on recordName, or fetch changes instead of querying",
    ])

  func subject(of failure: Failure) -> String { FieldNames.first(of: failure) ?? "" }

  func title(of group: FailureGroup) -> String {
    "\(FieldNames.title(of: group)) no queryable index (\(Wording.counted(group.count, "failure")))"
  }
}
