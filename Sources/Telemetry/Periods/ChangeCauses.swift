import SyncModel

/// What is behind a change of the error rate or of the latency.
struct ChangeCauses {
  /// A value of an attribute is named that has at least this share of the failures, and so many times its share of all
  /// requests.
  private static let share = 0.7
  private static let lift = 1.5

  let now: PeriodNumbers
  let then: PeriodNumbers

  /// A cause: its name for a headline, and a sentence.
  struct Cause: Equatable {
    var name: String
    var sentence: String
  }

  /// The error codes that moved the error rate most, and whose requests have them; none when no code moved it that way.
  var ofErrorRate: [Cause] {
    let change = now.requests.value - then.requests.value
    let names = Set(now.failures.keys).union(then.failures.keys)
    let parts = names.map { ($0, part(of: $0, in: now).value - part(of: $0, in: then).value) }
    return Self.top(parts, of: change).map { name, points in
      let (new, old) = (part(of: name, in: now), part(of: name, in: then))
      let places = places(of: name, in: change > 0 ? now : then)
      let words = "\(PeriodComparison.percent(new.value)) of requests, \(PeriodComparison.percent(old.value)) then"
      return Cause(
        name: "\(name) (\(points))",
        sentence: "\(name): \(words)" + (places.isEmpty ? "" : "; \(places)" + (change > 0 ? "" : " then")) + ".")
    }
  }

  /// The operations that moved the share of requests slower than the earlier p95 most: by their latency or their number.
  func ofLatency(slowerThan limit: Int64) -> [Cause] {
    func slow(_ numbers: PeriodNumbers, _ operation: String) -> Double {
      let durations = numbers.groups[.operation]?[operation]?.durations
      return Share(hits: durations?.count(above: limit) ?? 0, of: numbers.durations.count).value
    }
    let change =
      Share(hits: now.durations.count(above: limit), of: now.durations.count).value
      - Share(hits: then.durations.count(above: limit), of: then.durations.count).value
    let known = rows
    return Self.top(operations.map { ($0, slow(now, $0) - slow(then, $0)) }, of: change).compactMap { name, _ in
      guard let row = known.first(where: { $0.operation == name }) else { return nil }
      return Cause(name: name, sentence: "\(name): \(Self.words(row.now)); then \(Self.words(row.then)).")
    }
  }

  private static func words(_ numbers: ComparedOperation.Numbers) -> String {
    guard let p95 = numbers.p95 else { return "no request" }
    return "p95 \(Int64(p95)) ms, \(PeriodComparison.percent(numbers.share)) of requests"
  }

  /// Every operation of both periods, by requests now.
  var rows: [ComparedOperation] {
    operations.map { name in
      let (new, old) = (now.groups[.operation]?[name], then.groups[.operation]?[name])
      return ComparedOperation(
        operation: name, now: Self.numbers(new, of: now), then: Self.numbers(old, of: then),
        judgement: ChangeRule.judgement(95, new?.durations, old?.durations, limit: ChangeRule.strictLimit))
    }.sorted { ($1.now.requests, $1.then.requests, $0.operation) < ($0.now.requests, $0.then.requests, $1.operation) }
  }

  /// The codes of both periods, by how much they changed.
  var codes: [ComparedCode] {
    Set(now.codes.keys).union(then.codes.keys)
      .map { ComparedCode(code: $0, now: now.codes[$0] ?? 0, then: then.codes[$0] ?? 0) }
      .sorted { (abs($1.now - $1.then), $0.code) < (abs($0.now - $0.then), $1.code) }
  }

  private var operations: [String] {
    Array(Set((now.groups[.operation] ?? [:]).keys).union((then.groups[.operation] ?? [:]).keys))
  }

  private func part(of code: String, in numbers: PeriodNumbers) -> Share {
    Share(hits: numbers.failures[code]?.count ?? 0, of: numbers.requests.of)
  }

  /// Where the failures with a code lie closer together than requests do.
  private func places(of code: String, in numbers: PeriodNumbers) -> String {
    guard let failures = numbers.failures[code], failures.count >= 10 else { return "" }
    let found = [RequestDimension.operation, .clientOS].compactMap { dimension -> String? in
      guard
        let top = failures.groups[dimension]?.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        numbers.groups[dimension]?.count ?? 0 > 1
      else { return nil }
      let share = Share(hits: top.value, of: failures.count).value
      let usual = Share(hits: numbers.groups[dimension]?[top.key]?.count ?? 0, of: numbers.requests.of).value
      guard share >= Self.share, share >= usual * Self.lift else { return nil }
      let count = top.value == failures.count ? "all" : PeriodComparison.percent(share)
      return "\(count) \(dimension == .clientOS ? "on" : "in") \(top.key)"
    }
    return found.joined(separator: ", ")
  }

  private static func numbers(
    _ cell: PeriodNumbers.Cell?, of numbers: PeriodNumbers
  ) -> ComparedOperation.Numbers {
    ComparedOperation.Numbers(
      requests: cell?.count ?? 0, failed: cell?.failed ?? 0,
      share: Share(hits: cell?.count ?? 0, of: numbers.requests.of).value, p95: cell?.durations.percentile(95))
  }

  /// The parts that moved a number most in the direction of its whole change, and by how many points of a hundred.
  ///
  /// At most three, each of at least a seventh of the change, until four fifths are told.
  private static func top(_ parts: [(String, Double)], of change: Double) -> [(name: String, points: String)] {
    let sign: Double = change < 0 ? -1 : 1
    var rest = abs(change) * 0.8
    var top: [(name: String, points: String)] = []
    for (name, part) in parts.sorted(by: { ($1.1 * sign, $0.0) < ($0.1 * sign, $1.0) }).prefix(3) {
      guard rest > 0, part * sign > abs(change) / 7 else { break }
      rest -= abs(part)
      let points = PeriodComparison.decimal(abs(part) * 100, abs(part) < 0.01 ? 2 : 1)
      top.append((name, "\(sign < 0 ? "-" : "+")\(points) points"))
    }
    return top
  }
}
