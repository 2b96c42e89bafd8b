import CloudKitFacts
import SyncModel

/// Counts errors by code: roots and items alike, each as often as it happened.
struct ErrorNumbers {
  private struct ErrorKey: Hashable {
    var domain: String
    var code: Int
    var underlying: UnderlyingCode?
  }

  private struct ServerKey: Hashable {
    var code: String?
    var httpStatus: Int?
  }

  private struct ServerTally {
    var count = 0
    var operations: [String: Int] = [:]
    var delays: Set<Int64> = []
    var statuses: Set<Int> = []
  }

  private var summaries: [ErrorKey: ErrorSummary] = [:]
  private var delays: [ErrorKey: Set<Int64>] = [:]
  private var servers: [ServerKey: ServerTally] = [:]
  /// Every status that a code came with.
  private var statuses: [String: Set<Int>] = [:]

  /// Counts an error and its items.
  mutating func add(_ error: ErrorReport) {
    if let code = error.code { addNative(error, code) } else { addServer(error) }
    if let code = error.serverCode, let status = error.httpStatus { statuses[code, default: []].insert(status) }
    for item in error.items ?? [] { add(item) }
  }

  private mutating func addNative(_ error: ErrorReport, _ code: Int) {
    let key = ErrorKey(domain: error.domain, code: code, underlying: error.underlying)
    if summaries[key] == nil {
      summaries[key] = ErrorSummary(
        domain: error.domain, code: code, name: ErrorNames.name(domain: error.domain, code: code),
        underlying: error.underlying, count: 0, printed: 0, collateral: 0)
    }
    summaries[key]?.add(error)
    if let delay = error.retryAfterMs { delays[key, default: []].insert(delay) }
  }

  private mutating func addServer(_ error: ErrorReport) {
    guard error.serverCode != nil || error.httpStatus != nil else { return }
    let key = ServerKey(code: error.serverCode, httpStatus: error.serverCode == nil ? error.httpStatus : nil)
    servers[key, default: ServerTally()].count += error.count
    if let operation = error.operation {
      servers[key, default: ServerTally()].operations[operation, default: 0] += error.count
    }
    if let delay = error.retryAfterMs { servers[key, default: ServerTally()].delays.insert(delay) }
  }

  /// The native errors by domain, code and underlying code, sorted by count.
  func errors() -> [ErrorSummary] {
    summaries.map { key, summary in
      var summary = summary
      summary.retryAfterSeconds = Self.seconds(delays[key] ?? [])
      return summary
    }.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      if left.domain != right.domain { return left.domain < right.domain }
      if left.code != right.code { return (left.code ?? 0) < (right.code ?? 0) }
      return (left.underlying?.description ?? "") < (right.underlying?.description ?? "")
    }
  }

  /// How often each server code was told by an error.
  var countByServerCode: [String: Int] {
    var counts: [String: Int] = [:]
    for (key, tally) in servers { if let code = key.code { counts[code, default: 0] += tally.count } }
    return counts
  }

  /// The server's codes: of error reports, and of requests whose errors are not reported apart.
  func serverErrors(_ numbers: RequestNumbers, requestDelays: [Int64: Set<Int64>]) -> [ServerErrorSummary] {
    var servers = servers
    for (id, requestClass) in numbers.classes {
      let count = numbers.count(ofClass: id)
      guard count > 0, let code = requestClass.error, !requestClass.errorIsReported else { continue }
      let key = ServerKey(code: code, httpStatus: nil)
      var tally = servers[key] ?? ServerTally()
      tally.count += count
      if let operation = requestClass.operation { tally.operations[operation, default: 0] += count }
      tally.delays.formUnion(requestDelays[id] ?? [])
      servers[key] = tally
    }
    return servers.map { key, tally in
      let operation = tally.operations.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      // The HTTP status that every report of a code agrees on.
      let agreed = key.code.flatMap { statuses[$0] }.flatMap { $0.count == 1 ? $0.first : nil }
      return ServerErrorSummary(
        code: key.code, httpStatus: key.httpStatus ?? agreed, count: tally.count, operation: operation,
        retryAfterSeconds: Self.seconds(tally.delays))
    }.sorted { ($1.count, $0.code ?? "", $0.httpStatus ?? 0) < ($0.count, $1.code ?? "", $1.httpStatus ?? 0) }
  }

  private static func seconds(_ delays: Set<Int64>) -> [Double] {
    delays.sorted().map { Double($0) / 1000 }
  }
}

extension ErrorSummary {
  fileprivate mutating func add(_ error: ErrorReport) {
    count += error.count
    printed += error.printed
    if error.isCollateral { collateral += error.count }
    guard let time = error.time else { return }
    firstSeen = min(firstSeen ?? time, time)
    lastSeen = max(lastSeen ?? time, time)
  }
}
