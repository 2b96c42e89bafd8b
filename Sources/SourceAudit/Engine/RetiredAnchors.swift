import CloudKitFacts

/// Names in a body that may mean a retired API.
struct RetiredAnchors: Sendable {
  /// Words that are enough, but for the gate that their file must pass, if any.
  private var words: [UInt64: Gate?] = [:]
  /// Labels that follow each other in a call of a method or initialiser, by the last of them.
  private var labels: [UInt64: Set<[UInt64]>] = [:]
  private static let ownerName = BodyScanner.hash("ownerName".utf8)

  /// What a file with a receiver of a type cannot do without; for members whose names are common words.
  enum Gate: String, CaseIterable {
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
  func openGates(_ matchers: SourceSkeleton.Matchers, _ bytes: UnsafeRawBufferPointer) -> Set<Gate> {
    Set(Gate.allCases.filter { matchers.gates[$0]?.firstMatch(in: bytes) != nil })
  }

  /// True when one of the words, or all labels of a call, are among the names.
  ///
  /// In the head of a declaration a name in front of a colon is that of a parameter.
  func stand(in names: ArraySlice<ScannedName>, open: Set<Gate>, isHead: Bool = false) -> Bool {
    // A label such as `title:` is no use of a member.
    let hasWord = names.contains { name in
      guard !name.isLabel, !isHead || !name.isParameter, let gate = words[name.hash] else { return false }
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
