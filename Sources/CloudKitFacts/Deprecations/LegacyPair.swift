/// A function with a completion handler that is not deprecated but has an async twin.
package struct LegacyPair: Equatable, Sendable {
  package var owner: String
  /// With argument labels.
  package var name: String
  /// The async function, with argument labels.
  package var asyncName: String
  /// The first iOS version that has the async function.
  package var asyncSince: String

  package static let all: [LegacyPair] = parse()

  /// The name without argument labels.
  package var baseName: String { String(name.prefix { $0 != "(" }) }
  /// Argument labels, "" for none.
  package var labels: [String] {
    name.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":").map { $0 == "_" ? "" : String($0) }
  }

  private static func parse() -> [LegacyPair] {
    let words = text.split { $0 == " " || $0 == "\n" }.map(String.init)
    return stride(from: 0, to: words.count - 4, by: 5).map {
      LegacyPair(owner: words[$0], name: words[$0 + 1], asyncName: words[$0 + 2], asyncSince: words[$0 + 4])
    }
  }
}
