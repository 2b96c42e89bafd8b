/// A CloudKit API that the compiler warns about or no longer accepts.
package struct RetiredAPI: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case property, method, initializer, enumCase, constant
    /// A class, enum, struct or typealias.
    case type
  }

  /// How a current compiler with a current SDK takes the name.
  package enum Status: String, Sendable {
    /// It warns.
    case deprecated
    /// The SDK does not have it any more.
    case removed
    /// A name of before Swift 4.2, which is an error since.
    case obsoleted
  }

  package var kind: Kind
  /// The type that declares it, with its outer types; nil for a global.
  package var owner: String?
  /// With argument labels: `perform(_:inZoneWith:completionHandler:)`.
  package var name: String
  package var status: Status
  /// Version by platform or `swift`; empty = at every version.
  package var deprecatedIn: [String: String]
  /// Platforms whose SDK of that version no longer accepts it.
  package var goneIn: [String: String] = [:]
  /// What takes its place; nil when nothing does.
  package var replacement: String?
  /// Blocks that a migration must set besides the replacement.
  package var alsoSet: [String] = []
  package var asyncAlternative: String?
  package var newSignature: String?
  /// True when the compiler warns about the type's name and not about this member.
  package var isMemberOfDeprecatedType = false

  /// `CKQueryOperation.recordFetchedBlock`.
  package var id: String { owner.map { "\($0).\(name)" } ?? name }
  /// The name without argument labels.
  package var baseName: String { String(name.prefix { $0 != "(" }) }
  /// Argument labels, "" for none; nil when it is no function.
  package var labels: [String]? {
    guard name.hasSuffix(")") else { return nil }
    let list = name.drop { $0 != "(" }.dropFirst().dropLast()
    return list.split(separator: ":").map { $0 == "_" ? "" : String($0) }
  }
}

extension RetiredAPI {
  /// The whole catalog, in the order of the tables.
  package static let all: [RetiredAPI] = parse([blocks, members, people, gone].joined(separator: "\n"))

  /// The version since which a platform deprecates it; platforms that the catalog does not name follow iOS by year.
  ///
  /// Nil when the platform never had it deprecated by version, as for `swift` and unconditional deprecations.
  package func deprecatedVersion(on platform: String) -> String? {
    if let own = deprecatedIn[platform] { return own }
    guard let version = deprecatedIn["iOS"], let major = version.split(separator: ".").first.flatMap({ Int($0) })
    else { return nil }
    switch platform {
    case "iOS", "tvOS", "macCatalyst": return version
    case "macOS": return major >= 26 ? version : major >= 14 ? "\(major - 3).0" : "10.\(major + 2)"
    case "watchOS": return major >= 26 ? version : "\(max(2, major - 7)).0"
    // visionOS began with the release of iOS 17.
    case "visionOS": return major >= 26 ? version : "\(max(1, major - 16)).0"
    default: return nil
    }
  }

  /// Reads the tables: an unindented line begins an entry, words at its start name each indented line.
  private static func parse(_ text: String) -> [RetiredAPI] {
    var all: [RetiredAPI] = []
    for line in joinedLines(of: text) {
      let isHeader = !line.hasPrefix(" ")
      let words = line.split(separator: " ", maxSplits: isHeader ? 2 : 1).map(String.init)
      if isHeader, words.count == 3, let kind = Kind(rawValue: words[0]) {
        all.append(
          RetiredAPI(
            kind: kind, owner: words[1] == "-" ? nil : words[1], name: words[2], status: .deprecated, deprecatedIn: [:])
        )
      } else if let last = all.indices.last, words.count == 2 {
        all[last].set(words[0], to: words[1])
      }
    }
    return all
  }

  private mutating func set(_ key: String, to value: String) {
    switch key {
    case "use": replacement = value
    case "also": alsoSet = value.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init)
    case "async": asyncAlternative = value
    case "new": newSignature = value
    case "member": isMemberOfDeprecatedType = true
    case "gone": goneIn = Self.versions(value)
    default:
      guard let status = Status(rawValue: key) else { return }
      self.status = status
      deprecatedIn = value == "always" ? [:] : Self.versions(value)
    }
  }

  private static func versions(_ text: String) -> [String: String] {
    var versions: [String: String] = [:]
    for pair in text.split(separator: ",") {
      let words = pair.split(separator: " ")
      if words.count == 2 { versions[String(words[0])] = String(words[1]) }
    }
    return versions
  }
}

/// The lines of a table; a line that is indented by four or more continues the one before.
func joinedLines(of text: String) -> [String] {
  var lines: [String] = []
  for line in text.split(separator: "\n") {
    if line.hasPrefix("    "), let last = lines.indices.last {
      lines[last] += " " + line.trimmingPrefix(while: { $0 == " " })
    } else {
      lines.append(String(line))
    }
  }
  return lines
}
