import Storage
import SyncModel

/// An objective of `--slo`: so many requests must succeed, or be faster than a limit.
package struct ServiceObjective: Equatable, Sendable {
  /// What counts as a bad request.
  package enum Kind: Equatable, Sendable {
    case failed
    /// Slower than this many milliseconds.
    case slower(Int64)
  }

  package var kind: Kind
  /// The share of requests that may be bad: 0.005 for 99.5 %.
  package var budget: Double
  /// As it was given: `availability=99.5`.
  package var text: String

  package init(kind: Kind, budget: Double, text: String) {
    self.kind = kind
    self.budget = budget
    self.text = text
  }
}

/// How fast the budget of bad requests is used up, over the period and its last hours.
package struct ErrorBudget {
  private let objectives: [ServiceObjective]
  private let windows: [(name: String, start: Int64)]
  /// By objective, then window.
  private var shares: [[Share]]

  /// Counts the requests in scope; windows end with the period.
  package init(
    of objectives: [ServiceObjective], until end: Timestamp, in store: EventStore
  ) throws(StorageError) {
    self.objectives = objectives
    let hour: Int64 = 3_600_000
    windows =
      [("whole period", .min)]
      + [("last 24 h", 24), ("last 6 h", 6), ("last 1 h", 1)].map { ($0.0, end.milliseconds &- Int64($0.1) * hour) }
    shares = objectives.map { [windows] _ in windows.map { _ in Share(hits: 0, of: 0) } }
    let failed = try store.requestClasses().mapValues { $0.outcome == .failed }
    try store.scanRequests { row in add(row, isFailed: failed[row.requestClass] == true) }
    try store.forEachRolledHour { hour in
      for cell in hour.cells { add(cell, of: hour.start, isFailed: failed[cell.requestClass] == true) }
    }
  }

  private mutating func add(_ cell: RolledHour.Cell, of hour: Timestamp, isFailed: Bool) {
    for (index, objective) in objectives.enumerated() {
      let share: Share
      switch objective.kind {
      case .failed: share = Share(hits: isFailed ? cell.count : 0, of: cell.count)
      case .slower(let limit):
        let slow = cell.durations.filter { DurationBuckets.duration(of: $0.number) > limit }
        share = Share(
          hits: slow.reduce(0) { $0 + $1.count }, of: cell.durations.reduce(0) { $0 + $1.count })
      }
      for (number, window) in windows.enumerated() where number == 0 || hour.milliseconds >= window.start {
        shares[index][number].of += share.of
        shares[index][number].hits += share.hits
      }
    }
  }

  private mutating func add(_ row: ScannedRequest, isFailed: Bool) {
    for (index, objective) in objectives.enumerated() {
      let isBad: Bool
      switch objective.kind {
      case .failed: isBad = isFailed
      case .slower(let limit):
        guard row.duration != RequestBatch.absent else { continue }
        isBad = row.duration > limit
      }
      for (number, window) in windows.enumerated() {
        guard number == 0 || (row.time != RequestBatch.absent && row.time >= window.start) else { continue }
        shares[index][number].of += 1
        if isBad { shares[index][number].hits += 1 }
      }
    }
  }

  /// The section of the report.
  package var section: ReportSection {
    var rows: [[String]] = []
    for (objective, shares) in zip(objectives, shares) {
      for (window, share) in zip(windows, shares) {
        // Below five expected bad requests one of them more or less decides.
        let isEnough = Double(share.of) * objective.budget >= 5
        let burn = objective.budget > 0 ? share.value / objective.budget : 0
        rows.append([
          objective.text, window.name, String(share.of), String(share.hits),
          isEnough ? PeriodComparison.percent(burn) : "not enough data",
          isEnough ? PeriodComparison.decimal(burn, 2) : "not enough data",
        ])
      }
    }
    return ReportSection(
      id: "error-budget", title: "Error budget",
      sentences: [
        "A burn of 1 uses up the budget exactly. Windows in which the budget allows fewer than five bad requests give "
          + "no number."
      ],
      table: ReportTable(
        columns: [
          ReportTable.Column("Objective"), ReportTable.Column("Window"),
          ReportTable.Column("Requests", isNumber: true), ReportTable.Column("Bad", isNumber: true),
          ReportTable.Column("Budget used", isNumber: true), ReportTable.Column("Burn", isNumber: true),
        ], rows: rows))
  }
}
