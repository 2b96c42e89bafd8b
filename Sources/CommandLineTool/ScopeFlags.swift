import Arguments
import Storage
import SyncModel
import Telemetry

/// The flags that say which part of what is known a report is about.
struct ScopeFlags {
  static let flags = [
    Flag("since", value: "TIME", help: "from this moment on: 2026-11-30, 2026-11-30T07:00Z, yesterday, 24h"),
    Flag("until", value: "TIME", help: "up to this moment, not included"),
    Flag(
      "last", value: "SPAN", help: "the last 30m, 24h, 7d, 4w before now; day and week are the last whole ones, in UTC"),
    Flag(
      "where", value: "KEY=VALUE", isRepeatable: true,
      help: "only requests with this attribute (keys as for --group-by); also KEY!=VALUE and KEY=~PATTERN"),
    Flag(
      "group-by", value: "KEY", isRepeatable: true,
      suggestions: RequestDimension.allCases.map(\.rawValue),
      help: "also show requests by \(RequestDimension.allCases.map(\.rawValue).joined(separator: ", "))"),
  ]

  let since: Timestamp?
  let until: Timestamp?
  let extraDimensions: [RequestDimension]
  let filters: [RequestFilter]
  /// The restriction in the words of the flags.
  let words: [String]

  init(_ arguments: ParsedArguments, now: Timestamp) throws(CommandFailure) {
    func moment(_ flag: String) throws(CommandFailure) -> Timestamp? {
      guard let text = arguments.value(flag) else { return nil }
      guard let moment = TimeExpression.moment(text, now: now) else {
        throw CommandFailure(
          "'\(text)' is no time for '--\(flag)'", help: "write 2026-11-30, 2026-11-30T07:00Z, yesterday or 24h")
      }
      return moment
    }
    var since = try moment("since")
    var until = try moment("until")
    if let text = arguments.value("last") {
      guard since == nil else { throw CommandFailure("'--last' and '--since' exclude each other") }
      if let whole = TimeExpression.lastWhole(text, before: until ?? now) {
        (since, until) = (whole.start, whole.end)
      } else if let span = TimeExpression.span(text) {
        since = (until ?? now).advanced(byMilliseconds: -span)
      } else {
        throw CommandFailure(
          "'\(text)' is no length of time for '--last'", help: "write 30m, 24h, 7d, 4w, day or week")
      }
    }
    if let since, let until, since >= until { throw CommandFailure("the period ends before it begins") }
    self.since = since
    self.until = until
    var filters: [RequestFilter] = []
    for text in arguments.all("where") { filters.append(try RequestFilter(text)) }
    self.filters = filters
    var dimensions: [RequestDimension] = []
    for name in arguments.all("group-by", splittingCommas: true) {
      dimensions.append(try RequestFilter.dimension(name))
    }
    extraDimensions = dimensions
    words =
      ["since", "until", "last"].compactMap { flag in arguments.value(flag).map { "\(flag) \($0)" } }
      + arguments.all("where")
  }

  /// True when a first or a last moment was given.
  var hasBounds: Bool { since != nil || until != nil }

  /// True when anything may be left out.
  var isRestricted: Bool { hasBounds || !filters.isEmpty }

  /// Restricts the queries of a store.
  func apply(to store: EventStore) throws(StorageError) {
    store.scope.since = since
    store.scope.until = until
    try store.select(filters)
  }
}

extension EventStore {
  /// Restricts the queries to requests that meet every condition.
  func select(_ filters: [RequestFilter]) throws(StorageError) {
    guard !filters.isEmpty else { return }
    scope.onlyRequests = true
    let (byClass, byUser) = (filters.filter(\.dimension.isOfClass), filters.filter { !$0.dimension.isOfClass })
    if !byClass.isEmpty {
      let classes = try requestClasses().values.filter { known in byClass.allSatisfy { $0.matches(known) } }
      scope.requestClasses = Set(classes.map(\.id))
    }
    for filter in byUser {
      let numbers = filter.value.isEmpty ? [0] : try symbolNumbers(of: [filter.value])
      let choice = Scope.UserChoice(numbers: numbers, isExcluded: filter.isNegated)
      scope.users = scope.users.map { $0.and(choice) } ?? choice
    }
  }
}

extension Scope.UserChoice {
  /// The users that both choose.
  fileprivate func and(_ other: Scope.UserChoice) -> Scope.UserChoice {
    switch (isExcluded, other.isExcluded) {
    case (true, true): Scope.UserChoice(numbers: numbers.union(other.numbers), isExcluded: true)
    case (true, false): Scope.UserChoice(numbers: other.numbers.subtracting(numbers), isExcluded: false)
    case (false, true): Scope.UserChoice(numbers: numbers.subtracting(other.numbers), isExcluded: false)
    case (false, false): Scope.UserChoice(numbers: numbers.intersection(other.numbers), isExcluded: false)
    }
  }
}
