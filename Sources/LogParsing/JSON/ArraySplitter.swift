import Inputs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Cuts the elements out of one array of a JSON document while it is read, so that only one element is in memory.
///
/// The array is the value of a key at a depth: `entries` at 2 in an HTTP archive. Nothing is validated; each element is
/// handed over as its bytes, from its first bracket to its last.
final class ArraySplitter {
  private let source: ByteSource
  private let key: [UInt8]
  private let keyDepth: Int
  private var buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var state = State()
  private(set) var bytesRead: Int64 = 0
  /// True when the input ended inside an element, or before the array was closed.
  private(set) var isTruncated = false
  /// Lines begun so far, 1-based.
  var line: Int { state.line }

  /// What the scan knows between two pieces of input; positions are offsets in the buffer.
  private struct State {
    var position = 0
    var depth = 0
    var line = 1
    var isInString = false
    var stringStart = 0
    /// True between the key and its array.
    var sawKey = false
    /// Depth of the array's elements, once it is open.
    var arrayDepth: Int?
    var elementStart: Int?
    var elementLine = 0
    var isOver = false
  }

  init(_ source: ByteSource, key: StaticString, keyDepth: Int, bufferSize: Int = 1 << 20) {
    self.source = source
    self.key = key.withUTF8Buffer { Array($0) }
    self.keyDepth = keyDepth
    buffer = .allocate(byteCount: bufferSize, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Calls the body with each element and its line; the bytes are valid during the call.
  func forEach(_ body: (UnsafeRawBufferPointer, Int) -> Void) throws(InputError) {
    while true {
      scan(body)
      if state.isOver { break }
      let count = try fill()
      if count == 0 {
        isTruncated = true
        break
      }
    }
    // What follows the array is read, so that the input's size is known.
    while state.isOver {
      let count = try source.read(into: buffer)
      if count == 0 { break }
      bytesRead += Int64(count)
    }
  }

  private func fill() throws(InputError) -> Int {
    let keep = state.elementStart ?? (state.isInString ? state.stringStart : state.position)
    if keep > 0 {
      if let base = buffer.baseAddress, filled > keep { memmove(base, base + keep, filled - keep) }
      filled -= keep
      state.position -= keep
      state.stringStart -= keep
      state.elementStart = state.elementStart.map { $0 - keep }
    }
    if filled == buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
      buffer.deallocate()
      buffer = larger
    }
    let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
    filled += count
    bytesRead += Int64(count)
    return count
  }

  private func scan(_ body: (UnsafeRawBufferPointer, Int) -> Void) {
    guard let base = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    var s = state
    while s.position < filled, !s.isOver {
      if s.isInString {
        guard let end = endOfString(base, from: s.position) else {
          // The last byte is left when it escapes the next one.
          s.position = endsInEscape(base, from: s.position) ? filled - 1 : filled
          break
        }
        s.position = end + 1
        s.isInString = false
        if s.arrayDepth == nil, s.depth == keyDepth { s.sawKey = isKey(base + s.stringStart, end - s.stringStart) }
        continue
      }
      let byte = base[s.position]
      s.position += 1
      switch byte {
      case 0x22:
        s.isInString = true
        s.stringStart = s.position
      case 0x0A: s.line += 1
      case 0x7B, 0x5B: open(byte, &s)
      case 0x7D, 0x5D: close(&s, body)
      default: break
      }
    }
    state = s
  }

  private func open(_ byte: UInt8, _ s: inout State) {
    s.depth += 1
    if s.arrayDepth == nil {
      if byte == 0x5B, s.sawKey, s.depth == keyDepth + 1 { s.arrayDepth = s.depth }
      s.sawKey = false
    } else if s.elementStart == nil {
      s.elementStart = s.position - 1
      s.elementLine = s.line
    }
  }

  private func close(_ s: inout State, _ body: (UnsafeRawBufferPointer, Int) -> Void) {
    s.depth -= 1
    guard let arrayDepth = s.arrayDepth else { return }
    if s.depth == arrayDepth, let start = s.elementStart {
      body(UnsafeRawBufferPointer(rebasing: buffer[start..<s.position]), s.elementLine)
      s.elementStart = nil
    } else if s.depth < arrayDepth {
      s.isOver = true
    }
  }

  /// The offset of the quote that ends a string, or nil when it is not in the buffer.
  private func endOfString(_ base: UnsafeMutablePointer<UInt8>, from start: Int) -> Int? {
    var position = start
    while position < filled {
      // Eight bytes at once, as long as none of them is a quote or a backslash.
      while position + 8 <= filled {
        let eight = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
        if Self.hasByte(eight, 0x2222_2222_2222_2222) || Self.hasByte(eight, 0x5C5C_5C5C_5C5C_5C5C) { break }
        position += 8
      }
      guard position < filled else { return nil }
      let byte = base[position]
      if byte == 0x22 { return position }
      position += byte == 0x5C ? 2 : 1
    }
    return nil
  }

  /// True when one of eight bytes is the one that the pattern repeats.
  @inline(__always)
  private static func hasByte(_ eight: UInt64, _ pattern: UInt64) -> Bool {
    let difference = eight ^ pattern
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080 != 0
  }

  private func endsInEscape(_ base: UnsafeMutablePointer<UInt8>, from start: Int) -> Bool {
    var position = start
    while position < filled { position += base[position] == 0x5C ? 2 : 1 }
    return position > filled
  }

  private func isKey(_ start: UnsafeMutablePointer<UInt8>, _ count: Int) -> Bool {
    count == key.count && key.indices.allSatisfy { start[$0] == key[$0] }
  }
}
