import Arguments
import CloudKitFacts
import Storage
import SyncModel
import Telemetry

/// Why bounds and conditions leave nothing of what a store holds: an empty report must not look like a good one.
struct EmptySelection {
  /// Sentences for the report.
  let notes: [String]
  /// True when nothing could have been found: no data of the time, or a value that no request has.
  let isMistake: Bool

  /// Looks for the reason; nil when the report holds something or was not restricted.
  init?(of report: Report, scope: ScopeFlags, in store: EventStore, now: Timestamp) throws(StorageError) {
    guard scope.isRestricted, report.requests == nil, report.errors.isEmpty, report.serverErrors.isEmpty,
      report.activity.isEmpty, report.syncState.isEmpty, report.findings.isEmpty
    else { return nil }
    let restricted = store.scope
    defer { store.scope = restricted }
    store.scope = Scope()
    store.scope.sources = restricted.sources
    let sources = try store.sources()
    var notes: [String] = []
    var isMistake = false
    if let gap = Self.gap(sources, scope, now) {
      notes.append(gap)
      isMistake = true
    }
    let values = scope.filters.isEmpty ? [] : try Self.counts(store)
    for filter in scope.filters {
      guard
        let note = filter.dimension.isOfClass
          ? Self.note(on: filter, values) : try Self.noteOnUser(filter, in: store)
      else { continue }
      notes.append(note)
      isMistake = isMistake || !filter.namesKnownCode
    }
    if notes.isEmpty, report.notes.isEmpty, scope.filters.count > 1 || (!scope.filters.isEmpty && scope.hasBounds) {
      notes.append(
        "Each condition is met by some request, but no request\(scope.hasBounds ? " of the time" : "") meets all of them."
      )
    }
    self.notes = notes
    self.isMistake = isMistake
  }

  /// What the inputs cover, when nothing of it lies in the bounds.
  private static func gap(_ sources: [StoredSource], _ scope: ScopeFlags, _ now: Timestamp) -> String? {
    guard scope.hasBounds else { return nil }
    guard let first = sources.compactMap(\.firstTime).min(), let last = sources.compactMap(\.lastTime).max() else {
      return sources.isEmpty
        ? "The store holds no inputs." : "The inputs tell no times, so that no period can be chosen."
    }
    let isInside = sources.contains { source in
      guard let start = source.firstTime, let end = source.lastTime else { return false }
      return end >= scope.since ?? end && start < scope.until ?? start.advanced(byMilliseconds: 1)
    }
    if isInside && !scope.filters.isEmpty { return nil }
    let inputs = sources.count == 1 ? "The input holds" : "The \(sources.count) inputs hold"
    let since = scope.since.map { " from \($0.readable)" } ?? ""
    let end = scope.until ?? now
    // A beginning in the future has no end yet.
    let until = scope.since.map { $0 >= end } ?? false ? " UTC on" : " to \(end.readable) UTC"
    return "\(inputs) \(first.readable) to \(last.readable) UTC; nothing lies in the time\(since)\(until)."
  }

  /// How many requests each class has; pruned ones are not counted, but their classes are known.
  private static func counts(_ store: EventStore) throws(StorageError) -> [(known: StoredRequestClass, count: Int)] {
    let classes = try store.requestClasses()
    let totals = try store.totals(ofClasses: classes.keys.sorted())
    let counts = Dictionary(totals.map { ($0.requestClass, $0.count) }, uniquingKeysWith: +)
    let holdsPruned = try store.rolledBefore() != nil
    return classes.values.compactMap { known in
      let count = counts[known.id] ?? 0
      return count > 0 || holdsPruned ? (known, count) : nil
    }
  }

  /// Users are too many to be listed here.
  private static func noteOnUser(_ filter: RequestFilter, in store: EventStore) throws(StorageError) -> String? {
    guard let user = filter.plainValue, !user.isEmpty, try store.symbolNumbers(of: [user]).isEmpty else { return nil }
    return "No request meets \(filter.text): '--group-by user' lists the users."
  }

  /// Which values there are, for a condition that no request meets.
  private static func note(
    on filter: RequestFilter, _ classes: [(known: StoredRequestClass, count: Int)]
  ) -> String? {
    guard !classes.contains(where: { filter.matches($0.known) }) else { return nil }
    var counts: [String: Int] = [:]
    for (known, count) in classes {
      if let value = filter.dimension.value(of: known), !value.isEmpty { counts[value, default: 0] += count }
    }
    let title = filter.dimension.title
    guard !counts.isEmpty else { return "No request meets \(filter.text): the inputs tell no \(title)." }
    let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
    let known = names + (filter.dimension == .error ? ServerErrorCode.all.map(\.name) : [])
    let near =
      filter.plainValue.flatMap { value in known.contains(value) ? nil : nearest(to: value, in: known) }.map {
        " Did you mean '\($0)'?"
      } ?? ""
    return "No request meets \(filter.text).\(near) Values of \(title), the most frequent first: \(shown)\(rest)."
  }
}

extension RequestFilter {
  /// True for an error code that CloudKit has: its absence is an answer, not a mistake.
  fileprivate var namesKnownCode: Bool {
    dimension == .error && plainValue.map { ServerErrorCode.named($0) != nil } ?? true
  }
}
