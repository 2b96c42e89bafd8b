/// The metric families of an OpenMetrics text while it is written.
struct MetricsPage {
  private(set) var text = ""

  /// Names and values of labels.
  typealias Labels = KeyValuePairs<String, String?>

  /// A family of gauges; families without samples are left out.
  mutating func gauge(_ name: String, unit: String? = nil, help: String, _ samples: [(labels: Labels, value: Double?)])
  {
    let known = samples.filter { $0.value?.isFinite == true }
    guard !known.isEmpty else { return }
    head(name, type: "gauge", unit: unit, help: help)
    // A series may stand once only: what has the same labels is one sum.
    var order: [String] = []
    var sums: [String: Double] = [:]
    for sample in known {
      let labels = Self.written(sample.labels)
      if sums[labels] == nil { order.append(labels) }
      sums[labels, default: 0] += sample.value ?? 0
    }
    for labels in order { text += "\(name)\(labels) \(Self.number(sums[labels] ?? 0))\n" }
  }

  /// A family of summaries in seconds: quantiles, sum and count.
  mutating func summary(
    _ name: String, help: String, _ samples: [(labels: Labels, quantiles: [(String, Double)], sum: Double, count: Int)]
  ) {
    guard !samples.isEmpty else { return }
    head(name, type: "summary", unit: "seconds", help: help)
    for sample in samples {
      for (quantile, value) in sample.quantiles where value.isFinite {
        let labels = Self.written(sample.labels, and: ("quantile", quantile))
        text += "\(name)\(labels) \(Self.number(value))\n"
      }
      let labels = Self.written(sample.labels)
      text += "\(name)_sum\(labels) \(Self.number(sample.sum))\n"
      text += "\(name)_count\(labels) \(sample.count)\n"
    }
  }

  private mutating func head(_ name: String, type: String, unit: String?, help: String) {
    text += "# TYPE \(name) \(type)\n"
    if let unit { text += "# UNIT \(name) \(unit)\n" }
    text += "# HELP \(name) \(help)\n"
  }

  private static func written(_ labels: Labels, and last: (String, String)? = nil) -> String {
    var pairs = labels.compactMap { name, value in value.map { "\(name)=\"\(escaped($0))\"" } }
    if let last { pairs.append("\(last.0)=\"\(last.1)\"") }
    return pairs.isEmpty ? "" : "{" + pairs.joined(separator: ",") + "}"
  }

  private static func escaped(_ value: String) -> String {
    DisplayText.oneLine(value).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  private static func number(_ value: Double) -> String {
    if let whole = Int64(exactly: value), abs(value) < 9_007_199_254_740_992 { return String(whole) }
    return "\(value)"
  }
}
