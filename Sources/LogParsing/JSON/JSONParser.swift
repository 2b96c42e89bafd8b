import CJSON

/// Parses JSON documents one after the other with simdjson, reusing its memory.
package final class JSONParser {
  fileprivate let document: OpaquePointer
  fileprivate private(set) var generation = 0

  package init() {
    guard let document = cjson_document_create() else { preconditionFailure("out of memory") }
    self.document = document
  }

  deinit { cjson_document_free(document) }

  /// Parses one JSON value, or returns nil when the bytes are not exactly one.
  ///
  /// The value and everything inside it is valid until this parser parses again.
  package func parse(_ bytes: UnsafeRawBufferPointer) -> JSONValue? {
    generation += 1
    var root = CJSONNode()
    guard !bytes.isEmpty, cjson_document_parse(document, bytes.baseAddress, bytes.count, &root) == 0 else {
      return nil
    }
    return JSONValue(node: root, parser: self, generation: generation)
  }

  /// Parses an object or an array, repairing it where it is not quite JSON; `isCut` tells that its end was missing.
  package func parseRelaxed(_ bytes: UnsafeRawBufferPointer) -> (value: JSONValue, isCut: Bool)? {
    if let value = parse(bytes) { return value.isContainer ? (value, false) : nil }
    guard let (json, isCut) = RelaxedJSON.repaired(bytes) else { return nil }
    // Decoding replaces what is not UTF-8.
    return parse(String(decoding: json, as: UTF8.self)).map { ($0, isCut) }
  }

  /// True when the bytes hold a word, parsed or not.
  package static func bytes(_ bytes: UnsafeRawBufferPointer, contain word: StaticString) -> Bool {
    word.withUTF8Buffer { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        cjson_bytes_contain(bytes.baseAddress, bytes.count, $0.baseAddress, $0.count)
      }
    }
  }

  /// Parses one JSON value of a text.
  package func parse(_ text: String) -> JSONValue? {
    var copy = text
    return copy.withUTF8 { parse(UnsafeRawBufferPointer($0)) }
  }
}

/// A value inside a parsed document: looked at where it stands, nothing is copied until it is asked for.
///
/// Members of objects keep their order; of members with the same key the first wins.
package struct JSONValue {
  /// The kinds of JSON values; numbers are told apart by their spelling.
  package enum Kind: Sendable {
    case null, bool, integer, double, string, array, object
  }

  fileprivate let node: CJSONNode
  fileprivate let parser: JSONParser
  fileprivate let generation: Int

  package var kind: Kind {
    switch cjson_type(checkedNode) {
    case CJSONBool: .bool
    case CJSONInteger, CJSONUnsigned: .integer
    case CJSONDouble: .double
    case CJSONString: .string
    case CJSONArray: .array
    case CJSONObject: .object
    default: .null
    }
  }

  /// The text of a string.
  package var string: String? {
    withStringBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// An integer, a double without its fraction, or a string that spells an integer.
  package var integer: Int64? {
    var value: Int64 = 0
    if cjson_int64(checkedNode, &value) { return value }
    if let number { return Int64(exactly: number.rounded(.towardZero)) }
    return string.flatMap { Int64($0) }
  }

  /// Any number.
  package var number: Double? {
    var value = 0.0
    return cjson_double(checkedNode, &value) ? value : nil
  }

  package var bool: Bool? {
    var value = false
    return cjson_bool(checkedNode, &value) ? value : nil
  }

  /// The number of elements or members; 0 for other values.
  package var count: Int { cjson_count(checkedNode) }

  package var isNull: Bool { kind == .null }

  package var isContainer: Bool { kind == .object || kind == .array }

  /// The first member with the key, or nil for other values than objects.
  package subscript(key: StaticString) -> JSONValue? {
    var value = CJSONNode()
    let isFound = key.withUTF8Buffer { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { cjson_member(checkedNode, $0.baseAddress, $0.count, &value) }
    }
    return isFound ? JSONValue(node: value, parser: parser, generation: generation) : nil
  }

  /// The elements of an array, in order; empty for other values.
  package var elements: Elements { Elements(self, wantsObject: false) }

  /// The members of an object, in order, with duplicates; empty for other values.
  package var members: [(key: String, value: JSONValue)] {
    var walk = Elements(self, wantsObject: true)
    var members: [(key: String, value: JSONValue)] = []
    while let value = walk.next() { members.append((walk.key ?? "", value)) }
    return members
  }

  /// Gives the bytes of a string without copying them, or returns nil for other values.
  package func withStringBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    var bytes: UnsafePointer<CChar>?
    var length = 0
    guard cjson_string(checkedNode, &bytes, &length) else { return nil }
    return body(UnsafeRawBufferPointer(start: bytes, count: length))
  }

  private var checkedNode: CJSONNode {
    precondition(generation == parser.generation, "a JSON value is not used after its parser parsed again")
    return node
  }

  /// A walk over the elements of an array.
  package struct Elements: Sequence, IteratorProtocol {
    private var walk = CJSONWalk()
    private var isOver: Bool
    private let container: JSONValue
    fileprivate private(set) var key: String?

    fileprivate init(_ container: JSONValue, wantsObject: Bool) {
      self.container = container
      isOver = !cjson_walk_begin(container.checkedNode, &walk) || walk.isObject != wantsObject
    }

    package mutating func next() -> JSONValue? {
      var name: UnsafePointer<CChar>?
      var nameLength = 0
      var value = CJSONNode()
      guard !isOver, container.generation == container.parser.generation,
        cjson_walk_next(&walk, &name, &nameLength, &value)
      else { return nil }
      if let name { key = String(decoding: UnsafeRawBufferPointer(start: name, count: nameLength), as: UTF8.self) }
      return JSONValue(node: value, parser: container.parser, generation: container.generation)
    }
  }
}
