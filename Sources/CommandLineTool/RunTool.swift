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
  do {
    let parsed = try parseArguments(Array(arguments.dropFirst()), for: command.definition)
    return try command.run(parsed, in: environment)
  } catch let failure as CommandFailure {
    environment.writeError("ckdiag: error: \(failure.message)\n")
    if let help = failure.help { environment.writeError("help: \(help)\n") }
  } catch {
    environment.writeError("ckdiag: error: \(error)\n")
  }
  return .unusable
}
