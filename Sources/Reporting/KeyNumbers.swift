import SyncModel

/// One of the four to six numbers that a reader looks at first.
struct KeyNumber {
  var label: String
  var value: String
  /// What the number is made of: `412 of 12,345`.
  var detail = ""
  /// Over the buckets of the timeline; empty = no timeline.
  var trend: [Double?] = []
  /// Against the earlier period: `+3.2% against the week before`.
  var change: String?
  /// True when the number means trouble.
  var isTrouble = false
}

extension Report {
  /// At most six numbers, those of requests first.
  var keyNumbers: [KeyNumber] { Array((requestNumbers + failureNumbers + storeNumbers + activityNumbers).prefix(6)) }

  private var requestNumbers: [KeyNumber] {
    guard let requests else { return [] }
    let buckets = requests.timeline?.buckets ?? []
    var numbers = [
      KeyNumber(
        label: "Requests", value: Quantity.count(requests.count),
        detail: period.map { "over \(Moments.length(of: $0))" } ?? "", trend: buckets.map { Double($0.count) },
        change: change(of: "requests", "count")),
      KeyNumber(
        label: "Failed", value: Quantity.percent(requests.errorRate),
        detail: "\(Quantity.count(requests.failed)) of \(Quantity.count(requests.count))",
        trend: buckets.map { Double($0.failed) }, change: change(of: "error rate", "failed"),
        isTrouble: requests.failed > 0),
    ]
    let mark = requests.rolledBefore == nil ? "" : "≈ "
    if let latency = requests.latencyMs {
      numbers.append(
        KeyNumber(
          label: "Latency p95", value: mark + Quantity.milliseconds(latency.p95),
          detail: "p50 \(mark)\(Quantity.milliseconds(latency.p50)), p99 \(mark)\(Quantity.milliseconds(latency.p99))",
          trend: buckets.map(\.p95), change: change(of: "p95", "latency p95", "p95 latency")))
    }
    if !requests.affectedUsersAreKnown, requests.failed > 0 {
      numbers.append(
        KeyNumber(label: "Affected users", value: "unknown", detail: "hourly counts hold no users by attribute"))
    } else if requests.affectedUsers > 0 {
      numbers.append(
        KeyNumber(
          label: "Affected users", value: Quantity.count(requests.affectedUsers), detail: "had a failed request",
          change: change(of: "affected users"), isTrouble: true))
    }
    if let limit = rateLimit, limit.throttled > 0 { numbers.append(throttled(limit, buckets)) }
    return numbers
  }

  private func throttled(_ limit: RateLimitSummary, _ buckets: [TimelineBucket]) -> KeyNumber {
    let delay = limit.retryAfterSeconds.map { "delay up to \(Quantity.seconds($0.max))" } ?? "no delay told"
    return KeyNumber(
      label: "Throttled", value: Quantity.count(limit.throttled), detail: delay,
      trend: buckets.map { Double($0.throttled) }, change: change(of: "throttled", "throttled share"), isTrouble: true)
  }

  private var failureNumbers: [KeyNumber] {
    guard requests == nil, failureCount > 0 else { return [] }
    let collateral = Quantity.sum(errors.map(\.collateral))
    var numbers = [
      KeyNumber(
        label: "Failures", value: Quantity.count(failureCount),
        detail: collateral > 0
          ? "\(Quantity.count(collateral)) of them collateral"
          : "\(Quantity.counted(errors.count + serverErrors.count, "kind")) of error",
        isTrouble: true)
    ]
    if let limit = rateLimit, limit.throttled > 0 { numbers.append(throttled(limit, [])) }
    return numbers
  }

  private var storeNumbers: [KeyNumber] {
    guard !syncState.isEmpty else { return [] }
    let states = syncState.map(\.state)
    var numbers: [KeyNumber] = []
    let tracked = states.compactMap(\.trackedRecords)
    let uploads = states.compactMap(\.pendingUploads)
    let deletes = states.compactMap(\.pendingDeletes)
    if !uploads.isEmpty {
      let total = Quantity.sum(uploads)
      numbers.append(
        KeyNumber(
          label: "Uploads waiting", value: Quantity.count(total),
          detail: tracked.isEmpty ? "" : "\(Quantity.count(Quantity.sum(tracked))) records tracked",
          isTrouble: total > 0))
    }
    if !deletes.isEmpty {
      let total = Quantity.sum(deletes)
      numbers.append(KeyNumber(label: "Deletes waiting", value: Quantity.count(total), isTrouble: total > 0))
    }
    if uploads.isEmpty, !tracked.isEmpty {
      numbers.append(KeyNumber(label: "Records tracked", value: Quantity.count(Quantity.sum(tracked))))
    }
    return numbers
  }

  private var activityNumbers: [KeyNumber] {
    guard !activity.isEmpty else { return [] }
    let failed = Quantity.sum(activity.map(\.failed))
    let count = Quantity.sum(activity.map(\.count))
    return [
      KeyNumber(
        label: "Failed activities", value: Quantity.count(failed),
        detail: "of \(Quantity.counted(count, "sync activity", "sync activities"))", isTrouble: failed > 0)
    ]
  }

  private func change(of names: String...) -> String? {
    guard let comparison else { return nil }
    for name in names {
      guard let row = comparison.rows.first(where: { $0.name.lowercased() == name }), let change = row.change else {
        continue
      }
      guard !row.isSignificant, row.now != row.then else { return change.text }
      return "\(change.text) (\(row.judgement == .noise ? row.judgement.words : row.judgement.shortWords))"
    }
    return nil
  }
}
