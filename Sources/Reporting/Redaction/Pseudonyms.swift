/// Names that stand for people, records and machines: the same value always gets the same name.
struct Pseudonyms {
  /// What a value names; the raw value is the start of the pseudonym.
  enum Kind: String {
    case user, owner, record, host
    /// A UUID of which nobody knows what it names.
    case id
  }

  private var names: [String: String] = [:]
  private var counts: [Kind: Int] = [:]
  /// Values by their first token, longest first, to find them again inside of texts.
  private var byFirstToken: [[UInt8]: [(bytes: [UInt8], name: String)]] = [:]

  /// Values that name nobody.
  private static let generic: Set<String> = [
    "", "_defaultOwner", "__defaultOwner__", "_defaultZone", "(null)", "null", "nil", "none", "localhost", "<private>",
  ]

  /// The pseudonym of a value, numbered in the order in which values are first met.
  mutating func name(_ value: String, _ kind: Kind) -> String {
    if Self.generic.contains(value) || value.hasPrefix("‹redacted") { return value }
    if let known = names[value] { return known }
    let number = counts[kind, default: 0] + 1
    counts[kind] = number
    let name = "\(kind.rawValue)-\(number)"
    names[value] = name
    register(Array(value.utf8), name)
    return name
  }

  /// The known value that starts at an offset and ends where a token or its part before a dot ends.
  func known(at offset: Int, in bytes: [UInt8], firstToken: [UInt8]) -> (length: Int, name: String)? {
    var token = firstToken
    while !token.isEmpty {
      for candidate in byFirstToken[token] ?? [] {
        let end = offset + candidate.bytes.count
        guard end <= bytes.count, bytes[offset..<end].elementsEqual(candidate.bytes) else { continue }
        if end == bytes.count || !Self.isToken(bytes[end]) || !Self.isToken(bytes[end - 1])
          || bytes[end] == UInt8(ascii: ".")
        {
          return (candidate.bytes.count, candidate.name)
        }
      }
      guard let dot = token.lastIndex(of: UInt8(ascii: ".")) else { return nil }
      token.removeSubrange(dot...)
    }
    return nil
  }

  /// The pseudonym of a known value that a title shows cut in the middle or at its end: `Person.BC70…0A5B`.
  func name(ofCut text: String) -> String? {
    guard let cut = text.firstIndex(of: "…"), text.distance(from: text.startIndex, to: cut) >= 3 else { return nil }
    let (head, tail) = (text[..<cut], text[text.index(after: cut)...])
    return names.filter { $0.key.hasPrefix(head) && $0.key.hasSuffix(tail) }.min { $0.key < $1.key }?.value
  }

  /// True for the bytes of which names and identifiers are made.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "%"),
      UInt8(ascii: "+"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// A value of one or two bytes, such as a record named `1`, would be found everywhere.
  private mutating func register(_ bytes: [UInt8], _ name: String) {
    guard bytes.count >= 3 else { return }
    let token = Array(bytes.prefix(while: Self.isToken))
    let key = token.isEmpty ? Array(bytes.prefix(1)) : token
    byFirstToken[key, default: []].append((bytes, name))
    byFirstToken[key]?.sort { $0.bytes.count > $1.bytes.count }
  }
}
