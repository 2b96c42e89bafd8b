import SyncModel

extension PeriodComparison {
  /// Puts the numbers of two periods side by side; the rules are named in the statements.
  package init(
    now: PeriodNumbers, in period: Period, then: PeriodNumbers, in earlier: Period, label: String
  ) {
    self.init(period: earlier, label: label, rows: [])
    let causes = ChangeCauses(now: now, then: then)
    let errorCauses = causes.ofErrorRate
    var rate = Self.share("error rate", "The error rate", now.requests, then.requests)
    if rate.isSignificant { rate.statement += Self.behind(errorCauses) }
    rows = [Self.requests(now, period, then, earlier), rate]
    rows.append(
      Self.share(
        "throttled share", "The share of throttled requests", Share(hits: now.throttled, of: now.requests.of),
        Share(hits: then.throttled, of: then.requests.of)))
    rows += [50, 95, 99].map { Self.percentile($0, now.durations, then.durations) }
    let slow = then.durations.percentile(95).map { causes.ofLatency(slowerThan: Int64($0)) } ?? []
    for index in rows.indices where rows[index].name == "latency p95" && rows[index].isSignificant {
      rows[index].statement += Self.behind(slow)
    }
    rows.append(Self.users(now, then))
    codes = causes.codes
    operations = causes.rows
    if let absence = Self.absence(now, period, then, earlier) {
      remarks = [absence]
      headline = absence
      return
    }
    remarks = Self.dayRemarks(now, period, then, earlier) + Self.codeRemarks(now.codes, then.codes)
    headline = Self.headline(
      rows, label, causes: ["error rate": errorCauses.map(\.name), "latency p95": slow.map(\.name)])
  }

  private static func behind(_ causes: [ChangeCauses.Cause]) -> String {
    causes.isEmpty ? "" : " Behind it: " + causes.map(\.sentence).joined(separator: " ")
  }

  /// Says that a period has nothing that could be compared; nil when both have something.
  private static func absence(
    _ now: PeriodNumbers, _ period: Period, _ then: PeriodNumbers, _ earlier: Period
  ) -> String? {
    let empty = [then.isEmpty ? earlier : nil, now.isEmpty ? period : nil].compactMap { $0 }
    guard !empty.isEmpty else { return nil }
    let spans = empty.map { "\($0.start.readable) to \($0.end.readable)" }
    return "Not comparable: no data in \(spans.joined(separator: " and ")) UTC."
  }

  private static func requests(
    _ now: PeriodNumbers, _ period: Period, _ then: PeriodNumbers, _ earlier: Period
  ) -> ComparedNumber {
    var row = ComparedNumber(
      name: "requests", unit: "count", now: now.requests.of == 0 ? nil : Double(now.requests.of),
      then: then.requests.of == 0 ? nil : Double(then.requests.of))
    guard now.requests.of > 0, then.requests.of > 0 else {
      row.judgement = .noData
      return row
    }
    let (days, oldDays) = (now.days(of: period), then.days(of: earlier))
    guard days.count >= ChangeRule.fewestDays, oldDays.count >= ChangeRule.fewestDays else {
      row.judgement = .tooFewDays
      return row
    }
    guard ChangeRule.isApart(days, oldDays) else { return row }
    let word = now.requests.of > then.requests.of ? "more" : "fewer"
    row.judgement = .change
    row.statement =
      "Every day had \(word) requests than any day of the earlier period (rank test of \(days.count) and "
      + "\(oldDays.count) days, by chance less than once in 100)."
    return row
  }

  private static func share(_ name: String, _ subject: String, _ now: Share, _ then: Share) -> ComparedNumber {
    var row = ComparedNumber(
      name: name, unit: "share", now: now.of == 0 ? nil : now.value, then: then.of == 0 ? nil : then.value)
    guard now.of > 0, then.of > 0 else {
      row.judgement = .noData
      return row
    }
    guard let z = ChangeRule.z(now, then) else {
      row.judgement = now.value == then.value ? .noise : .tooFewRequests
      return row
    }
    guard abs(z) >= ChangeRule.limit else { return row }
    row.judgement = .change
    row.statement =
      "\(subject) \(z > 0 ? "rose" : "fell") from \(percent(then.value)) to \(percent(now.value)) "
      + "(two-proportion z-test, z = \(decimal(z, 1)); by chance less than once in 1,000)."
    return row
  }

  private static func percentile(_ percent: Int, _ now: DurationCounts, _ then: DurationCounts) -> ComparedNumber {
    let (new, old) = (now.percentile(percent), then.percentile(percent))
    var row = ComparedNumber(
      name: "latency p\(percent)", unit: "ms", now: new, then: old,
      judgement: ChangeRule.judgement(percent, now, then))
    guard row.isSignificant, let new, let old, let range = ChangeRule.interval(percent, of: now),
      let oldRange = ChangeRule.interval(percent, of: then)
    else { return row }
    row.statement =
      "Latency p\(percent) \(new > old ? "rose" : "fell") from \(Int64(old)) ms (\(oldRange.lowerBound) to "
      + "\(oldRange.upperBound)) to \(Int64(new)) ms (\(range.lowerBound) to \(range.upperBound)): the 99.9 % binomial "
      + "rank intervals do not meet."
    return row
  }

  private static func users(_ now: PeriodNumbers, _ then: PeriodNumbers) -> ComparedNumber {
    // Of hours without rows the users of some attribute are unknown.
    guard now.usersAreKnown, then.usersAreKnown else {
      return ComparedNumber(name: "affected users", unit: "users", now: nil, then: nil, judgement: .noData)
    }
    var row = share(
      "affected users", "The share of users with a failed request",
      Share(hits: now.affectedUsers, of: now.users),
      Share(hits: then.affectedUsers, of: then.users))
    row.unit = "users"
    if row.now != nil { row.now = Double(now.affectedUsers) }
    if row.then != nil { row.then = Double(then.affectedUsers) }
    return row
  }

  /// Says which period has days without requests: a week of five days is smaller for that reason alone.
  private static func dayRemarks(
    _ now: PeriodNumbers, _ period: Period, _ then: PeriodNumbers, _ earlier: Period
  ) -> [String] {
    [(now.days(of: period), "now"), (then.days(of: earlier), "then")].compactMap { days, word in
      let empty = days.count { $0 == 0 }
      return empty == 0 || empty == days.count ? nil : "\(empty) of the \(days.count) days \(word) have no requests."
    }
  }

  private static func codeRemarks(_ now: [String: Int], _ then: [String: Int]) -> [String] {
    func list(_ codes: [String: Int], missingIn other: [String: Int]) -> String? {
      let names = codes.filter { other[$0.key] == nil }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      guard !names.isEmpty else { return nil }
      let shown = names.prefix(8).map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
      return shown + (names.count > 8 ? " and \(names.count - 8) more" : "")
    }
    return [
      list(now, missingIn: then).map { "New error codes: \($0)." },
      list(then, missingIn: now).map { "Gone error codes: \($0)." },
    ].compactMap { $0 }
  }

  /// A share in percent, with a digit more below 1 %.
  package static func percent(_ share: Double) -> String {
    share == 0 ? "0 %" : decimal(share * 100, share < 0.01 ? 2 : 1) + " %"
  }

  /// A number with decimals.
  static func decimal(_ number: Double, _ decimals: Int) -> String {
    let scale = decimals == 1 ? 10.0 : 100.0
    guard let scaled = Int64(exactly: (abs(number) * scale).rounded()) else { return "\(number)" }
    let fraction = String(scaled % Int64(scale))
    let padded = String(repeating: "0", count: decimals - fraction.count) + fraction
    return "\(number < 0 && scaled > 0 ? "-" : "")\(scaled / Int64(scale)).\(padded)"
  }
}
