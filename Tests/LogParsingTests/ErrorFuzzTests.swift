import Foundation
import LogParsing
import SyncModel
import TestSupport
import Testing

/// Cut, spliced, wrapped and damaged prints: nothing crashes, nothing hangs, nothing is read that is not there.
struct ErrorFuzzTests {
  private static let samples: [[UInt8]] = PrintedErrorTests.samples.compactMap {
    (try? Data(contentsOf: packageFolder.appendingPathComponent("Samples/ckerror/\($0)"))).map { [UInt8]($0) }
  }

  private static let bits = [
    "<", ">", "{", "}", "(", ")", "\"", "\\\"", "\\\\\\\"", "“", "”", ";", "\n", "\r\n", "\\n\\t", "\u{1B}[31m", "[0m",
    "<CKError 0x1: \"", "\" (14/2004)", "partial errors: {", "... 9 \"Batch Request Failed\" CKErrors omitted ...",
    "Error Domain=CKErrorDomain Code=", " UserInfo={", "CKErrorDomain:", "99999999999999999999", "Retry after ", "-",
    "\0",
    "Optional(", "recordName=", " = ", ":(Z:O)", "CKPartialErrors=<private>", "é", "\u{FF}", "CKError.Code: 7",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<20) func survivesFiveThousandDamagedPrints(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) &* 7_919)
    let reader = PrintedErrorReader()
    for _ in 0..<5000 {
      let text = Self.damaged(&random)
      let errors = reader.prints(in: String(decoding: text, as: UTF8.self), origin: Origin(line: 1))
      #expect(errors.allSatisfy(Self.isSound))
    }
  }

  /// Counts and numbers that a report can hold, and items no deeper than an item can stand.
  private static func isSound(_ error: ErrorReport) -> Bool {
    error.count > 0 && error.printed >= 0 && error.code != nil && (error.retryAfterMs ?? 0) >= 0
      && error.text.utf8.count <= 8000 && (error.items ?? []).allSatisfy(isSound)
  }

  private static func damaged(_ random: inout SeededGenerator) -> [UInt8] {
    var text = piece(&random)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = Int.random(in: 0...text.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: text = Array(text[..<place])
      case 1: text.insert(contentsOf: piece(&random).prefix(160), at: place)
      case 2:
        let bit = bits.randomElement(using: &random) ?? []
        text.insert(contentsOf: (0..<Int.random(in: 1...6, using: &random)).flatMap { _ in bit }, at: place)
      case 3: text = text.flatMap { $0 == 0x22 ? [0x5C, 0x22] : $0 == 0x0A ? [0x5C, 0x6E] : [$0] }
      case 4: text.insert(10, at: place)
      case 5: if place < text.count { text[place] = UInt8.random(in: 0...255, using: &random) }
      default: text = Array(text.prefix(place).suffix(300)) + text.suffix(120)
      }
    }
    return Array(text.prefix(700))
  }

  private static func piece(_ random: inout SeededGenerator) -> [UInt8] {
    guard let sample = samples.randomElement(using: &random) else { return [] }
    let start = Int.random(in: 0...sample.count, using: &random)
    return Array(sample[start...].prefix(Int.random(in: 20...420, using: &random)))
  }

  @Test(arguments: PrintedErrorTests.samples) func everyCutReadsThePrefixOfTheWhole(name: String) throws {
    let file = packageFolder.appendingPathComponent("Samples/ckerror/\(name)")
    let bytes = [UInt8](try Data(contentsOf: file))
    let reader = PrintedErrorReader()
    let whole = reader.prints(in: String(decoding: bytes, as: UTF8.self), origin: Origin(line: 1))
    for cut in 0..<bytes.count {
      // A number that is cut is another number.
      if cut > 0, (0x30...0x39).contains(bytes[cut]), (0x30...0x39).contains(bytes[cut - 1]) { continue }
      let part = reader.prints(in: String(decoding: bytes[..<cut], as: UTF8.self), origin: Origin(line: 1))
      #expect(Self.isPrefix(part, of: whole), "cut at \(cut)")
    }
  }

  private static func isPrefix(_ part: [ErrorReport], of whole: [ErrorReport]) -> Bool {
    part.count <= whole.count
      && zip(part, whole).allSatisfy { cut, full in
        cut.domain == full.domain && cut.code == full.code
          && isPrefix((cut.items ?? []).filter { $0.printed > 0 }, of: (full.items ?? []).filter { $0.printed > 0 })
      }
  }

  @Test(arguments: [
    "<<<<(((({{{{", "<CKError \"", "<CKError 0x1: \"Partial Failure\" (2/1011); partial errors: {",
    "Error Domain=CKErrorDomain Code=2 \"x\" UserInfo={NSUnderlyingError=0x1 {", "CKErrorDomain:2 ", "\\\\\\\\\"",
    "<CKError 0x1: \"Zone Busy\" (23); \"", "Field '", "CKRetryAfter = 3; ", "codes=[1: 1, ", "recordName=",
    "                    CKError", "Error saving record <CKRecordID: ",
  ])
  func readsManyOpenBracketsInOnePass(bomb: String) {
    let text = String(repeating: bomb, count: (1 << 16) / bomb.utf8.count)
    let errors = PrintedErrorReader().errors(in: text, origin: Origin(line: 1))
    #expect(errors.count <= text.utf8.count / 8)
  }
}
