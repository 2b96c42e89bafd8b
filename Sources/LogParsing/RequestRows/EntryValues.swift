import CJSON

/// The bytes of a text field that is there.
struct EntryBytes {
  let base: UnsafeRawPointer
  let count: Int

  /// Nil for fields that are absent, empty, no text, or a text that means "absent".
  init?(_ field: CKJSONField) {
    guard field.type == CKJSON_STRING, field.length > 0, let text = field.text else { return nil }
    base = UnsafeRawPointer(text)
    count = Int(field.length)
    // Only texts that begin like "-", "–", "null" or "undefined" can mean "absent".
    switch base.load(as: UInt8.self) {
    case 0x2D, 0x6E, 0x75, 0xE2: if count < 10, EntryText.isAbsent(string) { return nil }
    default: break
    }
  }

  var string: String { String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self) }
}

/// Numbers of request entries, which may be texts with thousands separators.
enum EntryNumber {
  /// A whole number; fractions are rounded.
  static func integer(_ field: CKJSONField) -> Int64? {
    switch Int(field.type) {
    case Int(CKJSON_INTEGER): return field.integer
    case Int(CKJSON_DOUBLE): return whole(field.number)
    case Int(CKJSON_STRING):
      guard let bytes = EntryBytes(field) else { return nil }
      return plainInteger(bytes) ?? decimal(bytes.string).flatMap(whole)
    default: return nil
    }
  }

  /// A number with or without a fraction.
  static func decimal(_ field: CKJSONField) -> Double? {
    switch Int(field.type) {
    case Int(CKJSON_INTEGER): Double(field.integer)
    case Int(CKJSON_DOUBLE): field.number
    case Int(CKJSON_STRING): EntryBytes(field).flatMap { decimal($0.string) }
    default: nil
    }
  }

  /// A delay in milliseconds from a field in seconds or one in milliseconds; negative delays are none.
  static func milliseconds(_ seconds: CKJSONField, ms: CKJSONField) -> Int64? {
    if ms.type != CKJSON_ABSENT, let value = integer(ms), value >= 0 { return value }
    guard seconds.type != CKJSON_ABSENT, let value = decimal(seconds), value >= 0, value < 1e12 else { return nil }
    return Int64((value * 1000).rounded())
  }

  /// Only digits, at most 18: the usual case.
  private static func plainInteger(_ bytes: EntryBytes) -> Int64? {
    guard bytes.count <= 18 else { return nil }
    var value: Int64 = 0
    for offset in 0..<bytes.count {
      let byte = bytes.base.load(fromByteOffset: offset, as: UInt8.self)
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    return value
  }

  /// Reads `1,234`, `1.234`, `1 234`, `12.5`, `1,234.5`, `-3`, `177 ms`.
  ///
  /// Separators whose groups all have three digits separate thousands; another last separator is the decimal point.
  static func decimal(_ text: String) -> Double? {
    var body = Substring(text.filter { !$0.isWhitespace && $0 != "'" && $0 != "’" })
    if body.hasSuffix("ms") { body = body.dropLast(2) }
    let isNegative = body.first == "-" || body.first == "−"
    if isNegative { body = body.dropFirst() }
    guard body.allSatisfy({ ("0"..."9").contains($0) || $0 == "," || $0 == "." }) else {
      return Double(text)
    }
    let groups = body.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    guard let first = groups.first, !groups.contains(where: \.isEmpty) else { return nil }
    let separators = body.filter { $0 == "," || $0 == "." }
    let isThousands =
      (1...3).contains(first.count) && first != "0" && groups.dropFirst().allSatisfy { $0.count == 3 }
      && Set(separators).count <= 1
    let digits: String
    if groups.count == 1 || isThousands {
      digits = groups.joined()
    } else {
      digits = groups.dropLast().joined() + "." + (groups.last ?? "0")
    }
    return Double(digits).map { isNegative ? -$0 : $0 }
  }

  private static func whole(_ value: Double) -> Int64? {
    guard value.isFinite, abs(value) < 9e18 else { return nil }
    return Int64(value.rounded())
  }
}

/// Hexadecimal identifiers that can be kept as numbers and given back to the letter.
enum HexDigits {
  /// 16 upper-case digits, not all 0.
  static func operationID(_ text: UnsafeRawPointer, _ count: Int) -> UInt64? {
    guard count == 16, let high = eight(word(text, 0)), let low = eight(word(text, 8)) else { return nil }
    let number = high << 32 | low
    return number == 0 ? nil : number
  }

  /// An upper-case UUID, not all 0.
  static func uuid(_ text: UnsafeRawPointer, _ count: Int) -> (high: UInt64, low: UInt64)? {
    guard count == 36, isDash(text, 8), isDash(text, 13), isDash(text, 18), isDash(text, 23),
      let a = eight(word(text, 0)), let b = eight(half(text, 9) | half(text, 14) << 32),
      let c = eight(half(text, 19) | half(text, 24) << 32), let d = eight(word(text, 28))
    else { return nil }
    let (high, low) = (a << 32 | b, c << 32 | d)
    return high | low == 0 ? nil : (high, low)
  }

  @inline(__always)
  private static func isDash(_ text: UnsafeRawPointer, _ offset: Int) -> Bool {
    text.load(fromByteOffset: offset, as: UInt8.self) == 45
  }

  @inline(__always)
  private static func word(_ text: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func half(_ text: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The number that eight digits stand for, the first in the lowest byte; all eight are read at once.
  @inline(__always)
  private static func eight(_ digits: UInt64) -> UInt64? {
    let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    /// The top bit of each byte that is at least as large; no byte of `digits` has its own top bit.
    @inline(__always) func atLeast(_ byte: UInt64) -> UInt64 { ((digits | tops) &- ones &* byte) & tops }
    let isDigit = (atLeast(0x30) & ~atLeast(0x3A)) | (atLeast(0x41) & ~atLeast(0x47))
    guard digits & tops == 0, isDigit == tops else { return nil }
    let values = (digits & (ones &* 0x0F)) &+ (digits >> 6 & ones) &* 9
    let bytes = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
    let pairs = (bytes | bytes >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt64(UInt32(truncatingIfNeeded: pairs | pairs >> 16).byteSwapped)
  }
}

extension EntryTime {
  /// Epoch seconds (10 digits) or milliseconds (13 digits).
  init(epoch value: Int64) {
    var digits = String(value)
    self = digits.withUTF8 { EntryTime(UnsafeRawBufferPointer($0)) }
  }
}
