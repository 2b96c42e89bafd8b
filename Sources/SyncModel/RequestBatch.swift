/// The low-cardinality attributes of a request, as symbol numbers of the batch; 0 = absent.
///
/// The store keeps one row per combination that occurs, so that a request row is a narrow row of integers.
package struct RequestClass: Hashable, Sendable {
  package var environment: UInt32 = 0
  package var database: UInt32 = 0
  package var zone: UInt32 = 0
  package var operation: UInt32 = 0
  package var operationGroup: UInt32 = 0
  package var platform: UInt32 = 0
  package var clientOS: UInt32 = 0
  package var interface: UInt32 = 0
  package var status: UInt32 = 0
  package var error: UInt32 = 0
  package var recordTypes: UInt32 = 0
  /// A `RequestOutcome`.
  package var outcome: UInt8 = 0
  /// Bit 0 = an ErrorReport carries the error, bit 1 = throttled.
  package var flags: UInt8 = 0

  package init() {}
}

/// Rows of requests as columns of integers: what the worker threads of the hot path hand to the writer.
///
/// Strings are symbols of the worker that made the batch: numbers from 1, announced once in `newSymbols`, in order.
/// Absent integers are `RequestBatch.absent`.
package struct RequestBatch: Sendable {
  /// The value of an integer column that is absent.
  package static let absent = Int64.min

  /// The worker whose symbol and class numbers the batch uses.
  package var worker: Int = 0
  /// Symbols that no earlier batch of this worker announced; the first has the number that follows the last announced.
  package var newSymbols: [String] = []
  /// Classes that no earlier batch of this worker announced, likewise numbered from 1.
  package var newClasses: [RequestClass] = []
  package var line: [Int64] = []
  package var time: [Int64] = []
  /// Numbers of classes of this worker.
  package var classNumber: [UInt32] = []
  /// Symbols; 0 = absent.
  package var user: [UInt32] = []
  /// 16 upper-case hexadecimal digits as a number (0 = absent); others stand in `oddOperationIDs`.
  package var operationID: [UInt64] = []
  /// The upper half of an upper-case UUID (both halves 0 = absent); others stand in `oddRequestIDs`.
  package var requestIDHigh: [UInt64] = []
  /// The lower half of the UUID.
  package var requestIDLow: [UInt64] = []
  package var durationMs: [Int64] = []
  package var retryAfterMs: [Int64] = []
  package var bytesSent: [Int64] = []
  package var bytesReceived: [Int64] = []
  package var inserted: [Int64] = []
  package var updated: [Int64] = []
  package var deleted: [Int64] = []
  package var insertedBytes: [Int64] = []
  package var updatedBytes: [Int64] = []
  package var deletedBytes: [Int64] = []
  /// Operation ids that are not 16 upper-case hexadecimal digits, by row.
  package var oddOperationIDs: [Int: String] = [:]
  /// Request ids that are not upper-case UUIDs, by row.
  package var oddRequestIDs: [Int: String] = [:]

  package init() {}

  /// The number of rows.
  package var count: Int { line.count }

  /// One row, for adding it; everything but the line is absent at first.
  package struct Row: Sendable {
    package var line: Int64
    package var time = RequestBatch.absent
    /// The number of a class of the worker; must be set.
    package var classNumber: UInt32 = 0
    package var user: UInt32 = 0
    package var operationID: UInt64 = 0
    package var requestIDHigh: UInt64 = 0
    package var requestIDLow: UInt64 = 0
    package var durationMs = RequestBatch.absent
    package var retryAfterMs = RequestBatch.absent
    package var bytesSent = RequestBatch.absent
    package var bytesReceived = RequestBatch.absent
    package var inserted = RequestBatch.absent
    package var updated = RequestBatch.absent
    package var deleted = RequestBatch.absent
    package var insertedBytes = RequestBatch.absent
    package var updatedBytes = RequestBatch.absent
    package var deletedBytes = RequestBatch.absent

    package init(line: Int64) {
      self.line = line
    }
  }

  /// Adds a row.
  package mutating func append(_ row: Row) {
    line.append(row.line)
    time.append(row.time)
    classNumber.append(row.classNumber)
    user.append(row.user)
    operationID.append(row.operationID)
    requestIDHigh.append(row.requestIDHigh)
    requestIDLow.append(row.requestIDLow)
    durationMs.append(row.durationMs)
    retryAfterMs.append(row.retryAfterMs)
    bytesSent.append(row.bytesSent)
    bytesReceived.append(row.bytesReceived)
    inserted.append(row.inserted)
    updated.append(row.updated)
    deleted.append(row.deleted)
    insertedBytes.append(row.insertedBytes)
    updatedBytes.append(row.updatedBytes)
    deletedBytes.append(row.deletedBytes)
  }
}
