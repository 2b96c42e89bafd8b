import TestSupport
import Testing

@testable import LogParsing

struct SecretFilterTests {
  static let fragments = SecretRule.all.flatMap(\.fragments).map { fragment in fragment.utf8.map { $0 | 0x20 } }

  @Test func findsTheFirstPlaceThatCouldBelongToASecret() {
    var random = SeededGenerator(seed: 3)
    let letters = Array("ckAPIToken=dsid:@emailx -\"".utf8)
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0 }
      if Bool.random(using: &random), let fragment = Self.fragments.randomElement(using: &random) {
        bytes.insert(contentsOf: fragment, at: Int.random(in: 0...bytes.count, using: &random))
      }
      let start = Int.random(in: 0...bytes.count, using: &random)
      let found = bytes.withUnsafeBytes { SecretFilter.firstCandidate(in: $0, from: start) }
      #expect(found == Self.firstCandidate(in: bytes, from: start))
    }
  }

  @Test(arguments: SecretRule.all.indices) func namesTheRulesOfEachFragment(index: Int) {
    for fragment in SecretRule.all[index].fragments {
      for padding in 0..<4 {
        let text = Array((String(repeating: "-", count: padding) + fragment.uppercased()).utf8)
        let rules = text.withUnsafeBytes { SecretFilter.rules(for: $0) }
        #expect(rules & 1 << SecretFilter.Rules(index) != 0)
      }
    }
  }

  /// What the filter answers, place by place; of texts shorter than a fragment only a sign of an address counts.
  private static func firstCandidate(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.indices.dropFirst(start).first { place in
      bytes[place] == 0x40 || fragments.contains { bytes[place...].prefix($0.count).map { $0 | 0x20 } == $0 }
    }
  }
}
