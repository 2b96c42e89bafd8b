/// Pages of a request log, many at a time: what their streams have in common stands once, cursors stand in one piece.
///
/// All pages are answered, and have neither an operation nor a text of their own.
package struct PageBatch: Sendable {
  /// What pages of one stream have in common.
  package struct Stream: Equatable, Sendable {
    package var kind: PageRecord.Kind
    package var name: String
    package var subject: String

    package init(kind: PageRecord.Kind, name: String, subject: String) {
      self.kind = kind
      self.name = name
      self.subject = subject
    }
  }

  /// Where the text of a cursor stands among the batch's bytes.
  package struct Cursor: Sendable {
    package fileprivate(set) var offset = 0
    /// -1 = there is no cursor.
    package fileprivate(set) var count = -1
    package fileprivate(set) var digest = CursorDigest.none
  }

  /// One page; integers that are absent are `RequestBatch.absent`.
  package struct Row: Sendable {
    package var line: Int64
    package var time: Int64
    /// An index of the batch's streams.
    package var stream: Int
    package var cursorIn = Cursor()
    package var cursorOut = Cursor()
    /// 1 or 0.
    package var moreComing = RequestBatch.absent
    package var items = RequestBatch.absent
    package var bytes = RequestBatch.absent
    package var durationMs = RequestBatch.absent

    package init(line: Int64, time: Int64, stream: Int) {
      self.line = line
      self.time = time
      self.stream = stream
    }
  }

  /// The input's number.
  package var source: Int32 = 0
  package var streams: [Stream] = []
  package var rows: [Row] = []
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Takes the text of a cursor.
  package mutating func cursor(_ text: UnsafeRawBufferPointer) -> Cursor {
    let cursor = Cursor(offset: bytes.count, count: text.count, digest: CursorDigest(text))
    bytes.append(contentsOf: text)
    return cursor
  }

  /// The pages one by one.
  package var records: [PageRecord] {
    rows.map { row in
      let stream = streams[row.stream]
      func integer(_ value: Int64) -> Int64? { value == RequestBatch.absent ? nil : value }
      return PageRecord(
        origin: Origin(source: source, line: Int(row.line)),
        time: integer(row.time).map { Timestamp(milliseconds: $0) }, kind: stream.kind, stream: stream.name,
        subject: stream.subject, cursorIn: text(row.cursorIn), cursorOut: text(row.cursorOut),
        moreComing: integer(row.moreComing).map { $0 != 0 }, items: integer(row.items).map { Int($0) },
        bytes: integer(row.bytes), durationMs: integer(row.durationMs))
    }
  }

  private func text(_ cursor: Cursor) -> String? {
    guard cursor.count >= 0 else { return nil }
    return String(decoding: bytes[cursor.offset..<cursor.offset + cursor.count], as: UTF8.self)
  }
}

/// A number that stands for a cursor, so that cursors are compared without their texts.
package struct CursorDigest: Equatable, Sendable {
  /// Of no cursor.
  package static let none = CursorDigest(value: 0)
  /// Of `PageRecord.unknownCursor`.
  package static let unknown = CursorDigest(PageRecord.unknownCursor)

  private let value: UInt64

  private init(value: UInt64) { self.value = value }

  /// Reads eight bytes at a time.
  package init(_ text: UnsafeRawBufferPointer) {
    var hash = UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset < text.count {
      var word: UInt64 = 0
      if offset + 8 <= text.count {
        word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      } else {
        for byte in text[offset...] { word = word << 8 | UInt64(byte) }
      }
      hash = (hash ^ word) &* 0xBF58_476D_1CE4_E5B9
      hash ^= hash >> 29
      offset += 8
    }
    hash = hash &* 0x94D0_49BB_1331_11EB
    hash ^= hash >> 32
    value = hash == 0 ? 1 : hash
  }

  /// Of a text that stands alone; nil is no cursor.
  package init(_ text: String?) {
    guard var text else {
      self = .none
      return
    }
    self = text.withUTF8 { CursorDigest(UnsafeRawBufferPointer($0)) }
  }
}
