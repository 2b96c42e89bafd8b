import CloudKitFacts
import SyncModel

/// The partial failures of a log with their root causes.
enum PartialFailures {
  /// A request of which some items failed.
  struct Batch {
    var error: ErrorReport
    /// The number of the request, as in `Failure.round`.
    var round: Int
    /// Items that failed for a reason of their own.
    var roots: [Failure]
    /// Items that failed because of the roots.
    var collateral: Int

    /// False when one cause concerns the whole request: an account or quota problem is told once, by its own check.
    var isWorthTelling: Bool {
      roots.contains { !$0.cause.concernsWholeRequest && $0.cause != .duplicateSubscription }
    }
  }

  /// The requests with item errors, in the order of the log.
  static func batches(in log: FailureLog) -> [Batch] {
    let roots = Dictionary(
      grouping: log.failures.lazy.filter { $0.isItem && $0.requestClass == nil }, by: \.round)
    return log.errors.enumerated().compactMap { round, error in
      guard let items = error.items, !items.isEmpty, isBatch(error) else { return nil }
      let known = roots[round] ?? []
      guard !known.isEmpty else { return nil }
      let collateral = items.filter(isCollateral).reduce(0) { $0 + $1.count }
      return Batch(error: error, round: round, roots: known, collateral: collateral)
    }
  }

  /// Batches that were sent again with the same items at fault, each two or more, in the order of the log.
  static func resent(in log: FailureLog) -> [[Batch]] {
    var rounds: [Contents: [Batch]] = [:]
    var order: [Contents] = []
    for batch in batches(in: log) {
      let roots = batch.roots.filter { !$0.cause.isHealedByWaiting && $0.error.item ?? $0.error.zone != nil }
      guard !roots.isEmpty else { continue }
      let contents = Contents(
        source: batch.error.origin.source,
        items: Set(roots.map { "\($0.error.item ?? "")|\($0.error.zone ?? "")|\($0.cause)" }))
      if rounds[contents] == nil { order.append(contents) }
      rounds[contents, default: []].append(batch)
    }
    return order.compactMap { rounds[$0] }.filter { $0.count >= 2 }
  }

  /// The items at fault, which make two batches the same.
  private struct Contents: Hashable {
    var source: Int32
    var items: Set<String>
  }

  /// The partial failures that nothing near them explains.
  static func unexplained(in log: FailureLog) -> [ErrorReport] {
    let explained = log.errors.filter { $0.items?.contains { !isCollateral($0) } ?? false }
    return log.errors.enumerated().compactMap { index, error in
      guard error.domain == "CKErrorDomain", error.code == 2 else { return nil }
      guard error.items?.allSatisfy(isCollateral) ?? true else { return nil }
      if explained.contains(where: { isSameRequest($0, error) }) { return nil }
      let neighbours = [index - 1, index + 1].filter(log.errors.indices.contains)
      return neighbours.contains { states(log.errors[$0], theCauseOf: error) } ? nil : error
    }
  }

  /// A summary often has the bare code on one line and the server's sentence on the next.
  private static func states(_ neighbour: ErrorReport, theCauseOf bare: ErrorReport) -> Bool {
    bare.items == nil && !bare.itemsAreRedacted && bare.time == nil && bare.requestID == nil
      && neighbour.domain == "CKErrorDomain" && neighbour.code != 2 && neighbour.underlying != nil
      && neighbour.origin.source == bare.origin.source && abs(neighbour.origin.line - bare.origin.line) == 1
  }

  /// Answers of Web Services to lookups and fetches are no batches that anything hangs on.
  private static func isBatch(_ error: ErrorReport) -> Bool {
    if error.domain == "CKErrorDomain" { return error.code == 2 }
    if error.items?.contains(where: isCollateral) ?? false { return true }
    let family = error.operation.map { OperationFamily(operation: $0).rawValue } ?? ""
    return error.domain == "CloudKit" && family.hasPrefix("record.") && family != "record.fetch"
  }

  private static func isCollateral(_ item: ErrorReport) -> Bool {
    item.isCollateral || item.code == 22 && item.domain == "CKErrorDomain" || item.serverCode == "ATOMIC_ERROR"
  }

  /// The same failure is often printed once with and once without its items.
  private static func isSameRequest(_ full: ErrorReport, _ bare: ErrorReport) -> Bool {
    guard full.origin.source == bare.origin.source else { return false }
    if let id = bare.requestID, let other = full.requestID { return id == other }
    if let id = bare.operationID, let other = full.operationID { return id == other }
    if let left = full.time, let right = bare.time {
      return (left.milliseconds &- right.milliseconds).magnitude <= 2000
    }
    // A log hides private data or shows it: only a copy in another form stands close by.
    return abs(full.origin.line - bare.origin.line) <= (bare.itemsAreRedacted ? 6 : 20)
  }
}
