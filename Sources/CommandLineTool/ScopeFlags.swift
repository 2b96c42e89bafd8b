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
      help: "only requests with this attribute; also KEY!=VALUE and KEY=~PATTERN"),
    Flag(
      "group-by", value: "KEY", choices: RequestDimension.allCases.map(\.rawValue), isRepeatable: true,
      help: "also show requests by this attribute"),
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
    guard !filters.isEmpty else { return }
    let classes = try store.requestClasses().values.filter { requestClass in
      filters.allSatisfy { $0.matches(requestClass) }
    }
    store.scope.requestClasses = Set(classes.map(\.id))
    store.scope.onlyRequests = true
  }
}
