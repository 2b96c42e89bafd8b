import CJSON
import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Parses JSON objects of request entries with simdjson.
final class JSONChunkParser: ChunkParser {
  private let builder: RequestRowBuilder
  private let reader: OpaquePointer
  private let keys = KeyCatalog()
  private let fields: UnsafeMutablePointer<CKJSONField>

  /// Remembers which keys no field stands for.
  private final class KeyCatalog {
    var unknown: [String] = []

    func field(_ key: String) -> Int32 {
      if let field = RequestField(key: key) { return Int32(field.rawValue) }
      if unknown.count < 20, !unknown.contains(key) { unknown.append(key) }
      return -1
    }
  }

  init(_ builder: RequestRowBuilder) {
    self.builder = builder
    let count = RequestField.allCases.count
    fields = .allocate(capacity: count)
    fields.initialize(repeating: CKJSONField(), count: count)
    let context = Unmanaged.passUnretained(keys).toOpaque()
    guard
      let reader = ckjson_flat_create(
        count,
        { key, length, context in
          guard let key, let context else { return -1 }
          let text = String(decoding: UnsafeRawBufferPointer(start: key, count: length), as: UTF8.self)
          return Unmanaged<KeyCatalog>.fromOpaque(context).takeUnretainedValue().field(text)
        }, context)
    else { preconditionFailure("out of memory") }
    self.reader = reader
  }

  deinit {
    ckjson_flat_destroy(reader)
    fields.deallocate()
  }

  var tally: EntryTally { builder.tally }
  var unknownKeys: [String] { keys.unknown }

  func parse(_ chunk: RecordChunk) -> ParsedChunk {
    var parsed = ParsedChunk()
    let base = UnsafeRawPointer(chunk.bytes.baseAddress ?? UnsafeMutableRawPointer(fields))
    if let records = chunk.records {
      for record in records {
        parse(base + record.offset, record.length, chunk.firstLine + Int64(record.line), &parsed)
      }
    } else {
      parseLines(base, chunk, &parsed)
    }
    parsed.take(from: builder)
    return parsed
  }

  private func parseLines(_ base: UnsafeRawPointer, _ chunk: RecordChunk, _ parsed: inout ParsedChunk) {
    var offset = 0
    var line = chunk.firstLine
    while offset < chunk.count {
      let rest = chunk.count - offset
      let end = memchr(base + offset, 0x0A, rest).map { UnsafeRawPointer($0) - base } ?? chunk.count
      parse(base + offset, end - offset, line, &parsed)
      offset = end + 1
      line += 1
    }
  }

  @inline(__always)
  private func parse(_ text: UnsafeRawPointer, _ length: Int, _ line: Int64, _ parsed: inout ParsedChunk) {
    let result = ckjson_flat_read(reader, text.assumingMemoryBound(to: CChar.self), length, fields)
    if result.error == 0 {
      builder.tally.repeatedKeys += Int(result.repeatedKeys)
      if builder.add(fields, line: line) {
        parsed.records += 1
        return
      }
    } else if isBlank(text, length) {
      return
    } else if parseLeniently(text, length, line) {
      parsed.records += 1
      return
    }
    parsed.unrecognized += 1
    if parsed.firstUnrecognized == nil {
      let shown = String(decoding: UnsafeRawBufferPointer(start: text, count: min(length, 160)), as: UTF8.self)
      let reason = result.error == 0 ? "no request entry" : String(cString: ckjson_error_text(result.error))
      parsed.firstUnrecognized = "line \(line): \(shown) (\(reason))"
    }
  }

  /// What simdjson refuses – numbers beyond 64 bits, invalid UTF-8 – is read field by field where it can be.
  private func parseLeniently(_ text: UnsafeRawPointer, _ length: Int, _ line: Int64) -> Bool {
    guard length < 1 << 20 else { return false }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    guard let entry = LooseEntry(object: String(decoding: bytes, as: UTF8.self)) else { return false }
    return entry.withFields { builder.add($0, line: line) }
  }

  private func isBlank(_ text: UnsafeRawPointer, _ length: Int) -> Bool {
    for offset in 0..<length {
      switch text.load(fromByteOffset: offset, as: UInt8.self) {
      case 0x20, 0x09, 0x0D, 0x2C, 0x5B, 0x5D: continue
      default: return false
      }
    }
    return true
  }
}
