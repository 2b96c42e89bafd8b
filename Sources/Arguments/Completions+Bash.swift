extension CompletionSource {
  /// A script that works in bash 3.2, which macOS still has, without the bash-completion package.
  var bash: String {
    var script = """
      # bash completion for \(tool); load it with: source <(\(tool) completions bash)
      _\(tool)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="" command="" word
        COMPREPLY=()
        if [ "$COMP_CWORD" -gt 0 ]; then previous="${COMP_WORDS[COMP_CWORD-1]}"; fi
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case "$word" in -*) ;; *) command="$word"; break ;; esac
        done
        case "$command" in

      """
    script += branch("", flags: globalFlags, operands: commands.map(\.name), takesPaths: false)
    for command in commands {
      script += branch(
        command.name, flags: flags(of: command), operands: command.offeredOperands,
        takesPaths: command.maximumOperands > 0)
    }
    return script + """
        esac
      }
      complete -o filenames -F _\(tool) \(tool)

      """
  }

  /// What is offered behind a command: values of the flag before, flags, operands, files.
  private func branch(_ name: String, flags: [Flag], operands: [String], takesPaths: Bool) -> String {
    var script = "    \(name.isEmpty ? "\"\"" : name))\n      case \"$previous\" in\n"
    for flag in flags where flag.valueName != nil {
      let spellings = ["--\(flag.name)"] + (flag.short.map { ["-\($0)"] } ?? [])
      let reply =
        flag.offeredValues.isEmpty
        ? (flag.takesPath ? "COMPREPLY=($(compgen -f -- \"$current\"))" : ":") : generate(flag.offeredValues)
      script += "        \(spellings.joined(separator: "|"))) \(reply); return ;;\n"
    }
    script += "      esac\n      case \"$current\" in\n        -*) \(generate(flags.map { "--\($0.name)" })) ;;\n"
    let files = takesPaths ? "COMPREPLY+=($(compgen -f -- \"$current\"))" : ""
    let words = operands.isEmpty ? "" : generate(operands)
    let replies = [words, files].filter { !$0.isEmpty }.joined(separator: "; ")
    return script + "        *) \(replies.isEmpty ? ":" : replies) ;;\n      esac ;;\n"
  }

  private func generate(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
  }
}
