/// A form of predicate and what it needs: a row of the documentation and a test of the reader.
package struct PredicateForm: Sendable {
  package var format: String
  package var arguments: [PredicateArgument]
  /// `title: QUERYABLE`, several joined by `, `; a problem's message for what CloudKit refuses.
  package var needs: String

  package init(_ format: String, _ arguments: [PredicateArgument] = [], needs: String) {
    self.format = format
    self.arguments = arguments
    self.needs = needs
  }

  /// The needs in words, as the reader finds them.
  package var found: String {
    let reading = PredicateReading(format: format, arguments: arguments)
    let needs = reading.needs.map { need in
      "\(need.field ?? "a STRING field"): \(need.index.rawValue)"
    }
    let parts = needs.removingRepeats() + reading.problems.map(\.message) + (reading.isComplete ? [] : ["unknown key"])
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

/// The forms of predicates, in the order of the docs.
package enum PredicateForms {
  package static let all: [PredicateForm] = simple + compound + lists + special + refused

  private static let simple: [PredicateForm] = [
    PredicateForm("TRUEPREDICATE", needs: "___recordID: QUERYABLE"),
    PredicateForm("FALSEPREDICATE", needs: "nothing"),
    PredicateForm("title == %@", needs: "title: QUERYABLE"),
    PredicateForm("title = 'Tea'", needs: "title: QUERYABLE"),
    PredicateForm("'Tea' == title", needs: "title: QUERYABLE"),
    PredicateForm("title != %@", needs: "title: QUERYABLE"),
    PredicateForm("title <> %@", needs: "title: QUERYABLE"),
    PredicateForm("title ==[c] %@", needs: "title: QUERYABLE"),
    PredicateForm("%K == %@", [.text("title"), .unknown], needs: "title: QUERYABLE"),
    PredicateForm("%K == %@", [.unknown, .unknown], needs: "unknown key"),
    PredicateForm("isDone == YES", needs: "isDone: QUERYABLE"),
    PredicateForm("isDone == %d", needs: "isDone: QUERYABLE"),
    PredicateForm("parent == nil", needs: "parent: QUERYABLE"),
    PredicateForm("title BEGINSWITH %@", needs: "title: QUERYABLE"),
    PredicateForm("title beginswith[cd] 'T'", needs: "title: QUERYABLE"),
    PredicateForm("count < 3", needs: "count: SORTABLE"),
    PredicateForm("count <= %d", needs: "count: SORTABLE"),
    PredicateForm("count > -1.5", needs: "count: SORTABLE"),
    PredicateForm("count >= %lld", needs: "count: SORTABLE"),
    PredicateForm("3 =< count", needs: "count: SORTABLE"),
    PredicateForm("count BETWEEN {1, 10}", needs: "count: SORTABLE"),
    PredicateForm("count BETWEEN %@", needs: "count: SORTABLE"),
    PredicateForm("due > %@", needs: "due: SORTABLE"),
    PredicateForm("#size == 3", needs: "size: QUERYABLE"),
    PredicateForm("self.title == %@", needs: "title: QUERYABLE"),
  ]

  private static let compound: [PredicateForm] = [
    PredicateForm("title == %@ AND count == 3", needs: "title: QUERYABLE, count: QUERYABLE"),
    PredicateForm("title == %@ && due >= %@", needs: "title: QUERYABLE, due: SORTABLE"),
    PredicateForm("count > 1 AND count < 5", needs: "count: SORTABLE"),
    PredicateForm("(title == 'a') AND (count == 1)", needs: "title: QUERYABLE, count: QUERYABLE"),
    PredicateForm("((count)) == (1)", needs: "count: QUERYABLE"),
    PredicateForm("NOT title == %@", needs: "title: QUERYABLE"),
    PredicateForm("!(title == %@)", needs: "title: QUERYABLE"),
    PredicateForm("NOT (title IN %@)", needs: "title: QUERYABLE"),
    PredicateForm("TRUEPREDICATE AND title == 'a'", needs: "title: QUERYABLE"),
  ]

  private static let lists: [PredicateForm] = [
    PredicateForm("title IN %@", needs: "title: QUERYABLE"),
    PredicateForm("title IN {'a', 'b'}", needs: "title: QUERYABLE"),
    PredicateForm("tags CONTAINS %@", needs: "tags: QUERYABLE"),
    PredicateForm("%@ IN tags", needs: "tags: QUERYABLE"),
    PredicateForm("ANY tags == %@", needs: "tags: QUERYABLE"),
    PredicateForm("ANY tags IN {'a', 'b'}", needs: "tags: QUERYABLE"),
    PredicateForm("SOME tags = 'a'", needs: "tags: QUERYABLE"),
    PredicateForm("NOT tags CONTAINS 'a'", needs: "tags: QUERYABLE"),
    PredicateForm("list == %@", needs: "list: QUERYABLE"),
    PredicateForm("list IN %@", needs: "list: QUERYABLE"),
  ]

  private static let special: [PredicateForm] = [
    PredicateForm("recordID == %@", needs: "___recordID: QUERYABLE"),
    PredicateForm("recordID IN %@", needs: "___recordID: QUERYABLE"),
    PredicateForm("creationDate > %@", needs: "___createTime: SORTABLE"),
    PredicateForm("modificationDate >= %@", needs: "___modTime: SORTABLE"),
    PredicateForm("___modTime > %@", needs: "___modTime: SORTABLE"),
    PredicateForm("creatorUserRecordID == %@", needs: "___createdBy: QUERYABLE"),
    PredicateForm("lastModifiedUserRecordID == %@", needs: "___modifiedBy: QUERYABLE"),
    PredicateForm("self CONTAINS 'tea'", needs: "a STRING field: SEARCHABLE"),
    PredicateForm("self CONTAINS[c] %@", needs: "a STRING field: SEARCHABLE"),
    PredicateForm("allTokens TOKENMATCHES[cdl] %@", needs: "a STRING field: SEARCHABLE"),
    PredicateForm("distanceToLocation:fromLocation:(place, %@) < 500", needs: "place: QUERYABLE"),
    PredicateForm(
      "distanceToLocation:fromLocation:(%K, %@) < %f", [.text("place"), .unknown, .unknown], needs: "place: QUERYABLE"),
  ]

  private static let refused: [PredicateForm] = [
    PredicateForm(
      "title == 'a' OR count == 3", needs: "title: QUERYABLE, count: QUERYABLE, CloudKit has no OR in predicates"),
    PredicateForm("a == 1 || a == 2", needs: "a: QUERYABLE, CloudKit has no OR in predicates"),
    PredicateForm("ALL tags == 'a'", needs: "tags: QUERYABLE, CloudKit has no ALL in predicates"),
    PredicateForm(
      "NOT (a == 1 AND b == 2)", needs: "a: QUERYABLE, b: QUERYABLE, CloudKit cannot negate an AND compound"),
    PredicateForm("NOT self CONTAINS 'tea'", needs: "a STRING field: SEARCHABLE, CloudKit cannot negate a text search"),
    PredicateForm("NOT a BETWEEN {1, 2}", needs: "a: SORTABLE, CloudKit cannot negate BETWEEN"),
    PredicateForm(
      "NOT distanceToLocation:fromLocation:(p, %@) < 9", needs: "p: QUERYABLE, CloudKit cannot negate a distance"),
    PredicateForm("title ENDSWITH 'a'", needs: "CloudKit has no operator ENDSWITH"),
    PredicateForm("title LIKE 'a*'", needs: "CloudKit has no operator LIKE"),
    PredicateForm("title MATCHES %@", needs: "CloudKit has no operator MATCHES"),
    PredicateForm("author.name == %@", needs: "CloudKit cannot follow the key path 'author.name' into another record"),
    PredicateForm("tags.@count > 0", needs: "CloudKit cannot follow the key path 'tags.@count' into another record"),
    PredicateForm("'title' == %@", needs: "'title' is compared as a text, not read as a key"),
    PredicateForm("%@ == %@", [.text("title"), .unknown], needs: "'title' is compared as a text, not read as a key"),
    PredicateForm("SUBQUERY(tags, $t, $t == 'a') == 1", needs: "CloudKit cannot evaluate SUBQUERY, unknown key"),
    PredicateForm("count + 1 > 3", needs: "count: SORTABLE, CloudKit cannot evaluate arithmetic"),
    PredicateForm("title ==", needs: "predicate format cannot be parsed at its end, unknown key"),
    PredicateForm(
      "title == 'open", needs: "predicate format cannot be parsed at a character that no predicate has, unknown key"),
  ]
}
