import SyncModel

/// When a change is more than noise: rules with a stated chance of being wrong, no fixed percents.
enum ChangeRule {
  /// The normal quantile that chance passes less than once in 1,000, in either direction.
  static let limit = 3.29
  /// The same for less than once in 10,000: for many groups that are tested at once.
  static let strictLimit = 3.89

  /// Of fewer whole days no order is rarer than one in 100.
  static let fewestDays = 5

  /// The z value of the two-proportion test; nil when fewer than five hits or misses are expected on a side.
  static func z(_ now: Share, _ then: Share) -> Double? {
    guard now.of > 0, then.of > 0 else { return nil }
    let pooled = Double(now.hits + then.hits) / Double(now.of + then.of)
    // Below five the normal distribution does not stand for the binomial one.
    guard Double(min(now.of, then.of)) * min(pooled, 1 - pooled) >= 5 else { return nil }
    let spread = (pooled * (1 - pooled) * (1 / Double(now.of) + 1 / Double(then.of))).squareRoot()
    return spread > 0 ? (now.value - then.value) / spread : nil
  }

  /// The ranks between which a percentile lies, by the binomial distribution; nil when there are too few values.
  static func ranks(percent: Int, count: Int, limit: Double = limit) -> ClosedRange<Int>? {
    let share = Double(percent) / 100
    let middle = share * Double(count)
    let spread = limit * (Double(count) * share * (1 - share)).squareRoot()
    let low = Int((middle - spread).rounded(.down))
    let high = Int((middle + spread).rounded(.up)) + 1
    return low >= 1 && high <= count ? low...high : nil
  }

  /// The durations between which a percentile lies; nil when there are too few of them.
  static func interval(_ percent: Int, of durations: DurationCounts, limit: Double = limit) -> ClosedRange<Int64>? {
    guard let ranks = ranks(percent: percent, count: durations.count, limit: limit),
      let low = durations.value(atRank: ranks.lowerBound), let high = durations.value(atRank: ranks.upperBound),
      low <= high
    else { return nil }
    return low...high
  }

  /// Whether a percentile changed: the intervals in which it lies do not meet.
  static func judgement(
    _ percent: Int, _ now: DurationCounts?, _ then: DurationCounts?, limit: Double = limit
  ) -> ChangeJudgement {
    guard let now, let then, now.count > 0, then.count > 0 else { return .noData }
    guard let new = interval(percent, of: now, limit: limit), let old = interval(percent, of: then, limit: limit) else {
      return now.percentile(percent) == then.percentile(percent) ? .noise : .tooFewRequests
    }
    return new.overlaps(old) ? .noise : .change
  }

  /// Whether every day of one period lies above every day of the other.
  ///
  /// With five days each that happens by chance less than once in 100 (2 of 252 orders), with seven once in 1,700.
  static func isApart(_ now: [Int], _ then: [Int]) -> Bool {
    guard now.count >= fewestDays, then.count >= fewestDays, let low = now.min(), let high = now.max(),
      let oldLow = then.min(),
      let oldHigh = then.max()
    else { return false }
    return low > oldHigh || high < oldLow
  }
}

/// How many of some things have a property.
struct Share: Equatable {
  var hits: Int
  var of: Int

  /// 0 to 1; 0 of nothing is 0.
  var value: Double { of == 0 ? 0 : Double(hits) / Double(of) }
}
