import Inputs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Cuts an input into chunks at the borders of records; one caller at a time.
final class ChunkReader {
  private let source: ByteSource
  private let layout: RecordLayout
  private let chunkSize: Int
  private let padding: Int
  private var rest: [UInt8] = []
  private var line: Int64 = 1
  private var finder: ObjectFinder
  private var isAtEnd = false
  private(set) var bytesRead: Int64 = 0
  private(set) var linesRead: Int64 = 0
  /// True when the input ends inside a record, which was then left out.
  private(set) var endsInsideRecord = false
  /// True when the last line has no line end.
  private(set) var lastLineIsOpen = false

  init(_ source: ByteSource, layout: RecordLayout, chunkSize: Int = 1 << 20, padding: Int) {
    self.source = source
    self.layout = layout
    self.chunkSize = chunkSize
    self.padding = padding
    if case .objects(let depth) = layout {
      finder = ObjectFinder(recordDepth: depth)
    } else {
      finder = ObjectFinder(recordDepth: 0)
    }
  }

  /// The next chunk, nil at the end; the caller frees its bytes.
  func next() throws(InputError) -> RecordChunk? {
    guard !isAtEnd || !rest.isEmpty else { return nil }
    var size = max(chunkSize, rest.count * 2)
    var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size + padding, alignment: 64)
    buffer.copyBytes(from: rest)
    var filled = rest.count
    rest = []
    var searched = 0
    var records: [(offset: Int, length: Int, line: Int)] = []
    while true {
      do throws(InputError) {
        try fill(buffer, upTo: size, &filled)
      } catch {
        buffer.deallocate()
        throw error
      }
      let complete = cut(UnsafeRawBufferPointer(rebasing: buffer[..<filled]), &searched, &records)
      if complete > 0 || isAtEnd {
        return finish(buffer, filled, isAtEnd && complete == 0 ? filled : complete, records)
      }
      // One record is larger than the buffer.
      size *= 2
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size + padding, alignment: 64)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
      buffer.deallocate()
      buffer = larger
    }
  }

  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, upTo size: Int, _ filled: inout Int
  ) throws(InputError) {
    while filled < size, !isAtEnd {
      let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<size]))
      if count == 0 { isAtEnd = true }
      filled += count
      bytesRead += Int64(count)
    }
  }

  /// Finds the end of the last whole record; 0 = there is none yet.
  private func cut(
    _ bytes: UnsafeRawBufferPointer, _ searched: inout Int, _ records: inout [(offset: Int, length: Int, line: Int)]
  ) -> Int {
    switch layout {
    case .objects: return cutObjects(bytes, &searched, &records)
    case .lines: return isAtEnd ? bytes.count : cutLines(bytes, &searched)
    case .quotedLines: return isAtEnd ? bytes.count : cutQuotedLines(bytes)
    }
  }

  private func cutLines(_ bytes: UnsafeRawBufferPointer, _ searched: inout Int) -> Int {
    var offset = bytes.count
    while offset > searched {
      if bytes[offset - 1] == 0x0A { return offset }
      offset -= 1
    }
    searched = bytes.count
    return 0
  }

  /// A chunk begins outside of quotes; a line end is a border where as many quotes lie before it as make pairs.
  private func cutQuotedLines(_ bytes: UnsafeRawBufferPointer) -> Int {
    var quotes = 0
    for byte in bytes where byte == 0x22 { quotes += 1 }
    var offset = bytes.count
    while offset > 0 {
      switch bytes[offset - 1] {
      case 0x22: quotes -= 1
      case 0x0A where quotes % 2 == 0: return offset
      default: break
      }
      offset -= 1
    }
    return 0
  }

  private var openRecord: (offset: Int, line: Int)?
  private var linesInChunk = 0

  private func cutObjects(
    _ bytes: UnsafeRawBufferPointer, _ searched: inout Int, _ records: inout [(offset: Int, length: Int, line: Int)]
  ) -> Int {
    var open = openRecord
    var lines = linesInChunk
    finder.scan(
      bytes, from: searched, newline: { lines += 1 }, begin: { open = ($0, lines) },
      end: { end in
        if let begun = open { records.append((begun.offset, end - begun.offset, begun.line)) }
        open = nil
      })
    openRecord = open
    linesInChunk = lines
    searched = bytes.count
    // Bytes behind the last record and outside of any are done with as well.
    if let open, !isAtEnd { return open.offset }
    if open != nil { endsInsideRecord = true }
    return bytes.count
  }

  private func finish(
    _ buffer: UnsafeMutableRawBufferPointer, _ filled: Int, _ complete: Int,
    _ records: [(offset: Int, length: Int, line: Int)]
  ) -> RecordChunk? {
    var chunk = RecordChunk(bytes: buffer, count: complete, firstLine: line)
    if case .objects = layout { chunk.records = records }
    let lines = countNewlines(UnsafeRawBufferPointer(rebasing: buffer[..<complete]))
    if complete < filled {
      rest = Array(buffer[complete..<filled])
      if case .objects(let depth) = layout {
        // The open record is scanned again with the next chunk.
        finder = ObjectFinder(recordDepth: depth, atDepth: depth)
        openRecord = nil
      }
    } else if isAtEnd, complete > 0, buffer[complete - 1] != 0x0A {
      lastLineIsOpen = true
      linesRead += 1
    }
    linesInChunk = 0
    line += Int64(lines)
    linesRead += Int64(lines)
    if complete == 0 {
      buffer.deallocate()
      return nil
    }
    UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<min(filled + padding, buffer.count)])
      .initializeMemory(as: UInt8.self, repeating: 0x20)
    return chunk
  }

  private func countNewlines(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var count = 0
    var offset = 0
    while offset < bytes.count, let found = memchr(base + offset, 0x0A, bytes.count - offset) {
      count += 1
      offset = UnsafeRawPointer(found) - base + 1
    }
    return count
  }
}
