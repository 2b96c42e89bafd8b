/// Tells request entries in JSON from other JSON by the keys of the first objects.
struct RequestEntrySniffer {
  /// Who writes entries with such keys.
  enum Dialect {
    case console, requestLog
  }

  private let dialects: [Dialect?]
  /// False for a text that has objects in it among other things.
  private let isMostlyObjects: Bool

  init(_ sample: InputSample) {
    let layout = Self.layout(of: sample.bytes)
    var depth = 0
    if case .objects(let found) = layout { depth = found }
    var objects: [String] = []
    var finder = ObjectFinder(recordDepth: depth)
    var start = 0
    var end = 0
    var outside = 0
    sample.bytes.prefix(32_768).withUnsafeBytes { bytes in
      finder.scan(
        bytes, from: 0, newline: {},
        begin: {
          start = $0
          outside += Self.letters(in: bytes[end..<start])
        },
        end: {
          end = $0
          if objects.count < 50 { objects.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
        })
    }
    dialects = objects.map(Self.dialect)
    isMostlyObjects = outside * 4 <= objects.reduce(0) { $0 + $1.utf8.count } || depth > 0
  }

  /// How many bytes of a text between objects are more than blanks, brackets and commas.
  private static func letters(in bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    bytes.count { $0 > 0x20 && ![0x2C, 0x5B, 0x5D].contains($0) }
  }

  /// The share of objects of the given dialects, 0 when there are none.
  func share(ifIn wanted: [Dialect]) -> Double {
    guard !dialects.isEmpty else { return 0 }
    let share = Double(dialects.count { $0.map(wanted.contains) ?? false }) / Double(dialects.count)
    return isMostlyObjects ? share : share / 2
  }

  private static func dialect(_ object: String) -> Dialect? {
    let keys = Set(topLevelKeys(of: object).map { $0.lowercased() })
    let console: Set = [
      "operationtype", "overallstatus", "executiontimems", "returnedrecordtypes", "interfacetype", "requestid",
      "operationgroupname", "clientos", "recordinsertcount",
    ]
    if keys.intersection(console).count >= 2 || (keys.contains("operationtype") || keys.contains("overallstatus")) {
      return .console
    }
    // An entry shortened to its zone, status and error still is one.
    if keys.contains("error"), keys.contains("zone") || keys.contains("returnedrecordtypes") { return .console }
    let native: Set = ["status", "code", "durationms", "cursorin", "cursorout", "morecoming", "retryafterseconds"]
    return keys.contains("operation") && !keys.isDisjoint(with: native) ? .requestLog : nil
  }

  /// The keys of an object, without those of objects in it; escapes are left as they are.
  static func topLevelKeys(of object: String) -> [String] {
    var copy = object
    return copy.withUTF8 { topLevelKeys(of: $0) }
  }

  private static func topLevelKeys(of bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    var keys: [String] = []
    var depth = 0
    var offset = 0
    var last: Range<Int>?
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        let start = offset + 1
        offset = endOfText(bytes, from: start)
        last = start..<offset
      case UInt8(ascii: ":"):
        if depth == 1, let last { keys.append(String(decoding: bytes[last], as: UTF8.self)) }
        last = nil
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): last = nil
      default: break
      }
      offset += 1
    }
    return keys
  }

  /// Where the closing quote stands, or the end of the bytes.
  private static func endOfText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(offset, bytes.count)
  }

  /// How the objects of an input follow each other, from its beginning.
  static func layout(of sample: [UInt8]) -> RecordLayout {
    guard let first = sample.firstIndex(where: { $0 > 0x20 }) else { return .lines }
    if sample[first] == UInt8(ascii: "[") { return .objects(depth: 1) }
    if isEnvelope(sample) { return .objects(depth: 2) }
    let firstLine = sample[first...].prefix { $0 != 0x0A }
    let lastOfLine = firstLine.last { $0 > 0x20 }
    let isObjectALine = firstLine.first == UInt8(ascii: "{") && lastOfLine == UInt8(ascii: "}")
    return isObjectALine ? .lines : .objects(depth: 0)
  }

  /// True when the first object's first array holds objects: `{"logs": [{…}]}`.
  private static func isEnvelope(_ sample: [UInt8]) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    var before: UInt8 = 0
    for byte in sample {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isInString = false
        }
        continue
      }
      switch byte {
      case 0x22: isInString = true
      case 0x7B:
        if depth == 2, before == 0x5B { return true }
        depth += 1
      case 0x5B: depth += 1
      case 0x7D, 0x5D:
        depth -= 1
        if depth <= 0 { return false }
      default: break
      }
      if byte > 0x20 { before = byte }
    }
    return false
  }
}
