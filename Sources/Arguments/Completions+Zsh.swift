extension CompletionSource {
  /// A script for a folder of `fpath`, named `_ckdiag`; it can be sourced as well.
  var zsh: String {
    var script = """
      #compdef \(tool)
      # zsh completion for \(tool); save it as _\(tool) in a folder of $fpath, or: source <(\(tool) completions zsh)
      _\(tool)() {
        local context state line
        _arguments -C \\
      \(specifications(globalFlags, indent: 4))    '1: :->command' '*:: :->arguments'
        case $state in
          command)
            local -a commands
            commands=(
      \(commands.map { "        \(quoted("\($0.name):\($0.summary.replacing(":", with: "\\:"))"))\n" }.joined())      )
            _describe -t commands command commands ;;
          arguments)
            case $line[1] in

      """
    for command in commands {
      let flags = specifications(flags(of: command), indent: 12)
      let first =
        command.offeredOperands.isEmpty ? "" : " '1: :(\(command.offeredOperands.joined(separator: " ")))'"
      let rest = command.maximumOperands > (first.isEmpty ? 0 : 1) ? " '*: :_files'" : ""
      script += "        \(command.name))\n          _arguments \\\n" + flags
      script += "           \(first)\(rest.isEmpty && first.isEmpty ? " '*: :'" : rest) ;;\n"
    }
    return script + """
            esac ;;
        esac
      }
      if [ "$funcstack[1]" = "_\(tool)" ]; then _\(tool) "$@"; else compdef _\(tool) \(tool); fi

      """
  }

  private func specifications(_ flags: [Flag], indent: Int) -> String {
    flags.flatMap { flag in
      [specification(flag, spelling: "--\(flag.name)\(flag.valueName == nil ? "" : "=")")]
        + (flag.short.map { [specification(flag, spelling: "-\($0)")] } ?? [])
    }
    .map { String(repeating: " ", count: indent) + $0 + " \\\n" }.joined()
  }

  private func specification(_ flag: Flag, spelling: String) -> String {
    let help = flag.help.replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
    let value = flag.valueName.map { name in
      let action =
        flag.offeredValues.isEmpty
        ? (flag.takesPath ? "_files" : " ") : "(\(flag.offeredValues.joined(separator: " ")))"
      return ":\(name.lowercased()):\(action)"
    }
    let repeats = flag.isRepeatable ? "*" : ""
    return quoted("\(repeats)\(spelling)[\(help)]\(value ?? "")")
  }

  private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
