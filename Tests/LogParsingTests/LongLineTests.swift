import Inputs
import LogParsing
import SyncModel
import TestSupport
import Testing

/// Lines of a megabyte that are made to be slow: each is read in one pass, and gives no more than a line can give.
struct LongLineTests {
  /// Something repeated to a megabyte.
  struct Shape: Sendable, CustomTestStringConvertible {
    var piece: String
    var testDescription: String { String(piece.prefix(40)) }

    init(_ piece: String) { self.piece = piece }

    var text: String { String(repeating: piece, count: (1 << 20) / piece.utf8.count) }
  }

  /// A device format and what stands in front of a message of it.
  struct Style: Sendable, CustomTestStringConvertible {
    var format: String
    var prefix: String
    var testDescription: String { format }

    init(_ format: String, _ prefix: String) {
      self.format = format
      self.prefix = prefix
    }
  }

  static let shapes = [
    "<<<<(((({{{{", "{", "}>", "\"", "\\", "\\\"", "Optional(", "NSUnderlyingError=",
    "NSUnderlyingError=0x1 {Error Domain=CKErrorDomain Code=2 UserInfo={", "Error Domain=CKErrorDomain Code=2 ",
    "Error Domain=NSCocoaErrorDomain Code=134406 UserInfo={", "<CKError 0x1: \"Partial Failure\" (2/1011); ",
    "<CKError 0x1: \"Partial Failure\" (2/1011); partial errors: {", "<CKError 0x1: \"Zone Busy\" (23); \"",
    "A1:(Z:O) = <CKError 0x1: \"Zone Busy\" (23); ", "NSUnderlyingError = \"<CKError 0x1: \"Zone Busy\" (23)>\" ",
    "codes=[14: 250] ", "CKErrorDomain:25 ", "record to insert already exists ", "<CKRecordID: 0x1; recordName=",
  ].map(Shape.init)

  static let styles = [
    Style("unified-log", "2026-10-07 02:09:01.000000+0000 0x46 Default 0x1b 755 0 Notes: [com.apple.cloudkit:OP] "),
    Style("unified-log-compact", "2026-10-07 02:09:14.456 E  Notes[755:859c8e] [com.apple.cloudkit:OP] "),
    Style("unified-log-syslog", "2026-08-25 15:22:01.008417+0100  localhost Notes[1766]: [com.apple.cloudkit:OP] "),
    Style("xcode-console", "2026-11-02 09:00:00.000000+0000 Notebook[4242:7] "),
    Style("nslog", "2014-07-08 12:24:53.655 Notebook[455:92919] "),
    Style(
      "core-data-log", "CoreData: error: CoreData+CloudKit: -[NSCloudKitMirroringDelegate recoverFromError:](2312): "),
    Style("sync-engine-log", "<CKSyncEngine Private> failed sending changes for context "),
    Style("sqlite-data-log", "SQLiteData (private.db) sentRecordZoneChanges "),
    Style("plain-text", ""),
  ]

  @Test(arguments: shapes) func areReadInOnePass(_ shape: Shape) throws {
    try check(shape.text, as: Style("plain-text", ""))
  }

  @Test(arguments: styles) func mayLackAnEnd(_ style: Style) throws {
    try check(style.prefix + shapesJoined, as: style)
  }

  @Test func areNoLessSafeInJSON() throws {
    for shape in Self.shapes.enumerated().filter({ $0.offset.isMultiple(of: 4) }).map(\.element) {
      let message = shape.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      let line = #"{"timestamp":"2026-10-07 02:09:01.000000+0000","eventMessage":"\#(message)","category":"OP"}"#
      try check(line, as: Style("unified-log-ndjson", ""))
    }
  }

  /// A megabyte of all shapes in turn, without a line end.
  private var shapesJoined: String {
    let round = Self.shapes.map(\.piece).joined(separator: " ")
    return String(repeating: round, count: (1 << 20) / round.utf8.count)
  }

  private func check(_ log: String, as style: Style) throws {
    let recorder = RecordingSink()
    let format = try #require(LogFormats.all.first { $0.info.id == style.format })
    try format.read(ByteSource(path: "x", bytes: Array(log.utf8)), options: ReadingOptions(), into: recorder)
    #expect(recorder.tallies.map(\.lines) == [1])
    #expect(recorder.tallies.map(\.bytes) == [Int64(log.utf8.count)])
    let errors = recorder.errors
    #expect(errors.count <= 1000)
    #expect(errors.allSatisfy { $0.text.utf8.count <= 8000 && $0.origin.line == 1 })
  }
}
