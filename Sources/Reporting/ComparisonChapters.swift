import SyncModel

extension Chapter {
  /// The numbers beside those of an earlier period.
  init(_ comparison: PeriodComparison) {
    let rows = comparison.rows.map { row -> [DataTable.Cell] in
      [
        .words(row.name), Self.number(row.now, row.unit), Self.number(row.then, row.unit),
        .words(row.change.map { $0.text } ?? ""), .words(row.judgement.words),
      ]
    }
    let statements = comparison.rows.filter { $0.isSignificant && !$0.statement.isEmpty }.map(\.statement)
    let span = Moments.span(comparison.period.start, comparison.period.end) ?? ""
    self.init(
      id: "comparison", title: "Compared with \(comparison.label)",
      sentences: (comparison.hasData ? ["Then: \(span)."] : []) + statements + comparison.remarks,
      table: DataTable(
        columns: [
          .words("Number"), .number("Now"), .number("Then"), .number("Change"), .words("More than noise", rank: 1),
        ], rows: rows))
  }

  /// The operations beside themselves in the earlier period; nil where there is nothing to set side by side.
  init?(operationsOf comparison: PeriodComparison) {
    guard comparison.hasData, !comparison.operations.isEmpty else { return nil }
    let rows = comparison.operations.map { row -> [DataTable.Cell] in
      [
        .words(row.operation), .count(row.now.requests), .count(row.then.requests), .share(row.now.share),
        .share(row.then.share), .trouble(row.now.failed), .optionalCount(row.then.failed),
        .milliseconds(row.now.p95), .milliseconds(row.then.p95), .words(row.judgement.shortWords),
      ]
    }
    self.init(
      id: "operations-compared", title: "Operations now and then",
      sentences: [
        "The last column says whether p95 changed: the 99.99 % binomial rank intervals do not meet, because many are tested."
      ],
      table: DataTable(
        columns: [
          .words("Operation"), .number("Requests"), .number("Then", rank: 2), .number("Share", rank: 3),
          .number("Then", rank: 3), .number("Failed", rank: 4), .number("Then", rank: 4), .number("p95"),
          .number("Then"), .words("p95 changed", rank: 1),
        ], rows: rows))
  }

  private static func number(_ number: Double?, _ unit: String) -> DataTable.Cell {
    DataTable.Cell(text: number.map { ComparedNumber.shown($0, unit: unit) } ?? "–", value: number)
  }
}

extension PeriodComparison {
  /// False when the earlier period has nothing to compare with.
  var hasData: Bool { rows.contains { $0.then != nil } || codes.contains { $0.then > 0 } }
}

extension ChangeJudgement {
  /// The same where a column has no room.
  var shortWords: String {
    switch self {
    case .change: "yes"
    case .noise: "no"
    case .tooFewDays, .tooFewRequests: "too few to tell"
    case .noData: "–"
    }
  }

  /// The answer to "more than noise?".
  var words: String {
    switch self {
    case .change: "yes"
    case .noise: "within noise"
    case .tooFewDays: "too few days to tell"
    case .tooFewRequests: "too few requests to tell"
    case .noData: "not comparable"
    }
  }
}

extension ComparedNumber {
  /// The number with its unit: milliseconds and shares are put in the words of the rest of the report.
  static func shown(_ number: Double, unit: String) -> String {
    switch unit {
    case "ms": Quantity.milliseconds(number)
    case "s": Quantity.seconds(number)
    case "%": Quantity.percent(number / 100)
    case "share": Quantity.percent(number)
    case "", "count", "requests", "users": Quantity.plain(number)
    default: "\(Quantity.plain(number)) \(unit)"
    }
  }

  /// The change against then, relative where that can be said.
  var change: (text: String, isRise: Bool)? {
    guard let now, let then else { return nil }
    if now == then { return ("unchanged", false) }
    guard then != 0 else { return (now > then ? "up from 0" : "down from 0", now > then) }
    let share = (now - then) / abs(then)
    return ((share > 0 ? "+" : "-") + Quantity.percent(abs(share)), now > then)
  }
}
