import Foundation

/// Remembers the answers to questions that are asked again and again, on any thread.
final class KnownAnswers<Question: Hashable & Sendable, Answer: Sendable>: @unchecked Sendable {
  // Unchecked: every access of the answers holds the lock.

  private let lock = NSLock()
  private var answers: [Question: Answer] = [:]

  /// The answer of earlier, or else what the body says; so many different questions are forgotten together.
  func value(for question: Question, _ body: () -> Answer) -> Answer {
    if let known = lock.withLock({ answers[question] }) { return known }
    let answer = body()
    lock.withLock {
      if answers.count >= 4096 { answers.removeAll() }
      answers[question] = answer
    }
    return answer
  }
}
