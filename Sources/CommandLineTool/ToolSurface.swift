import Arguments

/// What all commands have in common on the command line.
enum ToolSurface {
  /// Flags that every command knows.
  static let globalFlags = [
    Flag("config", value: "FILE", help: "defaults from FILE instead of the nearest .ckdiag.json"),
    Flag("no-config", help: "read no .ckdiag.json"),
    Flag("help", short: "h", help: "explain the command"),
    Flag("version", help: "print the version"),
  ]

  private static let purpose = """
    ckdiag reads what you have of CloudKit - Console exports, device logs, web traffic, sync stores, Swift sources, \
    schema files - and says what is wrong, how bad it is and what to do.
    """

  private static let notes = [
    "Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 ckdiag could not do its work.",
    "'ckdiag help COMMAND' explains a command. Defaults come from .ckdiag.json, searched upwards; flags win.",
  ]

  static func overview(in environment: CommandEnvironment) -> String {
    overviewPage(
      tool: "ckdiag", purpose: purpose, commands: Commands.all.map(\.definition), globalFlags: globalFlags,
      notes: notes, width: width(in: environment))
  }

  static func helpPage(of command: any Command, in environment: CommandEnvironment) -> String {
    command.definition.helpPage(tool: "ckdiag", width: width(in: environment))
  }

  /// The command of a name; the failure names what was probably meant.
  static func command(named name: String) throws(CommandFailure) -> any Command {
    if let command = Commands.all.first(where: { $0.definition.name == name }) { return command }
    let near = nearest(to: name, in: Commands.all.map(\.definition.name))
    throw CommandFailure(
      "unknown command '\(name)'", help: near.map { "did you mean '\($0)'?" } ?? "'ckdiag help' lists the commands")
  }

  /// The command's definition with the flags of every command behind its own.
  static func completed(_ definition: CommandDefinition) -> CommandDefinition {
    var completed = definition
    let names = Set(definition.flags.map(\.name))
    let letters = Set(definition.flags.compactMap(\.short))
    completed.flags += globalFlags.filter { !names.contains($0.name) }.map { flag in
      var flag = flag
      if let short = flag.short, letters.contains(short) { flag.short = nil }
      return flag
    }
    return completed
  }

  /// Columns for help: COLUMNS or 80, not more than a line that reads well.
  private static func width(in environment: CommandEnvironment) -> Int {
    let columns = environment.variables["COLUMNS"].flatMap { Int($0) } ?? 80
    return min(max(columns, 40), 120)
  }
}
