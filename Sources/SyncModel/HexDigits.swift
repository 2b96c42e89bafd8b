/// Hexadecimal identifiers that are kept as numbers.
package enum HexDigits {
  /// 16 upper-case digits, not all 0; nil for anything else.
  package static func operationID(_ text: UnsafeRawPointer, _ count: Int) -> UInt64? {
    guard count == 16, let number = sixteen(text), number != 0 else { return nil }
    return number
  }

  /// An upper-case UUID, not all 0; nil for anything else.
  package static func uuid(_ text: UnsafeRawPointer, _ count: Int) -> (high: UInt64, low: UInt64)? {
    guard count == 36, isDash(text, 8), isDash(text, 13), isDash(text, 18), isDash(text, 23),
      let a = eight(word(text, 0)), let b = eight(half(text, 9) | half(text, 14) << 32),
      let c = eight(half(text, 19) | half(text, 24) << 32), let d = eight(word(text, 28))
    else { return nil }
    let (high, low) = (a << 32 | b, c << 32 | d)
    return high | low == 0 ? nil : (high, low)
  }

  /// The number that 16 digits stand for, in upper case unless told otherwise; nil when one is no digit.
  package static func sixteen(_ text: UnsafeRawPointer, anyCase: Bool = false) -> UInt64? {
    guard let high = eight(word(text, 0), anyCase: anyCase), let low = eight(word(text, 8), anyCase: anyCase) else {
      return nil
    }
    return high << 32 | low
  }

  /// A number as 16 digits.
  package static func text(_ number: UInt64, uppercase: Bool) -> String {
    let digits = String(number, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: 16 - digits.count) + digits
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
  private static func eight(_ given: UInt64, anyCase: Bool = false) -> UInt64? {
    let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    // Without the bit that tells the cases apart; digits lie below 0x40 and keep theirs.
    let digits = anyCase ? given & ~((given & (ones &* 0x40)) >> 1) : given
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
