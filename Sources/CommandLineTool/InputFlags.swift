import Arguments
import LogParsing

/// The flags that say how inputs are to be read.
struct InputFlags {
  static let flags = [
    Flag(
      "input-format", value: "ID", choices: FormatChoice.allIDs,
      help: "read every input as this format instead of recognising it"),
    Flag(
      "environment", value: "NAME", choices: ["development", "production"],
      help: "the environment of logs that do not say it"),
    Flag(
      "date-order", value: "ORDER", choices: ReadingOptions.DateOrder.allCases.map(\.rawValue),
      help: "day and month in dates such as 7/8/2026: dmy or mdy"),
    Flag(
      "s2s-public-key", value: "FILE",
      help: "PEM file of a server-to-server key, to verify signatures of logged requests"),
    Flag("verbose", short: "v", help: "say how each input was recognised"),
  ]

  let format: String?
  let options: ReadingOptions
  let isVerbose: Bool

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    format = arguments.value("input-format")
    isVerbose = arguments.has("verbose")
    options = ReadingOptions(
      dateOrder: arguments.value("date-order").flatMap(ReadingOptions.DateOrder.init),
      environment: arguments.value("environment"), publicKeyPath: arguments.value("s2s-public-key"))
  }
}
