import LogParsing
import Testing

struct JSONTests {
  @Test func looksAtValuesWhereTheyStand() throws {
    let parser = JSONParser()
    let root = try #require(
      parser.parse(#"{"a":1,"a":2,"d":-0.5,"s":"é\n","list":[true,null,{"x":"7"}],"big":18446744073709551615,"o":{}}"#))
    #expect(root.kind == .object)
    #expect(root["a"]?.integer == 1)
    #expect(root["d"]?.number == -0.5)
    #expect(root["d"]?.integer == 0)
    #expect(root["s"]?.string == "é\n")
    #expect(root["list"]?.count == 3)
    #expect(root["list"]?.elements.map(\.kind) == [.bool, .null, .object])
    #expect(root["list"]?.elements.compactMap { $0["x"]?.integer } == [7])
    #expect(root["big"]?.integer == nil)
    #expect(root["o"]?.members.isEmpty == true)
    #expect(root["missing"] == nil)
    #expect(root["s"]?["deeper"] == nil)
    #expect(root.members.map(\.key) == ["a", "a", "d", "s", "list", "big", "o"])
    #expect(root.elements.map(\.kind) == [])
  }

  /// Text that is not JSON, and the JSON that it means.
  static let relaxed: [(text: String, json: String)] = [
    (#"{"uuid": wsThrottles_00-7fd4, "n": 5}"#, #"{"uuid":"wsThrottles_00-7fd4","n":5}"#),
    (#"{'a': True, 'b': None, 'c': "it's"}"#, #"{"a":true,"b":null,"c":"it's"}"#),
    ("{a: 1, b: undefined, c: [1, 2,],}", #"{"a":1,"b":null,"c":[1,2]}"#),
    (#"{"a": {"b": [1, 2"#, #"{"a":{"b":[1,2]}}"#),
    (#"{"a": "cut off he"#, #"{"a":"cut off he"}"#),
    (
      #"{"t": datetime.datetime(2026, 1, 5), "n": 007, "v": 1.2.3}"#,
      #"{"t":"datetime.datetime(2026, 1, 5)","n":"007","v":"1.2.3"}"#
    ),
    (#"{"a" => 1, "b" = "x"}"#, #"{"a":1,"b":"x"}"#),
    (#"{"a": "\q \u12 \ud83d x"}"#, #"{"a":"q u12 � x"}"#),
    ("[{]}", "[{}]"),
    ("{}", "{}"),
  ]

  @Test(arguments: relaxed.indices) func repairsWhatIsNearlyJSON(index: Int) throws {
    let (text, json) = Self.relaxed[index]
    let repaired = JSONParser()
    let expected = JSONParser()
    let bytes = Array(text.utf8)
    let value = try #require(bytes.withUnsafeBytes { repaired.parseRelaxed($0)?.value })
    let wanted = try #require(expected.parse(json))
    #expect(Self.text(of: value) == Self.text(of: wanted))
  }

  @Test func endsWhateverTheBytesAre() {
    var state: UInt64 = 42
    let parser = JSONParser()
    let alphabet = Array(#"{}[]":,'\abc=>()<1. "#.utf8) + [0x0A, 0xFF, 0x00, 0xC3]
    for length in 0..<3000 {
      var bytes: [UInt8] = [length.isMultiple(of: 2) ? 0x7B : 0x5B]
      for _ in 0..<(length % 60) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      let kind = bytes.withUnsafeBytes { parser.parseRelaxed($0)?.value.kind }
      #expect(kind == .object || kind == .array, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private static func text(of value: JSONValue) -> String {
    switch value.kind {
    case .object: "{" + value.members.map { "\($0.key):\(text(of: $0.value))" }.joined(separator: ",") + "}"
    case .array: "[" + value.elements.map { text(of: $0) }.joined(separator: ",") + "]"
    case .string: "'\(value.string ?? "")'"
    case .integer, .double: "\(value.number ?? 0)"
    case .bool: "\(value.bool ?? false)"
    case .null: "null"
    }
  }
}
