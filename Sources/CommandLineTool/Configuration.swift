import Arguments
import Foundation

/// Defaults of flags from a `.ckdiag.json`.
///
/// At the top level stand flags for every command that knows them; a command's name holds flags for it alone, and
/// `thresholds` those that set a limit of a check. Keys are flags in camel case: `failOn` for `--fail-on`.
struct Configuration {
  let path: String
  private let folder: String
  private let root: [String: ConfigurationValue]

  static let fileName = ".ckdiag.json"
  /// The key of the rules that `ckdiag alert` reads.
  static let alertsKey = "alerts"
  /// Keys that are no flags: the command reads them itself.
  private static let structuredKeys = ["audit": "rules"]

  /// The file that `--config` names, else the nearest one from the working directory upwards; nil without any.
  static func load(
    _ arguments: ParsedArguments, in environment: CommandEnvironment
  ) throws(CommandFailure) -> Configuration? {
    if arguments.has("no-config") { return nil }
    if let path = arguments.value("config") { return try Configuration(path: path) }
    var folder = environment.currentDirectory
    while true {
      let path = folder.hasSuffix("/") ? folder + fileName : "\(folder)/\(fileName)"
      if FileManager.default.fileExists(atPath: path) { return try Configuration(path: path) }
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  init(path: String) throws(CommandFailure) {
    let bytes = try contents(of: path)
    self.path = path
    folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    do {
      root = try JSONDecoder().decode([String: ConfigurationValue].self, from: Data(bytes))
    } catch {
      throw CommandFailure("'\(path)' is no JSON object", help: "docs/configuration.md shows what it may hold")
    }
  }

  /// The arguments with what the file sets and the command line does not.
  func defaults(
    for command: CommandDefinition, beneath arguments: ParsedArguments
  ) throws(CommandFailure) -> ParsedArguments {
    var merged = arguments
    try checkKeys()
    var layers: [[String: ConfigurationValue]] = [root]
    for name in ["thresholds", command.name] {
      if case .section(let section) = root[name] { layers.append(section) }
    }
    // The last layer is the most specific one.
    for layer in layers.reversed() {
      for (key, value) in layer.sorted(by: { $0.key < $1.key }) {
        guard let flag = command.flags.first(where: { $0.name == flagName(key) }), merged.values[flag.name] == nil,
          let values = try values(of: flag, key: key, value)
        else { continue }
        merged.values[flag.name] = values
      }
    }
    return merged
  }

  /// What stands under `alerts`, nil when nothing does.
  var alerts: ConfigurationValue? { root[Self.alertsKey] }

  // MARK: - Keys

  /// Unknown keys are named, so that a mistyped one is not ignored.
  private func checkKeys() throws(CommandFailure) {
    let commands = Commands.all.map(\.definition)
    let everyFlag = Set(commands.flatMap(\.flags).map(\.name))
    for (key, value) in root.sorted(by: { $0.key < $1.key }) {
      if key == "thresholds" || commands.contains(where: { $0.name == key }) {
        let known = commands.first { $0.name == key }.map { Set($0.flags.map(\.name)) } ?? everyFlag
        guard case .section(let section) = value else {
          throw CommandFailure("'\(key)' in '\(path)' must be an object")
        }
        for inner in section.keys.sorted() where !known.contains(flagName(inner)) && Self.structuredKeys[key] != inner {
          throw unknown("\(key).\(inner)", meant: nearest(to: flagName(inner), in: known.sorted()))
        }
      } else if key != Self.alertsKey, !everyFlag.contains(flagName(key)) {
        let names = everyFlag.sorted() + commands.map(\.name) + ["thresholds", Self.alertsKey]
        throw unknown(key, meant: nearest(to: flagName(key), in: names))
      }
    }
  }

  private func unknown(_ key: String, meant: String?) -> CommandFailure {
    CommandFailure(
      "unknown key '\(key)' in '\(path)'",
      help: meant.map { "did you mean '\(camelCase($0))'?" } ?? "keys are flags in camel case, such as failOn")
  }

  /// `failOn` as a flag: `fail-on`.
  private func flagName(_ key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  private func camelCase(_ flag: String) -> String {
    let words = flag.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  // MARK: - Values

  /// The values of a flag; nil when it is set to false.
  private func values(
    of flag: Flag, key: String, _ value: ConfigurationValue
  ) throws(CommandFailure) -> [String]? {
    guard flag.valueName != nil else {
      guard case .flag(let isSet) = value else { throw wrong(key, "must be true or false") }
      return isSet ? [""] : nil
    }
    var words: [String] = []
    if case .list(let list) = value {
      guard flag.isRepeatable else { throw wrong(key, "must be a single value") }
      for entry in list {
        guard let word = entry.word else { throw wrong(key, "must be a list of texts") }
        words.append(word)
      }
      if words.isEmpty { return nil }
    } else {
      guard let word = value.word else { throw wrong(key, "must be a text or a number") }
      words = [word]
    }
    for word in words where !flag.choices.isEmpty && !flag.choices.contains(word) {
      throw CommandFailure(
        "'\(word)' is no value of '\(key)' in '\(path)'",
        help: nearest(to: word, in: flag.choices).map { "did you mean '\($0)'?" }
          ?? "one of: \(flag.choices.joined(separator: ", "))")
    }
    return flag.takesPath ? words.map(fromFolderOfFile) : words
  }

  private func wrong(_ key: String, _ what: String) -> CommandFailure {
    CommandFailure("'\(key)' in '\(path)' \(what)")
  }

  /// Paths mean the same wherever below the file's folder the tool runs.
  private func fromFolderOfFile(_ value: String) -> String {
    value.hasPrefix("/") || value == "-" || folder == "." ? value : "\(folder)/\(value)"
  }
}
