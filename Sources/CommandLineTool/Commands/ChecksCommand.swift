import Arguments
import Detection
import SyncModel

/// `ckdiag checks`: every check with its severity and title.
struct ChecksCommand: Command {
  let definition = CommandDefinition(
    name: "checks", summary: "list the checks that analyze and report run", maximumOperands: 0,
    flags: [Flag("markdown", help: "print the page docs/checks.md")],
    examples: [
      ("ckdiag checks", "every check with its severity"),
      ("ckdiag explain record-conflict", "the page of one check"),
    ])

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    environment.writeOutput(arguments.has("markdown") ? Checks.markdown : Self.table)
    return .clean
  }

  private static var table: String {
    let infos = Checks.all.map(\.info)
    let width = infos.map(\.id.count).max() ?? 0
    return infos.map { info in
      let id = info.id + String(repeating: " ", count: width - info.id.count)
      let severity = info.severity.rawValue + String(repeating: " ", count: 7 - info.severity.rawValue.count)
      return "\(id)  \(severity)  \(info.title)\n"
    }.joined()
  }
}
