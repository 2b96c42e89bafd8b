#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Cuts an input into lines: LF or CRLF, the last with or without an end, of any length.
package final class LineReader {
  private let source: ByteSource
  private var buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  /// The number of the line that `next` returned last; 1-based.
  package private(set) var number = 0
  /// Bytes taken from the source so far.
  package private(set) var bytesRead: Int64 = 0
  /// True when the last line returned had no line end.
  package private(set) var lastLineIsOpen = false

  package init(_ source: ByteSource, bufferSize: Int = 1 << 20) {
    self.source = source
    buffer = .allocate(byteCount: bufferSize, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Returns the next line without its end, or nil at the end; the bytes are valid until the next call.
  package func next() throws(InputError) -> UnsafeRawBufferPointer? {
    var searched = start
    while true {
      if let newline = firstNewline(from: searched) {
        let line = slice(start, newline)
        start = newline + 1
        number += 1
        lastLineIsOpen = false
        return line
      }
      if isAtEnd {
        guard start < end else { return nil }
        let line = slice(start, end)
        start = end
        number += 1
        lastLineIsOpen = true
        return line
      }
      let kept = end - start
      try fill()
      searched = start + kept
    }
  }

  private func firstNewline(from offset: Int) -> Int? {
    guard offset < end, let base = buffer.baseAddress,
      let found = memchr(base + offset, 10, end - offset)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private func slice(_ from: Int, _ to: Int) -> UnsafeRawBufferPointer {
    let stop = to > from && buffer[to - 1] == 13 ? to - 1 : to
    return UnsafeRawBufferPointer(rebasing: buffer[from..<stop])
  }

  /// Moves the open line to the front, grows the buffer when it is full, and reads on.
  private func fill() throws(InputError) {
    if start > 0 {
      if end > start, let base = buffer.baseAddress { memmove(base, base + start, end - start) }
      end -= start
      start = 0
    }
    if end == buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
      buffer.deallocate()
      buffer = larger
    }
    let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    if count == 0 { isAtEnd = true }
    end += count
    bytesRead += Int64(count)
  }
}
