import Arguments

/// How a call ended: the process's exit code.
package enum ExitCode: Int32, Sendable {
  /// Nothing at or above `--fail-on`.
  case clean = 0
  /// Findings at or above `--fail-on`.
  case findings = 1
  /// ckdiag could not do its work: usage, unreadable input, broken store.
  case unusable = 2
}

/// A command of the tool.
package protocol Command: Sendable {
  var definition: CommandDefinition { get }
  /// Does the work; throws a `CommandFailure` for what goes to standard error as `ckdiag: error: …`.
  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode
}

/// Why a command cannot do its work, in words for the user.
package struct CommandFailure: Error, Equatable {
  /// Lower case, quoted user text, no full stop: `cannot read 'x.log': permission denied`.
  package var message: String
  /// The next step, or nil.
  package var help: String?

  package init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}
