import SyncModel

extension PeriodNumbers {
  /// The hours with the most failures and two maps of the week; nothing where there are no times.
  package func sections(of period: Period?) -> [ReportSection] {
    var sections = [worstHours].compactMap { $0 }
    let length = period.map { $0.end.milliseconds - $0.start.milliseconds } ?? 0
    // A map of the week says nothing of less than two days.
    guard length >= 2 * 86_400_000, requests.of > 0 else { return sections }
    sections.append(
      map("hours-requests", "Requests by hour and weekday", "requests") { $0.count == 0 ? nil : Double($0.count) })
    if requests.hits > 0 {
      sections.append(
        map("hours-failed", "Failed share by hour and weekday", "failed %") { cell in
          cell.count == 0 ? nil : (Double(cell.failed) / Double(cell.count) * 1000).rounded() / 10
        })
    }
    if durations.count > 0 {
      sections.append(
        map("hours-latency", "Latency p95 by hour and weekday", "ms") { $0.durations.percentile(95) })
    }
    return sections
  }

  private var worstHours: ReportSection? {
    let bad = hours.filter { $0.value.failed > 0 }
    guard !bad.isEmpty, hours.count > 1 else { return nil }
    let worst = bad.sorted { ($1.value.failed, $0.key) < ($0.value.failed, $1.key) }.prefix(10)
    let rows = worst.map { hour, numbers in
      [
        String(Timestamp(milliseconds: hour * 3_600_000).readable.dropLast(3)), String(numbers.count),
        String(numbers.failed),
        PeriodComparison.percent(Share(hits: numbers.failed, of: numbers.count).value), String(numbers.throttled),
      ]
    }
    return ReportSection(
      id: "worst-hours", title: "Worst hours",
      sentences: ["The hours with the most failed requests, in UTC, of \(hours.count) with requests."],
      table: ReportTable(
        columns: [
          ReportTable.Column("Hour"), ReportTable.Column("Requests", isNumber: true),
          ReportTable.Column("Failed", isNumber: true), ReportTable.Column("Rate", isNumber: true),
          ReportTable.Column("Throttled", isNumber: true),
        ], rows: rows))
  }

  private func map(_ id: String, _ title: String, _ unit: String, value: (Cell) -> Double?) -> ReportSection {
    ReportSection(
      id: id, title: title, sentences: ["Hours in UTC."],
      heatMap: HeatMap(
        rowNames: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        columnNames: (0..<24).map { $0 < 10 ? "0\($0)" : "\($0)" },
        values: (0..<7).map { day in (0..<24).map { value(week[day * 24 + $0]) } }, unit: unit))
  }

  /// The values of attributes whose failed share changed by more than noise; nil when there are none.
  package func regressions(since then: PeriodNumbers) -> ReportSection? {
    var rows: [(z: Double, texts: [String])] = []
    for dimension in Self.dimensions {
      for (value, cell) in groups[dimension] ?? [:] {
        let old = then.groups[dimension]?[value] ?? Cell()
        let (new, before) = (Share(hits: cell.failed, of: cell.count), Share(hits: old.failed, of: old.count))
        guard let z = ChangeRule.z(new, before), abs(z) >= ChangeRule.strictLimit else { continue }
        rows.append(
          (
            z,
            [
              dimension.title, value, String(cell.count), PeriodComparison.percent(new.value),
              PeriodComparison.percent(before.value), PeriodComparison.decimal(z, 1),
            ]
          ))
      }
    }
    guard !rows.isEmpty else { return nil }
    let sorted = rows.sorted { ($1.z, $0.texts[1]) < ($0.z, $1.texts[1]) }.map(\.texts)
    return ReportSection(
      id: "changed-groups", title: "Whose error rate changed",
      sentences: ["Two-proportion z-test, |z| of 3.89 or more: by chance less than once in 10,000 for each row."],
      table: ReportTable(
        columns: [
          ReportTable.Column("Attribute"), ReportTable.Column("Value"),
          ReportTable.Column("Requests", isNumber: true), ReportTable.Column("Failed now", isNumber: true),
          ReportTable.Column("Failed then", isNumber: true), ReportTable.Column("z", isNumber: true),
        ], rows: Array(sorted.prefix(20))))
  }
}
