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

extension EntryTime {
  /// Epoch seconds (10 digits) or milliseconds (13 digits).
  init(epoch value: Int64) {
    var digits = String(value)
    self = digits.withUTF8 { EntryTime(UnsafeRawBufferPointer($0)) }
  }
}
