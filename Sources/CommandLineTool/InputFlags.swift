import Arguments
import LogParsing

/// The flags that say how inputs are to be read.
struct InputFlags {
  static let flags = [
    Flag(
      "input-format", value: "ID",
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
    Flag(
      "user-format", value: "FILE", isRepeatable: true,
      help: "also recognise the text format that this JSON file describes (docs/user-formats.md)"),
    Flag("verbose", short: "v", help: "say how each input was recognised"),
  ]

  let format: String?
  let userFormats: [UserTextLog]
  let options: ReadingOptions
  let isVerbose: Bool

  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    var userFormats: [UserTextLog] = []
    for path in arguments.all("user-format") { userFormats.append(UserTextLog(try UserFormatFile.read(path))) }
    self.userFormats = userFormats
    format = arguments.value("input-format")
    let ids = FormatChoice.allIDs + userFormats.map(\.info.id)
    if let format, !ids.contains(format) {
      throw CommandFailure(
        "there is no format '\(format)'",
        help: nearest(to: format, in: ids).map { "did you mean '\($0)'?" } ?? "ckdiag formats lists them")
    }
    isVerbose = arguments.has("verbose")
    options = ReadingOptions(
      dateOrder: arguments.value("date-order").flatMap(ReadingOptions.DateOrder.init),
      environment: arguments.value("environment"), publicKeyPath: arguments.value("s2s-public-key"))
  }
}
