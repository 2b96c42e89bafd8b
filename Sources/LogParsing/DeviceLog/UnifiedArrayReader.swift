import Inputs
import SyncModel

/// Reads `log show --style json`: one array of objects, pretty-printed or not, possibly cut.
final class UnifiedArrayReader {
  private let interpreter: EntryInterpreter
  private var object: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var line = 1
  private var objectLine = 1
  private var records = 0
  private static let largestObject = 8 << 20

  init(sink: any RecordSink, options: ReadingOptions) {
    interpreter = EntryInterpreter(sink: sink, source: options.source)
  }

  /// Reads the whole input; complete objects of a cut one are kept.
  func read(_ input: ByteSource, into sink: any RecordSink) throws(InputError) {
    let chunks = LogChunkReader(input)
    var bytes: Int64 = 0
    while let chunk = chunks.next() {
      bytes += Int64(chunk.count)
      for index in 0..<chunk.count { take(chunk.bytes[index]) }
    }
    interpreter.finish()
    var tally = InputTally(bytes: bytes, lines: line, records: records, isTruncated: depth > 0 || !object.isEmpty)
    if tally.isTruncated { tally.notes.append("the array is not closed: the export was cut") }
    sink.add(tally)
    if let failure = chunks.failure { throw failure }
  }

  private func take(_ byte: UInt8) {
    if byte == 10 { line += 1 }
    if depth > 0 { object.append(byte) }
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x22 {
        isInString = false
      }
      return
    }
    switch byte {
    case 0x22: isInString = depth > 0
    case 0x7B:
      if depth == 0 {
        object.append(byte)
        objectLine = line
      }
      depth += 1
    case 0x7D where depth > 0:
      depth -= 1
      if depth == 0 { finishObject() }
    default: break
    }
    if object.count > Self.largestObject {
      object.removeAll()
      depth = 0
    }
  }

  private func finishObject() {
    defer { object.removeAll(keepingCapacity: true) }
    object.withUnsafeBytes { bytes in
      let fields = UnifiedFields(bytes)
      guard let range = fields.message else { return }
      records += 1
      interpreter.readMessage(
        UnsafeRawBufferPointer(rebasing: bytes[range]), isEscaped: fields.messageIsEscaped, number: objectLine,
        time: fields.time)
    }
  }
}
