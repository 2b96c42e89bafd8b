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

  private static let table: [Bool] = {
    var table = [Bool](repeating: false, count: 1 << 14)
    for fragment in fragments {
      let key = fragment.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      table[slot(key)] = true
    }
    return table
  }()

  static func mayHoldSecret(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, bytes.count >= 4 else { return false }
    if memchr(base, 0x40, bytes.count) != nil { return true }
    return table.withUnsafeBufferPointer { table in
      for offset in 0...(bytes.count - 4)
      where table[slot(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))] {
        return true
      }
      return false
    }
  }

  /// Folds the case of the letters of four bytes and spreads them over the table.
  @inline(__always)
  private static func slot(_ four: UInt32) -> Int {
    Int(((UInt32(littleEndian: four) | 0x2020_2020) &* 0x9E37_79B1) >> 18)
  }
}
