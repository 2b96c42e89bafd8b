import SyncModel

extension PeriodComparison {
  /// The numbers by what a change of them means for users.
  private static let order = [
    "error rate", "latency p95", "throttled share", "affected users", "latency p50", "latency p99", "requests",
  ]

  /// The main change and, where latency changed besides, that one too; what is behind them by the number's name.
  static func headline(_ rows: [ComparedNumber], _ label: String, causes: [String: [String]]) -> String {
    let changed = order.compactMap { name in rows.first { $0.name == name && $0.isSignificant } }
    guard let main = changed.first else { return calm(rows, label) }
    var parts = [words(main, causes)]
    if main.name == "error rate", let second = changed.dropFirst().first, second.name == "latency p95" {
      parts.append(words(second, causes))
    }
    return "Against \(label), \(parts.joined(separator: ", and "))."
  }

  private static func calm(_ rows: [ComparedNumber], _ label: String) -> String {
    if rows.allSatisfy({ $0.judgement == .noData }) { return "" }
    if rows.contains(where: { $0.judgement == .noise && $0.now != $0.then }) {
      return "Against \(label), nothing changed by more than noise."
    }
    return rows.contains { $0.judgement == .tooFewRequests }
      ? "Too few requests to tell a change against \(label) from noise." : ""
  }

  private static func words(_ row: ComparedNumber, _ causes: [String: [String]]) -> String {
    let (now, then) = (row.now ?? 0, row.then ?? 0)
    func shown(_ number: Double) -> String {
      switch row.unit {
      case "share": percent(number)
      case "ms": "\(Int64(number)) ms"
      default: "\(Int64(number))"
      }
    }
    let subject = row.name.hasPrefix("latency") || row.name.hasSuffix("users") || row.name == "requests" ? "" : "the "
    let verb = now > then ? "rose" : now < then ? "fell" : "changed"
    let names = causes[row.name] ?? []
    let cause = names.isEmpty ? "" : ", above all by " + names.joined(separator: " and ")
    return "\(subject)\(row.name) \(verb) from \(shown(then)) to \(shown(now))\(cause)"
  }
}
