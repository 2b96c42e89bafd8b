extension CommandDefinition {
  /// The page of `ckdiag help COMMAND`, from the definition alone.
  package func helpPage(tool: String, width: Int) -> String {
    let sentence = summary.prefix(1).uppercased() + summary.dropFirst() + "."
    var page = wrapped(sentence, width: width).map { $0 + "\n" }.joined()
    page += "\nUsage: \(usage(of: tool))\n"
    if !flags.isEmpty {
      page += "\nFlags:\n" + columns(flags.map { ($0.spelling, $0.helpWithChoices) }, width: width)
    }
    if !examples.isEmpty {
      page += "\nExamples:\n"
      for example in examples {
        page += "  \(example.command)\n"
        page += wrapped(example.effect, width: width - 6).map { "      \($0)\n" }.joined()
      }
    }
    return page
  }

  /// `ckdiag analyze [FLAGS] INPUT…`.
  package func usage(of tool: String) -> String {
    ([tool, name] + (flags.isEmpty ? [] : ["[FLAGS]"]) + (operands.isEmpty ? [] : [operands])).joined(separator: " ")
  }
}

extension Flag {
  /// `-o, --output FILE`, with room for the letter where there is none.
  package var spelling: String {
    (short.map { "-\($0), " } ?? "    ") + "--" + name + (valueName.map { " " + $0 } ?? "")
  }

  /// The help with the accepted values behind it, when it does not name them itself.
  fileprivate var helpWithChoices: String {
    if choices.allSatisfy({ help.contains($0) }) { return help }
    let list = choices.joined(separator: ", ")
    return help.hasSuffix(")") ? help.dropLast() + "; one of: \(list))" : help + " (\(list))"
  }
}

/// The page of `ckdiag --help`.
package func overviewPage(
  tool: String, purpose: String, commands: [CommandDefinition], globalFlags: [Flag], notes: [String], width: Int
) -> String {
  var page = wrapped(purpose, width: width).map { $0 + "\n" }.joined()
  page += "\nUsage: \(tool) COMMAND [FLAGS] [ARGUMENTS]\n\nCommands:\n"
  page += columns(commands.map { ($0.name, $0.summary) }, width: width)
  page += "\nFlags of every command:\n" + columns(globalFlags.map { ($0.spelling, $0.help) }, width: width)
  let examples = commands.compactMap { $0.examples.first }.prefix(4)
  if !examples.isEmpty {
    page += "\nExamples:\n" + columns(examples.map { ($0.command, $0.effect) }, width: width)
  }
  for note in notes { page += "\n" + wrapped(note, width: width).map { $0 + "\n" }.joined() }
  return page
}
