import SyncModel

/// A sentence of the server or the framework that fixes the code even when no number is printed.
package struct MessageFact: Equatable, Sendable {
  /// Words that must all occur, in this order, without regard to case.
  package var phrases: [String]
  package var code: Int
  package var underlying: UnderlyingCode?

  init(_ phrases: [String], _ code: Int, _ number: Int? = nil) {
    self.phrases = phrases
    self.code = code
    underlying = number.map { UnderlyingCode(code: $0) }
  }
}

extension MessageFact {
  /// Returns the fact that a message states, or nil.
  package static func fact(in message: String) -> MessageFact? {
    let text = message.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return text.withUnsafeBufferPointer { text in
      lowercased.first { fact in
        var offset = 0
        for phrase in fact.phrases {
          let found = phrase.withUnsafeBufferPointer { ByteSearch.first($0, in: text, from: offset) }
          guard let found else { return false }
          offset = found + phrase.count
        }
        return true
      }?.fact
    }
  }

  private static let lowercased = all.map { fact in
    (fact: fact, phrases: fact.phrases.map { Array($0.lowercased().utf8) })
  }

  /// Every sentence, the narrower before the wider.
  package static let all: [MessageFact] = [
    .init(["partial failure: some items failed, but the operation succeeded overall"], 2),
    .init(["client knowledge differs from server knowledge"], 21, 2026),
    .init(["record to insert already exists"], 14, 2004),
    .init(["client oplock error"], 14, 2004),
    .init(["field '", "not marked queryable"], 12, 2015),
    .init(["field '", "not marked sortable"], 12, 2016),
    .init(["cannot create new type ", "in production schema"], 12, 2006),
    .init(["cannot create or modify field '", "in production schema"], 12, 2006),
    .init(["invalid attempt to set value type", "for field '", "defined to be"], 12, 2006),
    .init(["did not find record type:"], 11, 2003),
    .init(["zone was purged by user"], 28, 2042),
    .init(["more than the maximum number of items in a single request"], 27, 1020),
    .init(["limit exceeded for number of owning references to single record"], 27, 2023),
    .init(["you can't save the same record twice"], 12),
    .init(["you can\u{2019}t save the same record twice"], 12),
    .init(["zone pcs oplock failed"], 15, 2037),
    .init(["subscription is duplicate of '"], 15, 2032),
    .init(["invalid bundle id for container"], 10, 2007),
    .init(["couldn't get container configuration from the server for container"], 5, 1014),
    .init(["account temporarily unavailable due to bad or missing auth token"], 36, 1029),
    .init(["can't return account credentials for account", "needs to verify new terms"], 9, 1004),
    .init(["operation throttled by previous server http 429 reply"], 7, 2062),
    .init(["operation throttled by previous server http 503 reply"], 7, 2061),
    .init(["operation throttled by server."], 7, 2063),
    .init(["has been rate limited due to an earlier error"], 7, 2008),
  ]
}
