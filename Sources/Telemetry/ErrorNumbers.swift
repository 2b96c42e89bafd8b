import CloudKitFacts
import SyncModel

/// Counts errors by code: roots and items alike, each as often as it happened.
enum ErrorNumbers {
  private struct ErrorKey: Hashable {
    var domain: String
    var code: Int
    var underlying: UnderlyingCode?
  }

  private struct ServerKey: Hashable {
    var code: String?
    var httpStatus: Int?
  }

  /// The native errors by domain, code and underlying code, sorted by count.
  static func errors(_ errors: [ErrorReport]) -> [ErrorSummary] {
    var summaries: [ErrorKey: ErrorSummary] = [:]
    var delays: [ErrorKey: Set<Int64>] = [:]
    for error in flattened(errors) {
      guard let code = error.code else { continue }
      let key = ErrorKey(domain: error.domain, code: code, underlying: error.underlying)
      var summary =
        summaries[key]
        ?? ErrorSummary(
          domain: error.domain, code: code, name: ErrorNames.name(domain: error.domain, code: code),
          underlying: error.underlying, count: 0, printed: 0, collateral: 0)
      summary.count += error.count
      summary.printed += error.printed
      if error.isCollateral { summary.collateral += error.count }
      if let time = error.time {
        summary.firstSeen = min(summary.firstSeen ?? time, time)
        summary.lastSeen = max(summary.lastSeen ?? time, time)
      }
      if let delay = error.retryAfterMs { delays[key, default: []].insert(delay) }
      summaries[key] = summary
    }
    return summaries.map { key, summary in
      var summary = summary
      summary.retryAfterSeconds = seconds(delays[key] ?? [])
      return summary
    }.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      if left.domain != right.domain { return left.domain < right.domain }
      if left.code != right.code { return (left.code ?? 0) < (right.code ?? 0) }
      return (left.underlying?.description ?? "") < (right.underlying?.description ?? "")
    }
  }

  /// The server's codes: of error reports, and of requests whose errors are not reported apart.
  static func serverErrors(
    _ errors: [ErrorReport], _ numbers: RequestNumbers, requestDelays: [Int64: Set<Int64>]
  ) -> [ServerErrorSummary] {
    var counts: [ServerKey: Int] = [:]
    var operations: [ServerKey: [String: Int]] = [:]
    var delays: [ServerKey: Set<Int64>] = [:]
    for error in flattened(errors) where error.code == nil {
      guard error.serverCode != nil || error.httpStatus != nil else { continue }
      let key = ServerKey(code: error.serverCode, httpStatus: error.serverCode == nil ? error.httpStatus : nil)
      counts[key, default: 0] += error.count
      if let operation = error.operation { operations[key, default: [:]][operation, default: 0] += error.count }
      if let delay = error.retryAfterMs { delays[key, default: []].insert(delay) }
    }
    for (id, requestClass) in numbers.classes {
      let count = numbers.count(ofClass: id)
      guard count > 0, let code = requestClass.error, !requestClass.errorIsReported else { continue }
      let key = ServerKey(code: code, httpStatus: nil)
      counts[key, default: 0] += count
      if let operation = requestClass.operation { operations[key, default: [:]][operation, default: 0] += count }
      delays[key, default: []].formUnion(requestDelays[id] ?? [])
    }
    let statuses = statusByCode(errors)
    return counts.map { key, count in
      let operation = operations[key]?.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      return ServerErrorSummary(
        code: key.code, httpStatus: key.httpStatus ?? key.code.flatMap { statuses[$0] }, count: count,
        operation: operation, retryAfterSeconds: seconds(delays[key] ?? []))
    }.sorted { ($1.count, $0.code ?? "", $0.httpStatus ?? 0) < ($0.count, $1.code ?? "", $1.httpStatus ?? 0) }
  }

  /// The HTTP status that every report of a code agrees on.
  private static func statusByCode(_ errors: [ErrorReport]) -> [String: Int] {
    var seen: [String: Set<Int>] = [:]
    for error in flattened(errors) {
      guard let code = error.serverCode, let status = error.httpStatus else { continue }
      seen[code, default: []].insert(status)
    }
    return seen.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// Records, zones, subscriptions and shares that failed by themselves, most frequent first.
  static func items(_ errors: [ErrorReport], limit: Int = 1000) -> [ItemSummary] {
    struct Key: Hashable {
      var item: String?
      var zone: String?
      var domain: String
      var code: Int?
      var underlying: UnderlyingCode?
      var serverCode: String?
    }
    var order: [Key] = []
    var items: [Key: ItemSummary] = [:]
    for error in flattened(errors) where !error.isCollateral && (error.item != nil || error.zone != nil) {
      let key = Key(
        item: error.item, zone: error.zone, domain: error.domain, code: error.code, underlying: error.underlying,
        serverCode: error.serverCode)
      if items[key] == nil {
        order.append(key)
        items[key] = ItemSummary(
          item: error.item, zone: error.zone, domain: error.code == nil ? nil : error.domain, code: error.code,
          underlying: error.underlying, serverCode: error.serverCode, message: error.message, count: 0)
      }
      items[key]?.count += error.count
    }
    let sorted = order.compactMap { items[$0] }.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    return sorted.prefix(limit).map(\.element)
  }

  /// Roots and items in one list, in order.
  static func flattened(_ errors: [ErrorReport]) -> [ErrorReport] {
    var list: [ErrorReport] = []
    for error in errors {
      list.append(error)
      if let items = error.items, !items.isEmpty { list += flattened(items) }
    }
    return list
  }

  private static func seconds(_ delays: Set<Int64>) -> [Double] {
    delays.sorted().map { Double($0) / 1000 }
  }
}
