import CloudKitFacts
import TextPatterns

/// The parts of a CloudKit database URL: `/database/1/iCloud.com.example.App/production/private/records/query`.
///
/// A class because it travels through many hands unchanged.
final class WebAddress: Sendable {
  /// Host with its port, or nil for a bare path.
  let host: String?
  /// `iCloud.…`; Apple's own containers have no such prefix; empty for a subpath alone.
  let container: String
  /// `development` or `production`; empty for a subpath alone.
  let environment: String
  /// `public`, `private` or `shared`; empty for a subpath alone.
  let database: String
  /// `records/query`.
  let subpath: String
  /// Names of the query's parameters; their values are secrets too often to be kept.
  let parameterNames: [String]
  /// The family of the operation, by its subpath.
  let family: String

  init(
    host: String?, container: String, environment: String, database: String, subpath: String, parameterNames: [String]
  ) {
    self.host = host
    self.container = container
    self.environment = environment
    self.database = database
    self.subpath = subpath
    self.parameterNames = parameterNames
    family = OperationFamily(operation: subpath).rawValue
  }

  /// Finds the first database URL in a text, or nil.
  static func first(in text: String) -> WebAddress? {
    guard let groups = pattern.withMatcher({ $0.groups(in: text) }), groups.count > 6, let container = groups[2],
      let environment = groups[3], let database = groups[4], let subpath = groups[5]
    else { return nil }
    let names = (groups[6] ?? "").dropFirst().split(separator: "&").compactMap {
      $0.split(separator: "=").first.map(String.init)
    }
    return WebAddress(
      host: groups[1].flatMap { $0.isEmpty ? nil : $0 }, container: container, environment: environment.lowercased(),
      database: database.lowercased(), subpath: subpath, parameterNames: names)
  }

  /// Finds a method with a subpath that stands without the rest of the URL: `POST records/modify`.
  static func short(in text: String) -> WebAddress? {
    guard let subpath = shortPattern.withMatcher({ $0.groups(in: text) })?[1] else { return nil }
    return WebAddress(
      host: nil, container: "", environment: "", database: "", subpath: subpath, parameterNames: [])
  }

  /// True for a URL of the services that keep web sessions: sign-in, validation of tokens.
  static func isSessionService(_ text: String) -> Bool {
    text.holds("/setup/ws/") || text.holds("//idmsa.apple.com/") || text.holds("/setup/authenticate")
  }

  private static let pattern = Pattern.compiled(
    #"(?:https?://([^/\s"'`]+))?/database/[0-9]+/([A-Za-z0-9._%*-]+)/(development|production)/(public|private|shared)"#
      + #"/([a-z]+(?:/[a-z]+)*)(\?[^\s"'`<>)\]]*)?"#, isCaseInsensitive: true)
}

extension WebAddress {
  private static let shortPattern = Pattern.compiled(
    #"\b(?:GET|POST)[ :]+["']?/?((?:records|zones|changes|subscriptions|users|assets|tokens)/"#
      + #"(?:query|modify|lookup|changes|database|zone|list|current|caller|discover|upload|create|resolve|accept))\b"#)
}

extension Pattern {
  /// Compiles a pattern that is part of the program.
  static func compiled(_ source: String, isCaseInsensitive: Bool = false) -> Pattern {
    do throws(PatternError) {
      return try Pattern(source, isCaseInsensitive: isCaseInsensitive)
    } catch {
      preconditionFailure("the pattern '\(source)' is not valid at offset \(error.offset): \(error.reason)")
    }
  }
}
