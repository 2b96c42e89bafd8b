import SyncModel

/// Remembers the answers to questions that are asked again and again, on any thread; at most 4,096 at a time.
package final class KnownAnswers<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private let answers = Locked<[Question: Answer]>([:])

  package init() {}

  /// The answer of earlier, or else what the body says; so many different questions are forgotten together.
  package func value(for question: Question, _ body: () -> Answer) -> Answer {
    if let known = answers.with({ $0[question] }) { return known }
    let answer = body()
    answers.with { answers in
      if answers.count >= 4096 { answers.removeAll() }
      answers[question] = answer
    }
    return answer
  }
}
