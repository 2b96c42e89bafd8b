import SyncModel

/// What telemetry and checks look at: everything, a period, some inputs.
package struct Scope: Equatable, Sendable {
  /// Included; values without a time are in every scope without bounds and in no other.
  package var since: Timestamp?
  /// Excluded.
  package var until: Timestamp?
  /// The inputs to look at, such as those that `analyze --db` was given; nil = all.
  package var sources: Set<Int32>?
  /// Ids of request classes to look at, from `--where`; nil = all.
  package var requestClasses: Set<Int64>?
  /// Numbers of the users to look at, or not to look at, from `--where`; nil = all.
  package var users: UserChoice?
  /// True when conditions of `--where` exclude everything that is no request.
  package var onlyRequests = false

  package init() {}

  /// Requests of some users, or of all others.
  package struct UserChoice: Equatable, Sendable {
    package var numbers: Set<Int64>
    package var isExcluded: Bool

    package init(numbers: Set<Int64>, isExcluded: Bool) {
      self.numbers = numbers
      self.isExcluded = isExcluded
    }
  }

  /// True when only some requests of the period are looked at, whose users rolled hours do not know.
  package var choosesRequests: Bool { requestClasses != nil || users != nil }

  /// The condition on rows of a table with `source` and a time column, ready to stand behind WHERE.
  func condition(timeColumn: String) -> String {
    var parts: [String] = []
    if let since { parts.append("\(timeColumn) >= \(since.milliseconds)") }
    if let until { parts.append("\(timeColumn) < \(until.milliseconds)") }
    if let sources { parts.append("source IN (\(sources.sorted().map(String.init).joined(separator: ",")))") }
    return parts.isEmpty ? "1" : parts.joined(separator: " AND ")
  }

  /// The condition on rows of `request`.
  var requestCondition: String {
    var parts = [condition(timeColumn: "time_ms")]
    if since != nil || until != nil { parts.append(rowRange) }
    if let requestClasses {
      parts.append("class IN (\(requestClasses.sorted().map(String.init).joined(separator: ",")))")
    }
    if let users {
      let list = users.numbers.sorted().map(String.init).joined(separator: ",")
      parts.append("coalesce(user, 0) \(users.isExcluded ? "NOT IN" : "IN") (\(list))")
    }
    return parts.joined(separator: " AND ")
  }

  /// The rows from the first to the last span that reaches into the period: inputs and their rows are nearly in the
  /// order of time, so that a store of a year is not read from its beginning for the last day.
  private var rowRange: String {
    var reaching: [String] = []
    if let since { reaching.append("max_ms >= \(since.milliseconds)") }
    if let until { reaching.append("min_ms < \(until.milliseconds)") }
    let spans = "FROM request_span WHERE \(reaching.joined(separator: " AND "))"
    return "request.rowid BETWEEN (SELECT coalesce(min(first_row), 1) \(spans)) "
      + "AND (SELECT coalesce(max(last_row), 0) \(spans))"
  }
}
