import CloudKitFacts
import SyncModel

/// The partial failures of a log with their root causes.
struct PartialFailures {
  /// A request of which some items failed, and later ones just like it.
  struct Batch {
    var proof: Proof
    /// The numbers of the requests, as in `Failure.round`; more than one when alike ones are counted with it.
    var rounds: [Int]
    /// Where the last of them stands.
    var last: Proof
    /// Items that failed for a reason of their own.
    var roots: [Failure]
    /// Items that failed because of the roots, of one request.
    var collateral: Int
    /// The number of roots, also where only the first of them are kept.
    var rootCount: Int
    /// The number of different items at fault.
    var itemCount: Int
    /// Stands for the items at fault, which make two batches the same; nil when waiting heals all of them.
    var contents: Int?

    /// False when one cause concerns the whole request: an account or quota problem is told once, by its own check.
    var isWorthTelling: Bool {
      roots.contains { !$0.cause.concernsWholeRequest && $0.cause != .duplicateSubscription }
    }

    /// The lines of the requests that are known one by one.
    var proofs: [Proof] { rounds.count > 1 ? [proof, last] : [proof] }
  }

  /// Batches with the same contents that are kept one by one, and so many of those with all their roots.
  private static let mostAlike = 100
  private static let mostWithRoots = 2

  /// The requests with item errors, in the order of the log.
  private(set) var batches: [Batch] = []
  private var bare: [ErrorReport] = []
  private var previous: ErrorReport?
  private var explained = ExplainedRequests()
  private var kinds: [Int: (count: Int, last: Int)] = [:]

  /// Takes the next failed request of the log, with those of its items that failed for a reason of their own.
  mutating func add(_ error: ErrorReport, round: Int, roots: [Failure]) {
    if error.items?.contains(where: { !Self.isCollateral($0) }) ?? false { explained.add(error) }
    noteBare(error)
    guard !roots.isEmpty, Self.isBatch(error) else { return }
    let batch = Self.batch(error, round: round, roots: roots)
    let number = Self.number(of: batch)
    var kind = kinds[number] ?? (0, 0)
    if kind.count >= Self.mostAlike {
      batches[kind.last].rounds.append(round)
      batches[kind.last].last = batch.proof
    } else {
      kind = (kind.count + 1, batches.count)
      batches.append(batch)
      if kind.count > Self.mostWithRoots { batches[kind.last].roots = Array(roots.prefix(2)) }
    }
    kinds[number] = kind
  }

  /// Keeps a partial failure without the errors of its items, unless its neighbour in the log tells why.
  private mutating func noteBare(_ error: ErrorReport) {
    if let last = bare.last, last.origin == previous?.origin, Self.states(error, theCauseOf: last) { bare.removeLast() }
    if error.domain == "CKErrorDomain", error.code == 2, error.items?.allSatisfy(Self.isCollateral) ?? true,
      !(previous.map { Self.states($0, theCauseOf: error) } ?? false)
    {
      bare.append(error)
    }
    previous = error
  }

  /// Batches that were sent again with the same items at fault, in the order of the log.
  func resent() -> [[Batch]] {
    var rounds: [Int: [Batch]] = [:]
    var order: [Int] = []
    for batch in batches {
      guard let contents = batch.contents else { continue }
      if rounds[contents] == nil { order.append(contents) }
      rounds[contents, default: []].append(batch)
    }
    return order.compactMap { rounds[$0] }.filter { $0.reduce(0) { $0 + $1.rounds.count } >= 2 }
  }

  /// The partial failures that nothing near them explains.
  func unexplained() -> [ErrorReport] { bare.filter { !explained.explain($0) } }

  private static func batch(_ error: ErrorReport, round: Int, roots: [Failure]) -> Batch {
    let proof = Proof(origin: error.origin, time: error.time, text: error.text)
    let stubborn = roots.filter { !$0.cause.isHealedByWaiting && $0.error.item ?? $0.error.zone != nil }
    var contents: Int?
    if !stubborn.isEmpty {
      var hasher = Hasher()
      hasher.combine(error.origin.source)
      hasher.combine(Set(stubborn.map { "\($0.error.item ?? "")|\($0.error.zone ?? "")|\($0.cause)" }))
      contents = hasher.finalize()
    }
    let collateral = (error.items ?? []).filter(isCollateral).reduce(0) { $0 + $1.count }
    return Batch(
      proof: proof, rounds: [round], last: proof, roots: roots, collateral: collateral, rootCount: roots.count,
      itemCount: Set(roots.map { $0.error.item ?? $0.error.zone ?? "" }).count, contents: contents)
  }

  /// Stands for everything that makes two batches alike.
  private static func number(of batch: Batch) -> Int {
    var hasher = Hasher()
    hasher.combine(batch.contents)
    hasher.combine(batch.proof.origin.source)
    hasher.combine(batch.collateral)
    for root in batch.roots {
      hasher.combine(root.cause)
      hasher.combine(root.error.item)
      hasher.combine(root.error.zone)
    }
    return hasher.finalize()
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
}

/// The requests whose item errors the log tells: the same failure is often printed once with and once without them.
private struct ExplainedRequests {
  /// A request, by what may tell that a print without items is one of it.
  private struct Request {
    var requestID: Int?
    var operationID: Int?
    var time: Int64?
    var line: Int
    var isRedacted: Bool
  }

  /// By input, in its order.
  private var requests: [Int32: [Request]] = [:]
  private var requestIDs: Set<Int> = []
  private var operationIDs: Set<Int> = []

  mutating func add(_ error: ErrorReport) {
    let request = request(error)
    if let id = request.requestID { requestIDs.insert(id) }
    if let id = request.operationID { operationIDs.insert(id) }
    requests[error.origin.source, default: []].append(request)
  }

  /// True when the items of a print without them are told elsewhere: by its ids where both have them, else nearby.
  func explain(_ error: ErrorReport) -> Bool {
    guard let all = requests[error.origin.source] else { return false }
    let bare = request(error)
    if let id = bare.requestID, requestIDs.contains(id), all.contains(where: { $0.requestID == id }) { return true }
    if let id = bare.operationID, operationIDs.contains(id), all.contains(where: { isSame($0, bare) }) { return true }
    return near(bare, in: all).contains { isSame($0, bare) }
  }

  private func isSame(_ full: Request, _ bare: Request) -> Bool {
    if let id = bare.requestID, let other = full.requestID { return id == other }
    if let id = bare.operationID, let other = full.operationID { return id == other }
    if let left = full.time, let right = bare.time { return (left &- right).magnitude <= 2000 }
    // A log hides private data or shows it: only a copy in another form stands close by.
    return abs(full.line - bare.line) <= (bare.isRedacted ? 6 : 20)
  }

  /// Those within a few thousand lines: a log tells within two seconds no more than that of one request.
  private func near(_ bare: Request, in all: [Request]) -> ArraySlice<Request> {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].line < bare.line &- 5000 { low = middle + 1 } else { high = middle }
    }
    return all[low...].prefix { $0.line <= bare.line &+ 5000 }
  }

  private func request(_ error: ErrorReport) -> Request {
    // Numbers instead of texts: only whether two are the same is asked.
    Request(
      requestID: error.requestID?.hashValue, operationID: error.operationID?.hashValue,
      time: error.time?.milliseconds, line: error.origin.line, isRedacted: error.itemsAreRedacted)
  }
}
