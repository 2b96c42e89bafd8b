/// What the members of a file declare and mention, for a search for those that nothing leads to.
struct MemberSummary: Sendable {
  struct Member: Sendable {
    /// Hashes of the names that lead to it.
    var declared: [UInt64]
    /// Hashes of the names in it, without those of its body.
    var mentioned: [UInt64]
    /// The position of the type around it.
    var parent: Int?
    /// True when it stays for what it holds.
    var isForced: Bool
    /// True when it stays with the type around it, whatever its name.
    var goesWithParent: Bool
  }

  /// Hashes of names in what stays in any case.
  var mentioned: [UInt64] = []
  /// Outer ones first.
  var members: [Member] = []
}

/// The names through which code that stays can come to a declaration, in all files of an audit.
struct HotNames: Sendable {
  private var hashes: Set<UInt64>

  /// Types in CloudKit's own declarations, to which an expression can lead without naming them.
  private static let ofCloudKit: [UInt64] = {
    var text = CloudKitInterface.text
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return text.withUTF8 { BodyScanner.words(in: UnsafeRawBufferPointer($0)) { capitals.contains($0) } }
  }()

  /// Follows names from what stays to what they may mean, and on from there.
  init(_ files: [MemberSummary]) {
    var search = Search(files)
    hashes = search.run(from: Self.ofCloudKit)
  }

  /// Which members of a file stay.
  func stays(_ members: [ScannedMember], isForced: [Bool], _ names: [ScannedName]) -> [Bool] {
    var stays = members.indices.map { number in
      let member = members[number]
      return isForced[number] || member.kind != .other && names[member.declared].contains { hashes.contains($0.hash) }
    }
    for (number, member) in members.enumerated().reversed() where stays[number] {
      if let parent = member.parent { stays[parent] = true }
    }
    for (number, member) in members.enumerated() where member.kind == .other {
      if let parent = member.parent, stays[parent] { stays[number] = true }
    }
    return stays
  }
}

/// A search through the members of all files.
private struct Search {
  private struct Place: Hashable {
    var file: Int
    var member: Int
  }

  private let files: [MemberSummary]
  private var stays: [[Bool]]
  /// Members by the names that lead to them.
  private var waiting: [UInt64: [Place]] = [:]
  /// Members that stay with the type around them.
  private var dependents: [Place: [Int]] = [:]
  private var found: Set<UInt64> = []
  private var next: [UInt64] = []

  init(_ files: [MemberSummary]) {
    self.files = files
    stays = files.map { Array(repeating: false, count: $0.members.count) }
  }

  mutating func run(from seeds: [UInt64]) -> Set<UInt64> {
    for (file, summary) in files.enumerated() {
      for (number, member) in summary.members.enumerated() {
        let place = Place(file: file, member: number)
        for name in member.declared { waiting[name, default: []].append(place) }
        if member.goesWithParent, let parent = member.parent {
          dependents[Place(file: file, member: parent), default: []].append(number)
        }
      }
    }
    next = seeds
    for (file, summary) in files.enumerated() {
      next += summary.mentioned
      for (number, member) in summary.members.enumerated() where member.isForced {
        keep(Place(file: file, member: number))
      }
    }
    while let name = next.popLast() {
      guard found.insert(name).inserted else { continue }
      for place in waiting[name] ?? [] { keep(place) }
    }
    return found
  }

  private mutating func keep(_ place: Place) {
    var places = [place]
    while let place = places.popLast() {
      guard !stays[place.file][place.member] else { continue }
      stays[place.file][place.member] = true
      let member = files[place.file].members[place.member]
      next += member.mentioned
      if let parent = member.parent { places.append(Place(file: place.file, member: parent)) }
      places += (dependents[place] ?? []).map { Place(file: place.file, member: $0) }
    }
  }
}
