extension BodyScanner {
  /// True for the bytes of identifiers and numbers.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// FNV-1a of 64 bits.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// Hashes of the words in some bytes with a wanted first byte, those in comments and texts among them.
  static func words(
    in bytes: UnsafeRawBufferPointer, where isWanted: (UInt8) -> Bool = { _ in true }
  ) -> [UInt64] {
    var words: Set<UInt64> = []
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, isWord(bytes[index]) { index += 1 }
      if index == start {
        index += 1
      } else if isWanted(bytes[start]) {
        words.insert(hash(bytes[start..<index]))
      }
    }
    return Array(words)
  }
}
