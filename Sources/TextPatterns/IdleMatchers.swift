import Foundation

/// Matchers that wait for their next use, whatever thread that is on.
final class IdleMatchers: @unchecked Sendable {
  // Unchecked: every access holds the lock, and a matcher that was taken belongs to its taker alone.

  private let lock = NSLock()
  private var matchers: [Matcher] = []

  func take() -> Matcher? { lock.withLock { matchers.popLast() } }

  func give(_ matcher: Matcher) { lock.withLock { matchers.append(matcher) } }
}
