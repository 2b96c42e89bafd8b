import Storage
import SyncModel

extension FailureLog {
  /// Runs of requests of request logs that fail for one cause again and again, without a success between them.
  ///
  /// One user's requests of one operation in one zone are the same work. A log without users can prove less: there at
  /// least five failures within ten minutes are asked for.
  func requestRepetitions(atLeast count: Int, of isWanted: (Cause) -> Bool) throws(StorageError) -> [Repetition] {
    let candidates = candidates(atLeast: count, of: isWanted)
    guard !candidates.isEmpty else { return [] }
    // Users beyond the busiest thousand would tell nothing new.
    let busiest = candidates.sorted { ($1.value.count, $0.key.user) < ($0.value.count, $1.key.user) }.prefix(1000)
    let successes = try successTimes(of: busiest.map(\.key))
    return busiest.flatMap { work, rows in
      runs(rows, work, successes[work.place] ?? []).filter { $0.count >= (work.user == 0 ? max(5, count) : count) }
        .map { repetition(of: work, $0) }
    }
  }

  /// One user's work of one kind in one place.
  private struct RequestWork: Hashable {
    var cause: Cause
    var user: Int64
    var place: Place { Place(user: user, operation: operation, zone: zone) }
    var operation: String?
    var zone: String?
    var recordTypes: String?
    var error: String?
  }

  private struct Place: Hashable {
    var user: Int64
    var operation: String?
    var zone: String?
  }

  /// The failures by work that failed often enough; most work fails once, so that it is counted before it is collected.
  private func candidates(
    atLeast count: Int, of isWanted: (Cause) -> Bool
  ) -> [RequestWork: [FailedRequest]] {
    struct Key: Hashable {
      var kind: Int
      var user: Int64
    }
    var kinds: [RequestWork: Int] = [:]
    var works: [RequestWork] = []
    var kindOfClass: [Int64: Int] = [:]
    for (id, cause) in causeOfClass where isWanted(cause) {
      guard let work = work(ofClass: id, cause) else { continue }
      let kind = kinds[work] ?? works.count
      if kind == works.count { works.append(work) }
      kinds[work] = kind
      kindOfClass[id] = kind
    }
    guard !works.isEmpty else { return [:] }
    var counts: [Key: Int] = [:]
    for row in survey.failures where row.time != nil {
      if let kind = kindOfClass[row.requestClass] { counts[Key(kind: kind, user: row.user), default: 0] += 1 }
    }
    counts = counts.filter { $0.value >= ($0.key.user == 0 ? max(5, count) : count) }
    var candidates: [RequestWork: [FailedRequest]] = [:]
    guard !counts.isEmpty else { return candidates }
    for row in survey.failures where row.time != nil {
      guard let kind = kindOfClass[row.requestClass], counts[Key(kind: kind, user: row.user)] != nil else { continue }
      var work = works[kind]
      work.user = row.user
      candidates[work, default: []].append(row)
    }
    return candidates
  }

  /// The work that requests of a class do, of no user.
  private func work(ofClass id: Int64, _ cause: Cause) -> RequestWork? {
    guard let requestClass = classes[id] else { return nil }
    return RequestWork(
      cause: cause, user: 0, operation: requestClass.operation, zone: requestClass.zone,
      recordTypes: requestClass.recordTypes, error: requestClass.error)
  }

  private func successTimes(of works: [RequestWork]) throws(StorageError) -> [Place: [Int64]] {
    struct Key: Hashable {
      var user: Int64
      var path: Int
    }
    // Operation and zone are compared by a number: there are many requests and few of those.
    var paths: [Place: Int] = [:]
    var places: [Key: Place] = [:]
    for place in Set(works.map(\.place)) {
      let path = paths[Place(user: 0, operation: place.operation, zone: place.zone)] ?? paths.count
      paths[Place(user: 0, operation: place.operation, zone: place.zone)] = path
      places[Key(user: place.user, path: path)] = place
    }
    var pathOfClass: [Int64: Int] = [:]
    for (id, known) in classes where known.outcome == .succeeded {
      pathOfClass[id] = paths[Place(user: 0, operation: known.operation, zone: known.zone)]
    }
    var times: [Place: [Int64]] = [:]
    try store.forEachTimedRequest(ofUsers: Set(works.map(\.user)), ofClasses: pathOfClass.keys.sorted()) {
      guard let path = pathOfClass[$2], let place = places[Key(user: $3, path: path)] else { return }
      times[place, default: []].append($1.milliseconds)
    }
    return times.mapValues { $0.sorted() }
  }

  /// Splits failures where a success or a long pause lies between them.
  private func runs(_ rows: [FailedRequest], _ work: RequestWork, _ successes: [Int64]) -> [[FailedRequest]] {
    let longestPause: Int64 = work.user == 0 ? 600_000 : 3_600_000
    var runs: [[FailedRequest]] = []
    var next = 0
    for row in rows.sorted(by: { ($0.time?.milliseconds ?? 0) < ($1.time?.milliseconds ?? 0) }) {
      let now = row.time?.milliseconds ?? 0
      guard let before = runs.last?.last?.time?.milliseconds else {
        runs.append([row])
        continue
      }
      while next < successes.count, successes[next] <= before { next += 1 }
      let hadSuccess = next < successes.count && successes[next] < now
      if hadSuccess || now &- before > longestPause {
        runs.append([row])
      } else {
        runs[runs.count - 1].append(row)
      }
    }
    return runs
  }

  private func repetition(of work: RequestWork, _ rows: [FailedRequest]) -> Repetition {
    var kinds: [Int64: RequestKind] = [:]
    let proofs = rows.compactMap { row -> Proof? in
      let kind = kinds[row.requestClass] ?? classes[row.requestClass].map { RequestKind($0) }
      kinds[row.requestClass] = kind
      return kind.map { Proof(row, of: $0) }
    }
    return Repetition(
      cause: work.cause, count: proofs.count, proofs: proofs, label: work.error ?? work.cause.rawValue,
      subject: work.operation)
  }
}
