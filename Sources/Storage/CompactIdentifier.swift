/// An identifier that can be stored in fewer bytes than its text and given back to the letter.
enum CompactIdentifier: Equatable {
  /// 16 upper-case hexadecimal digits, not all 0.
  case operation(UInt64)
  /// An upper-case UUID, not all 0.
  case uuid(UInt64, UInt64)

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.count == 16, let number = Self.number(bytes[...]), number != 0 {
      self = .operation(number)
      return
    }
    guard bytes.count == 36, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
    let digits = bytes.enumerated().filter { ![8, 13, 18, 23].contains($0.offset) }.map(\.element)
    guard digits.count == 32, let high = Self.number(digits[..<16]), let low = Self.number(digits[16...]),
      high | low != 0
    else { return nil }
    self = .uuid(high, low)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - 48)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): number = number << 4 | UInt64(digit - 55)
      default: return nil
      }
    }
    return number
  }

  /// The text of an operation id that was stored as a number.
  static func operationText(_ number: Int64) -> String {
    let digits = String(UInt64(bitPattern: number), radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
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
