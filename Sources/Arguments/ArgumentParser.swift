/// What is wrong with the arguments of a call.
package enum ArgumentError: Error, Equatable {
  case unknownFlag(String, suggestion: String?)
  case missingValue(flag: String)
  case unexpectedValue(flag: String)
  case repeated(flag: String)
  case invalidValue(flag: String, value: String, choices: [String], suggestion: String?)
  case tooFewOperands(expected: String)
  case tooManyOperands(first: String)
}

/// Parses the arguments of a command by its definition.
///
/// `--flag value`, `--flag=value`, `-f value`, `-fvalue`; `--` ends the flags; `-` alone is an operand.
package func parseArguments(_ arguments: [String], for command: CommandDefinition) throws(ArgumentError)
  -> ParsedArguments
{
  var parsed = ParsedArguments()
  var rest = arguments[...]
  while let argument = rest.popFirst() {
    if argument == "--" {
      parsed.operands += rest
      break
    }
    guard argument.hasPrefix("-"), argument != "-" else {
      parsed.operands.append(argument)
      continue
    }
    let (flag, attached) = try split(argument, for: command)
    var value = ""
    if flag.valueName != nil {
      guard let given = attached ?? rest.popFirst() else { throw .missingValue(flag: flag.name) }
      if !flag.choices.isEmpty, !flag.choices.contains(given) {
        throw .invalidValue(
          flag: flag.name, value: given, choices: flag.choices, suggestion: nearest(to: given, in: flag.choices))
      }
      value = given
    } else if attached != nil {
      throw .unexpectedValue(flag: flag.name)
    }
    if parsed.values[flag.name] != nil, !flag.isRepeatable { throw .repeated(flag: flag.name) }
    parsed.values[flag.name, default: []].append(value)
  }
  if parsed.operands.count < command.minimumOperands { throw .tooFewOperands(expected: command.operands) }
  if parsed.operands.count > command.maximumOperands {
    throw .tooManyOperands(first: parsed.operands[command.maximumOperands])
  }
  return parsed
}

/// Finds the flag that an argument names, and the value that is attached to it.
private func split(_ argument: String, for command: CommandDefinition) throws(ArgumentError) -> (Flag, String?) {
  if argument.hasPrefix("--") {
    let body = argument.dropFirst(2)
    let name = String(body.prefix { $0 != "=" })
    let attached = body.firstIndex(of: "=").map { String(body[body.index(after: $0)...]) }
    guard let flag = command.flags.first(where: { $0.name == name }) else {
      throw .unknownFlag(
        "--" + name, suggestion: nearest(to: name, in: command.flags.map(\.name)).map { "--" + $0 })
    }
    return (flag, attached)
  }
  let letter = argument.dropFirst().first
  guard let flag = command.flags.first(where: { $0.short == letter && letter != nil }) else {
    throw .unknownFlag(argument, suggestion: nil)
  }
  let attached = argument.dropFirst(2)
  return (flag, attached.isEmpty ? nil : String(attached))
}
