import Arguments

/// `ckdiag explain`: what an error code, a check or an audit rule means and what to do.
struct ExplainCommand: Command {
  let definition = CommandDefinition(
    name: "explain", summary: "say what an error code, a check or a rule means", operands: "CODE|ID…",
    minimumOperands: 1,
    examples: [
      ("ckdiag explain 14", "serverRecordChanged, its causes and its cure"),
      ("ckdiag explain 6/NSCocoaErrorDomain:4099", "a code together with what stands behind the slash"),
      ("ckdiag explain QUOTA_EXCEEDED", "a code of CloudKit Web Services or the Console"),
      ("ckdiag explain cursor-loop", "a check or an audit rule"),
    ])

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    let width = environment.variables["COLUMNS"].flatMap { Int($0) }.map { max(40, $0) } ?? 80
    var texts: [String] = []
    for word in arguments.operands {
      let found = Explanation.all(of: word)
      if found.isEmpty {
        let suggestion = nearest(to: word, in: Explanation.words).map { "did you mean '\($0)'?" }
        throw CommandFailure(
          "nothing is known of '\(word)'",
          help: suggestion
            ?? "a code such as 14, 2/1011 or NSCocoaErrorDomain:134406, a name, or an id of 'ckdiag checks'")
      }
      texts += found.map { $0.text(width: width) }
    }
    environment.writeOutput(texts.joined(separator: "\n"))
    return .clean
  }
}
