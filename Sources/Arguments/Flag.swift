/// A flag of a command: its definition feeds the parser, the help, the completions and the docs.
package struct Flag: Sendable {
  /// Without the dashes: `input-format`.
  package var name: String
  /// A single letter, or nil.
  package var short: Character?
  /// What stands for the value in help, `FILE`; nil = the flag takes no value.
  package var valueName: String?
  /// One sentence without a full stop.
  package var help: String
  /// The values that completion offers and that the parser accepts; empty = any.
  package var choices: [String]
  /// Values that completion offers besides any other that the parser accepts.
  package var suggestions: [String] = []
  package var isRepeatable: Bool

  package init(
    _ name: String, short: Character? = nil, value valueName: String? = nil, choices: [String] = [],
    isRepeatable: Bool = false, suggestions: [String] = [], help: String
  ) {
    self.suggestions = suggestions
    self.name = name
    self.short = short
    self.valueName = valueName
    self.help = help
    self.choices = choices
    self.isRepeatable = isRepeatable
  }
}

/// A command: its definition feeds the parser, the help, the completions and the docs.
package struct CommandDefinition: Sendable {
  package var name: String
  /// One line without a full stop.
  package var summary: String
  /// What stands behind the name in the usage line: `INPUT…`.
  package var operands: String
  package var minimumOperands: Int
  package var maximumOperands: Int
  package var flags: [Flag]
  /// Words that completion offers as the first operand; the command checks them itself.
  package var operandChoices: [String]
  /// Pairs of a command line and what it does.
  package var examples: [(command: String, effect: String)]

  package init(
    name: String, summary: String, operands: String = "", minimumOperands: Int = 0, maximumOperands: Int = .max,
    operandChoices: [String] = [], flags: [Flag] = [], examples: [(command: String, effect: String)] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.minimumOperands = minimumOperands
    self.maximumOperands = maximumOperands
    self.operandChoices = operandChoices
    self.flags = flags
    self.examples = examples
  }
}

/// The arguments of one call, checked against the command's definition.
package struct ParsedArguments: Sendable {
  package var operands: [String]
  /// Values by flag name, in order; a flag without a value has "".
  package var values: [String: [String]]

  package init(operands: [String] = [], values: [String: [String]] = [:]) {
    self.operands = operands
    self.values = values
  }

  /// True when the flag was given.
  package func has(_ flag: String) -> Bool { values[flag] != nil }

  /// The last value of the flag.
  package func value(_ flag: String) -> String? { values[flag]?.last }

  /// All values of the flag, in order; a comma separates several in one value when `splittingCommas`.
  package func all(_ flag: String, splittingCommas: Bool = false) -> [String] {
    let given = values[flag] ?? []
    return splittingCommas ? given.flatMap { $0.split(separator: ",").map(String.init) } : given
  }
}
