import SyncModel

/// A predicate that CloudKit cannot run, refused on the device or by the server.
struct UnsupportedPredicate: CauseCheck {
  let cause = Cause.unsupportedPredicate
  let info = CheckInfo(
    id: "unsupported-predicate", title: "CloudKit cannot run a predicate", severity: .error,
    explanation: """
      CloudKit knows a part of NSPredicate: no OR, no ALL, no pattern matching but BEGINSWITH, at most 250 values \
      behind IN, and a field on the left side. A field name passed with %@ becomes a quoted string, and then there is \
      no field. Such a query usually never leaves the device.
      """,
    advice: [
      "Name fields with %K or write them into the format, without quotes",
      "Split an OR into several queries, and a long IN into pieces of 250 values",
    ])

  func title(of group: FailureGroup) -> String {
    let reason =
      group.mentions("limit of values") || group.mentions("250 values")
      ? "Query compares with more than 250 values"
      : group.mentions("left expression") || group.mentions("is not an evaluated")
        ? "Predicate has a quoted string where a field must stand" : "Query with a predicate that CloudKit cannot run"
    return "\(reason) (\(Wording.counted(group.count, "failure")))"
  }
}
