import Arguments

/// `ckdiag help [COMMAND]`: the overview, or the page of a command.
struct HelpCommand: Command {
  let definition = CommandDefinition(
    name: "help", summary: "explain a command with its flags and examples", operands: "[COMMAND]", maximumOperands: 1,
    examples: [("ckdiag help analyze", "the page of analyze; 'ckdiag analyze --help' shows the same")])

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    guard let name = arguments.operands.first else {
      environment.writeOutput(ToolSurface.overview(in: environment))
      return .clean
    }
    let command = try ToolSurface.command(named: name)
    environment.writeOutput(ToolSurface.helpPage(of: command, in: environment))
    return .clean
  }
}
