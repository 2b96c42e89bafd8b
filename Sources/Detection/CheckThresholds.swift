/// The numbers above which checks speak, from flags and the configuration.
package struct CheckThresholds: Equatable, Sendable {
  /// Of `high-error-rate`: failed / all requests of an operation, 0 to 1.
  package var errorRate = 0.05
  /// Of `slow-requests`: the 95th percentile of an operation, in milliseconds.
  package var slowRequestMs = 2000.0
  /// Of `high-error-rate` and `slow-requests`: operations with fewer requests are not judged.
  package var minimumRequests = 20.0
  /// Of `retry-of-permanent-error` and `conflict-loop`: how often the same failure makes a loop.
  package var repetitions = 3.0

  package init() {}

  /// A threshold that the user may set.
  package struct Key: Sendable {
    /// In the configuration as it stands; kebab-case as a flag.
    package var name: String
    /// For the help and the docs.
    package var meaning: String
    /// The smallest and the largest value that makes sense.
    package var range: ClosedRange<Double>
    let property: WritableKeyPath<CheckThresholds, Double> & Sendable

    /// The value of a set of thresholds.
    package func value(in thresholds: CheckThresholds) -> Double { thresholds[keyPath: property] }
  }

  /// Every threshold, in the order of the docs.
  package static let keys: [Key] = [
    Key(name: "errorRate", meaning: "share of failed requests of an operation", range: 0...1, property: \.errorRate),
    Key(
      name: "slowRequestMs", meaning: "95th percentile of an operation in milliseconds", range: 1...86_400_000,
      property: \.slowRequestMs),
    Key(
      name: "minimumRequests", meaning: "requests an operation needs to be judged", range: 1...1_000_000_000,
      property: \.minimumRequests),
    Key(
      name: "repetitions", meaning: "how often the same failure makes a loop", range: 2...1_000_000,
      property: \.repetitions),
  ]

  /// Sets the threshold of the given name; false when there is none of that name or the value is out of range.
  package mutating func set(_ name: String, to value: Double) -> Bool {
    guard let key = Self.keys.first(where: { $0.name == name }), key.range.contains(value) else { return false }
    self[keyPath: key.property] = value
    return true
  }
}
