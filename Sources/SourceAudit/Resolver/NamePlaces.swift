import SyncModel

/// Where each name of a file stands, found when it is first asked for: in long bodies rules ask for many names.
final class NamePlaces: Sendable {
  private struct Places: Sendable {
    var byName: [String: [Int]] = [:]
    /// Those of names that end with `Block`.
    var ofBlocks: [Int] = []

    init(_ names: [SyntaxIndex.Name]) {
      byName = Dictionary(grouping: names.indices) { names[$0].text }
      ofBlocks = byName.filter { $0.key.hasSuffix("Block") }.flatMap(\.value).sorted()
    }
  }

  private let known = Locked<Places?>(nil)

  /// The positions of a name among the names of a file, ascending.
  func positions(of name: String, among names: [SyntaxIndex.Name]) -> [Int] { places(names).byName[name] ?? [] }

  /// The positions of names that end with `Block`, ascending.
  func positionsOfBlocks(among names: [SyntaxIndex.Name]) -> [Int] { places(names).ofBlocks }

  private func places(_ names: [SyntaxIndex.Name]) -> Places {
    known.with { known in
      if let known { return known }
      let made = Places(names)
      known = made
      return made
    }
  }
}
