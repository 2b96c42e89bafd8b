import SyncModel

/// 27/2023 about owning references.
struct ReferenceLimit: CauseCheck {
  let cause = Cause.referenceLimit
  let info = CheckInfo(
    id: "reference-limit", title: "Too many records refer to one record", severity: .error,
    explanation: """
      At most about 750 records may hold a reference with the action deleteSelf to one record. The limit belongs to \
      the parent: neither a smaller batch nor a later try changes it.
      """,
    advice: [
      "Use the reference action none and delete the children yourself",
      "Or put records between parent and children, so that each has fewer",
    ])

  func title(of group: FailureGroup) -> String {
    let names = Wording.named(group.items, "record") ?? "A record"
    return "\(names): over 750 owning references to one record"
  }
}
