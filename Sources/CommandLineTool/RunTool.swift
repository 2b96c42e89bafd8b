import Arguments

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The version that `--version` and the reports show.
package let ckdiagVersion = "1.0.0"

/// Runs the tool with the process's arguments and ends the process.
package func ckdiagMain() async {
  signal(SIGPIPE, SIG_IGN)
  let environment = CommandEnvironment.ofProcess(version: ckdiagVersion)
  exit(runTool(Array(CommandLine.arguments.dropFirst()), in: environment).rawValue)
}

/// Runs one call of the tool.
package func runTool(_ arguments: [String], in environment: CommandEnvironment) -> ExitCode {
  do throws(CommandFailure) {
    guard let name = arguments.first else {
      environment.writeError(ToolSurface.overview(in: environment))
      return .unusable
    }
    switch name {
    case "--help", "-h":
      environment.writeOutput(ToolSurface.overview(in: environment))
      return .clean
    case "--version":
      environment.writeOutput("ckdiag \(environment.version)\n")
      return .clean
    default: return try run(name, Array(arguments.dropFirst()), in: environment)
    }
  } catch {
    environment.tell(error)
  }
  return .unusable
}

private func run(
  _ name: String, _ arguments: [String], in environment: CommandEnvironment
) throws(CommandFailure) -> ExitCode {
  if name.hasPrefix("-") {
    throw CommandFailure("unknown flag '\(name)'", help: "a command comes first; 'ckdiag help' lists them")
  }
  let command = try ToolSurface.command(named: name)
  // Help is wanted most when something else on the line is wrong.
  let words = arguments.prefix { $0 != "--" }
  if words.contains("--help") || words.contains("-h") {
    environment.writeOutput(ToolSurface.helpPage(of: command, in: environment))
    return .clean
  }
  var parsed = try parsed(arguments, for: command.definition)
  if parsed.has("version") {
    environment.writeOutput("ckdiag \(environment.version)\n")
    return .clean
  }
  if let configuration = try Configuration.load(parsed, in: environment) {
    parsed = try configuration.defaults(for: command.definition, beneath: parsed)
  }
  return try command.run(parsed, in: environment)
}

private func parsed(
  _ arguments: [String], for command: CommandDefinition
) throws(CommandFailure) -> ParsedArguments {
  do throws(ArgumentError) { return try parseArguments(arguments, for: ToolSurface.completed(command)) } catch {
    var failure = CommandFailure(error)
    if failure.help == nil { failure.help = help(for: error, of: command) }
    throw failure
  }
}

/// The next step where the mistake itself suggests none.
private func help(for error: ArgumentError, of command: CommandDefinition) -> String {
  if case .unknownFlag(let flag, _) = error {
    let name = flag.drop { $0 == "-" }
    let owner = Commands.all.map(\.definition).first { $0.flags.contains { $0.name == name } }
    if let owner { return "it is a flag of 'ckdiag \(owner.name)'" }
  }
  if case .tooFewOperands = error { return "usage: \(command.usage(of: "ckdiag"))" }
  return "'ckdiag help \(command.name)' lists the flags"
}
