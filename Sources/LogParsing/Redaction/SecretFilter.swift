#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Answers the cheap question before the patterns: which kinds of secrets there could be in some bytes.
enum SecretFilter {
  /// A rule's bit by its place in `SecretRule.all`.
  typealias Rules = UInt32

  private struct Slot {
    /// The four bytes, or 0.
    var four: UInt32 = 0
    var rules: Rules = 0
  }

  /// One slot for each value of a hash of four bytes.
  private static let table: [Slot] = {
    var table = [Slot](repeating: Slot(), count: 1 << 14)
    for (index, rule) in SecretRule.all.enumerated() {
      for fragment in rule.fragments {
        let four = folded(fragment.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        let slot = slot(four)
        precondition(table[slot].four == 0 || table[slot].four == four, "two fragments share a slot: '\(fragment)'")
        table[slot].four = four
        table[slot].rules |= 1 << Rules(index)
      }
    }
    return table
  }()

  /// A bit for each hash of the first or the last three bytes of a fragment, small enough for the fastest cache: nearly
  /// every place ends here, and only every second one must be looked at.
  private static let taken: [UInt64] = {
    var taken = [UInt64](repeating: 0, count: 1 << 8)
    for slot in table where slot.four != 0 {
      for place in [bit(ofThree: slot.four), bit(ofThree: slot.four >> 8)] {
        taken[place / 64] |= 1 << UInt64(place % 64)
      }
    }
    return taken
  }()

  /// The rules that a sign of an address calls for: those without fragments.
  private static let rulesOfSign = SecretRule.all.enumerated().reduce(Rules(0)) {
    $1.element.fragments.isEmpty ? $0 | 1 << Rules($1.offset) : $0
  }

  static func mayHoldSecret(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, bytes.count >= 4 else { return false }
    return memchr(base, 0x40, bytes.count) != nil || firstFragment(in: bytes, from: 0) != nil
  }

  /// The rules that could find something in the bytes; 0 is certain.
  static func rules(for bytes: UnsafeRawBufferPointer) -> Rules {
    guard let base = bytes.baseAddress, bytes.count >= 4 else { return 0 }
    var rules = memchr(base, 0x40, bytes.count) == nil ? 0 : rulesOfSign
    var offset = 0
    while let found = firstFragment(in: bytes, from: offset) {
      rules |= table[slot(four(bytes, found))].rules
      offset = found + 1
    }
    return rules
  }

  /// The offset of the next place that could belong to a secret, or nil.
  static func firstCandidate(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int? {
    guard let base = bytes.baseAddress, offset < bytes.count else { return nil }
    let sign = memchr(base + offset, 0x40, bytes.count - offset).map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
    let limit = sign.map { min(bytes.count, $0 + 4) } ?? bytes.count
    let fragment = firstFragment(in: UnsafeRawBufferPointer(rebasing: bytes[..<limit]), from: offset)
    return fragment ?? sign
  }

  private static func firstFragment(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard bytes.count >= 4, start <= bytes.count - 4 else { return nil }
    let last = bytes.count - 4
    return taken.withUnsafeBufferPointer { taken in
      var offset = start
      while offset <= last {
        let bit = bit(ofThree: four(bytes, offset))
        if taken[bit / 64] & 1 << UInt64(bit % 64) != 0 {
          if offset > start, isFragment(bytes, offset - 1) { return offset - 1 }
          if isFragment(bytes, offset) { return offset }
        }
        offset += 2
      }
      // No place is left that would show the last three bytes of what may begin at the last one.
      return offset == last + 1 && isFragment(bytes, last) ? last : nil
    }
  }

  private static func isFragment(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
    let four = four(bytes, offset)
    return table[slot(four)].four == four
  }

  @inline(__always)
  private static func four(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    folded(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The place of the three lowest bytes among the bits.
  @inline(__always)
  private static func bit(ofThree folded: UInt32) -> Int { Int(((folded << 8) &* 0x9E37_79B1) >> 18) }

  /// Folds the case of the letters of four bytes.
  @inline(__always)
  private static func folded(_ four: UInt32) -> UInt32 { four | 0x2020_2020 }

  @inline(__always)
  private static func slot(_ folded: UInt32) -> Int { Int((folded &* 0x9E37_79B1) >> 18) }
}
