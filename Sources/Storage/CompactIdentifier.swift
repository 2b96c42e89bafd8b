import SyncModel

/// An identifier that can be stored in fewer bytes than its text and given back to the letter.
enum CompactIdentifier: Equatable {
  /// 16 upper-case hexadecimal digits, not all 0.
  case operation(UInt64)
  /// An upper-case UUID, not all 0.
  case uuid(UInt64, UInt64)

  init?(_ text: String) {
    var copy = text
    let found = copy.withUTF8 { bytes -> CompactIdentifier? in
      guard let base = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return nil }
      if let number = HexDigits.operationID(base, bytes.count) { return .operation(number) }
      return HexDigits.uuid(base, bytes.count).map { .uuid($0.high, $0.low) }
    }
    guard let found else { return nil }
    self = found
  }

  /// The text of an operation id that was stored as a number.
  static func operationText(_ number: Int64) -> String {
    HexDigits.text(UInt64(bitPattern: number), uppercase: true)
  }

  /// The text of a UUID that was stored as 16 bytes.
  static func uuidText(_ bytes: UnsafeRawBufferPointer) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16, uppercase: true)
    }
    return text
  }
}
