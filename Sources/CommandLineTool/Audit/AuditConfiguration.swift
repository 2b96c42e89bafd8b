import Foundation
import SourceAudit
import SyncModel
import TextPatterns

/// The `audit` part of `.ckdiag.json`, searched in the working directory and upwards; flags win over it.
struct AuditConfiguration {
  var excluded: [String] = []
  var enabled: Set<String> = []
  var disabled: Set<String> = []
  var failOn: String?
  var deploymentTargets: [String: Version] = [:]
  /// The project's own rules.
  var patterns: [UserPattern] = []

  init() {}

  init(searchingUpFrom directory: String) throws(CommandFailure) {
    var folder = URL(fileURLWithPath: directory)
    while FileManager.default.contents(atPath: folder.appendingPathComponent(".ckdiag.json").path) == nil {
      let outer = folder.deletingLastPathComponent()
      guard outer.path != folder.path else {
        self.init()
        return
      }
      folder = outer
    }
    let path = folder.appendingPathComponent(".ckdiag.json").path
    try self.init(FileManager.default.contents(atPath: path) ?? Data(), path: path)
  }

  /// Reads a configuration; keys of other parts are left alone.
  init(_ data: Data, path: String) throws(CommandFailure) {
    let file: File
    do { file = try JSONDecoder().decode(File.self, from: data) } catch {
      throw CommandFailure("'\(path)' is no valid configuration: \(Self.words(for: error))")
    }
    guard let audit = file.audit else { return }
    excluded = audit.exclude ?? []
    enabled = Set(audit.enable ?? [])
    disabled = Set(audit.disable ?? [])
    failOn = audit.failOn
    deploymentTargets = try AuditSelection.targets((audit.deploymentTarget ?? [:]).map { "\($0.key)=\($0.value)" })
    patterns = try (audit.rules ?? []).map { rule throws(CommandFailure) in try rule.pattern(in: path) }
  }

  private static func words(for error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): "'\(key.stringValue)' is missing\(place(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): "wrong kind of value\(place(context))"
    default: "not JSON"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let keys = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return keys.isEmpty ? "" : " at \(keys.joined(separator: "."))"
  }

  // MARK: - The file

  private struct File: Decodable {
    var audit: Audit?
  }

  private struct Audit: Decodable {
    var exclude: [String]?
    var enable: [String]?
    var disable: [String]?
    var failOn: String?
    var deploymentTarget: [String: String]?
    var rules: [Rule]?
  }

  private struct Rule: Decodable {
    var id: String
    var pattern: String
    var message: String
    var severity: String?
    var scope: [String]?
    var explanation: String?
    var advice: [String]?

    func pattern(in path: String) throws(CommandFailure) -> UserPattern {
      guard let severity = Severity(rawValue: severity ?? "warning") else {
        throw CommandFailure("'\(path)': rule '\(id)' has no severity '\(self.severity ?? "")'")
      }
      var scopes: Set<UserPattern.Scope> = []
      for name in scope ?? ["code"] {
        guard let scope = UserPattern.Scope(rawValue: name) else {
          throw CommandFailure(
            "'\(path)': rule '\(id)' has the unknown scope '\(name)'", help: "code, comments, strings")
        }
        scopes.insert(scope)
      }
      let compiled: Pattern
      do throws(PatternError) { compiled = try Pattern(pattern, matchesUnicode: true) } catch {
        throw CommandFailure("'\(path)': the pattern of rule '\(id)' is not valid: \(error.reason)")
      }
      let info = CheckInfo(
        id: id, title: message, severity: severity, explanation: explanation ?? "A rule of this project.",
        advice: advice ?? [])
      return UserPattern(info: info, pattern: compiled, scopes: scopes)
    }
  }
}
