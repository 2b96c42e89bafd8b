import Arguments
import Reporting
import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where reports go: each `-o` to its file in the format of its extension, else to standard output.
struct ReportOutput {
  private let files: [(path: String, format: any ReportFormat)]
  private let standardOutput: (any ReportFormat)?
  private let isRedacted: Bool

  static let flags = [
    Flag(
      "format", value: "FORMAT", choices: ReportFormats.all.map(\.info.id),
      help: "form of the report on standard output, or of every -o without a telling extension"),
    Flag(
      "output", short: "o", value: "FILE", isRepeatable: true,
      help: "write the report to FILE, in the format of its extension; may be given several times"),
    Flag("redact", help: "replace users, owners, records and hosts by names such as record-1, for sharing the report"),
  ]

  /// Checks formats and paths before any work is done.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let asked = arguments.value("format").flatMap { id in ReportFormats.all.first { $0.info.id == id } }
    var files: [(path: String, format: any ReportFormat)] = []
    for path in arguments.all("output") {
      let ending = path.split(separator: "/").last?.split(separator: ".").last.map { $0.lowercased() } ?? ""
      let inferred = ReportFormats.all.first { $0.info.fileExtensions.contains(ending) }
      guard let format = inferred ?? asked else {
        throw CommandFailure(
          "cannot tell the format of '\(path)'",
          help: "add --format, or one of the extensions "
            + ReportFormats.all.compactMap(\.info.fileExtensions.first).map { "." + $0 }.joined(separator: ", "))
      }
      try Self.checkWritable(path)
      files.append((path, format))
    }
    self.files = files
    isRedacted = arguments.has("redact")
    let isAskedApart = arguments.has("format") && !files.contains { $0.format.info.id == asked?.info.id }
    standardOutput =
      files.isEmpty ? asked ?? ReportFormats.all.first { $0.info.id == "text" } : isAskedApart ? asked : nil
  }

  /// Writes the report everywhere; files are written beside their place and renamed, so that a reader never sees half.
  func write(_ report: Report, in environment: CommandEnvironment) throws(CommandFailure) {
    let report = isRedacted ? report.redacted() : report
    for (path, format) in files {
      var text = ""
      format.render(report, style: RenderingStyle(), to: &text)
      try Self.write(text, to: path)
    }
    guard let standardOutput else { return }
    var text = ""
    standardOutput.render(report, style: Self.style(environment), to: &text)
    environment.writeOutput(text)
  }

  static func style(_ environment: CommandEnvironment) -> RenderingStyle {
    var window = winsize()
    var width = 80
    if environment.outputIsTerminal, ioctl(1, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 {
      width = Int(window.ws_col)
    }
    if let columns = environment.variables["COLUMNS"].flatMap({ Int($0) }) { width = columns }
    let isForced = !["", "0", nil].contains(environment.variables["CLICOLOR_FORCE"])
    let isForbidden = !["", nil].contains(environment.variables["NO_COLOR"])
    return RenderingStyle(
      width: min(max(width, 40), 200), usesColour: isForced || (environment.outputIsTerminal && !isForbidden))
  }

  /// Finds out whether a file can be written without changing anything.
  static func checkWritable(_ path: String) throws(CommandFailure) {
    if access(path, F_OK) == 0 {
      guard access(path, W_OK) == 0 else { throw unwritable(path) }
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        throw CommandFailure("cannot write '\(path)': is a directory")
      }
      return
    }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard access(folder, W_OK) == 0 else { throw unwritable(path) }
  }

  /// Writes a file beside its place and renames it.
  static func write(_ text: String, to path: String) throws(CommandFailure) {
    var status = stat()
    let isPlain = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    let target = isPlain ? path + ".ckdiag-partial" : path
    guard let file = fopen(target, "w") else { throw unwritable(path) }
    var copy = text
    let written = copy.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) }
    let isComplete = written == text.utf8.count
    guard fclose(file) == 0, isComplete, !isPlain || rename(target, path) == 0 else {
      let failure = unwritable(path)
      if isPlain { unlink(target) }
      throw failure
    }
  }

  private static func unwritable(_ path: String) -> CommandFailure {
    CommandFailure("cannot write '\(path)': \(String(cString: strerror(errno)).lowercased())")
  }
}
