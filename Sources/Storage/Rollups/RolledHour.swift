import SyncModel

/// The requests of one hour of one input in numbers: what stays when the rows have gone.
package struct RolledHour: Equatable, Sendable {
  /// The requests of one class.
  package struct Cell: Equatable, Sendable {
    /// The id of the request class.
    package var requestClass: Int64
    package var count: Int
    /// Milliseconds of all durations together.
    package var durationSum: Int64
    /// Sent, received, inserted, updated, deleted; nil = no row has the column.
    package var sums: [Int64?]
    /// The buckets of `DurationBuckets` and how many requests are in each, ascending.
    package var durations: [Bucket]
  }

  /// How many durations fall into a bucket.
  package struct Bucket: Equatable, Sendable {
    package var number: UInt32
    package var count: Int
  }

  /// A user who sent requests.
  package struct User: Equatable, Sendable {
    /// The number of the user's symbol.
    package var number: Int64
    package var hasFailed: Bool
  }

  /// Hours since 1970.
  package var hour: Int64
  /// By class id, ascending.
  package var cells: [Cell] = []
  /// By number, ascending.
  package var users: [User] = []

  /// The first moment of the hour.
  package var start: Timestamp { Timestamp(milliseconds: hour &* 3_600_000) }
}

extension RolledHour {
  /// The cells as bytes, about three for each request.
  var cellBytes: [UInt8] {
    var writer = ByteWriter()
    var last: Int64 = 0
    for cell in cells {
      writer.put(UInt64(bitPattern: cell.requestClass &- last))
      last = cell.requestClass
      writer.put(UInt64(max(0, cell.count)))
      writer.putSigned(cell.durationSum)
      var known: UInt64 = 0
      for (index, sum) in cell.sums.enumerated() where sum != nil { known |= 1 << UInt64(index) }
      writer.put(known)
      for case let sum? in cell.sums { writer.putSigned(sum) }
      writer.put(UInt64(cell.durations.count))
      var bucket: UInt32 = 0
      for entry in cell.durations {
        // Most buckets hold one request; the lowest bit says that a count follows.
        writer.put(UInt64(entry.number &- bucket) << 1 | (entry.count == 1 ? 0 : 1))
        if entry.count != 1 { writer.put(UInt64(max(0, entry.count))) }
        bucket = entry.number
      }
    }
    return writer.bytes
  }

  var userBytes: [UInt8] {
    var writer = ByteWriter()
    var last: Int64 = 0
    for user in users {
      writer.put(UInt64(bitPattern: user.number &- last) << 1 | (user.hasFailed ? 1 : 0))
      last = user.number
    }
    return writer.bytes
  }

  /// No class has more requests in an hour of an input; what says so is damaged.
  private static let most = 1 << 26

  init(hour: Int64, cells cellBytes: UnsafeRawBufferPointer, users userBytes: UnsafeRawBufferPointer) {
    self.hour = hour
    var reader = ByteReader(cellBytes)
    var id: Int64 = 0
    while !reader.isAtEnd {
      id &+= Int64(bitPattern: reader.next())
      var cell = Cell(
        requestClass: id, count: min(Self.most, Int(clamping: reader.next())), durationSum: reader.nextSigned(),
        sums: Array(repeating: nil, count: 5), durations: [])
      let known = reader.next()
      for index in 0..<5 where known & 1 << UInt64(index) != 0 { cell.sums[index] = reader.nextSigned() }
      let entries = min(Int(clamping: reader.next()), cellBytes.count)
      cell.durations.reserveCapacity(entries)
      var bucket: UInt32 = 0
      for _ in 0..<entries {
        let head = reader.next()
        bucket &+= UInt32(truncatingIfNeeded: head >> 1)
        cell.durations.append(
          Bucket(number: bucket, count: head & 1 == 0 ? 1 : min(Self.most, Int(clamping: reader.next()))))
      }
      cells.append(cell)
    }
    var list = ByteReader(userBytes)
    var number: Int64 = 0
    while !list.isAtEnd {
      let head = list.next()
      number &+= Int64(bitPattern: head >> 1)
      users.append(User(number: number, hasFailed: head & 1 != 0))
    }
  }

  /// Adds the requests of the same hour of other rows.
  mutating func add(_ other: RolledHour) {
    var merged: [Int64: Cell] = [:]
    for cell in cells + other.cells {
      if let known = merged[cell.requestClass] {
        merged[cell.requestClass] = known.adding(cell)
      } else {
        merged[cell.requestClass] = cell
      }
    }
    cells = merged.values.sorted { $0.requestClass < $1.requestClass }
    var failed: [Int64: Bool] = [:]
    for user in users + other.users { failed[user.number] = failed[user.number] == true || user.hasFailed }
    users = failed.map { User(number: $0.key, hasFailed: $0.value) }.sorted { $0.number < $1.number }
  }

  /// The same with the numbers of another store.
  func renumbered(classes: [Int64: Int64], users names: [Int64: Int64]) -> RolledHour {
    var copy = RolledHour(hour: hour)
    copy.cells = cells.compactMap { cell in
      guard let id = classes[cell.requestClass] else { return nil }
      var cell = cell
      cell.requestClass = id
      return cell
    }.sorted { $0.requestClass < $1.requestClass }
    copy.users = users.compactMap { user in
      names[user.number].map { User(number: $0, hasFailed: user.hasFailed) }
    }.sorted { $0.number < $1.number }
    return copy
  }
}

extension RolledHour.Cell {
  fileprivate func adding(_ other: RolledHour.Cell) -> RolledHour.Cell {
    var sum = self
    sum.count += other.count
    sum.durationSum &+= other.durationSum
    for index in 0..<5 where other.sums[index] != nil {
      sum.sums[index] = (sums[index] ?? 0) &+ (other.sums[index] ?? 0)
    }
    var counts: [UInt32: Int] = [:]
    for entry in durations + other.durations { counts[entry.number, default: 0] += entry.count }
    sum.durations = counts.map { RolledHour.Bucket(number: $0.key, count: $0.value) }.sorted { $0.number < $1.number }
    return sum
  }
}
