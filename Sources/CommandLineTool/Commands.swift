/// Every command, in the order of the help.
package enum Commands {
  package static let all: [any Command] = [
    AnalyzeCommand(),
    IngestCommand(),
    ReportCommand(),
    AlertCommand(),
    ScheduleCommand(),
    DatabaseCommand(),
    MergeCommand(),
    AuditCommand(),
    SchemaCommand(),
    ChecksCommand(),
    RulesCommand(),
    FormatsCommand(),
    ExplainCommand(),
    CompletionsCommand(),
    HelpCommand(),
  ]
}
