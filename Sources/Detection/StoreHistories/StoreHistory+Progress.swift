import SyncModel

/// What becomes of the changes that wait in a store.
package enum UploadProgress: Equatable, Sendable {
  /// The dump does not tell what waits.
  case unknown
  case nothingWaits
  /// They wait, and nothing says that they will not be sent.
  case waiting
  /// An upload has begun and not ended.
  case running(since: Timestamp?)
  /// Rate limits hold them back; the number of refused attempts since the last success.
  case throttled(attempts: Int)
  case stuck(StuckReason)
}

/// Why waiting changes count as stuck.
package enum StuckReason: Equatable, Sendable {
  /// Attempts failed and none succeeded since; the name of the newest error.
  case failing(attempts: Int, error: String?)
  /// The same batch failed again and again.
  case sameBatch(objects: Int, attempts: Int, error: String?)
  /// The same changes wait in two dumps.
  case unmoved(since: Timestamp)
}

/// When waiting is called stuck.
package struct ProgressRules: Equatable, Sendable {
  /// Two dumps less apart than this say nothing, unless an attempt failed; milliseconds.
  package var shortestStandstillMs: Int64 = 600_000
  /// Failures that heal by themselves count from this number on.
  package var transientAttempts = 3
  /// Failures that heal by themselves count when they span this time; milliseconds.
  package var transientSpanMs: Int64 = 600_000
  /// The longest silence after a throttle that is still backoff, 89 minutes observed; milliseconds.
  package var longestBackoffMs: Int64 = 7_200_000

  package init() {}
}

extension StoreHistory {
  /// What becomes of the waiting changes, from the newest state and the attempts since the last success.
  package func progress(_ rules: ProgressRules = ProgressRules()) -> UploadProgress {
    guard let latest, let waiting = latest.waiting else { return .unknown }
    guard waiting > 0 else { return .nothingWaits }
    let failures = openFailures
    let throttles = failures.filter(\.isThrottled)
    let own = failures.filter { !$0.isThrottled && !$0.isTransient }
    let isThrottledNow = !throttles.isEmpty && (own.count < 2 && failures.last?.isThrottled == true)
    if !own.isEmpty, !isThrottledNow, running == nil || own.count > 1 { return .stuck(reason(own)) }
    let transient = failures.filter(\.isTransient)
    if own.isEmpty, throttles.isEmpty, transient.count >= rules.transientAttempts, running == nil,
      span(transient) >= rules.transientSpanMs
    {
      return .stuck(.failing(attempts: transient.count, error: transient.last?.errorName))
    }
    if let since = standstill(rules, throttles: throttles) { return .stuck(.unmoved(since: since)) }
    if let running { return .running(since: running.start) }
    if let inFlight = latest.inFlight, inFlight > 0 { return .running(since: nil) }
    if !throttles.isEmpty { return .throttled(attempts: throttles.count) }
    if failures.isEmpty, let failed = latest.lastFailure, uploads.isEmpty, failed > (latest.lastSuccess ?? failed) {
      return .stuck(.failing(attempts: 1, error: nil))
    }
    return .waiting
  }

  private func reason(_ failures: [Activity]) -> StuckReason {
    let error = failures.last?.errorName
    // The same number of objects with the same error is the same batch: one record in it cannot be saved.
    if let last = failures.last, let objects = last.affectedObjects, objects > 0 {
      let same = failures.filter { $0.affectedObjects == objects && $0.errorName == error }
      if same.count > 1 { return .sameBatch(objects: objects, attempts: same.count, error: error) }
    }
    return .failing(attempts: failures.count, error: error)
  }

  private func span(_ failures: [Activity]) -> Int64 {
    guard let first = failures.first?.moment, let last = failures.last?.moment else { return 0 }
    return last.milliseconds &- first.milliseconds
  }

  /// Since when the same changes wait, where two dumps show it and nothing was sent in between.
  private func standstill(_ rules: ProgressRules, throttles: [Activity]) -> Timestamp? {
    guard let latest, let now = latest.observedAt, latest.inFlight ?? 0 == 0 else { return nil }
    if let throttle = throttles.last?.moment, now.milliseconds &- throttle.milliseconds < rules.longestBackoffMs {
      return nil
    }
    let same = states.dropLast().reversed().prefix { isSame($0, as: latest) }
    guard let since = same.compactMap(\.observedAt).min(),
      now.milliseconds &- since.milliseconds >= rules.shortestStandstillMs
    else { return nil }
    let hasSucceeded = lastSuccess.map { $0 > since } ?? false
    return hasSucceeded ? nil : since
  }

  private func isSame(_ earlier: StoreState, as later: StoreState) -> Bool {
    guard earlier.waiting == later.waiting else { return false }
    // Names are cut at a thousand; as far as they go they must be the same.
    if earlier.pendingItems.isEmpty || later.pendingItems.isEmpty { return true }
    return Set(earlier.pendingItems) == Set(later.pendingItems)
  }
}
