extension CompletionSource {
  /// A script for `~/.config/fish/completions/ckdiag.fish`.
  var fish: String {
    var lines = [
      "# fish completion for \(tool); save it as ~/.config/fish/completions/\(tool).fish",
      "complete -c \(tool) -f",
    ]
    lines += globalFlags.map { line(for: $0, condition: nil) }
    lines += commands.map { command in
      "complete -c \(tool) -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
    }
    for command in commands {
      let condition = "__fish_seen_subcommand_from \(command.name)"
      if !command.offeredOperands.isEmpty {
        lines.append(
          "complete -c \(tool) -n \(quoted(condition)) -a \(quoted(command.offeredOperands.joined(separator: " ")))")
      }
      if command.maximumOperands > 0 { lines.append("complete -c \(tool) -n \(quoted(condition)) -F") }
      lines += command.flags.map { line(for: $0, condition: condition) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(for flag: Flag, condition: String?) -> String {
    var line = "complete -c \(tool)"
    if let condition { line += " -n \(quoted(condition))" }
    line += " -l \(flag.name)" + (flag.short.map { " -s \($0)" } ?? "")
    if flag.valueName != nil {
      line += flag.offeredValues.isEmpty ? " -r" : " -x -a \(quoted(flag.offeredValues.joined(separator: " ")))"
      if flag.takesPath { line += " -F" }
    }
    return line + " -d \(quoted(flag.help))"
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
