#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A table from byte strings to numbers, without a Swift string per look-up; for one thread.
final class ByteTable {
  private struct Slot {
    var hash: UInt64
    var offset: Int
    var length: UInt32
    var value: UInt32
    var isUsed: Bool
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var capacity: Int
  private var count = 0
  private var keys: UnsafeMutablePointer<UInt8>
  private var keysUsed = 0
  private var keysCapacity: Int

  init() {
    capacity = 64
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(hash: 0, offset: 0, length: 0, value: 0, isUsed: false), count: capacity)
    keysCapacity = 4096
    keys = .allocate(capacity: keysCapacity)
  }

  deinit {
    slots.deallocate()
    keys.deallocate()
  }

  /// The number of a key; a new key gets the number that the closure gives.
  @inline(__always)
  func value(of key: UnsafeRawPointer, _ length: Int, ifNew number: () -> UInt32) -> UInt32 {
    let hash = Self.hash(key, length)
    var index = Int(truncatingIfNeeded: hash) & (capacity - 1)
    while slots[index].isUsed {
      let slot = slots[index]
      if slot.hash == hash, Int(slot.length) == length, isSame(key, length, slot.offset) { return slot.value }
      index = (index + 1) & (capacity - 1)
    }
    return insert(key, length, hash, number())
  }

  /// Compares eight bytes at a time, the last word overlapping, without a call for keys of eight bytes and more.
  @inline(__always)
  private func isSame(_ key: UnsafeRawPointer, _ length: Int, _ offset: Int) -> Bool {
    let known = UnsafeRawPointer(keys + offset)
    guard length >= 8 else { return memcmp(known, key, length) == 0 }
    var position = 0
    let last = length - 8
    while position < last {
      if known.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        != key.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      {
        return false
      }
      position += 8
    }
    return known.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      == key.loadUnaligned(fromByteOffset: last, as: UInt64.self)
  }

  private func insert(_ key: UnsafeRawPointer, _ length: Int, _ hash: UInt64, _ value: UInt32) -> UInt32 {
    if count * 2 >= capacity { grow() }
    if keysUsed + length > keysCapacity {
      let larger = max(keysCapacity * 2, keysUsed + length)
      let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
      moved.update(from: keys, count: keysUsed)
      keys.deallocate()
      keys = moved
      keysCapacity = larger
    }
    memcpy(keys + keysUsed, key, length)
    place(Slot(hash: hash, offset: keysUsed, length: UInt32(length), value: value, isUsed: true))
    keysUsed += length
    count += 1
    return value
  }

  private func place(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & (capacity - 1)
    while slots[index].isUsed { index = (index + 1) & (capacity - 1) }
    slots[index] = slot
  }

  private func grow() {
    let old = slots
    let oldCapacity = capacity
    capacity *= 2
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(hash: 0, offset: 0, length: 0, value: 0, isUsed: false), count: capacity)
    for index in 0..<oldCapacity where old[index].isUsed { place(old[index]) }
    old.deallocate()
  }

  /// Multiply and mix, eight bytes at a time.
  @inline(__always)
  private static func hash(_ key: UnsafeRawPointer, _ length: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset + 8 <= length {
      hash = (hash ^ key.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0xBF58_476D_1CE4_E5B9
      hash ^= hash >> 29
      offset += 8
    }
    var tail: UInt64 = 0
    while offset < length {
      tail = tail << 8 | UInt64(key.load(fromByteOffset: offset, as: UInt8.self))
      offset += 1
    }
    hash = (hash ^ tail) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 32)
  }
}
