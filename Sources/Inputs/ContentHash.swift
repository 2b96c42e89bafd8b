import SyncModel

/// A 128-bit digest of bytes that come in pieces: tells contents apart, and is no protection against forgery.
///
/// Four lanes of multiply-and-mix over 32 bytes at a time, so that reading stays the slower part.
package struct ContentHash: Sendable {
  private var a: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var b: UInt64 = 0xBF58_476D_1CE4_E5B9
  private var c: UInt64 = 0x94D0_49BB_1331_11EB
  private var d: UInt64 = 0xD6E8_FEB8_6659_FD93
  private var pending: [UInt8] = []
  /// How many bytes were taken.
  package private(set) var length: Int64 = 0

  package init() {}

  /// Takes the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length += Int64(bytes.count)
    var rest = bytes
    if !pending.isEmpty {
      let missing = min(32 - pending.count, rest.count)
      pending += rest[..<missing]
      rest = UnsafeRawBufferPointer(rebasing: rest[missing...])
      guard pending.count == 32 else { return }
      let block = pending
      block.withUnsafeBytes { mixBlocks($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / 32 * 32
    mixBlocks(UnsafeRawBufferPointer(rebasing: rest[..<whole]))
    pending += rest[whole...]
  }

  /// The digest of everything taken so far, as 32 hexadecimal digits.
  package var digest: String {
    var (w, x, y, z) = (a, b, c, d)
    for byte in pending {
      w = Self.mix(w, UInt64(byte))
      x = Self.mix(x, w)
    }
    let total = UInt64(bitPattern: length)
    for _ in 0..<3 {
      w = Self.mix(w, z ^ total)
      x = Self.mix(x, w)
      y = Self.mix(y, x)
      z = Self.mix(z, y)
    }
    return HexDigits.text(w ^ y, uppercase: false) + HexDigits.text(x ^ z, uppercase: false)
  }

  private mutating func mixBlocks(_ bytes: UnsafeRawBufferPointer) {
    var (w, x, y, z) = (a, b, c, d)
    for offset in stride(from: 0, to: bytes.count, by: 32) {
      w = Self.mix(w, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      x = Self.mix(x, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      y = Self.mix(y, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
      z = Self.mix(z, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
    }
    (a, b, c, d) = (w, x, y, z)
  }

  @inline(__always)
  private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (state ^ word) &* 0x9FB2_1C65_1E98_DF25
    return mixed ^ (mixed >> 32)
  }
}

/// The digest of what was read of a source, filled while somebody reads it.
package final class ContentMeter {
  /// Of all bytes read so far.
  package private(set) var hash = ContentHash()
  /// The digests of the first so many bytes, for the lengths asked for.
  package private(set) var prefixes: [Int64: String] = [:]
  private var waiting: ArraySlice<Int64>

  /// Makes a meter that also takes the digest at the given lengths.
  package init(lengths: [Int64] = []) {
    waiting = Set(lengths).sorted()[...]
  }

  /// A source with the same bytes that are measured as they are read.
  package func measuring(_ source: ByteSource) throws(InputError) -> ByteSource {
    try ByteSource(
      path: source.path, plainFilePath: source.plainFilePath, modificationTime: source.modificationTime
    ) { (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
      let count = try source.read(into: buffer)
      self.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count
    }
  }

  /// Reads a source to its end, only to measure it.
  package func readToEnd(of source: ByteSource) throws(InputError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      let count = try source.read(filling: &buffer)
      if count == 0 { return }
      buffer.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while let next = waiting.first, next - hash.length <= Int64(rest.count) {
      let part = Int(next - hash.length)
      hash.update(UnsafeRawBufferPointer(rebasing: rest[..<part]))
      rest = UnsafeRawBufferPointer(rebasing: rest[part...])
      prefixes[next] = hash.digest
      waiting = waiting.dropFirst()
    }
    hash.update(rest)
  }

  /// The digest of the first bytes of a sample, at most 256: what files that grow have in common with their past.
  package static func prefixDigest(_ sample: [UInt8]) -> String {
    var hash = ContentHash()
    sample.prefix(256).withUnsafeBytes { hash.update($0) }
    return hash.digest
  }
}
