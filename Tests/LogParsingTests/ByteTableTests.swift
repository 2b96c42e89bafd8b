import TestSupport
import Testing

@testable import LogParsing

/// The table of byte strings against a dictionary.
struct ByteTableTests {
  /// Few letters and lengths around the sizes of words, so that keys share beginnings, ends and hashes of slots.
  private static func key(_ random: inout SeededGenerator) -> [UInt8] {
    let length = Int.random(in: 0...40, using: &random)
    return (0..<length).map { _ in UInt8.random(in: 0x61...0x62, using: &random) }
  }

  @Test func givesEachKeyTheNumberItGotFirst() {
    var random = SeededGenerator(seed: 20_261_201)
    let table = ByteTable()
    var expected: [[UInt8]: UInt32] = [:]
    var differences: [[UInt8]] = []
    for _ in 0..<30_000 {
      let key = Self.key(&random)
      let new = UInt32(expected.count + 1)
      let given = key.withUnsafeBytes { bytes in
        // An empty array may have no address.
        withUnsafeBytes(of: UInt8(0)) { empty -> UInt32 in
          guard let base = bytes.baseAddress ?? empty.baseAddress else { return 0 }
          let hash = table.announce(base, bytes.count)
          table.fetchKey(hash)
          return table.value(of: base, bytes.count, hash) { new }
        }
      }
      if given != expected[key, default: new] { differences.append(key) }
      expected[key] = expected[key] ?? new
    }
    #expect(differences == [])
    #expect(expected.count > 15_000)
  }
}
