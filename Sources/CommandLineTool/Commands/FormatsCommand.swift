import Arguments
import LogParsing
import StateReading

/// Lists the formats that are recognised, and checks descriptions of the user's own.
struct FormatsCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "formats", summary: "list the formats that are recognised, or check a description of your own",
      operands: "[list | check FILE…]",
      flags: [Flag("markdown", help: "write the list as the page docs/formats.md")],
      examples: [
        ("ckdiag formats", "every format with where it comes from"),
        ("ckdiag formats check proxy.json", "whether the samples of a description match its pattern"),
      ])
  }

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    switch arguments.operands.first {
    case nil, "list":
      environment.writeOutput(arguments.has("markdown") ? Self.page : Self.list)
      return .clean
    case "check":
      guard arguments.operands.count > 1 else { throw CommandFailure("missing FILE…") }
      for path in arguments.operands.dropFirst() {
        let format = try UserFormatFile.read(path)
        let count = format.samples.count
        environment.writeOutput(
          "\(path): '\(format.id)' is sound, \(count) \(count == 1 ? "sample matches" : "samples match")\n")
      }
      return .clean
    case let word?:
      throw CommandFailure(
        "unknown action '\(word)'", help: nearest(to: word, in: ["list", "check"]).map { "did you mean '\($0)'?" })
    }
  }

  private static var all: [(id: String, title: String, origin: String)] {
    LogFormats.all.map { ($0.info.id, $0.info.title, $0.info.origin) }
      + StateDumps.all.map { ($0.info.id, $0.info.title, $0.info.origin) }
  }

  private static var list: String {
    let width = all.map(\.id.count).max() ?? 0
    return all.map { "\($0.id.padding(to: width))  \($0.title)\n" }.joined()
  }

  /// The page docs/formats.md.
  static var page: String {
    """
    # Formats

    What `ckdiag analyze` and `ckdiag ingest` read. The format is recognised from the content; `--input-format ID` \
    overrides. Written by `ckdiag formats --markdown`.

    | id | what | where it comes from |
    |---|---|---|

    """ + all.map { "| `\($0.id)` | \($0.title) | \($0.origin) |\n" }.joined()
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
