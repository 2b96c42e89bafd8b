/// One page of a query or of a change fetch: what was asked with, what came back.
package struct PageRecord: Equatable, Sendable {
  /// What is being paged through.
  package enum Kind: String, CaseIterable, Sendable {
    /// A query; the cursor is a query cursor or a continuation marker.
    case query
    /// Changes of a record zone; the cursor is the zone's change token.
    case zoneChanges
    /// Changes of a database; the cursor is the database's change token.
    case databaseChanges
  }

  /// `cursorIn` of a page whose request was not logged, so that it is neither a first page nor a continuation for sure.
  package static let unknownCursor = "?"

  package var origin: Origin
  package var time: Timestamp?
  package var kind: Kind
  /// What makes pages belong together besides the kind: client or user, database, zone, query; never shown.
  package var stream: String
  /// For people: `query 'Note' in zone 'Notes'`.
  package var subject: String
  /// A digest or the text of the cursor that was sent; nil = the first page.
  package var cursorIn: String?
  /// A digest or the text of the cursor that came back; nil = none.
  package var cursorOut: String?
  /// `moreComing`; nil when the answer does not say; false for a query that stopped at the client's own small limit.
  package var moreComing: Bool?
  package var items: Int?
  package var bytes: Int64?
  package var durationMs: Int64?
  package var operationID: String?
  /// False when the request is known but no answer was seen.
  package var hasAnswer: Bool
  package var text: String

  package init(
    origin: Origin, time: Timestamp? = nil, kind: Kind, stream: String, subject: String, cursorIn: String? = nil,
    cursorOut: String? = nil, moreComing: Bool? = nil, items: Int? = nil, bytes: Int64? = nil,
    durationMs: Int64? = nil, operationID: String? = nil, hasAnswer: Bool = true, text: String = ""
  ) {
    self.origin = origin
    self.time = time
    self.kind = kind
    self.stream = stream
    self.subject = subject
    self.cursorIn = cursorIn
    self.cursorOut = cursorOut
    self.moreComing = moreComing
    self.items = items
    self.bytes = bytes
    self.durationMs = durationMs
    self.operationID = operationID
    self.hasAnswer = hasAnswer
    self.text = text
  }
}
