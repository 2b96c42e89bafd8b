import Storage
import SyncModel

/// The state of a pass over the requests: what it counts besides the store's census.
package struct RequestPass: CensusPart {
  /// Dimensions of classes; users are counted apart.
  private let dimensions: [RequestDimension]
  private let countsUsers: Bool
  /// For each class, one group of each dimension.
  private var groupsOfClass: [Int32] = []
  private var groupOfValue: [[String?: Int]]
  private var failed: [Bool] = []
  private var throttled: [Bool] = []
  private var lastThrottle: Int64?
  private var firstTime: Int64?
  private(set) var groupNames: [[(key: String?, group: Int)]]
  private(set) var all = RequestNumbers.Numbers()
  private(set) var countByClass: [Int] = []
  private(set) var groups: [RequestNumbers.Numbers] = []
  private(set) var timeline = TimelineCounts()
  private(set) var affected: Set<Int64> = []
  /// By number of the user, where that was asked for; 0 = the log names none.
  private(set) var users: [Int64: RequestNumbers.Numbers] = [:]
  /// The sums of the byte columns of rolled hours.
  private(set) var rolledBytes: [Int64?] = Array(repeating: nil, count: 5)
  /// Milliseconds from a throttled request to the next request, the longest.
  private(set) var silence: Int64?

  /// Makes a pass that counts by these dimensions.
  init(dimensions asked: [RequestDimension]) {
    let dimensions = asked.filter(\.isOfClass)
    countsUsers = asked.contains(.user)
    self.dimensions = dimensions
    groupNames = Array(repeating: [], count: dimensions.count)
    groupOfValue = Array(repeating: [:], count: dimensions.count)
  }

  package mutating func learn(_ requestClass: StoredRequestClass) {
    let id = Int(requestClass.id)
    while countByClass.count <= id {
      countByClass.append(0)
      failed.append(false)
      throttled.append(false)
      for _ in dimensions { groupsOfClass.append(0) }
    }
    failed[id] = requestClass.outcome == .failed
    throttled[id] = requestClass.isThrottled
    for (index, dimension) in dimensions.enumerated() {
      let value = dimension.value(of: requestClass)
      let group = groupOfValue[index][value] ?? groups.count
      if group == groups.count {
        groupOfValue[index][value] = group
        groupNames[index].append((value, group))
        groups.append(RequestNumbers.Numbers())
      }
      groupsOfClass[id * dimensions.count + index] = Int32(group)
    }
  }

  package mutating func add(_ requests: [ScannedRequest]) {
    for request in requests { add(request) }
  }

  private mutating func add(_ row: ScannedRequest) {
    let number = Int(row.requestClass)
    guard countByClass.indices.contains(number) else { return }
    let (isFailed, isThrottled) = (failed[number], throttled[number])
    countByClass[number] += 1
    all.add(row.duration, isFailed: isFailed, isThrottled: isThrottled)
    let first = number * dimensions.count
    for index in first..<first + dimensions.count {
      groups[Int(groupsOfClass[index])].add(row.duration, isFailed: isFailed, isThrottled: isThrottled)
    }
    if isFailed, row.user != 0 { affected.insert(row.user) }
    if countsUsers {
      users[row.user, default: RequestNumbers.Numbers()].add(
        row.duration, isFailed: isFailed, isThrottled: isThrottled)
    }
    guard row.time != RequestBatch.absent else { return }
    if firstTime == nil { firstTime = row.time }
    if let throttle = lastThrottle, row.time >= throttle { silence = max(silence ?? 0, row.time &- throttle) }
    lastThrottle = isThrottled ? row.time : nil
    timeline.add(row.duration, at: row.time, isFailed: isFailed, isThrottled: isThrottled)
  }

  /// Adds the requests of a rolled hour, which no pass of the store sees.
  mutating func add(_ hour: RolledHour) {
    for cell in hour.cells where countByClass.indices.contains(Int(cell.requestClass)) {
      let number = Int(cell.requestClass)
      let (isFailed, isThrottled) = (failed[number], throttled[number])
      countByClass[number] += cell.count
      all.add(cell, isFailed: isFailed, isThrottled: isThrottled)
      for index in number * dimensions.count..<(number + 1) * dimensions.count {
        groups[Int(groupsOfClass[index])].add(cell, isFailed: isFailed, isThrottled: isThrottled)
      }
      timeline.add(cell, at: hour.start.milliseconds, isFailed: isFailed, isThrottled: isThrottled)
      for (index, sum) in cell.sums.enumerated() where sum != nil {
        rolledBytes[index] = (rolledBytes[index] ?? 0) &+ (sum ?? 0)
      }
    }
    for user in hour.users where user.hasFailed { affected.insert(user.number) }
  }

  package mutating func add(_ following: RequestPass) {
    all.add(following.all)
    for (index, count) in following.countByClass.enumerated() { countByClass[index] += count }
    for (index, numbers) in following.groups.enumerated() { groups[index].add(numbers) }
    timeline.add(following.timeline)
    affected.formUnion(following.affected)
    for (user, numbers) in following.users { users[user, default: RequestNumbers.Numbers()].add(numbers) }
    var silences = [silence, following.silence].compactMap { $0 }
    if let lastThrottle, let next = following.firstTime, next >= lastThrottle { silences.append(next &- lastThrottle) }
    silence = silences.max()
    if following.firstTime != nil { lastThrottle = following.lastThrottle }
    firstTime = firstTime ?? following.firstTime
  }
}

extension RequestPass {
  package func isLike(_ other: RequestPass) -> Bool {
    dimensions == other.dimensions && countsUsers == other.countsUsers
  }
}

extension EventStore {
  /// Counts for `StoreTelemetry` whatever is written from here on, when the store is still empty.
  ///
  /// Extra dimensions and the limit, in milliseconds, are those that `StoreTelemetry` will be asked for.
  package func countWhileWriting(
    extraDimensions: [RequestDimension] = [], slowerThanMs limit: Int64
  ) throws(StorageError) {
    try takeCensusWhileWriting(
      slowerThanMs: limit, startingWith: RequestPass(dimensions: RequestDimension.standard(and: extraDimensions)))
  }
}
