/// What a predicate's format says, as far as CloudKit is concerned.
package struct PredicateReading: Equatable, Sendable {
  /// Each once, in the order of the format.
  package var needs: [PredicateNeed] = []
  /// Each once, in the order of the format.
  package var problems: [PredicateProblem] = []
  /// False when a key is a variable that nobody could follow.
  package var isComplete = true

  package init() {}

  /// The reading of a predicate that matches every record.
  package static var everything: PredicateReading {
    var reading = PredicateReading()
    reading.needs = [PredicateNeed(field: nil, kind: .everything, form: "TRUEPREDICATE")]
    return reading
  }

  /// Reads a format of `NSPredicate(format:)`, with what is known of its arguments in their order.
  package init(format: String, arguments: [PredicateArgument] = []) {
    var parser = PredicateParser(format: format, arguments: arguments)
    self = parser.read()
  }

  /// Adds the needs and problems of another predicate that is joined with AND.
  package mutating func join(_ other: PredicateReading) {
    // A filter beside 'everything' makes the record-name index unnecessary.
    let filters = (needs + other.needs).filter { $0.kind != .everything }
    needs = filters.isEmpty ? Array((needs + other.needs).prefix(1)) : filters.removingRepeats()
    problems = (problems + other.problems).removingRepeats()
    isComplete = isComplete && other.isComplete
  }
}

/// What is known of an argument of a predicate format.
package enum PredicateArgument: Hashable, Sendable {
  /// A text constant.
  case text(String)
  case unknown
}

extension Array where Element: Hashable {
  func removingRepeats() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
