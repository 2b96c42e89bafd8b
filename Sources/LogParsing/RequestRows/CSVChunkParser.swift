import CJSON

/// Parses rows of comma-, tab- or semicolon-separated values (RFC 4180) of request entries.
final class CSVChunkParser: ChunkParser {
  private let builder: RequestRowBuilder
  private let header: CSVHeader
  private let fields: UnsafeMutablePointer<CKJSONField>
  private let fieldCount = RequestField.allCases.count
  /// Holds fields that had quotes in quotes; the row's fields point into it.
  private var unescaped: UnsafeMutablePointer<UInt8>
  private var unescapedCapacity = 4096
  private var unescapedUsed = 0

  init(_ builder: RequestRowBuilder, header: CSVHeader) {
    self.builder = builder
    self.header = header
    fields = .allocate(capacity: fieldCount)
    fields.initialize(repeating: CKJSONField(), count: fieldCount)
    unescaped = .allocate(capacity: unescapedCapacity)
  }

  deinit {
    fields.deallocate()
    unescaped.deallocate()
  }

  var tally: EntryTally { builder.tally }
  var unknownKeys: [String] { header.unknownColumns }

  func parse(_ chunk: RecordChunk) -> ParsedChunk {
    var parsed = ParsedChunk()
    let base = UnsafeRawPointer(chunk.bytes.baseAddress ?? UnsafeMutableRawPointer(fields))
    var offset = 0
    var line = chunk.firstLine
    while offset < chunk.count {
      let start = offset
      let begun = line
      readRow(base, chunk.count, &offset, &line)
      if begun <= Int64(header.lines) { continue }
      if isBlank(base + start, offset - start) { continue }
      if builder.add(fields, line: begun) {
        parsed.records += 1
      } else {
        parsed.unrecognized += 1
        if parsed.firstUnrecognized == nil {
          let shown = UnsafeRawBufferPointer(start: base + start, count: min(offset - start, 160))
          parsed.firstUnrecognized = "line \(begun): \(String(decoding: shown, as: UTF8.self)) (no request entry)"
        }
      }
    }
    parsed.take(from: builder)
    return parsed
  }

  /// Reads one row into the fields and moves behind its line end.
  private func readRow(_ base: UnsafeRawPointer, _ count: Int, _ offset: inout Int, _ line: inout Int64) {
    for index in 0..<fieldCount { fields[index].type = UInt8(CKJSON_ABSENT) }
    // Room for the whole rest of the row, so that no field moves while others point into the buffer.
    unescapedUsed = 0
    var column = 0
    while true {
      let end = readField(base, count, &offset, &line, column)
      column += 1
      if end { return }
    }
  }

  /// Reads one field; true when the row ends behind it.
  @inline(__always)
  private func readField(
    _ base: UnsafeRawPointer, _ count: Int, _ offset: inout Int, _ line: inout Int64, _ column: Int
  ) -> Bool {
    if offset < count, base.load(fromByteOffset: offset, as: UInt8.self) == 0x22 {
      return readQuoted(base, count, &offset, &line, column)
    }
    let start = offset
    while offset < count {
      let byte = base.load(fromByteOffset: offset, as: UInt8.self)
      if byte == header.delimiter || byte == 0x0A { break }
      offset += 1
    }
    var end = offset
    let isRowEnd = offset >= count || base.load(fromByteOffset: offset, as: UInt8.self) == 0x0A
    if isRowEnd {
      if end > start, base.load(fromByteOffset: end - 1, as: UInt8.self) == 0x0D { end -= 1 }
      line += 1
    }
    offset = min(offset + 1, count)
    set(column, base + start, end - start)
    return isRowEnd
  }

  private func readQuoted(
    _ base: UnsafeRawPointer, _ count: Int, _ offset: inout Int, _ line: inout Int64, _ column: Int
  ) -> Bool {
    offset += 1
    let start = offset
    var hasDoubled = false
    while offset < count {
      let byte = base.load(fromByteOffset: offset, as: UInt8.self)
      if byte == 0x22 {
        guard offset + 1 < count, base.load(fromByteOffset: offset + 1, as: UInt8.self) == 0x22 else { break }
        hasDoubled = true
        offset += 1
      } else if byte == 0x0A {
        line += 1
      }
      offset += 1
    }
    let end = offset
    offset = min(offset + 1, count)
    // What stands between the closing quote and the delimiter is no part of the value.
    while offset < count {
      let byte = base.load(fromByteOffset: offset, as: UInt8.self)
      if byte == header.delimiter || byte == 0x0A { break }
      offset += 1
    }
    let isRowEnd = offset >= count || base.load(fromByteOffset: offset, as: UInt8.self) == 0x0A
    if isRowEnd { line += 1 }
    offset = min(offset + 1, count)
    if hasDoubled { setUnescaped(column, base + start, end - start) } else { set(column, base + start, end - start) }
    return isRowEnd
  }

  @inline(__always)
  private func set(_ column: Int, _ text: UnsafeRawPointer, _ length: Int) {
    guard column < header.columns.count, length > 0 else { return }
    let field = header.columns[column]
    guard field >= 0, fields[field].type == CKJSON_ABSENT else { return }
    fields[field].type = UInt8(CKJSON_STRING)
    fields[field].text = text.assumingMemoryBound(to: CChar.self)
    fields[field].length = UInt32(clamping: length)
  }

  private func setUnescaped(_ column: Int, _ text: UnsafeRawPointer, _ length: Int) {
    guard unescapedUsed + length <= unescapedCapacity else {
      // Only free texts have quotes in them; a huge one is kept with its doubled quotes.
      return set(column, text, length)
    }
    let target = unescaped + unescapedUsed
    var used = 0
    var offset = 0
    while offset < length {
      let byte = text.load(fromByteOffset: offset, as: UInt8.self)
      target[used] = byte
      used += 1
      offset += byte == 0x22 ? 2 : 1
    }
    unescapedUsed += used
    set(column, UnsafeRawPointer(target), used)
  }

  private func isBlank(_ text: UnsafeRawPointer, _ length: Int) -> Bool {
    for offset in 0..<length {
      let byte = text.load(fromByteOffset: offset, as: UInt8.self)
      if byte > 0x20, byte != header.delimiter { return false }
    }
    return true
  }
}
