/// What was counted over the exchanges of an input.
struct WebTally: Equatable, Sendable {
  /// Exchanges, errors and observations so far: what the tally of an input calls records.
  var records = 0
  var cutBodies = 0
  /// Answers whose body is missing though there is a status.
  var missingBodies = 0
  var unanswered = 0
  /// True when a public key was given that cannot be read.
  var keyIsUnusable = false

  /// Adds what another recorder counted in the same input.
  mutating func add(_ other: WebTally) {
    records += other.records
    cutBodies += other.cutBodies
    missingBodies += other.missingBodies
    unanswered += other.unanswered
    keyIsUnusable = keyIsUnusable || other.keyIsUnusable
  }

  /// For people, each with its number.
  var notes: [String] {
    var notes: [String] = []
    if keyIsUnusable { notes.append("the public key cannot be read: PEM of a P-256 key is needed") }
    if unanswered > 0 { notes.append("\(unanswered) \(unanswered == 1 ? "request" : "requests") without an answer") }
    if missingBodies > 0 {
      notes.append(
        "\(missingBodies) \(missingBodies == 1 ? "answer" : "answers") without a body: only the status was read")
    }
    if cutBodies > 0 { notes.append("\(cutBodies) \(cutBodies == 1 ? "body" : "bodies") cut off") }
    return notes
  }
}
