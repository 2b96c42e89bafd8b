/// A shell for which completions can be written.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

/// What a completion script is written from.
package struct CompletionSource: Sendable {
  package var tool: String
  package var commands: [CommandDefinition]
  package var globalFlags: [Flag]

  package init(tool: String, commands: [CommandDefinition], globalFlags: [Flag]) {
    self.tool = tool
    self.commands = commands
    self.globalFlags = globalFlags
  }

  /// The script for a shell; the same definitions give the same bytes.
  package func script(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  func flags(of command: CommandDefinition) -> [Flag] {
    command.flags + globalFlags.filter { flag in !command.flags.contains { $0.name == flag.name } }
  }
}

extension Flag {
  /// Words that completion offers as the value.
  var offeredValues: [String] { choices.isEmpty ? suggestions : choices }

  /// True when the value is a path.
  package var takesPath: Bool { ["FILE", "FOLDER", "PATH", "DIRECTORY"].contains(valueName ?? "") }
}

extension CommandDefinition {
  /// Words that completion offers as the first argument.
  var offeredOperands: [String] { operandChoices }
}
