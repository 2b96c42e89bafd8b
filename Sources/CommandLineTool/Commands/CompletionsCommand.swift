import Arguments

/// `ckdiag completions SHELL`: a script that completes commands, flags and ids.
struct CompletionsCommand: Command {
  let definition = CommandDefinition(
    name: "completions", summary: "write completions for bash, zsh or fish", operands: "bash|zsh|fish",
    minimumOperands: 1, maximumOperands: 1, operandChoices: CompletionShell.allCases.map(\.rawValue),
    examples: [
      ("source <(ckdiag completions bash)", "completions in this bash; in ~/.bashrc for every one"),
      ("ckdiag completions zsh > ~/.zfunc/_ckdiag", "completions of zsh, where ~/.zfunc is in $fpath"),
      ("ckdiag completions fish > ~/.config/fish/completions/ckdiag.fish", "completions of fish"),
    ])

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    let name = arguments.operands.first ?? ""
    guard let shell = CompletionShell(rawValue: name) else {
      let near = nearest(to: name, in: CompletionShell.allCases.map(\.rawValue))
      throw CommandFailure(
        "there are no completions for '\(name)'",
        help: near.map { "did you mean '\($0)'?" } ?? "one of: bash, zsh, fish")
    }
    let source = CompletionSource(
      tool: "ckdiag", commands: Commands.all.map(\.definition), globalFlags: ToolSurface.globalFlags)
    environment.writeOutput(source.script(for: shell))
    return .clean
  }
}
