import CloudKitFacts
import SyncModel
import TextPatterns

/// Finds the sentences of server and framework whose words fix the code.
final class ErrorSentences {
  private let sentence = ErrorPatterns.sentence.makeMatcher()
  private let toServer = ErrorPatterns.toServer.makeMatcher()
  private let nameAtStart = ErrorPatterns.nameAtStart.makeMatcher()
  private let retryAfter = ErrorPatterns.retryAfterWords.makeMatcher()

  /// The code that a message fixes.
  static func code(of message: String?) -> Int? { message.flatMap { MessageFact.fact(in: $0)?.code } }

  /// Every sentence of a text, in order.
  func errors(in text: UnsafeRawBufferPointer) -> [ScannedError] {
    var found: [ScannedError] = []
    collect(sentence, in: text) { range in
      let message = ByteCursor(text, from: 0).text(range)
      guard let fact = MessageFact.fact(in: message) else { return }
      found.append(self.error(fact.code, fact.underlying, message, range, text))
    }
    collect(toServer, in: text) { range in
      guard let part = self.toServer.range(of: "message") else { return }
      let message = ByteCursor(text, from: 0).text(part)
      guard MessageFact.fact(in: message) == nil, let known = Self.known(message) else { return }
      var error = self.error(known.0, known.1, message, range, text)
      let key = ItemKey(idIn: ByteCursor(text, from: 0).text(range))
      error.item = key?.item
      error.zone = key?.zone
      found.append(error)
    }
    collect(nameAtStart, in: text) { range in
      guard let part = self.nameAtStart.range(of: "name") else { return }
      let name = ByteCursor(text, from: 0).text(part)
      guard let code = CloudKitErrorCode.named(name)?.number else { return }
      var error = ScannedError(form: .short, range: part, code: code)
      error.message = nil
      found.append(error)
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func error(
    _ code: Int, _ underlying: UnderlyingCode?, _ message: String, _ range: Range<Int>, _ text: UnsafeRawBufferPointer
  ) -> ScannedError {
    var error = ScannedError(form: .sentence, range: range, code: code)
    error.underlying = underlying
    error.message = message
    let part = UnsafeRawBufferPointer(rebasing: text[range])
    if retryAfter.firstMatch(in: part) != nil, let seconds = retryAfter.range(of: "value") {
      error.retryAfterMs = milliseconds(String(decoding: part[seconds], as: UTF8.self))
    }
    return error
  }

  /// Messages that fix the code only behind `Error saving record … to server:`.
  private static func known(_ message: String) -> (Int, UnderlyingCode?)? {
    let text = message.lowercased()
    let table: [(String, Int, Int)] = [
      ("quota exceeded", 25, 2035), ("record too large", 27, 2023), ("operation not permitted", 10, 2007),
      ("share not found", 11, 2003), ("record not found", 11, 2003), ("atomic failure", 22, 2024),
      ("does not exist", 26, 2036), ("zone not found", 26, 2036), ("internal server error", 15, 2000),
      ("zone busy", 23, 2029),
    ]
    return table.first { text.contains($0.0) }.map { ($0.1, UnderlyingCode(code: $0.2)) }
  }
}

extension ErrorPatterns {
  static let sentence = make(
    [
      "Partial Failure: some items failed, but the operation succeeded overall",
      "client knowledge differs from server knowledge",
      "record to insert already exists",
      "client oplock error(?: updating record)?",
      #"Field\s{1,80}'[^'\n]{0,200}'\s{1,80}is not marked (?:queryable|sortable)"#,
      #"Cannot create new type \S{1,200} in production schema"#,
      #"Cannot create or modify field\s{1,80}'[^'\n]{0,200}' in record\s{1,80}'[^'\n]{0,200}' in production schema"#,
      #"invalid attempt to set value type \S{1,80} for field '[^'\n]{0,200}' for type '[^'\n]{0,200}', "#
        + #"defined to be: ?[A-Za-z_<>]{1,80}"#,
      #"Did not find record type: ?[A-Za-z0-9_]{1,200}"#,
      "Zone was purged by user",
      #"Your request contains (?:\d{1,9} items which is )?more than the maximum number of items in a single request"#
        + #"(?: \(\d{1,9}\))?"#,
      "Limit exceeded for number of owning references to single record",
      #"You can't save the same record twice(?:: ?<CKRecordID[^>\x1E]{0,400}>?)?"#,
      "Zone PCS oplock failed(?: - PCS data already exists)?",
      #"subscription is duplicate of '[^'\n]{0,200}'"#,
      "Invalid bundle ID for container",
      #"Couldn't get container configuration from the server for container(?: \\*"[^"\\\n]{0,200}\\*")?"#,
      "Account temporarily unavailable due to bad or missing auth token",
      #"Can't return account credentials for account [^\n]{1,80} because the account needs to verify new terms"#
        + #"(?: or is in suspended mode)?"#,
      #"Operation throttled by (?:previous server http \d{3} reply|server)\.(?: Retry after [0-9.]{1,12} seconds\.?)?"#
        + #"(?: \(Other operations may be allowed\.?\))?"#,
      #"This operation has been rate limited due to an earlier error(?:: Request failed with http status code \d{3})?"#,
    ].map { $0.replacing(" ", with: #"\s{1,80}"#).replacing(#"\s{1,80}?"#, with: #"\s{0,80}"#) }
      .joined(separator: "|"), isCaseInsensitive: true)

  static let toServer = make(
    #"Error saving (?:record|record zone|subscription)s? <[^\x1E]{1,600}?>\s{1,80}to\s{1,80}server:\s{1,80}(?<message>[^\n]{1,300})"#
  )

  /// A printed name that begins a line and is followed by a colon; only names that nothing else uses.
  static let nameAtStart: Pattern = {
    let numbers = [2, 7, 11, 14, 15, 21, 22, 23, 26, 28, 36]
    let names = numbers.compactMap { CloudKitErrorCode.numbered($0)?.printed }.joined(separator: "|")
    return make("(?:^|[\\n\\x1E])[ \\t]{0,40}(?<name>" + names + "):")
  }()

  static let retryAfterWords = make(
    #"Retry\s{1,80}after\s{1,80}(?<value>[0-9]{1,9}(?:\.[0-9]{1,9})?)\s{0,80}second"#,
    isCaseInsensitive: true)
}
