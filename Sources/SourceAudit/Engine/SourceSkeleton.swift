import CloudKitFacts
import TextPatterns

/// Blanks bodies in which no rule can find or ask for anything, so that the parser, the slowest part of an audit, has
/// less to do.
///
/// A body stays when it holds an anchor, when its function's name is mentioned in what stays, or when it mentions a
/// function with an anchor. Declarations always stay, and every byte keeps its place. Names of blanked bodies go into the
/// index, so that questions about the whole file have the same answer.
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
    "syncEngine:|[sS]tateSerialization|stateUpdate|etchedDatabase|(?:fetch|send)Changes|pending(?:Record|Database)",
  ]

  /// The text that would be parsed in place of a source; nil when the source is parsed whole.
  package func reduced(_ text: String, isTest: Bool = false) -> String? {
    var copy = text
    let reduced = copy.withUTF8 { reduce(UnsafeRawBufferPointer($0), isTest: isTest, makeMatchers()) }
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
    fileprivate let gates: [RetiredAnchors.Gate: Matcher]
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

  /// Blanks what no rule needs; nil when that is next to nothing.
  ///
  /// `isTest` says what the path tells.
  func reduce(_ bytes: UnsafeRawBufferPointer, isTest: Bool, _ matchers: Matchers) -> Reduced? {
    guard bytes.count > 1_000, matchers.suppression.firstMatch(in: bytes) == nil else { return nil }
    let isTest = isTest || matchers.testImport.firstMatch(in: bytes) != nil
    guard isTest || matchers.wholeFile.firstMatch(in: bytes) == nil, let scanner = BodyScanner(bytes) else {
      return nil
    }
    let open = retired.openGates(matchers, bytes)
    var isKept = scanner.bodies.map { body in
      retired.stand(in: scanner.names[body.names], open: open)
        || !isTest && matchers.anchors.firstMatch(in: UnsafeRawBufferPointer(rebasing: bytes[body.whole])) != nil
    }
    if !isTest { Self.keepWhatBelongsTogether(scanner, &isKept) }
    let blanked = scanner.bodies.indices.filter { !isKept[$0] && scanner.bodies[$0].range.count > 24 }
    let count = blanked.reduce(0) { $0 + scanner.bodies[$1].range.count }
    guard count > 300 else { return nil }
    var reduced = Reduced(bytes: Array(bytes), names: [], isTest: isTest, blanked: count)
    for number in blanked {
      let body = scanner.bodies[number]
      for offset in body.range where bytes[offset] != UInt8(ascii: "\n") && bytes[offset] != UInt8(ascii: "\r") {
        reduced.bytes[offset] = UInt8(ascii: " ")
      }
      for name in scanner.names[body.names] {
        let text = String(decoding: bytes[name.offset..<name.offset + name.count], as: UTF8.self)
        reduced.names.append(SyntaxIndex.Name(offset: name.offset, text: text))
      }
    }
    return reduced
  }

  /// Keeps functions that kept code calls, and those that call a function with an anchor: rules follow such calls.
  private static func keepWhatBelongsTogether(_ scanner: BodyScanner, _ isKept: inout [Bool]) {
    let anchored = Set(scanner.bodies.indices.filter { isKept[$0] }.map { scanner.bodies[$0].name }).subtracting([0])
    var cold = scanner.bodies.indices.filter { !isKept[$0] }
    for number in cold {
      let names = scanner.names[scanner.bodies[number].names]
      if names.contains(where: { $0.isCall && anchored.contains($0.hash) }) { isKept[number] = true }
    }
    var called: Set<UInt64> = []
    func note(_ names: ArraySlice<ScannedName>) {
      for name in names where name.isCall { called.insert(name.hash) }
    }
    var next = 0
    for (number, body) in scanner.bodies.enumerated() {
      if body.names.lowerBound > next { note(scanner.names[next..<body.names.lowerBound]) }
      if isKept[number] { note(scanner.names[body.names]) }
      next = max(next, body.names.upperBound)
    }
    note(scanner.names[next...])
    var hasNew = true
    while hasNew {
      hasNew = false
      cold = cold.filter { !isKept[$0] }
      for number in cold where called.contains(scanner.bodies[number].name) {
        isKept[number] = true
        note(scanner.names[scanner.bodies[number].names])
        hasNew = true
      }
    }
  }
}

/// Names in a body that may mean a retired API.
private struct RetiredAnchors: Sendable {
  /// Words that are enough, but for the gate that their file must pass, if any.
  private var words: [UInt64: Gate?] = [:]
  /// Labels that follow each other in a call of a method or initialiser, by the last of them.
  private var labels: [UInt64: Set<[UInt64]>] = [:]
  private static let ownerName = BodyScanner.hash("ownerName".utf8)

  /// What a file with a receiver of a type cannot do without; for members whose names are common words.
  fileprivate enum Gate: String, CaseIterable {
    case operation = "Operation"
    case notification = "otification"
    case subscription = "ubscription"
    case share = "hare|articipant"

    init?(_ owner: String) {
      switch owner {
      case "CKOperation": self = .operation
      case "CKNotification": self = .notification
      case "CKSubscription": self = .subscription
      case "CKShare.Participant", "CKShare.Metadata": self = .share
      default: return nil
      }
    }
  }

  init() {
    for api in RetiredAPI.all where !api.isMemberOfDeprecatedType {
      let given = (api.labels ?? []).filter { !$0.isEmpty && $0 != "completionHandler" }
      let list = given.map { BodyScanner.hash($0.utf8) }
      let owner = api.owner ?? ""
      switch api.kind {
      case .initializer:
        // The labels tell an initialiser also where the type is left out, and where its name is a common word.
        if list.count > 1, let last = list.last { labels[last, default: []].insert(list) }
        let type = owner.split(separator: ".").last.map(String.init) ?? owner
        if !["CKRecord", "ID"].contains(type) { words[BodyScanner.hash(type.utf8)] = .some(nil) }
      // One label alone is as common a word as `for`.
      case .method where list.count > 1 || given.first.map({ $0.count > 6 }) == true:
        if let last = list.last { labels[last, default: []].insert(list) }
      default:
        let gate = api.isDistinctive ? nil : Gate(owner)
        let hash = BodyScanner.hash(api.baseName.utf8)
        // A name of several types is only as closed as the most open of them.
        words[hash] = words[hash].map { $0 == gate ? gate : nil } ?? .some(gate)
      }
    }
  }

  /// The gates that a file passes.
  fileprivate func openGates(_ matchers: SourceSkeleton.Matchers, _ bytes: UnsafeRawBufferPointer) -> Set<Gate> {
    Set(Gate.allCases.filter { matchers.gates[$0]?.firstMatch(in: bytes) != nil })
  }

  /// True when one of the words, or all labels of a call, are among the names.
  fileprivate func stand(in names: ArraySlice<ScannedName>, open: Set<Gate>) -> Bool {
    // A label such as `title:` is no use of a member.
    let hasWord = names.contains { name in
      guard !name.isLabel, let gate = words[name.hash] else { return false }
      return gate.map(open.contains) ?? true
    }
    guard !hasWord else { return true }
    return names.indices.contains { index in
      // The overload with an optional owner is the retired one.
      guard names[index].isLabel, !names[index].takesText || names[index].hash != Self.ownerName else { return false }
      return labels[names[index].hash]?.contains { Self.ends($0, at: index, of: names) } == true
    }
  }

  /// True when the labels of a call up to an index end with the given ones.
  private static func ends(_ labels: [UInt64], at index: Int, of names: ArraySlice<ScannedName>) -> Bool {
    let depth = names[index].depth
    var rest = labels.dropLast()
    for name in names[..<index].reversed() where !rest.isEmpty {
      guard name.depth >= depth else { return false }
      guard name.isLabel, name.depth == depth else { continue }
      guard name.hash == rest.popLast() else { return false }
    }
    return rest.isEmpty
  }
}
