import CloudKitFacts
import TextPatterns

/// Blanks bodies in which no rule can find or ask for anything, so that the parser, the slowest part of an audit, has
/// less to do.
///
/// A body stays when it holds an anchor, when its function's name is mentioned in what stays, or when it mentions a
/// function with an anchor. A declaration stays when it holds an anchor, or when something that stays in any file of the
/// audit names it: only then a rule can come to it. Every byte keeps its place. Names of what is blanked go into the index,
/// so that questions about the whole file have the same answer.
package struct SourceSkeleton: Sendable {
  /// Words and parts of words that rules look for in bodies.
  private let anchors: Pattern
  /// Words that make the file too interesting to leave anything out.
  private let wholeFile: Pattern
  private let suppression: Pattern
  private let testImport: Pattern
  private let retired = RetiredAnchors()
  private let gates: [RetiredAnchors.Gate: Pattern]

  package init() throws(PatternError) {
    let codes = CloudKitErrorCode.all.map(\.name).sorted().joined(separator: "|")
    anchors = try Pattern(Self.words.joined(separator: "|") + "|\\b(?:" + codes + ")\\b")
    suppression = try Pattern("ckdiag:disable")
    wholeFile = try Pattern("ExportedAssetID")
    var gates: [RetiredAnchors.Gate: Pattern] = [:]
    for gate in RetiredAnchors.Gate.allCases { gates[gate] = try Pattern(gate.rawValue) }
    self.gates = gates
    testImport = try Pattern("(?m)^[ \\t]*(?:@\\w+[ \\t]+)*import[ \\t]+(?:XCTest|Testing)\\b")
  }

  /// What a body or its head must hold for any rule to find something there, or to be kept quiet by it.
  ///
  /// What a rule only asks of the whole file (`has`, `mentions`) is no anchor: the index knows the names of blanked
  /// bodies.
  private static let words: [String] = [
    // What is made.
    "CK(?:\\w+Operation|Container|\\w*Subscription|Query|Share|Reference|\\w*NotificationInfo)(?:\\.init|\\.default)?\\(",
    "\\b(?:Reference|NotificationInfo)(?:\\.init)?\\(", "recordType:[^{};]{0,300}recordID:", "setParent",
    "(?:record|zone)Name: *\"", "CloudKitContainer|ModelConfiguration|cloudKitDatabase",
    "uniquenessConstraints|\\.unique\\b|Unique\\b",
    // Requests and their answers.
    "Block\\b", "\\.save\\([^)]", "\\.records?\\(for", "\\.(?:recordZone|subscription|shareMetadata)\\(",
    "with(?:Record|Query|Cursor|Subscription)\\w*:", "inZoneWith:|matching:|MatchFrom:",
    "modify(?:Record|Subscription)\\w*\\(", "delete(?:Record|Subscription)\\w*\\(",
    "[aA]ll(?:RecordZones|Subscriptions)\\(", "ecordZoneChanges\\(|databaseChanges\\(|deletions|recordZoneWithID",
    "matchResults|(?:save|delete)Results|ResultsByID", "[sS]avePolicy", "\\.record(?:sToSave|IDsToDelete)\\s*=",
    "[pP]articipant", "\\.commit", "(?:forKey:|as\\?).*\\)!|\\]!|[\\])]\\s*as!",
    // Failures and accounts.
    "[pP]artialErrors", "[rR]etr(?:y|ies)|[aA]ttempt|[tT]ries\\b",
    "ccountStatus|accountChange|couldNotDetermine|temporarilyUnavailable|\\.available\\b",
    // The sync engine.
    "userDidAcceptCloudKitShareWith|syncEngine:|[sS]tateSerialization|stateUpdate|etchedDatabase|(?:fetch|send)Changes|pending(?:Record|Database)",
  ]

  /// The text that would be parsed in place of a source; nil when the source is parsed whole.
  ///
  /// With `alone` the source counts as the whole project, and members that nothing in it leads to are blanked too.
  package func reduced(_ text: String, isTest: Bool = false, alone: Bool = false) -> String? {
    var copy = text
    let reduced = copy.withUTF8 { utf8 -> Reduced? in
      let bytes = UnsafeRawBufferPointer(utf8)
      let matchers = makeMatchers()
      let hot = alone ? HotNames([summary(of: bytes, isTest: isTest, matchers)]) : nil
      return reduce(bytes, isTest: isTest, matchers, hot)
    }
    return reduced.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// The working memory for one thread.
  func makeMatchers() -> Matchers {
    Matchers(
      anchors: anchors.makeMatcher(), wholeFile: wholeFile.makeMatcher(), suppression: suppression.makeMatcher(),
      testImport: testImport.makeMatcher(), gates: gates.mapValues { $0.makeMatcher() })
  }

  /// The matchers of one thread.
  struct Matchers {
    fileprivate let anchors: Matcher
    fileprivate let wholeFile: Matcher
    fileprivate let suppression: Matcher
    fileprivate let testImport: Matcher
    let gates: [RetiredAnchors.Gate: Matcher]
  }

  /// A source with blanked bodies.
  struct Reduced {
    /// As long as the source.
    var bytes: [UInt8]
    /// The identifiers in blanked bodies, in order.
    var names: [SyntaxIndex.Name]
    /// True when only what is looked for in tests was kept.
    var isTest: Bool
    /// Bytes of the blanked bodies.
    var blanked: Int
  }

  /// A source cut into pieces, with those that stay for what they hold.
  private struct Plan {
    var scanner: BodyScanner
    /// Of each body.
    var isKept: [Bool]
    /// Of each member; for a type that its head stays.
    var isForced: [Bool]
    var isTest: Bool
  }

  /// Decides what stays of a source for its own sake; nil when all does.
  private func plan(_ bytes: UnsafeRawBufferPointer, isTest: Bool, _ matchers: Matchers) -> Plan? {
    guard bytes.count > 400, matchers.suppression.firstMatch(in: bytes) == nil else { return nil }
    let isTest = isTest || matchers.testImport.firstMatch(in: bytes) != nil
    guard isTest || matchers.wholeFile.firstMatch(in: bytes) == nil, let scanner = BodyScanner(bytes) else {
      return nil
    }
    let open = retired.openGates(matchers, bytes)
    func hasAnchor(_ range: Range<Int>) -> Bool {
      !isTest && matchers.anchors.firstMatch(in: UnsafeRawBufferPointer(rebasing: bytes[range])) != nil
    }
    let parts = scanner.members.map { scanner.parts(of: $0) }
    var links = BodyLinks(scanner)
    if !isTest {
      links.add(bodies: scanner.bodies.indices.filter { hasAnchor(scanner.bodies[$0].whole) })
      links.add(parts: parts.map { $0.contains { hasAnchor($0.bytes) } }, parts)
      links.follow()
    }
    let isKept = scanner.bodies.indices.map { number in
      links.isLinked[number] || retired.stand(in: scanner.names[scanner.bodies[number].names], open: open)
    }
    let isForced = scanner.members.enumerated().map { number, member in
      if member.kind == .other, member.parent == nil || member.headEnd != nil { return true }
      if links.isForced[number] { return true }
      return member.body.map { isKept[$0] } == true
        || parts[number].contains { retired.stand(in: scanner.names[$0.names], open: open, isHead: true) }
    }
    return Plan(scanner: scanner, isKept: isKept, isForced: isForced, isTest: isTest)
  }

  /// What a source mentions that stays, and what its members declare and mention.
  func summary(of bytes: UnsafeRawBufferPointer, isTest: Bool, _ matchers: Matchers) -> MemberSummary {
    guard let plan = plan(bytes, isTest: isTest, matchers), plan.isTest == isTest else {
      return MemberSummary(mentioned: BodyScanner.words(in: bytes))
    }
    let scanner = plan.scanner
    var summary = MemberSummary()
    for (number, body) in scanner.bodies.enumerated() where plan.isKept[number] {
      summary.mentioned += scanner.names[body.names].filter { !$0.isLabel }.map(\.hash)
    }
    var next = 0
    for (number, member) in scanner.members.enumerated() {
      if member.names.lowerBound > next {
        summary.mentioned += scanner.names[next..<member.names.lowerBound].map(\.hash)
      }
      next = max(next, member.names.upperBound)
      summary.members.append(
        MemberSummary.Member(
          declared: member.kind == .other ? [] : scanner.names[member.declared].map(\.hash),
          mentioned: scanner.mentions(of: member), parent: member.parent, isForced: plan.isForced[number],
          goesWithParent: member.kind == .other))
    }
    summary.mentioned += scanner.names[next...].map(\.hash)
    return summary
  }

  /// Blanks what no rule needs; nil when that is next to nothing.
  ///
  /// `isTest` says what the path tells; without `hot` all declarations stay.
  func reduce(_ bytes: UnsafeRawBufferPointer, isTest: Bool, _ matchers: Matchers, _ hot: HotNames?) -> Reduced? {
    guard let plan = plan(bytes, isTest: isTest, matchers) else { return nil }
    let scanner = plan.scanner
    let blanked = Self.blankedRanges(plan, hot)
    let count = blanked.reduce(0) { $0 + $1.count }
    guard count > 100 else { return nil }
    var reduced = Reduced(bytes: Array(bytes), names: [], isTest: plan.isTest, blanked: count)
    let blank = UInt8(ascii: " ")
    for range in blanked {
      for offset in range where bytes[offset] != UInt8(ascii: "\n") && bytes[offset] != UInt8(ascii: "\r") {
        reduced.bytes[offset] = blank
      }
    }
    for name in scanner.names where reduced.bytes[name.offset] == blank {
      let text = String(decoding: bytes[name.offset..<name.offset + name.count], as: UTF8.self)
      reduced.names.append(SyntaxIndex.Name(offset: name.offset, text: text))
    }
    return reduced
  }

  private static func blankedRanges(_ plan: Plan, _ hot: HotNames?) -> [Range<Int>] {
    let scanner = plan.scanner
    var isGone = Array(repeating: false, count: scanner.bodies.count)
    var ranges: [Range<Int>] = []
    if let hot {
      let stays = hot.stays(scanner.members, isForced: plan.isForced, scanner.names)
      for (number, member) in scanner.members.enumerated() where !stays[number] {
        if let body = member.body { isGone[body] = true }
        if member.parent.map({ stays[$0] }) ?? true { ranges.append(member.range) }
      }
    }
    for (number, body) in scanner.bodies.enumerated() where !plan.isKept[number] && !isGone[number] {
      if body.range.count > 24 { ranges.append(body.range) }
    }
    return ranges
  }
}
