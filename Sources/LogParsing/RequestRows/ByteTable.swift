import CJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A table from byte strings to numbers, without a Swift string per look-up; for one thread.
final class ByteTable {
  /// Sixteen bytes, so that large tables stay in the processor's cache as long as possible.
  private struct Slot {
    /// The lower half of the hash.
    var hash: UInt32 = 0
    var value: UInt32 = 0
    /// Offset of the key in the upper 40 bits, its length in the lower 24; 0 = unused.
    var key: UInt64 = 0

    var offset: Int { Int(truncatingIfNeeded: key >> 24) }
    var length: Int { Int(truncatingIfNeeded: key & 0xFF_FFFF) }
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var capacity: Int
  private var count = 0
  private var keys: UnsafeMutablePointer<UInt8>
  /// The first key begins behind 0, which marks slots that are free.
  private var keysUsed = 1
  private var keysCapacity: Int

  init() {
    capacity = 64
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(), count: capacity)
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
    value(of: key, length, Self.hash(key, length), ifNew: number)
  }

  /// The number of a key whose hash is known.
  @inline(__always)
  func value(of key: UnsafeRawPointer, _ length: Int, _ hash: UInt64, ifNew number: () -> UInt32) -> UInt32 {
    // No name is so long; such texts get a new number each time.
    guard length < 1 << 24 else { return number() }
    let low = UInt32(truncatingIfNeeded: hash)
    var index = Int(low) & (capacity - 1)
    while slots[index].key != 0 {
      let slot = slots[index]
      if slot.hash == low, slot.length == length, isSame(key, length, slot.offset) { return slot.value }
      index = (index + 1) & (capacity - 1)
    }
    return insert(key, length, low, number())
  }

  /// The hash of a key that will be looked up soon: its slot is on the way into the cache from now on.
  @inline(__always)
  func announce(_ key: UnsafeRawPointer, _ length: Int) -> UInt64 {
    let hash = Self.hash(key, length)
    ckjson_prefetch(slots + (Int(UInt32(truncatingIfNeeded: hash)) & (capacity - 1)))
    return hash
  }

  /// Fetches the key that the slot of an announced hash names; to be called when the slot has had time to arrive.
  @inline(__always)
  func fetchKey(_ hash: UInt64) {
    ckjson_prefetch(keys + slots[Int(UInt32(truncatingIfNeeded: hash)) & (capacity - 1)].offset)
  }

  /// Compares words, the last one overlapping, without a call.
  @inline(__always)
  private func isSame(_ key: UnsafeRawPointer, _ length: Int, _ offset: Int) -> Bool {
    let known = UnsafeRawPointer(keys + offset)
    guard length >= 8 else { return isSameShort(known, key, length) }
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

  @inline(__always)
  private func isSameShort(_ known: UnsafeRawPointer, _ key: UnsafeRawPointer, _ length: Int) -> Bool {
    guard length >= 4 else {
      for offset in 0..<length
      where known.load(fromByteOffset: offset, as: UInt8.self) != key.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      return true
    }
    let last = length - 4
    return known.loadUnaligned(as: UInt32.self) == key.loadUnaligned(as: UInt32.self)
      && known.loadUnaligned(fromByteOffset: last, as: UInt32.self)
        == key.loadUnaligned(fromByteOffset: last, as: UInt32.self)
  }

  private func insert(_ key: UnsafeRawPointer, _ length: Int, _ hash: UInt32, _ value: UInt32) -> UInt32 {
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
    place(Slot(hash: hash, value: value, key: UInt64(keysUsed) << 24 | UInt64(length)))
    keysUsed += length
    count += 1
    return value
  }

  private func place(_ slot: Slot) {
    var index = Int(slot.hash) & (capacity - 1)
    while slots[index].key != 0 { index = (index + 1) & (capacity - 1) }
    slots[index] = slot
  }

  private func grow() {
    let old = slots
    let oldCapacity = capacity
    capacity *= 2
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(), count: capacity)
    for index in 0..<oldCapacity where old[index].key != 0 { place(old[index]) }
    old.deallocate()
  }

  /// Multiply and mix, eight bytes at a time.
  @inline(__always)
  static func hash(_ key: UnsafeRawPointer, _ length: Int) -> UInt64 {
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
