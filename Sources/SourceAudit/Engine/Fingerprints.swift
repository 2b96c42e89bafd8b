import SyncModel

/// Gives the findings of one file their fingerprints: equal ones on equal lines are told apart by their order.
struct Fingerprints {
  /// What the fingerprint takes for a path.
  let name: @Sendable (String) -> String
  private var seen: [UInt64: Int] = [:]

  init(name: @escaping @Sendable (String) -> String) { self.name = name }

  mutating func audited(_ finding: SourceFinding, in file: SourceFile) -> AuditedFinding {
    let line = file.line(finding.line)
    // The words of the line, not its blanks: a new indentation keeps the fingerprint.
    let words = line.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    var hash = Self.hash([finding.id, name(finding.path), finding.api ?? "", words])
    let count = seen[hash, default: 0]
    seen[hash] = count + 1
    if count > 0 { hash = Self.hash([String(hash), String(count)]) }
    return AuditedFinding(finding: finding, sourceLine: line, fingerprint: HexDigits.text(hash, uppercase: false))
  }

  /// The fingerprint of a finding about the project, which is the same wherever it is said.
  static func ofProject(_ finding: SourceFinding) -> String {
    HexDigits.text(hash(["project", finding.id, finding.api ?? "", finding.message]), uppercase: false)
  }

  /// FNV-1a of 64 bits.
  private static func hash(_ parts: [String]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    return hash
  }
}

extension SourceFile {
  /// A line of the file without its end; 1-based.
  func line(_ number: Int) -> String {
    let utf8 = text.utf8
    guard let range = lines.range(ofLine: number, in: utf8.count) else { return "" }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    var line = text[start..<utf8.index(start, offsetBy: range.count)]
    while line.last?.isNewline == true { line = line.dropLast() }
    return String(line)
  }
}
