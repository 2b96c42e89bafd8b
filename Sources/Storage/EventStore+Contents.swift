import CSQLite
import SyncModel

/// What the store knows of the content of an input it has read.
package struct KnownContent: Equatable, Sendable {
  package var source: Int32
  package var path: String
  package var fingerprint: ContentFingerprint
}

extension EventStore {
  /// The inputs whose first bytes have the given digest, newest first.
  package func knownContents(prefix: String) throws(StorageError) -> [KnownContent] {
    let rows = try database.cached(
      "SELECT id, path, content_hash, offset FROM source WHERE prefix_hash = ? AND content_hash NOT NULL ORDER BY id DESC"
    )
    rows.bind(1, prefix)
    defer { rows.reset() }
    var contents: [KnownContent] = []
    while try rows.step() {
      contents.append(
        KnownContent(
          source: Int32(truncatingIfNeeded: rows.integer(0)), path: rows.text(1) ?? "",
          fingerprint: ContentFingerprint(prefix: prefix, whole: rows.text(2) ?? "", length: rows.integer(3))))
    }
    return contents
  }
}

extension IngestSession {
  /// Removes another input and its values in the same transaction: this one replaces it.
  package func replace(_ other: Int32) throws(StorageError) {
    forgetCensus()
    try database.removeInput(Int64(other))
  }
}

extension Database {
  /// Removes an input and its values.
  func removeInput(_ other: Int64) throws(StorageError) {
    knownRequests.forget()
    let range =
      "rowid BETWEEN (SELECT first_request FROM source WHERE id = \(other)) AND "
      + "(SELECT last_request FROM source WHERE id = \(other))"
    try execute("DELETE FROM request WHERE \(range) AND source = \(other)")
    try execute(
      "DELETE FROM request_span WHERE first_row BETWEEN (SELECT first_request FROM source WHERE id = \(other)) AND "
        + "(SELECT last_request FROM source WHERE id = \(other)); DELETE FROM rollup WHERE source = \(other)")
    for table in ["error", "page", "activity", "observation"] {
      try execute("DELETE FROM \(table) WHERE source = \(other)")
    }
    for table in ["state_zone", "state_entity"] {
      try execute("DELETE FROM \(table) WHERE state IN (SELECT id FROM store_state WHERE source = \(other))")
    }
    try execute("DELETE FROM store_state WHERE source = \(other); DELETE FROM source WHERE id = \(other)")
  }
}

extension Database {
  /// What must be said of an input that reaches into a time of which other inputs have no rows any more; nil = nothing.
  func noteOfPrunedTwins(_ source: Int32, firstTime: Int64?, lastTime: Int64?) throws(StorageError) -> String? {
    guard let firstTime, let lastTime, try knownRequests.inputs.holdPruned(in: self) else { return nil }
    let row = try cached(
      "SELECT max(raw_from) FROM source WHERE id <> ? AND first_time <= ? AND last_time >= ? AND raw_from > ?")
    defer { row.reset() }
    row.bind(1, Int64(source))
    row.bind(2, lastTime)
    row.bind(3, firstTime)
    row.bind(4, firstTime)
    guard try row.step(), let moment = row.time(0) else { return nil }
    return "requests before \(moment.readable) UTC may count twice: the rows of other inputs of that time are pruned"
  }
}

extension EventStore {
  /// The id of the format that an input was read with; nil when nothing could read it.
  package func format(of source: Int32) -> String? {
    guard let row = try? database.cached("SELECT format FROM source WHERE id = ?") else { return nil }
    defer { row.reset() }
    row.bind(1, Int64(source))
    return (try? row.step()) == true ? row.text(0) : nil
  }
}
