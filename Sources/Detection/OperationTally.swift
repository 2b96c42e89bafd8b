import SyncModel

/// The requests of one operation in numbers.
struct OperationTally {
  var operation: String
  var classes: Set<Int64> = []
  var count = 0
  var failed = 0
  var timed = 0
  var slow = 0

  var errorRate: Double { count == 0 ? 0 : Double(failed) / Double(count) }
  var slowShare: Double { timed == 0 ? 0 : Double(slow) / Double(timed) }

  /// One tally an operation, by name.
  static func all(in log: FailureLog) -> [OperationTally] {
    var tallies: [String: OperationTally] = [:]
    for (id, numbers) in log.survey.tallies {
      guard let requestClass = log.classes[id] else { continue }
      let operation = requestClass.operation ?? "Requests without an operation"
      var tally = tallies[operation] ?? OperationTally(operation: operation)
      tally.classes.insert(id)
      tally.count += numbers.count
      tally.failed += requestClass.outcome == .failed ? numbers.count : 0
      tally.timed += numbers.timed
      tally.slow += numbers.slow
      tallies[operation] = tally
    }
    return tallies.values.sorted { $0.operation < $1.operation }
  }
}
