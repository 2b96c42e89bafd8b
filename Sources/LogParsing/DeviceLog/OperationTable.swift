/// Operations that have begun and not ended, by operationID: a hash table without a call per look-up.
struct OperationTable {
  /// A started operation; 0 = absent, for symbols and group ids alike.
  struct Entry {
    var id: UInt64 = 0
    var groupID: UInt64 = 0
    /// Milliseconds since 1970, or `RequestBatch.absent`.
    var time: Int64 = 0
    var line: Int64 = 0
    var name: UInt32 = 0
    var database: UInt32 = 0
    var container: UInt32 = 0
    var groupName: UInt32 = 0
    var isDaemon = false
  }

  private var slots = [Entry](repeating: Entry(), count: 1024)
  private(set) var count = 0

  /// Whether an operation is among them.
  func contains(_ id: UInt64) -> Bool { slots[place(of: id)].id == id }

  /// Adds an operation, or replaces it; true when it is new.
  mutating func insert(_ entry: Entry) -> Bool {
    if (count + 1) * 2 > slots.count { grow() }
    let index = place(of: entry.id)
    let isNew = slots[index].id != entry.id
    slots[index] = entry
    if isNew { count += 1 }
    return isNew
  }

  /// Takes an operation out.
  mutating func remove(_ id: UInt64) -> Entry? {
    var hole = place(of: id)
    guard slots[hole].id == id else { return nil }
    let removed = slots[hole]
    let mask = slots.count - 1
    // What was pushed on by the removed entry moves back, so that no look-up ends too early.
    var index = (hole + 1) & mask
    while slots[index].id != 0 {
      let home = Self.hash(slots[index].id) & mask
      if (index - home) & mask >= (index - hole) & mask {
        slots[hole] = slots[index]
        hole = index
      }
      index = (index + 1) & mask
    }
    slots[hole].id = 0
    count -= 1
    return removed
  }

  /// All of them, by line.
  var all: [Entry] { slots.filter { $0.id != 0 }.sorted { $0.line < $1.line } }

  /// The slot of an id, or the free one where it belongs.
  @inline(__always)
  private func place(of id: UInt64) -> Int {
    let mask = slots.count - 1
    return slots.withUnsafeBufferPointer { slots in
      var index = Self.hash(id) & mask
      while slots[index].id != 0, slots[index].id != id { index = (index + 1) & mask }
      return index
    }
  }

  private mutating func grow() {
    let old = slots
    slots = [Entry](repeating: Entry(), count: old.count * 2)
    for entry in old where entry.id != 0 { slots[place(of: entry.id)] = entry }
  }

  @inline(__always)
  private static func hash(_ id: UInt64) -> Int {
    Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> 20)
  }
}
