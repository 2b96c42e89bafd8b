#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Answers the cheap question before the patterns: whether there could be a secret in some bytes.
enum SecretFilter {
  /// Four letters of each name that the rules know, lower case; `-` and `_` keep their value.
  private static let fragments = [
    "key-", "cook", "hori", "x-ap", "ckap", "ckwe", "ebau", "ckse", "ntok", "ttok", "stok", "n_to", "t_to", "h_to",
    "i_to", "r_to", "--to", "r-to", "scnt", "assw", "d-ke", "key_", "keyi", "kid\"", "ck_k", "dsid", "dspr", "onid",
    "ntid", "&tok", "?tok",
  ]

  /// One slot for each value of a hash of four bytes: the four bytes, or 0.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 1 << 14)
    for fragment in fragments {
      let four = folded(fragment.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
      precondition(table[slot(four)] == 0 || table[slot(four)] == four, "two fragments share a slot: '\(fragment)'")
      table[slot(four)] = four
    }
    return table
  }()

  static func mayHoldSecret(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, bytes.count >= 4 else { return false }
    return memchr(base, 0x40, bytes.count) != nil || firstFragment(in: bytes, from: 0) != nil
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
    return table.withUnsafeBufferPointer { table in
      for offset in start...(bytes.count - 4) {
        let four = folded(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        if table[slot(four)] == four { return offset }
      }
      return nil
    }
  }

  /// Folds the case of the letters of four bytes.
  @inline(__always)
  private static func folded(_ four: UInt32) -> UInt32 { four | 0x2020_2020 }

  @inline(__always)
  private static func slot(_ folded: UInt32) -> Int { Int((folded &* 0x9E37_79B1) >> 18) }
}
