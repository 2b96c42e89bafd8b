import Arguments
import CloudKitFacts
import Detection
import SourceAudit
import SyncModel

/// What ckdiag knows of an error code, a check or an audit rule, as text for people.
struct Explanation: Equatable {
  var headline: String
  var paragraphs: [String] = []
  var advice: [String] = []

  /// Finds what a word means; nil when nothing has that name.
  ///
  /// `14`, `14/2004`, `6/NSCocoaErrorDomain:4099`, `requestRateLimited`, `CKErrorDomain:25`, `NSCocoaErrorDomain:134406`,
  /// `QUOTA_EXCEEDED`, `cursor-loop`. A word that means several things gets one explanation for each.
  static func all(of word: String) -> [Explanation] {
    var found: [Explanation] = []
    // Written as the server writes it, a name means the server's code; the native one of the same name has its own.
    if let code = ServerErrorCode.named(word), word.contains("_") {
      found.append(server(code))
    } else {
      found = codes(word)
      if found.isEmpty, let code = ServerErrorCode.named(word) { found.append(server(code)) }
    }
    let checks = Checks.all.map { ("check", $0.info) } + AuditRules.all.map { ("audit rule", $0.info) }
    found += checks.filter { $0.1.id == word.lowercased() }.map { check($0.1, kind: $0.0) }
    return found
  }

  /// Every word that `all(of:)` understands besides numbers, for suggestions.
  static var words: [String] {
    CloudKitErrorCode.all.map(\.name) + ServerErrorCode.all.map(\.name) + Checks.all.map(\.info.id)
      + AuditRules.all.map(\.info.id)
  }

  /// The text, wrapped at a width.
  func text(width: Int) -> String {
    var lines = [headline]
    for paragraph in paragraphs { lines += [""] + Self.wrapped(paragraph, width: width, indent: "") }
    if !advice.isEmpty {
      lines.append("")
      lines.append("What to do")
      for step in advice { lines += Self.wrapped(step, width: width, indent: "  - ") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func wrapped(_ text: String, width: Int, indent: String) -> [String] {
    var lines: [String] = []
    var line = indent
    let hanging = String(repeating: " ", count: indent.count)
    for word in text.split(separator: " ") {
      if line.count + word.count + 1 > width, line.count > indent.count {
        lines.append(line)
        line = hanging + word
      } else {
        line += (line.count > indent.count || line.count > hanging.count ? " " : "") + word
      }
    }
    return lines + [line]
  }
}

// MARK: - Error codes

extension Explanation {
  private static func codes(_ word: String) -> [Explanation] {
    let parts = word.split(separator: "/", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return [] }
    let underlying = parts.count == 2 ? underlyingCode(parts[1]) : nil
    if parts.count == 2, underlying == nil { return [] }
    let (domain, code) = domainAndCode(first)
    if domain == "CKErrorDomain",
      let code = code.map({ CloudKitErrorCode.numbered($0) }) ?? CloudKitErrorCode.named(first)
    {
      return [cloudKit(code, underlying: underlying)]
    }
    guard let code, underlying == nil else { return [] }
    switch domain {
    case "CKErrorDomain", "CKInternalErrorDomain": return internalNumber(code).map { [$0] } ?? cocoa(code)
    case "NSCocoaErrorDomain": return cocoa(code)
    default: return []
    }
  }

  /// `14` and `CKErrorDomain:14` are the same.
  private static func domainAndCode(_ text: String) -> (domain: String, code: Int?) {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count == 2 else { return ("CKErrorDomain", Int(text)) }
    return (parts[0], Int(parts[1]))
  }

  private static func underlyingCode(_ text: String) -> UnderlyingCode? {
    let parts = text.split(separator: ":").map(String.init)
    if parts.count == 2 { return Int(parts[1]).map { UnderlyingCode(domain: parts[0], code: $0) } }
    return Int(text).map { UnderlyingCode(code: $0) }
  }

  private static func cloudKit(_ code: CloudKitErrorCode, underlying: UnderlyingCode?) -> Explanation {
    var explanation = Explanation(headline: "\(code.number) \(code.name): \"\(code.printed)\" (CKErrorDomain)")
    explanation.paragraphs.append(code.meaning)
    if let underlying {
      let name = ErrorNames.name(domain: underlying.domain, code: underlying.code) ?? "not known"
      var text = "With \(underlying) (\(name))"
      if let meaning = ObservedPair.meaning(code: code.number, underlying: underlying, message: nil) {
        text += ": \(meaning)."
      } else {
        text += ": this pair has not been seen in public logs."
      }
      explanation.paragraphs.append(text)
    }
    var seen: [String] = []
    for pair in ObservedPair.all where pair.code == code.number && (underlying == nil || pair.underlying == underlying)
    {
      guard underlying == nil || pair.phrase != nil else { continue }
      let number =
        pair.underlying.map { "/\($0.domain == "CKInternalErrorDomain" ? "" : $0.domain + ":")\($0.code)" } ?? ""
      seen.append("\(code.number)\(number)\(pair.phrase.map { " '\($0)'" } ?? ""): \(pair.meaning)")
    }
    if !seen.isEmpty { explanation.paragraphs.append("Seen as " + seen.joined(separator: "; ") + ".") }
    explanation.paragraphs.append(retry(code))
    explanation.advice = code.advice
    return explanation
  }

  private static func retry(_ code: CloudKitErrorCode) -> String {
    var text = "Retry: \(code.retry.rawValue)."
    switch code.retryAfter {
    case .none: break
    case .documented: text += " It carries a retry-after, which is to be waited for."
    case .observed: text += " It may carry a retry-after, which does not mean that a retry will succeed."
    }
    text += code.isRetriedBySyncEngine ? " CKSyncEngine retries it by itself." : " CKSyncEngine does not retry it."
    return text
  }

  private static func internalNumber(_ number: Int) -> Explanation? {
    guard let name = InternalErrorNumbers.name(of: number) ?? InternalErrorNumbers.privateName(of: number) else {
      return nil
    }
    var explanation = Explanation(headline: "\(number) \(name) (CKInternalErrorDomain)")
    explanation.paragraphs.append("An internal number of CloudKit, printed behind the slash or alone on older systems.")
    if let code = InternalErrorNumbers.publicCode(for: number).flatMap(CloudKitErrorCode.numbered) {
      let pair = ObservedPair.meaning(code: code.number, underlying: UnderlyingCode(code: number), message: nil)
      explanation.paragraphs.append(
        "It stands for \(code.number) \(code.name)" + (pair.map { ": \($0)." } ?? ". \(code.meaning)"))
      explanation.advice = code.advice
    }
    return explanation
  }

  private static func cocoa(_ number: Int) -> [Explanation] {
    guard let code = CocoaErrorCode.numbered(number) else { return [] }
    var explanation = Explanation(headline: "\(code.number) \(code.name) (NSCocoaErrorDomain)")
    explanation.paragraphs.append(code.meaning)
    if code.isBenign { explanation.paragraphs.append("Not a failure: Core Data tries again by itself.") }
    if code.isCollateral { explanation.paragraphs.append("A consequence, never a cause.") }
    explanation.advice = code.advice
    return [explanation]
  }

  private static func server(_ code: ServerErrorCode) -> Explanation {
    let status = code.httpStatus.map { ", HTTP \($0)" } ?? ""
    var explanation = Explanation(
      headline: "\(code.name) (\(code.isMadeByClient ? "CloudKit JS" : "CloudKit Web Services")\(status))")
    explanation.paragraphs.append(code.meaning.prefix(1).uppercased() + code.meaning.dropFirst() + ".")
    explanation.paragraphs.append("Retry: \(code.retry.rawValue).")
    if let like = code.equivalent.flatMap(CloudKitErrorCode.numbered) {
      explanation.paragraphs.append("On a device the same is \(like.number) \(like.name).")
      explanation.advice = like.advice
    }
    return explanation
  }

  private static func check(_ info: CheckInfo, kind: String) -> Explanation {
    Explanation(
      headline: "\(info.id): \(info.title) (\(kind), \(info.severity.rawValue))", paragraphs: [info.explanation],
      advice: info.advice)
  }
}
