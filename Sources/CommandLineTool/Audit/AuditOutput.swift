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

/// Where audit reports go: each `-o` to its file, else to standard output.
struct AuditOutput {
  static let flags = [
    Flag(
      "format", value: "FORMAT", choices: AuditFormats.all.map(\.info.id) + ["markdown", "csv"],
      help: "form of the report on standard output, or of every -o without a telling extension"),
    Flag(
      "output", short: "o", value: "FILE", isRepeatable: true,
      help:
        "write the report to FILE in the format of its extension, or as FORMAT:FILE says; may be given several times"),
  ]

  /// Forms that a host of repositories reads, which knows files by their path in the repository.
  private static let hostedFormats: Set = ["github", "sarif", "codeclimate"]

  private var files: [(path: String, format: String)] = []
  private let standardOutput: String?

  /// Checks formats and paths before any work is done.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let isInventory = arguments.has("inventory")
    let formats = isInventory ? AuditInventory.formats : AuditFormats.all.map(\.info)
    let asked = arguments.value("format")
    if let asked, !formats.contains(where: { $0.id == asked }) {
      throw CommandFailure(
        "'\(asked)' is no format of \(isInventory ? "an inventory" : "findings")",
        help: "one of: \(formats.map(\.id).joined(separator: ", "))")
    }
    for argument in arguments.all("output") {
      let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
      let isNamed = parts.count == 2 && formats.contains { $0.id == parts[0] }
      let path = isNamed ? parts[1] : argument
      let ending = path.split(separator: "/").last?.split(separator: ".").last.map { $0.lowercased() } ?? ""
      let inferred = formats.first { $0.fileExtensions.contains(ending) }?.id
      guard let format = isNamed ? parts[0] : inferred ?? asked else {
        throw CommandFailure("cannot tell the format of '\(path)'", help: "write FORMAT:FILE, such as sarif:\(path)")
      }
      try ReportOutput.checkWritable(path)
      files.append((path, format))
    }
    let isAskedApart = asked != nil && !files.contains { $0.format == asked }
    standardOutput = files.isEmpty ? asked ?? "text" : isAskedApart ? asked : nil
  }

  /// Writes the report everywhere, and to the step summary of a GitHub workflow.
  func write(_ report: AuditReport, isQuiet: Bool, in environment: CommandEnvironment) throws(CommandFailure) {
    let hosted = Self.hosted(report, in: environment)
    func text(_ format: String, _ style: RenderingStyle) -> String {
      self.text(Self.hostedFormats.contains(format) ? hosted : report, format, style)
    }
    for (path, format) in files { try ReportOutput.write(text(format, RenderingStyle()), to: path) }
    if let standardOutput {
      if !isQuiet { environment.writeOutput(text(standardOutput, ReportOutput.style(environment))) }
      if standardOutput == "github", let path = environment.variables["GITHUB_STEP_SUMMARY"], !path.isEmpty {
        try append(hosted.stepSummary, to: path)
      }
    }
    // A failure that the format does not show is told on standard error.
    for note in report.notes where note.isFailure {
      for path in note.paths.prefix(5) { environment.writeError("ckdiag: '\(path)' \(note.text)\n") }
      if note.paths.count > 5 { environment.writeError("ckdiag: and \(note.paths.count - 5) more files\n") }
    }
  }

  /// The report with paths from the workspace of a GitHub job on, else from the nearest repository on.
  private static func hosted(_ report: AuditReport, in environment: CommandEnvironment) -> AuditReport {
    guard let first = report.findings.first?.finding.path else { return report }
    let directory = environment.currentDirectory
    let workspace = environment.variables["GITHUB_WORKSPACE"].flatMap { path in
      path.isEmpty ? nil : SourceRoot(path, workingDirectory: directory)
    }
    // A workspace that does not hold the sources says nothing about them.
    let given = workspace?.inside(first) == nil ? nil : workspace
    guard let root = given ?? SourceRoot(repositoryOf: first, workingDirectory: directory),
      !root.isWorkingDirectory
    else { return report }
    var hosted = report
    hosted.sourceRoot = root.folder
    for index in hosted.findings.indices {
      hosted.findings[index].finding.path = root.relative(hosted.findings[index].finding.path)
    }
    return hosted
  }

  func write(_ inventory: AuditInventory, in environment: CommandEnvironment) throws(CommandFailure) {
    for (path, format) in files { try ReportOutput.write(inventory.text(as: format), to: path) }
    if let standardOutput { environment.writeOutput(inventory.text(as: standardOutput)) }
  }

  private func text(_ report: AuditReport, _ format: String, _ style: RenderingStyle) -> String {
    var text = ""
    AuditFormats.all.first { $0.info.id == format }?.render(report, style: style, to: &text)
    return text
  }

  private func append(_ text: String, to path: String) throws(CommandFailure) {
    guard let file = fopen(path, "a") else {
      throw CommandFailure("cannot write '\(path)': \(String(cString: strerror(errno)).lowercased())")
    }
    fputs(text, file)
    fclose(file)
  }
}
