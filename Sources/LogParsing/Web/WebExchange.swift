import SyncModel

/// A request to CloudKit Web Services and its answer, as far as the input tells them; bodies travel beside it.
struct WebExchange {
  /// Where the request stands, or the answer where there is no request.
  var origin: Origin
  var time: Timestamp?
  var durationMs: Int64?
  var method: String?
  var address: WebAddress?
  /// The URL as it stands, secrets included: never stored.
  var url: String?
  /// 0 = the request ended without an answer of the server.
  var status: Int?
  /// `Service Unavailable`.
  var reasonPhrase: String?
  /// Why there is no answer, in the words of the client: `net::ERR_NETWORK_CHANGED`.
  var transportError: String?
  var requestHeaders: [WebHeader] = []
  var answerHeaders: [WebHeader] = []
  var bytesSent: Int64?
  var bytesReceived: Int64?
  /// Tells the clients of one log apart; empty where the log has only one.
  var client = ""
  /// True when the log shows requests, so that a missing one means something.
  var hasRequest = true
  /// The line that tells of the failure where it is not the request's, and its number.
  var failureLine: (number: Int, text: String)?
  /// How often the input prints the failure.
  var printed = 1
  /// How often it prints the error of a single record once more.
  var itemReprints: [WebItem: Int] = [:]
  /// The lines of errors that stand on a line each, in the order of the answer's.
  var itemLines: [(number: Int, text: String)] = []
  /// The line of the input on which the answer's body begins; nil when bodies have no lines of their own.
  var bodyLine: Int?
  /// The line that shows the exchange, as it stands; empty = a summary is made.
  var text = ""

  init(origin: Origin) { self.origin = origin }

  /// The value of an answer's or a request's header, by its name in any letter case.
  static func value(of name: String, in headers: [WebHeader]) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }
}

/// A header of a request or an answer.
struct WebHeader: Equatable, Sendable {
  var name: String
  var value: String

  /// True when the name is this one, given in lower case, in any letter case.
  func isNamed(_ lowerCase: String) -> Bool {
    name.utf8.count == lowerCase.utf8.count && name.startsIgnoringCase(lowerCase)
  }

  /// False for most: their line need not be put together to look for a secret in it.
  var mayHoldSecret: Bool {
    var (name, value) = (name, value)
    return name.withUTF8 { Redactor.mayHoldSecret(UnsafeRawBufferPointer($0)) }
      || value.withUTF8 { Redactor.mayHoldSecret(UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// True when the text begins with a word of small ASCII letters and signs, in any letter case.
  func startsIgnoringCase(_ lowerCase: String) -> Bool {
    var (rest, word) = (utf8.makeIterator(), lowerCase.utf8.makeIterator())
    while let wanted = word.next() {
      guard let byte = rest.next(), (0x41...0x5A).contains(byte) ? byte | 0x20 == wanted : byte == wanted else {
        return false
      }
    }
    return true
  }
}
