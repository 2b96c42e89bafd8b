import Arguments
import SourceAudit
import SyncModel

/// Which rules run, for which deployment targets, and what fails the run.
struct AuditSelection {
  static let flags = [
    Flag("only", value: "ID,…", isRepeatable: true, help: "run only these rules, also those that are off by default"),
    Flag("enable", value: "ID,…", isRepeatable: true, help: "also run these rules that are off by default"),
    Flag("disable", value: "ID,…", isRepeatable: true, help: "do not run these rules"),
    Flag(
      "deployment-target", value: "PLATFORM=VERSION", isRepeatable: true,
      help: "leave out what is deprecated only after this version, as the compiler does: iOS=16,macOS=13"),
    Flag(
      "fail-on", value: "SEVERITY", choices: ["error", "warning", "note", "never"],
      help: "exit code 1 when there is a finding of this severity or worse (default: error)"),
  ]

  private let rules: [any AuditRule]
  private let patterns: [UserPattern]
  private let targets: [String: Version]
  private let failOn: Severity?

  /// What is known of the rules that run.
  var infos: [CheckInfo] { rules.map(\.info) + patterns.map(\.info) }

  init(_ arguments: ParsedArguments, _ configuration: AuditConfiguration) throws(CommandFailure) {
    let known = AuditRules.all.map(\.info) + configuration.patterns.map(\.info)
    func ids(_ flag: String) throws(CommandFailure) -> Set<String> {
      let given = arguments.all(flag, splittingCommas: true)
      for id in given where !known.contains(where: { $0.id == id }) {
        throw CommandFailure(
          "there is no rule '\(id)'",
          help: nearest(to: id, in: known.map(\.id)).map { "did you mean '\($0)'?" } ?? "ckdiag rules lists them")
      }
      return Set(given)
    }
    let only = try ids("only")
    let enabled = try ids("enable")
    let disabled = try ids("disable")
    func runs(_ info: CheckInfo) -> Bool {
      guard !disabled.contains(info.id) else { return false }
      return only.isEmpty ? info.isOnByDefault || enabled.contains(info.id) : only.contains(info.id)
    }
    rules = AuditRules.all.filter { runs($0.info) }
    patterns = configuration.patterns.filter { runs($0.info) }
    targets = try Self.targets(arguments.all("deployment-target", splittingCommas: true))
    failOn = Severity(rawValue: arguments.value("fail-on") ?? "error")
  }

  /// Reads `iOS=16` pairs.
  private static func targets(_ pairs: [String]) throws(CommandFailure) -> [String: Version] {
    let platforms = ["iOS", "macOS", "tvOS", "watchOS", "visionOS", "macCatalyst"]
    var targets: [String: Version] = [:]
    for pair in pairs {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[1].first?.isNumber == true, parts[1].allSatisfy({ $0.isNumber || $0 == "." }) else {
        throw CommandFailure("'\(pair)' is no deployment target", help: "write it as iOS=16")
      }
      guard let platform = platforms.first(where: { $0.lowercased() == parts[0].lowercased() }) else {
        throw CommandFailure(
          "there is no platform '\(parts[0])'",
          help: nearest(to: parts[0], in: platforms).map { "did you mean '\($0)'?" }
            ?? "one of: \(platforms.joined(separator: ", "))")
      }
      targets[platform] = Version(parts[1])
    }
    return targets
  }

  func auditor(jobs: Int?) -> Auditor {
    var auditor = Auditor(rules: rules)
    if let jobs { auditor.threads = jobs }
    auditor.patterns = patterns
    auditor.deploymentTargets = targets
    return auditor
  }

  /// 1 when there is a finding at or above `--fail-on`.
  func exitCode(for findings: [AuditedFinding]) -> ExitCode {
    guard let failOn else { return .clean }
    return findings.contains { $0.finding.severity >= failOn } ? .findings : .clean
  }
}
