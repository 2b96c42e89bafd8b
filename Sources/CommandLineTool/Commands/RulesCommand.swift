import Arguments
import SourceAudit
import SyncModel

/// `ckdiag rules`: every audit rule with its severity and title.
struct RulesCommand: Command {
  let definition = CommandDefinition(
    name: "rules", summary: "list the rules that audit runs", maximumOperands: 0,
    flags: [Flag("markdown", help: "print the page docs/audit-rules.md")],
    examples: [
      ("ckdiag rules", "every rule with its severity"),
      ("ckdiag audit . --only deprecated-api", "run one of them"),
    ])

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    environment.writeOutput(arguments.has("markdown") ? AuditRules.markdown : Self.table)
    return .clean
  }

  private static var table: String {
    let infos = AuditRules.all.map(\.info)
    let width = infos.map(\.id.count).max() ?? 0
    return infos.map { info in
      let id = info.id + String(repeating: " ", count: width - info.id.count)
      let severity = info.severity.rawValue + String(repeating: " ", count: 7 - info.severity.rawValue.count)
      return "\(id)  \(severity)  \(info.title)\(info.isOnByDefault ? "" : " (off by default)")\n"
    }.joined()
  }
}
