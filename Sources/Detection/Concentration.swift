import Storage
import SyncModel

/// Where, for whom and when the failed requests of a finding lie closer together than requests do in general.
struct Concentration {
  /// Fewer failures show no concentration.
  private static let minimum = 10
  /// A value is named that has at least this share of the failures, and so many times its share of all requests.
  private static let share = 0.5
  private static let lift = 1.5

  let log: FailureLog

  /// One sentence for the explanation of a finding, or nil when there is too little to say.
  ///
  /// Only rows of request logs are looked at, because prints have no requests to be compared with, and what the title
  /// says is not repeated.
  func sentence(of failures: [Failure], under title: String) -> String? {
    var counts: [Int64: Int] = [:]
    for failure in failures {
      if let id = failure.requestClass { counts[id, default: 0] += failure.count }
    }
    let total = counts.values.reduce(0, +)
    guard total >= Self.minimum else { return nil }
    let places = [
      standout(counts, total, among: log.operationShares, besides: title).map { "\($0.count) \($0.name)" },
      standout(counts, total, among: log.clientOSShares, besides: title).map { "\($0.count) on \($0.name)" },
    ].compactMap { $0 }
    let rows = counts.keys.flatMap { log.failedRows[$0] ?? [] }
    let users = Set(rows.lazy.map(\.user).filter { $0 != 0 }).count
    var parts = places
    if let time = timeSpan(rows) { parts.append(time) }
    guard !parts.isEmpty else { return nil }
    if users > 0 { parts.append(Wording.counted(users, "user")) }
    return "Of these \(Wording.number(total)): " + parts.joined(separator: ", ") + "."
  }

  private func standout(
    _ counts: [Int64: Int], _ total: Int, among shares: AttributeShares, besides title: String
  ) -> (count: String, name: String)? {
    var failed: [String: Int] = [:]
    for (id, count) in counts {
      if let name = shares.names[id] { failed[name, default: 0] += count }
    }
    guard let top = failed.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), shares.total > 0 else { return nil }
    let share = Double(top.value) / Double(total)
    let usual = Double(shares.requests[top.key] ?? 0) / Double(shares.total)
    guard share >= Self.share, share >= usual * Self.lift, !title.contains(top.key) else { return nil }
    return (top.value == total ? "all" : Wording.number(top.value), top.key)
  }

  /// The shortest time that holds four fifths of the failures, when it is at most a third of the log's.
  private func timeSpan(_ rows: [FailedRequest]) -> String? {
    let times = rows.compactMap { $0.time?.milliseconds }.sorted()
    guard times.count >= Self.minimum, let period = (try? log.store.census())?.period else { return nil }
    let wanted = (times.count * 4 + 4) / 5
    var best: (start: Int64, end: Int64)?
    for first in 0...(times.count - wanted) {
      let (start, end) = (times[first], times[first + wanted - 1])
      if best.map({ end &- start < $0.end &- $0.start }) ?? true { best = (start, end) }
    }
    guard let best else { return nil }
    let length = period.end.milliseconds &- period.start.milliseconds
    guard length > 0, (best.end &- best.start) <= length / 3 else { return nil }
    let (start, end) = (Timestamp(milliseconds: best.start), Timestamp(milliseconds: best.end))
    return "\(Wording.number(wanted)) from \(start.readable) to \(end.readable) UTC"
  }
}

/// How many of all requests have which value of an attribute.
struct AttributeShares {
  /// The values by request class; classes without one are left out.
  private(set) var names: [Int64: String] = [:]
  private(set) var requests: [String: Int] = [:]
  private(set) var total = 0

  init(_ log: FailureLog, _ value: (StoredRequestClass) -> String?) {
    for (id, tally) in log.survey.tallies {
      guard let name = log.classes[id].flatMap(value), !name.isEmpty else { continue }
      names[id] = name
      requests[name, default: 0] += tally.count
      total += tally.count
    }
  }
}
