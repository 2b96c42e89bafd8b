#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How the records of an input follow each other.
enum RecordLayout: Equatable, Sendable {
  /// One record a line.
  case lines
  /// One record a line, but a quoted field may hold line ends.
  case quotedLines
  /// JSON objects at a depth of brackets: 0 = one after the other, 1 = in an array, 2 = in an array in an object.
  case objects(depth: Int)
}

/// A piece of an input that holds whole records, and where it stands.
struct RecordChunk {
  /// The bytes, followed by as many readable ones as the parser needs.
  var bytes: UnsafeMutableRawBufferPointer
  var count: Int
  /// The line of the first byte; 1-based.
  var firstLine: Int64
  /// The records: offset, length, lines from the chunk's first line; nil for `lines`, which the worker cuts itself.
  var records: [(offset: Int, length: Int, line: Int)]?
}

/// Finds JSON objects at a depth of brackets in a stream of bytes that comes in pieces.
struct ObjectFinder {
  private let recordDepth: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isInRecord = false
  /// True when the stream ends inside a record.
  var endsInsideRecord: Bool { isInRecord }

  /// Makes a finder; `atDepth` is the depth at which the stream goes on.
  init(recordDepth: Int, atDepth depth: Int = 0) {
    self.recordDepth = recordDepth
    self.depth = depth
  }

  /// Goes over bytes from an offset on; `begin` and `end` are called at the borders of records.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, from start: Int, newline: () -> Void, begin: (Int) -> Void, end: (Int) -> Void
  ) {
    for offset in start..<bytes.count {
      let byte = bytes[offset]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isInString = false
        } else if byte == 0x0A {
          newline()
        }
        continue
      }
      switch byte {
      case 0x22: isInString = depth > 0
      case 0x0A: newline()
      case 0x7B, 0x5B:
        if byte == 0x7B, depth == recordDepth, !isInRecord {
          isInRecord = true
          begin(offset)
        }
        depth += 1
      case 0x7D, 0x5D:
        depth = max(0, depth - 1)
        if byte == 0x7D, depth == recordDepth, isInRecord {
          isInRecord = false
          end(offset + 1)
        }
      default: break
      }
    }
  }
}
