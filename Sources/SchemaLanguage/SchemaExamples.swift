/// Schema texts in which a lint rule must and must not find something: the rule's documentation and its tests.
package struct SchemaExamples: Sendable {
  /// Each `↓` stands before the place of exactly one finding.
  package var firing: [String]
  package var quiet: [String]

  package init(firing: [String], quiet: [String]) {
    self.firing = firing
    self.quiet = quiet
  }
}

extension SchemaExamples {
  /// One example of each kind, given by the items of a record type `Note` that grants what a public type needs.
  init(firingItems: String, quietItems: String) {
    self.init(firing: [note(firingItems)], quiet: [note(quietItems)])
  }
}

private func note(_ items: String) -> String {
  """
  DEFINE SCHEMA
  RECORD TYPE Note (
    "___recordID" REFERENCE QUERYABLE,
    title STRING QUERYABLE SORTABLE,
    \(items),
    GRANT WRITE TO "_creator",
    GRANT CREATE TO "_icloud",
    GRANT READ TO "_world"
  );
  """
}
