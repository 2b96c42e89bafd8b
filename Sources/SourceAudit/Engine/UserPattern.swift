import SwiftSyntax
import SyncModel
import TextPatterns

/// A rule of the project's own: a pattern that is looked for in code, comments or strings.
package struct UserPattern: Sendable {
  /// Where a match counts.
  package enum Scope: String, CaseIterable, Sendable { case code, comments, strings }

  package var info: CheckInfo
  package var pattern: Pattern
  package var scopes: Set<Scope>

  package init(info: CheckInfo, pattern: Pattern, scopes: Set<Scope>) {
    self.info = info
    self.pattern = pattern
    self.scopes = scopes
  }

  /// The places where the pattern matches and the match begins in one of the scopes.
  func findings(in file: SourceFile) -> [SourceFinding] {
    let matcher = pattern.makeMatcher()
    var copy = file.text
    return copy.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      var findings: [SourceFinding] = []
      var offset = 0
      while let match = matcher.firstMatch(in: bytes, from: offset) {
        offset = max(match.upperBound, match.lowerBound + 1)
        guard scopes.contains(Self.scope(of: match.lowerBound, in: file)) else { continue }
        let start = file.lines.location(of: match.lowerBound)
        let end = file.lines.location(of: match.upperBound)
        findings.append(
          SourceFinding(
            id: info.id, severity: info.severity, path: file.path, line: start.line, column: start.column,
            endLine: end.line, endColumn: end.column, message: info.title, explanation: info.explanation,
            advice: info.advice))
      }
      return findings
    }
  }

  private static func scope(of offset: Int, in file: SourceFile) -> Scope {
    guard let token = file.tree.token(at: AbsolutePosition(utf8Offset: offset)) else { return .code }
    if offset >= token.positionAfterSkippingLeadingTrivia.utf8Offset,
      offset < token.endPositionBeforeTrailingTrivia.utf8Offset
    {
      if case .stringSegment = token.tokenKind { return .strings }
      return .code
    }
    let isLeading = offset < token.positionAfterSkippingLeadingTrivia.utf8Offset
    var start = isLeading ? token.position.utf8Offset : token.endPositionBeforeTrailingTrivia.utf8Offset
    for piece in isLeading ? token.leadingTrivia : token.trailingTrivia {
      let end = start + piece.sourceLength.utf8Length
      if offset < end { return piece.isComment ? .comments : .code }
      start = end
    }
    return .code
  }
}
