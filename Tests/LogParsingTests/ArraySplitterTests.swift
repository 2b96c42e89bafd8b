import Inputs
import TestSupport
import Testing

@testable import LogParsing

struct ArraySplitterTests {
  /// A document with its elements as they must be cut out.
  struct Document {
    var bytes: [UInt8]
    var elements: [(text: String, line: Int)]

    /// Makes a document whose strings hold everything that could be taken for structure.
    init(using random: inout SeededGenerator) {
      var text = "{\"log\":{\"entries\\\"\":[1],\"pages\": [{\"entries\":[{}]}],\n \"x\":{\"entries\":[[]]},"
      text += "\"entry\": \(Self.string(&random)), \"entries\" :["
      var elements: [(String, Int)] = []
      for number in 0..<Int.random(in: 0...12, using: &random) {
        if number > 0 { text += "," }
        text += String(repeating: ["\n", " ", "\t 5, "].randomElement(using: &random) ?? "", count: number % 3)
        if text.hasSuffix("5, ") { text += "\"[{\\\"\"," }
        let element = Self.value(depth: 0, &random)
        elements.append((element, 1 + text.utf8.count { $0 == 0x0A }))
        text += element
      }
      text += "\n], \"entries\": [{}]}, \"z\": \(Self.string(&random))}\n"
      bytes = Array(text.utf8)
      self.elements = elements
    }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> String {
      let isArray = Bool.random(using: &random)
      let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ -> String in
        let isDeeper = depth < 4 && Int.random(in: 0..<3, using: &random) == 0
        let part = isDeeper ? value(depth: depth + 1, &random) : string(&random)
        return isArray ? part : "\(string(&random)):\(part)"
      }
      let body = parts.joined(separator: Bool.random(using: &random) ? "," : " ,\n")
      return isArray ? "[\(body)]" : "{\(body)}"
    }

    private static func string(_ random: inout SeededGenerator) -> String {
      let pieces = ["{", "}", "[", "]", "\\\"", "\\\\", "\\u00e9", "é", "a", "entries", ":", "\\n", "          "]
      let length = Int.random(in: 0...9, using: &random)
      return "\"" + (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "\""
    }
  }

  @Test(arguments: [1, 16, 64, 100, 1 << 20])
  func cutsOutWhatTheDocumentWasMadeOf(pieceSize: Int) throws {
    var random = SeededGenerator(seed: UInt64(pieceSize))
    for _ in 0..<1000 {
      let document = Document(using: &random)
      let result = try Self.split(document.bytes, pieceSize: pieceSize)
      #expect(result.elements.map(\.text) == document.elements.map(\.text))
      #expect(result.elements.map(\.line) == document.elements.map(\.line))
      #expect(!result.splitter.isTruncated)
      #expect(result.splitter.bytesRead == Int64(document.bytes.count))
    }
  }

  @Test func keepsWhatIsWholeOfACutDocument() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<1000 {
      let document = Document(using: &random)
      let end = Int.random(in: 0...document.bytes.count, using: &random)
      let result = try Self.split(Array(document.bytes[..<end]), pieceSize: 128)
      let whole = try Self.split(document.bytes, pieceSize: 128)
      #expect(whole.elements.map(\.text).starts(with: result.elements.map(\.text)))
      #expect(result.splitter.bytesRead == Int64(end))
    }
  }

  @Test func readsDamagedBytesTheSameInPiecesOfAnySize() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<1000 {
      var bytes = Document(using: &random).bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = Array(#"\"{}[],x"#.utf8).randomElement(using: &random) ?? 0x5C
      }
      let results = try [1, 40, 90, 1 << 16].map { size in
        try Self.split(bytes, pieceSize: size).elements.map { "\($0.line) \($0.text)" }
      }
      #expect(results.allSatisfy { $0 == results[0] })
    }
  }

  @Test func givesOutWhatWasReadBeforeAnError() throws {
    let bytes = Array(#"{"log":{"entries":[{"a":1},{"b":2},{"c":"#.utf8)
    var position = 0
    let source = try ByteSource(path: "a.har") { (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
      guard position < bytes.count else { throw .damaged(path: "a.har", reason: "checksum") }
      buffer.copyBytes(from: bytes)
      position = bytes.count
      return bytes.count
    }
    let splitter = ArraySplitter(source, key: "entries", keyDepth: 2)
    let piece = try #require(try splitter.next())
    defer { piece.bytes.deallocate() }
    #expect(piece.elements.count == 2)
    #expect(throws: InputError.self) { try splitter.next() }
  }

  private static func split(
    _ bytes: [UInt8], pieceSize: Int
  ) throws -> (elements: [(text: String, line: Int)], splitter: ArraySplitter) {
    let source = ByteSource(path: "a.har", bytes: bytes)
    let splitter = ArraySplitter(source, key: "entries", keyDepth: 2, pieceSize: pieceSize)
    var elements: [(String, Int)] = []
    while let piece = try splitter.next() {
      for (range, line) in piece.elements {
        elements.append((String(decoding: piece.bytes[range], as: UTF8.self), line))
      }
      piece.bytes.deallocate()
    }
    return (elements, splitter)
  }
}
