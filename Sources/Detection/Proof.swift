import SyncModel

/// A line that shows a failure.
struct Proof: Equatable, Sendable {
  var origin: Origin
  var time: Timestamp?
  var text: String
}

extension Proof {
  init(_ observation: Observation) {
    self.init(origin: observation.origin, time: observation.time, text: observation.text)
  }
}

extension [Proof] {
  /// By input, then line.
  var inOrder: [Proof] {
    sorted { ($0.origin.source, $0.origin.line) < ($1.origin.source, $1.origin.line) }
  }
}

extension String {
  /// Without blanks at both ends.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
