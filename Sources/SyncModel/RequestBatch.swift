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

  /// Adds a row in which everything but the line is absent; the class must be set by the caller.
  package mutating func append(line: Int64) {
    self.line.append(line)
    time.append(Self.absent)
    classNumber.append(0)
    user.append(0)
    operationID.append(0)
    requestIDHigh.append(0)
    requestIDLow.append(0)
    durationMs.append(Self.absent)
    retryAfterMs.append(Self.absent)
    bytesSent.append(Self.absent)
    bytesReceived.append(Self.absent)
    inserted.append(Self.absent)
    updated.append(Self.absent)
    deleted.append(Self.absent)
    insertedBytes.append(Self.absent)
    updatedBytes.append(Self.absent)
    deletedBytes.append(Self.absent)
  }
}
