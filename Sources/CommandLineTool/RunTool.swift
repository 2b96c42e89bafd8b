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
  guard let name = arguments.first, let command = Commands.all.first(where: { $0.definition.name == name }) else {
    environment.writeError("ckdiag: error: unknown command '\(arguments.first ?? "")'\n")
    return .unusable
  }
  do throws(CommandFailure) {
    return try command.run(try parsed(Array(arguments.dropFirst()), for: command.definition), in: environment)
  } catch {
    environment.tell(error)
  }
  return .unusable
}

private func parsed(
  _ arguments: [String], for command: CommandDefinition
) throws(CommandFailure) -> ParsedArguments {
  do throws(ArgumentError) { return try parseArguments(arguments, for: command) } catch {
    throw CommandFailure(error)
  }
}
