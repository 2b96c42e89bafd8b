import SyncModel

/// An exchange that is being put together from lines that stand apart.
struct WebDraft {
  var exchange: WebExchange
  var requestBody: [UInt8]?
  var answerBody: [UInt8]?
  /// The last line that belongs to it, and its time.
  var lastLine: Int
  var lastTime: Timestamp?
  /// What identifies the error of the answer, to know it again when it is printed once more.
  var errorKey: String?
  /// The errors of single records that the answer holds.
  var items: Set<WebItem> = []
  /// Bodies of records whose errors were printed one by one; together they are the answer.
  var itemBodies: [[UInt8]] = []
  /// The code that words told of without a reason, which the next line may tell.
  var codeWithoutReason: (code: String, retryAfter: Double?, line: Int)?
  /// What the lines of this exchange are marked with.
  var tag: String?
  /// True while only a status is known that nothing ties to CloudKit: alone it tells nothing.
  var isTentative = false

  init(origin: Origin, time: Timestamp?, text: String) {
    exchange = WebExchange(origin: origin)
    exchange.time = time
    exchange.text = text
    exchange.hasRequest = false
    lastLine = origin.line
    lastTime = time
  }

  var isAnswered: Bool { exchange.status != nil || answerBody != nil }

  /// True when a line is close enough to belong to the draft: what follows much later is about something else.
  func isNear(line: Int, time: Timestamp?) -> Bool {
    let isKnown = exchange.url != nil
    guard line - lastLine <= (isKnown ? 60 : 5) else { return false }
    guard let time, let lastTime else { return true }
    return abs(time.milliseconds - lastTime.milliseconds) <= (isKnown ? 120_000 : 2000)
  }

  /// True when two prints are so close that they tell of one failure.
  func isReprint(line: Int, time: Timestamp?) -> Bool {
    guard let time, let lastTime else { return line - lastLine <= 3 }
    return abs(time.milliseconds - lastTime.milliseconds) <= 50
  }

  /// True when a print of some of the answer may stand on the line.
  func mayGoOn(_ line: WebLine) -> Bool {
    isNear(line: line.number, time: line.time)
      && (exchange.address != nil || isReprint(line: line.number, time: line.time))
  }

  mutating func touch(line: Int, time: Timestamp?) {
    lastLine = line
    lastTime = time ?? lastTime
  }
}

/// The error of a single record: another one of the same record is another error.
struct WebItem: Hashable {
  var name: String
  var code: String
}

/// A line of a text log, as the readers of web traffic see it.
struct WebLine {
  var source: Int32
  var number: Int
  var time: Timestamp?
  /// The line without its time.
  var text: String
  /// The line as it stands.
  var raw: String
}

extension WebLine {
  /// A part of a line that stands for itself.
  init(_ line: WebLine, text: String) {
    self = line
    self.text = text
  }

  /// The number of the last line of a body that begins on this line.
  func number(ofLastLineIn body: [UInt8]) -> Int { number + body.count { $0 == 0x0A } }

  /// The line of a body that holds an error's code, where the body begins on this line.
  func line(withCode code: String, in body: [UInt8]) -> (number: Int, text: String) {
    let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count > 1 else { return (number, raw) }
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      if text.contains(code) { return (number + index, text.trimmingPrefix { $0.isWhitespace }.description) }
    }
    return (number, raw)
  }
}
