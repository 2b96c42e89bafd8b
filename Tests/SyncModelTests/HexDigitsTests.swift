import SyncModel
import TestSupport
import Testing

struct HexDigitsTests {
  private func number(_ text: [UInt8], anyCase: Bool) -> UInt64? {
    text.withUnsafeBytes { bytes in bytes.baseAddress.flatMap { HexDigits.sixteen($0, anyCase: anyCase) } }
  }

  @Test func everyByteAtEveryPlaceIsADigitOrNone() {
    var random = SeededGenerator(seed: 1)
    for byte in UInt8.min...UInt8.max {
      for place in 0..<16 {
        var text = (0..<16).map { _ in Array("0123456789ABCDEF".utf8)[Int.random(in: 0..<16, using: &random)] }
        text[place] = byte
        let isUpper = Array("0123456789ABCDEF".utf8).contains(byte)
        let isDigit = isUpper || Array("abcdef".utf8).contains(byte)
        let expected = isDigit ? UInt64(String(decoding: text, as: UTF8.self), radix: 16) : nil
        #expect(number(text, anyCase: true) == expected)
        #expect(number(text, anyCase: false) == (isUpper ? expected : nil))
      }
    }
  }

  @Test func aNumberIsGivenBackToTheLetter() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let value = random.next() >> (random.next() % 64)
      #expect(number(Array(HexDigits.text(value, uppercase: true).utf8), anyCase: false) == value)
      #expect(number(Array(HexDigits.text(value, uppercase: false).utf8), anyCase: true) == value)
    }
  }
}
