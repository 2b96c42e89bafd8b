import Foundation
import Inputs
import LogParsing
import TestSupport
import Testing

/// A log comes out of whatever was put around it as it was.
struct TextPackagingTests {
  /// A way in which a log is quoted.
  struct Quoting: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var quote: @Sendable (String) -> String

    init(_ name: String, _ quote: @escaping @Sendable (String) -> String) {
      testDescription = name
      self.quote = quote
    }

    static func lines(_ name: String, _ quote: @escaping @Sendable (Int, Substring) -> String) -> Quoting {
      Quoting(name) { text in
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { quote($0.offset, $0.element) }
          .joined(separator: "\n")
      }
    }
  }

  private static let log = """
    upload: <CKError 0x600: "Partial Failure" (2/1011); "It's no use & <tag>"; container ID = "iCloud.x"; partial errors: {
    \tA:b|c.1:(Far zone:__defaultOwner__) = <CKError 0x601: "Server Record Changed" (14/2004); server message = "client oplock error">
    \t... 7 "Batch Request Failed" CKErrors omitted ...
    }>
    then nothing
    """

  static let quotings: [Quoting] = [
    .lines("line numbers") { "\(String(repeating: " ", count: $0 < 9 ? 3 : 2))\($0 + 1)  \($1)" },
    .lines("line numbers with a colon") { "\($0 + 212):\($1)" },
    .lines("a container's name") { "app-1_2  | \($1)" },
    .lines("a path of a search") { "logs/app.log:\($0 * 3 + 12):\($1)" },
    .lines("tight quoting marks") { ">\($1)" },
    .lines("deep quoting marks") { ">>> \($1)" },
    .lines("a patch") { "+\($1)" },
    .lines("backticks") { "`\($1)`" },
    .lines("marks without width") { "\u{200B}\($1)" },
    .lines("numbered quotation") { "> \($0 + 1): \($1)" },
    Quoting("carriage returns") { $0.replacing("\n", with: "\r") },
    Quoting("HTML") { "<pre>" + html($0) + "</pre>" },
    Quoting("HTML with breaks") { "<p>" + html($0).replacing("\n", with: "<br/>\n") + "</p>" },
    Quoting("HTML on one line") { html($0).replacing("\n", with: "<br>") },
  ]

  /// Strings whose surroundings stay, with what stands before and behind the log.
  static let strings: [Quoting] = [
    Quoting("JSON") { "{\"m\":" + escaped($0) + "}" },
    Quoting("JSON in JSON") { "{\"b\":" + escaped("{\"m\":" + escaped($0) + "}") + "}" },
    Quoting("Python") { "log = '" + escaped($0).dropFirst().dropLast().replacing("'", with: "\\'") + "'" },
    Quoting("field of a table") { "a,b\n1,\"" + $0.replacing("\"", with: "\"\"") + "\"" },
  ]

  @Test(arguments: quotings) func isTakenAway(_ quoting: Quoting) throws {
    #expect(try unpacked(quoting.quote(Self.log)) == Self.log)
  }

  @Test(arguments: strings) func leavesTheTextOfAString(_ quoting: Quoting) throws {
    let text = try #require(try unpacked(quoting.quote(Self.log)))
    #expect(text.contains(Self.log))
  }

  @Test func isNotSeenInSamplesOfLogs() throws {
    var samples: [URL] = []
    for format in LogFormats.texts {
      let folder = packageFolder.appendingPathComponent("Samples/formats/\(format)")
      samples += try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }
    #expect(samples.count > 5)
    for file in samples {
      let bytes = Array(try Data(contentsOf: file).prefix(65_536))
      #expect(TextPackaging(sample: bytes) == nil, "\(file.lastPathComponent)")
    }
  }

  @Test func saysWhatItTook() {
    let text = Self.quotings[0].quote(Self.log)
    #expect(
      TextPackaging(sample: Array(text.utf8))?.note == "read without what stands around the text: line numbers")
  }

  private func unpacked(_ text: String) throws -> String? {
    let source = ByteSource(path: "x", bytes: Array(text.utf8))
    guard let packaging = TextPackaging(sample: source.sample) else { return nil }
    return String(decoding: try packaging.unpacked(source).readAll(), as: UTF8.self)
  }

  private static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#x27;")
  }

  private static func escaped(_ text: String) -> String {
    let inner = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"" + inner.replacing("\t", with: "\\t").replacing("<", with: "\\u003c") + "\""
  }
}
