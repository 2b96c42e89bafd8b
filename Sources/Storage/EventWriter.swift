import CSQLite
import SyncModel

/// Writes the values that are few: errors, pages, activities, observations, states.
final class EventWriter {
  private let database: Database
  private let error: Statement
  private let page: Statement
  private let activity: Statement
  private let observation: Statement
  private let state: Statement
  private let zone: Statement
  private let entity: Statement

  init(database: Database) throws(StorageError) {
    self.database = database
    func insert(_ table: String, _ count: Int) throws(StorageError) -> Statement {
      let marks = Array(repeating: "?", count: count).joined(separator: ",")
      return try database.cached("INSERT INTO \(table) VALUES (\(marks))")
    }
    error = try insert("error", 25)
    page = try insert("page", 15)
    activity = try insert("activity", 12)
    observation = try insert("observation", 7)
    state = try insert("store_state", 17)
    zone = try insert("state_zone", 9)
    entity = try insert("state_entity", 5)
  }

  func write(_ value: ErrorReport, source: Int32, parent: Int64?) throws(StorageError) {
    error.bind(1, nil as Int64?)
    bind(value.origin, source, to: error, at: 2)
    error.bind(4, value.time?.milliseconds)
    error.bind(5, parent)
    error.bind(6, value.domain)
    error.bind(7, value.code)
    error.bind(8, value.serverCode)
    error.bind(9, value.httpStatus)
    error.bind(10, value.underlying?.domain)
    error.bind(11, value.underlying?.code)
    error.bind(12, value.message)
    error.bind(13, value.item)
    error.bind(14, value.zone)
    error.bind(15, value.retryAfterMs)
    error.bind(16, value.operation)
    error.bind(17, value.operationID)
    error.bind(18, value.requestID)
    error.bind(19, value.containerID)
    error.bind(20, value.count)
    error.bind(21, value.printed)
    error.bind(22, value.isCollateral)
    error.bind(23, value.items != nil)
    error.bind(24, value.itemsAreRedacted)
    error.bind(25, value.text)
    try error.run()
    guard let items = value.items, !items.isEmpty else { return }
    let id = sqlite3_last_insert_rowid(database.handle)
    for item in items { try write(item, source: source, parent: parent ?? id) }
  }

  func write(_ value: PageRecord, source: Int32) throws(StorageError) {
    bind(value.origin, source, to: page, at: 1)
    page.bind(3, value.time?.milliseconds)
    page.bind(4, value.kind.rawValue)
    page.bind(5, value.stream)
    page.bind(6, value.subject)
    page.bind(7, value.cursorIn)
    page.bind(8, value.cursorOut)
    page.bind(9, value.moreComing.map { $0 ? 1 : 0 })
    page.bind(10, value.items)
    page.bind(11, value.bytes)
    page.bind(12, value.durationMs)
    page.bind(13, value.operationID)
    page.bind(14, value.hasAnswer)
    page.bind(15, value.text)
    try page.run()
  }

  func write(_ pages: PageBatch, source: Int32) throws(StorageError) {
    let insertion = try database.cached(PageTable.insertion)
    insertion.bind(1, Int64(source))
    try database.pageTable.showing(pages) { () throws(StorageError) in try insertion.run() }
  }

  func write(_ value: Activity, source: Int32) throws(StorageError) {
    bind(value.origin, source, to: activity, at: 1)
    activity.bind(3, value.kind.rawValue)
    activity.bind(4, value.outcome.rawValue)
    activity.bind(5, value.start?.milliseconds)
    activity.bind(6, value.end?.milliseconds)
    activity.bind(7, value.identifier)
    activity.bind(8, value.store)
    activity.bind(9, value.errorDomain)
    activity.bind(10, value.errorCode)
    activity.bind(11, value.affectedObjects)
    activity.bind(12, value.text)
    try activity.run()
  }

  func write(_ value: Observation, source: Int32) throws(StorageError) {
    bind(value.origin, source, to: observation, at: 1)
    observation.bind(3, value.time?.milliseconds)
    observation.bind(4, value.kind.rawValue)
    observation.bind(5, value.subject)
    observation.bind(6, value.value)
    observation.bind(7, value.text)
    try observation.run()
  }

  func write(_ value: StoreState, source: Int32) throws(StorageError) {
    state.bind(1, nil as Int64?)
    bind(value.origin, source, to: state, at: 2)
    state.bind(4, value.identity)
    state.bind(5, value.kind.rawValue)
    state.bind(6, value.observedAt?.milliseconds)
    state.bind(7, value.trackedRecords)
    state.bind(8, value.pendingUploads)
    state.bind(9, value.pendingDeletes)
    state.bind(10, value.pendingZoneChanges)
    state.bind(11, value.inFlight)
    state.bind(12, value.oldestPending?.milliseconds)
    state.bind(13, value.lastSuccess?.milliseconds)
    state.bind(14, value.lastFailure?.milliseconds)
    state.bind(15, TextList.encode(value.flags))
    state.bind(16, TextList.encode(value.pendingItems))
    state.bind(17, TextList.encode(value.notes))
    try state.run()
    let id = sqlite3_last_insert_rowid(database.handle)
    for part in value.zones { try write(part, of: id) }
    for part in value.entities { try write(part, of: id) }
  }

  private func write(_ value: StoreState.Zone, of state: Int64) throws(StorageError) {
    zone.bind(1, state)
    zone.bind(2, value.name)
    zone.bind(3, value.owner)
    zone.bind(4, value.database)
    zone.bind(5, value.tokenDigest)
    zone.bind(6, value.lastFetch?.milliseconds)
    zone.bind(7, TextList.encode(value.flags))
    zone.bind(8, value.pendingUploads)
    zone.bind(9, value.pendingDeletes)
    try zone.run()
  }

  private func write(_ value: StoreState.Entity, of state: Int64) throws(StorageError) {
    entity.bind(1, state)
    entity.bind(2, value.name)
    entity.bind(3, value.tracked)
    entity.bind(4, value.pendingUploads)
    entity.bind(5, value.pendingDeletes)
    try entity.run()
  }

  /// The session's number of the input counts, whatever number a reader put into the origin.
  private func bind(_ origin: Origin, _ source: Int32, to statement: Statement, at index: Int32) {
    statement.bind(index, Int64(source))
    statement.bind(index + 1, origin.line)
  }
}
