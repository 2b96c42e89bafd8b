#if canImport(Darwin)
  import Foundation
#endif

/// Decodes LZFSE data as far as that is possible here.
///
/// The system's library does it on macOS; elsewhere only stored blocks are read, which need no decoder.
enum LZFSE {
  /// Returns the plain bytes, or nil when no decoder for them is at hand.
  static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    if let stored = storedBlocks(bytes) { return stored }
    #if canImport(Darwin)
      if let plain = try? (Data(bytes) as NSData).decompressed(using: .lzfse) { return Array(plain as Data) }
    #endif
    return nil
  }

  /// Blocks of `bvx-`, a 32-bit length and the bytes themselves, up to `bvx$`.
  private static func storedBlocks(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var plain: [UInt8] = []
    var rest = bytes
    while rest.starts(with: Array("bvx-".utf8)), rest.count >= 8 {
      let start = rest.startIndex
      let length = (0..<4).reduce(0) { $0 | Int(rest[start + 4 + $1]) << (8 * $1) }
      guard length <= rest.count - 8 else { return nil }
      plain += rest[start + 8..<start + 8 + length]
      rest = rest[(start + 8 + length)...]
    }
    return rest.starts(with: Array("bvx$".utf8)) ? plain : nil
  }
}
