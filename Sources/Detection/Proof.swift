import Storage
import SyncModel

/// A line that shows a failure.
struct Proof: Equatable, Sendable {
  var origin: Origin
  var time: Timestamp?
  private let content: Content
  /// What the text says of an error.
  var message: String?
  var code: Int?
  var underlying: Int?

  private enum Content: Equatable {
    case text(String)
    /// A row of a request log: its text is made when somebody asks, because few proofs are ever shown.
    case row(RequestKind)
  }

  var text: String {
    switch content {
    case .text(let text): text
    case .row(let kind): FailureLog.text(of: kind.requestClass, at: time)
    }
  }
}

/// A request class that many proofs refer to.
final class RequestKind: Equatable, Sendable {
  let requestClass: StoredRequestClass
  init(_ requestClass: StoredRequestClass) { self.requestClass = requestClass }

  static func == (left: RequestKind, right: RequestKind) -> Bool { left.requestClass == right.requestClass }
}

extension Proof {
  init(
    origin: Origin, time: Timestamp?, text: String, message: String? = nil, code: Int? = nil, underlying: Int? = nil
  ) {
    (self.origin, self.time, content) = (origin, time, .text(text))
    (self.message, self.code, self.underlying) = (message, code, underlying)
  }

  /// A row of a request log.
  init(_ row: FailedRequest, of kind: RequestKind) {
    (origin, time, content) = (row.origin, row.time, .row(kind))
  }

  init(_ observation: Observation) {
    self.init(origin: observation.origin, time: observation.time, text: observation.text)
  }

  /// The line of an error.
  init(_ error: ErrorReport) {
    self.init(
      origin: error.origin, time: error.time, text: error.text, message: error.message, code: error.code,
      underlying: error.underlying?.code)
  }

  /// Words of the text that prove the finding, the message before the codes; empty = the beginning of the text.
  var focus: String {
    // Short lines are shown whole.
    guard let code, text.utf8.count > 120 else { return "" }
    var words = ["(\(code))", "Code=\(code)"]
    if let underlying { words.insert("(\(code)/\(underlying))", at: 0) }
    if let message { words.insert(String(message.prefix(40).prefix { !"\"\\\n".contains($0) }), at: 0) }
    return words.first { $0.utf8.count > 2 && text.contains($0) } ?? ""
  }
}

extension RandomAccessCollection {
  /// At most so many elements, at least two, evenly spread, the first and the last among them.
  func spread(over most: Int) -> [Element] {
    guard count > most else { return Array(self) }
    return (0..<most).map { self[index(startIndex, offsetBy: $0 * (count - 1) / (most - 1))] }
  }
}

/// Lines out of very many, evenly spread, the first and the last among them.
struct ProofSample {
  private static let most = 1024
  private var kept: [Proof] = []
  private var last: Proof?
  private var stride = 1
  /// How many lines there were.
  private(set) var count = 0

  mutating func add(_ proof: Proof) {
    if count % stride == 0 {
      if kept.count == Self.most {
        kept = kept.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        stride *= 2
      }
      if count % stride == 0 { kept.append(proof) }
    }
    last = proof
    count += 1
  }

  var proofs: [Proof] { kept + (last.map { $0 == kept.last ? [] : [$0] } ?? []) }
}

extension [Proof] {
  /// By input, then line.
  var inOrder: [Proof] {
    sorted { ($0.origin.source, $0.origin.line) < ($1.origin.source, $1.origin.line) }
  }
}
