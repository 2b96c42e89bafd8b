import SyncModel

extension PeriodComparison {
  /// Puts the numbers of two periods side by side; the rules are named in the statements.
  package init(
    now: PeriodNumbers, in period: Period, then: PeriodNumbers, in earlier: Period, label: String
  ) {
    self.init(period: earlier, label: label, rows: [])
    rows = [Self.requests(now, period, then, earlier)]
    rows += [
      Self.share("error rate", "The error rate", now.requests, then.requests),
      Self.share(
        "throttled share", "The share of throttled requests", Share(hits: now.throttled, of: now.requests.of),
        Share(hits: then.throttled, of: then.requests.of)),
    ]
    rows += [50, 95, 99].map { Self.percentile($0, now.durations, then.durations) }
    rows.append(Self.users(now, then))
    remarks = Self.codeRemarks(now.codes, then.codes)
    if then.requests.of == 0, then.codes.isEmpty { remarks.append("The store holds nothing of the earlier period.") }
  }

  private static func requests(
    _ now: PeriodNumbers, _ period: Period, _ then: PeriodNumbers, _ earlier: Period
  ) -> ComparedNumber {
    let (days, oldDays) = (now.days(of: period), then.days(of: earlier))
    let isApart = then.requests.of > 0 && ChangeRule.isApart(days, oldDays)
    let word = now.requests.of > then.requests.of ? "more" : "fewer"
    return ComparedNumber(
      name: "requests", unit: "count", now: Double(now.requests.of), then: Double(then.requests.of),
      isSignificant: isApart,
      statement: isApart
        ? "Every day had \(word) requests than any day of the earlier period (rank test of \(days.count) and "
          + "\(oldDays.count) days, by chance less than once in 100)." : "")
  }

  private static func share(_ name: String, _ subject: String, _ now: Share, _ then: Share) -> ComparedNumber {
    let z = ChangeRule.z(now, then)
    let isSignificant = z.map { abs($0) >= ChangeRule.limit } ?? false
    var statement = ""
    if let z, isSignificant {
      statement =
        "\(subject) \(z > 0 ? "rose" : "fell") from \(percent(then.value)) to \(percent(now.value)) "
        + "(two-proportion z-test, z = \(decimal(z, 1)); by chance less than once in 1,000)."
    }
    return ComparedNumber(
      name: name, unit: "share", now: now.of == 0 ? nil : now.value, then: then.of == 0 ? nil : then.value,
      isSignificant: isSignificant, statement: statement)
  }

  private static func percentile(_ percent: Int, _ now: DurationCounts, _ then: DurationCounts) -> ComparedNumber {
    let (new, old) = (now.percentile(percent), then.percentile(percent))
    var row = ComparedNumber(name: "latency p\(percent)", unit: "ms", now: new, then: old)
    guard let ranks = ChangeRule.ranks(percent: percent, count: now.count),
      let oldRanks = ChangeRule.ranks(percent: percent, count: then.count), let new, let old,
      let low = now.value(atRank: ranks.lowerBound), let high = now.value(atRank: ranks.upperBound),
      let oldLow = then.value(atRank: oldRanks.lowerBound), let oldHigh = then.value(atRank: oldRanks.upperBound),
      low > oldHigh || high < oldLow
    else { return row }
    row.isSignificant = true
    row.statement =
      "Latency p\(percent) \(low > oldHigh ? "rose" : "fell") from \(Int64(old)) ms (\(oldLow) to \(oldHigh)) to "
      + "\(Int64(new)) ms (\(low) to \(high)): the 99.9 % binomial rank intervals do not meet."
    return row
  }

  private static func users(_ now: PeriodNumbers, _ then: PeriodNumbers) -> ComparedNumber {
    var row = share(
      "affected users", "The share of users with a failed request",
      Share(hits: now.affectedUsers, of: now.users),
      Share(hits: then.affectedUsers, of: then.users))
    row.unit = "users"
    // Of hours without rows the users of some attribute are unknown.
    guard now.usersAreKnown, then.usersAreKnown else {
      return ComparedNumber(name: row.name, unit: row.unit, now: nil, then: nil)
    }
    row.now = Double(now.affectedUsers)
    row.then = Double(then.affectedUsers)
    return row
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
