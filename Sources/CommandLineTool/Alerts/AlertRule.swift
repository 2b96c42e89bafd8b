import Arguments

/// When an alert fires, as `.ckdiag.json` says it.
struct AlertRule {
  /// What is measured over a window of time.
  enum Metric: String, CaseIterable {
    case requests, errors, errorRate, p95, p99, throttledShare, affectedUsers, errorCode, stuckUploads, missingData

    /// For people.
    var words: String {
      switch self {
      case .requests: "requests"
      case .errors: "failed requests"
      case .errorRate: "error rate"
      case .p95: "latency p95"
      case .p99: "latency p99"
      case .throttledShare: "throttled share"
      case .affectedUsers: "affected users"
      case .errorCode: "errors"
      case .stuckUploads: "waiting changes"
      case .missingData: "hours without data"
      }
    }

    /// The unit of values in JSON.
    var unit: String {
      switch self {
      case .errorRate, .throttledShare: "%"
      case .p95, .p99: "ms"
      case .missingData: "h"
      default: "count"
      }
    }
  }

  /// What a value is held against.
  enum Bound: Equatable {
    case number(Double)
    /// The mean of the seven earlier windows at the same time of day, three standard deviations away.
    case average
  }

  var name: String
  var metric: Metric
  var bound: Bound
  /// False = fires below the bound.
  var firesAbove: Bool
  /// The window in milliseconds, and as it was written.
  var per: (milliseconds: Int64, text: String)
  var filters: [RequestFilter]
  /// The code that `errorCode` counts.
  var code: String?
  /// Milliseconds in which an alert that goes on is not told again.
  var repeatWithin: Int64
  /// Milliseconds for which the condition must not hold before the alert clears.
  var clearsAfter: Int64
}

extension AlertRule {
  /// The rules under `alerts`.
  static func all(in value: ConfigurationValue?, of path: String) throws(CommandFailure) -> [AlertRule] {
    guard let value else { return [] }
    guard case .list(let list) = value else { throw CommandFailure("'alerts' in '\(path)' must be a list") }
    var rules: [AlertRule] = []
    for (index, entry) in list.enumerated() {
      guard case .section(let section) = entry else {
        throw CommandFailure("'alerts[\(index)]' in '\(path)' must be an object")
      }
      let rule = try AlertRule(section, place: "alerts[\(index)]' in '\(path)")
      guard !rules.contains(where: { $0.name == rule.name }) else {
        throw CommandFailure("two alerts in '\(path)' have the name '\(rule.name)'")
      }
      rules.append(rule)
    }
    return rules
  }

  private init(_ section: [String: ConfigurationValue], place: String) throws(CommandFailure) {
    let known = ["name", "metric", "above", "below", "per", "where", "code", "repeatWithin", "clearsAfter"]
    for key in section.keys.sorted() where !known.contains(key) {
      throw CommandFailure(
        "unknown key '\(key)' in '\(place)'",
        help: nearest(to: key, in: known).map { "did you mean '\($0)'?" } ?? "one of: \(known.joined(separator: ", "))")
    }
    func span(_ key: String, _ usual: String) throws(CommandFailure) -> (Int64, String) {
      guard let value = section[key] else { return (TimeExpression.span(usual) ?? 0, usual) }
      guard let word = value.word, let span = word == "0" ? 0 : TimeExpression.span(word) else {
        throw CommandFailure("'\(key)' of '\(place)' must be a length of time", help: "write 30m, 6h or 1d")
      }
      return (span, word)
    }
    guard let name = section["name"]?.word, !name.isEmpty else { throw CommandFailure("'\(place)' needs a name") }
    let metrics = Metric.allCases.map(\.rawValue)
    let word = section["metric"]?.word ?? ""
    guard let metric = Metric(rawValue: word) else {
      throw CommandFailure(
        "'\(word)' is no metric of '\(place)'",
        help: nearest(to: word, in: metrics).map { "did you mean '\($0)'?" }
          ?? "one of: \(metrics.joined(separator: ", "))")
    }
    self.name = name
    self.metric = metric
    code = section["code"]?.word
    if metric == .errorCode, code == nil {
      throw CommandFailure("'\(place)' needs the code that it counts", help: "add \"code\": \"QUOTA_EXCEEDED\"")
    }
    per = try span("per", "1d")
    repeatWithin = try span("repeatWithin", "1d").0
    clearsAfter = section["clearsAfter"] == nil ? 0 : try span("clearsAfter", "1h").0
    (bound, firesAbove) = try Self.bound(section, metric, place)
    if metric == .missingData { bound = .number(Double(per.milliseconds) / 3_600_000) }
    filters = try Self.filters(section["where"], place)
  }

  private static func bound(
    _ section: [String: ConfigurationValue], _ metric: Metric, _ place: String
  ) throws(CommandFailure) -> (Bound, Bool) {
    let given = ["above", "below"].compactMap { key in section[key].map { (key, $0) } }
    guard let (key, value) = given.first, given.count == 1 else {
      if given.isEmpty, metric == .missingData || metric == .stuckUploads { return (.number(0), true) }
      throw CommandFailure("'\(place)' needs either 'above' or 'below'")
    }
    if value.word == "average" { return (.average, key == "above") }
    guard let word = value.word, let number = number(word, metric) else {
      throw CommandFailure(
        "'\(key)' of '\(place)' must be a number or \"average\"", help: "latencies may be \"2s\" or \"800ms\"")
    }
    return (.number(number), key == "above")
  }

  private static func number(_ word: String, _ metric: Metric) -> Double? {
    if let number = Double(word) { return number.isFinite ? number : nil }
    switch metric {
    case .p95, .p99: return TimeExpression.milliseconds(word).map { Double($0) }
    case .errorRate, .throttledShare: return word.hasSuffix("%") ? Double(word.dropLast().filter { $0 != " " }) : nil
    default: return nil
    }
  }

  private static func filters(
    _ value: ConfigurationValue?, _ place: String
  ) throws(CommandFailure) -> [RequestFilter] {
    guard let value else { return [] }
    var words: [String] = []
    if case .list(let list) = value { words = list.compactMap(\.word) } else { words = [value.word].compactMap { $0 } }
    guard !words.isEmpty else {
      throw CommandFailure("'where' of '\(place)' must be a condition", help: "write operation=RecordSave")
    }
    var filters: [RequestFilter] = []
    for word in words { filters.append(try RequestFilter(word)) }
    return filters
  }
}
