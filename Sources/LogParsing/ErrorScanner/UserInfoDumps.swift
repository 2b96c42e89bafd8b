import SyncModel
import TextPatterns

/// Completes an error that a userInfo dump holds as its `NSUnderlyingError` with what the dump says around it.
final class UserInfoDumps {
  private let key = ErrorPatterns.underlyingErrorKey.makeMatcher()
  private let dumpLine = ErrorPatterns.dumpLine.makeMatcher()
  private let description = ErrorPatterns.localizedDescription.makeMatcher()
  private let serverMessage = ErrorPatterns.serverDescription.makeMatcher()
  private let retryAfter = ErrorPatterns.retryAfterKey.makeMatcher()
  private static let mostLines = 16
  /// Longer lines are not looked through to their end.
  private static let longestLine = 8000

  /// Adds message and retry-after, and returns the part of the text that the dump takes; nil = there is no dump.
  func complete(_ error: inout ScannedError, from floor: Int, in text: UnsafeRawBufferPointer) -> Range<Int>? {
    let from = max(floor, error.range.lowerBound - 60)
    guard from < error.range.lowerBound,
      key.firstMatch(in: UnsafeRawBufferPointer(rebasing: text[from..<error.range.lowerBound])) != nil
    else { return nil }
    let start = startOfDump(before: error.range.lowerBound, floor: floor, text)
    let end = endOfDump(after: error.range.upperBound, text)
    for part in [start..<error.range.lowerBound, error.range.upperBound..<end] where !part.isEmpty {
      let bytes = UnsafeRawBufferPointer(rebasing: text[part])
      error.message = error.message ?? value(serverMessage, bytes) ?? value(description, bytes)
      error.retryAfterMs = error.retryAfterMs ?? value(retryAfter, bytes).flatMap(milliseconds)
    }
    error.range = start..<end
    return start..<end
  }

  /// Adds message and delay to an error that only an internal number in a dump tells, from the lines around it.
  func completeNumber(_ error: inout ScannedError, in text: UnsafeRawBufferPointer) {
    let start = startOfDump(before: error.range.lowerBound, floor: max(0, error.range.lowerBound - 3000), text)
    let end = endOfDump(after: error.range.upperBound, text)
    let bytes = UnsafeRawBufferPointer(rebasing: text[start..<min(end, start + 8000)])
    error.message = error.message ?? value(serverMessage, bytes) ?? value(description, bytes)
    error.retryAfterMs = error.retryAfterMs ?? value(retryAfter, bytes).flatMap(milliseconds)
  }

  private func value(_ matcher: Matcher, _ bytes: UnsafeRawBufferPointer) -> String? {
    guard matcher.firstMatch(in: bytes) != nil, let range = matcher.range(of: "value"), !range.isEmpty else {
      return nil
    }
    return ByteCursor(bytes, from: 0, escapes: 1).text(range)
  }

  private func startOfDump(before offset: Int, floor: Int, _ text: UnsafeRawBufferPointer) -> Int {
    var start = lineStart(offset, floor, text)
    for _ in 0..<Self.mostLines {
      guard start > floor, start > 0 else { break }
      let previous = lineStart(start - 1, floor, text)
      guard isDumpLine(previous..<(start - 1), text) else { break }
      start = previous
    }
    return start
  }

  private func endOfDump(after offset: Int, _ text: UnsafeRawBufferPointer) -> Int {
    var end = lineEnd(offset, text)
    for _ in 0..<Self.mostLines {
      guard end + 1 < text.count else { break }
      let next = lineEnd(end + 1, text)
      guard isDumpLine(end + 1..<next, text) else { break }
      end = next
    }
    return end
  }

  private func isDumpLine(_ range: Range<Int>, _ text: UnsafeRawBufferPointer) -> Bool {
    dumpLine.firstMatch(in: UnsafeRawBufferPointer(rebasing: text[range])) != nil
  }

  private func lineStart(_ offset: Int, _ floor: Int, _ text: UnsafeRawBufferPointer) -> Int {
    var start = offset
    while start > floor, text[start - 1] != 10, text[start - 1] != ErrorText.entryEnd { start -= 1 }
    return start
  }

  private func lineEnd(_ offset: Int, _ text: UnsafeRawBufferPointer) -> Int {
    var end = offset
    let limit = min(text.count, offset + Self.longestLine)
    while end < limit, text[end] != 10, text[end] != ErrorText.entryEnd { end += 1 }
    return end
  }
}

extension ErrorPatterns {
  static let underlyingErrorKey = make(#"NSUnderlyingError\\*"?\s{0,4}[=:]\s{0,4}(?:\\*")?(?:Optional\()?\z"#)
  /// `"CKRetryAfter": 30,` or `CKRetryAfter = 3;`, and the brackets around them.
  static let dumpLine = make(
    #"\A\s{0,80}(?:"?(?:CK|NS|[A-Z])[A-Za-z]{2,40}"?\s?(?:=|:\s)|[\[\]{}()]\s{0,4};?\s{0,4}\z)"#)
}
