/// Converts inputs to UTF-8 without a byte order mark.
enum TextEncoding {
  /// Wraps a source whose first bytes are a byte order mark; others pass unchanged.
  static func converted(_ source: ByteSource) throws(InputError) -> ByteSource {
    let sample = source.sample
    if sample.starts(with: [0xEF, 0xBB, 0xBF]) { return try withoutMark(source) }
    if sample.starts(with: [0xFF, 0xFE]) { return try fromUTF16(source, isBigEndian: false) }
    if sample.starts(with: [0xFE, 0xFF]) { return try fromUTF16(source, isBigEndian: true) }
    return source
  }

  private static func withoutMark(_ source: ByteSource) throws(InputError) -> ByteSource {
    var isFirst = true
    return try ByteSource(
      path: source.path, plainFilePath: source.plainFilePath, modificationTime: source.modificationTime
    ) { (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
      if isFirst {
        isFirst = false
        source.skipSampleBytes(3)
      }
      return try source.read(into: buffer)
    }
  }

  private static func fromUTF16(_ source: ByteSource, isBigEndian: Bool) throws(InputError) -> ByteSource {
    var raw = [UInt8](repeating: 0, count: 1 << 16)
    var odd: [UInt8] = []
    var pending: [UInt8] = []
    var position = 0
    var highSurrogate: UInt16?
    var isAtStart = true
    /// Decodes the next piece into `pending`; false at the end.
    func refill() throws(InputError) -> Bool {
      let count = try source.read(filling: &raw)
      if count == 0 { return false }
      let bytes = odd + raw[..<count]
      odd = bytes.count % 2 == 1 ? [bytes[bytes.count - 1]] : []
      var scalars = String.UnicodeScalarView()
      for index in stride(from: 0, to: bytes.count - 1, by: 2) {
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        let unit = isBigEndian ? first << 8 | second : second << 8 | first
        if isAtStart {
          isAtStart = false
          if unit == 0xFEFF { continue }
        }
        append(unit, to: &scalars)
      }
      pending = Array(String(scalars).utf8)
      position = 0
      return true
    }
    func append(_ unit: UInt16, to scalars: inout String.UnicodeScalarView) {
      if let high = highSurrogate {
        highSurrogate = nil
        if UTF16.isTrailSurrogate(unit) {
          let value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
          scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
          return
        }
        scalars.append("\u{FFFD}")
      }
      if UTF16.isLeadSurrogate(unit) {
        highSurrogate = unit
      } else {
        scalars.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
      }
    }
    return try ByteSource(path: source.path, modificationTime: source.modificationTime) {
      (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
      while position == pending.count {
        guard try refill() else { return 0 }
      }
      let count = min(buffer.count, pending.count - position)
      pending.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[position..<position + count])) }
      position += count
      return count
    }
  }
}
