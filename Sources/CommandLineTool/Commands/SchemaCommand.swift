import Arguments
import Reporting
import SchemaLanguage
import SyncModel

/// Reads schema files: are they sound, are they deployed, do they have what the sources need.
struct SchemaCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "schema", summary: "check CloudKit schema files, alone, against Production or against Swift sources",
      operands: "lint|diff|check|checklist PATH…", minimumOperands: 1,
      operandChoices: SchemaTask.allCases.map(\.rawValue), flags: Self.flags,
      examples: [
        ("ckdiag schema lint schema.ckdb", "mistakes in a schema file"),
        ("ckdiag schema diff development.ckdb production.ckdb", "what is not deployed; exit code 1 when something is"),
        ("ckdiag schema check Sources --schema schema.ckdb", "types, fields and indexes that the sources need"),
        ("ckdiag schema checklist Sources > CHECKLIST.md", "what must be deployed, to read before doing so"),
      ])
  }

  static let flags: [Flag] = [
    Flag("schema", value: "FILE", help: "the schema file that 'check' compares the sources with"),
    Flag(
      "format", value: "FORMAT", choices: SchemaReport.Format.allCases.map(\.rawValue), help: "form of the result"),
    Flag("output", short: "o", value: "FILE", help: "write the result to FILE; .md, .json and .txt tell the format"),
    Flag(
      "database", value: "NAME", choices: ["public", "private"],
      help: "database that the types are used in; private leaves out what only concerns grants (default: public)"),
    Flag(
      "only", value: "ID,…", isRepeatable: true, suggestions: SchemaOptions.allChecks.map(\.id),
      help: "run only these checks"),
    Flag(
      "disable", value: "ID,…", isRepeatable: true, suggestions: SchemaOptions.allChecks.map(\.id),
      help: "do not run these checks"),
    Flag(
      "fail-on", value: "SEVERITY", choices: ["error", "warning", "note", "never"],
      help: "exit code 1 when there is a finding of this severity or worse (default: error; for diff: warning)"),
  ]

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    let word = arguments.operands.first ?? ""
    guard let task = SchemaTask(rawValue: word) else {
      let near = nearest(to: word, in: SchemaTask.allCases.map(\.rawValue))
      throw CommandFailure(
        "there is no command 'schema \(word)'",
        help: near.map { "did you mean 'schema \($0)'?" } ?? "one of: lint, diff, check, checklist")
    }
    let options = try SchemaOptions(arguments, for: task)
    let paths = Array(arguments.operands.dropFirst())
    let report =
      switch task {
      case .lint: try lintReport(of: paths, options)
      case .diff: try diffReport(of: paths, options)
      case .check: try checkReport(of: paths, options)
      case .checklist: try checklistReport(of: paths, options)
      }
    try options.write(report, in: environment)
    return options.exitCode(for: report)
  }
}

/// The word behind `ckdiag schema`.
enum SchemaTask: String, CaseIterable {
  case lint
  case diff
  case check
  case checklist
}
