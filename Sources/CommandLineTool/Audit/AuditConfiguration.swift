import Arguments
import Foundation
import SourceAudit
import SyncModel
import TextPatterns

/// The project's own rules, from `audit.rules` of the configuration file.
struct AuditConfiguration {
  let patterns: [UserPattern]

  /// Reads the rules of the file that also gives the defaults of the flags; none without a file.
  init(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) {
    guard let path = try Configuration.load(arguments, in: environment)?.path else {
      patterns = []
      return
    }
    let file: File
    do { file = try JSONDecoder().decode(File.self, from: FileManager.default.contents(atPath: path) ?? Data()) } catch
    {
      throw CommandFailure("'\(path)': \(Self.words(for: error))", help: "docs/audit.md shows how a rule is written")
    }
    patterns = try (file.audit?.rules ?? []).map { rule throws(CommandFailure) in try rule.pattern(in: path) }
  }

  private static func words(for error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): "'\(key.stringValue)' is missing in \(place(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): "wrong kind of value at \(place(context))"
    default: "'audit.rules' cannot be read"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    "'" + context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".") + "'"
  }

  // MARK: - The file

  private struct File: Decodable {
    var audit: Audit?
  }

  private struct Audit: Decodable {
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
