import CJSON
import Inputs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Some whole elements of an array, where they stood in the input.
struct ArrayPiece {
  /// The elements and what lies between them; whoever takes the piece frees it.
  let bytes: UnsafeMutableRawBufferPointer
  /// Each from its first bracket to its last, with the line on which it begins.
  let elements: [(range: Range<Int>, line: Int)]
}

/// Cuts the elements out of one array of a JSON document while it is read, so that only a few are in memory.
///
/// The array is the value of a key at a depth: `entries` at 2 in an HTTP archive. Nothing is validated; elements that are
/// no containers are passed over.
final class ArraySplitter {
  private let source: ByteSource
  private let key: [UInt8]
  private let keyDepth: Int
  private let pieceSize: Int
  private var buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var state = State()
  private var spans = [CJSONSpan](repeating: CJSONSpan(), count: 256)
  private var elements: [(range: Range<Int>, line: Int)] = []
  private var isAtEnd = false
  private var failure: InputError?
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

  /// Makes a splitter; pieces have the given size at least once there is so much to read.
  init(_ source: ByteSource, key: StaticString, keyDepth: Int, pieceSize: Int = 1 << 20) {
    self.source = source
    self.key = key.withUTF8Buffer { Array($0) }
    self.keyDepth = keyDepth
    self.pieceSize = pieceSize
    buffer = Self.allocate(pieceSize)
  }

  deinit { buffer.deallocate() }

  private static func allocate(_ size: Int) -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: size, alignment: 64)
  }

  /// The next piece, or nil when there is none; an error is thrown when what could be read before it was given out.
  func next() throws(InputError) -> ArrayPiece? {
    while true {
      if isAtEnd {
        if let failure { throw failure }
        return nil
      }
      makeRoom()
      fill()
      scan()
      if isAtEnd, !state.isOver { isTruncated = true }
      if state.isOver { readRest() }
      if !elements.isEmpty { return giveOut() }
    }
  }

  /// Everything up to the last whole element leaves with the piece, the beginning of the next one stays.
  private func giveOut() -> ArrayPiece {
    let given = buffer
    let rest = UnsafeRawBufferPointer(rebasing: given[firstNeeded..<filled])
    buffer = Self.allocate(isAtEnd ? 1 : max(pieceSize, rest.count * 2))
    if !isAtEnd { buffer.copyMemory(from: rest) }
    forget(firstNeeded)
    defer { elements = [] }
    return ArrayPiece(bytes: given, elements: elements)
  }

  /// The offset of the first byte that is looked at again: a key that is not closed, an element, or what is not scanned.
  private var firstNeeded: Int {
    if let start = state.elementStart { return start }
    let isKey = state.isInString && state.arrayDepth == nil && state.position - state.stringStart <= key.count
    return isKey ? state.stringStart : state.position
  }

  private func forget(_ count: Int) {
    filled -= count
    state.position -= count
    state.stringStart -= count
    state.elementStart = state.elementStart.map { $0 - count }
  }

  /// Moves what is needed to the front of the buffer, or makes the buffer larger for an element that does not fit.
  private func makeRoom() {
    guard filled == buffer.count else { return }
    let needed = firstNeeded
    if needed > 0, let base = buffer.baseAddress {
      memmove(base, base + needed, filled - needed)
      forget(needed)
    } else {
      let larger = Self.allocate(buffer.count * 2)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
      buffer.deallocate()
      buffer = larger
    }
  }

  private func fill() {
    while filled < buffer.count, !isAtEnd {
      filled += read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
    }
  }

  /// What follows the array is read, so that the input's size is known.
  private func readRest() {
    let unused = Self.allocate(1 << 16)
    defer { unused.deallocate() }
    while !isAtEnd { _ = read(into: unused) }
  }

  private func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    do throws(InputError) {
      let count = try source.read(into: bytes)
      isAtEnd = count == 0
      bytesRead += Int64(count)
      return count
    } catch {
      failure = error
      isAtEnd = true
      return 0
    }
  }

  private func scan() {
    while state.position < filled, !state.isOver {
      let before = state.position
      var isStrange = false
      if let arrayDepth = state.arrayDepth, filled - before >= Self.block {
        isStrange = scanBlocks(arrayDepth)
      }
      if isStrange || state.arrayDepth == nil || filled - state.position < Self.block {
        scan(upTo: isStrange ? min(filled, state.position + Self.block) : filled)
      }
      // A backslash at the end waits for the byte that it escapes.
      if state.position == before { return }
    }
  }

  /// How many bytes are looked at in one go.
  private static let block = 64

  /// Goes through the array as long as there are whole blocks; true when the next one must be looked at byte by byte.
  private func scanBlocks(_ arrayDepth: Int) -> Bool {
    var split = CJSONArraySplit()
    split.position = state.position
    split.depth = Int64(state.depth - arrayDepth)
    split.elementStart = state.elementStart ?? 0
    split.elementLine = Int64(state.elementLine)
    split.line = Int64(state.line)
    split.isInString = state.isInString
    while !split.isOver, !split.isStrange, filled - split.position >= Self.block {
      let found = cjson_array_split(buffer.baseAddress, filled, &split, &spans, spans.count)
      for span in spans.prefix(found) { elements.append((span.start..<span.end, Int(span.line))) }
    }
    state.position = split.position
    state.depth = arrayDepth + Int(split.depth)
    state.elementStart = split.depth > 0 ? split.elementStart : nil
    state.elementLine = Int(split.elementLine)
    state.line = Int(split.line)
    state.isInString = split.isInString
    state.isOver = split.isOver
    return split.isStrange
  }

  /// Goes on byte by byte up to an offset, or to the beginning of the array.
  private func scan(upTo limit: Int) {
    guard let base = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    var s = state
    let hadArray = s.arrayDepth != nil
    while s.position < limit, !s.isOver, hadArray || s.arrayDepth == nil {
      if s.isInString {
        guard let end = endOfString(base, from: s.position) else {
          // The last byte is left when it escapes the next one.
          s.position = endsInEscape(base, from: s.position) ? filled - 1 : filled
          break
        }
        s.position = end + 1
        s.isInString = false
        if s.arrayDepth == nil, s.depth == keyDepth { s.sawKey = isKey(base, s.stringStart..<end) }
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
      case 0x7D, 0x5D: close(&s)
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

  private func close(_ s: inout State) {
    s.depth -= 1
    guard let arrayDepth = s.arrayDepth else { return }
    if s.depth == arrayDepth, let start = s.elementStart {
      elements.append((start..<s.position, s.elementLine))
      s.elementStart = nil
    } else if s.depth < arrayDepth {
      s.isOver = true
    }
  }

  /// The offset of the quote that ends a string, or nil when it is not in the buffer.
  private func endOfString(_ base: UnsafeMutablePointer<UInt8>, from start: Int) -> Int? {
    var position = start
    while position < filled {
      let byte = base[position]
      if byte == 0x22 { return position }
      position += byte == 0x5C ? 2 : 1
    }
    return nil
  }

  private func endsInEscape(_ base: UnsafeMutablePointer<UInt8>, from start: Int) -> Bool {
    var position = start
    while position < filled { position += base[position] == 0x5C ? 2 : 1 }
    return position > filled
  }

  /// True for the key that is sought; where a longer string began may be forgotten.
  private func isKey(_ base: UnsafeMutablePointer<UInt8>, _ range: Range<Int>) -> Bool {
    range.count == key.count && key.indices.allSatisfy { base[range.lowerBound + $0] == key[$0] }
  }
}
