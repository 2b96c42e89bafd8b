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

/// Rows of requests as integers: what the worker threads of the hot path hand to the writer.
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
  /// The rows, in the order of the input.
  package private(set) var rows: [Row] = []
  /// The columns in which at least one row has a value.
  package private(set) var columns: Columns = []
  /// Operation ids that are not 16 upper-case hexadecimal digits, by row.
  package var oddOperationIDs: [Int: String] = [:]
  /// Request ids that are not upper-case UUIDs, by row.
  package var oddRequestIDs: [Int: String] = [:]

  /// Makes an empty batch with room for so many rows.
  package init(capacity: Int = 0) {
    rows.reserveCapacity(capacity)
  }

  /// The number of rows.
  package var count: Int { rows.count }

  /// Columns that many logs never have.
  package struct Columns: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let retryAfterMs = Columns(rawValue: 1)
    package static let bytesSent = Columns(rawValue: 2)
    package static let bytesReceived = Columns(rawValue: 4)
    package static let inserted = Columns(rawValue: 8)
    package static let updated = Columns(rawValue: 16)
    package static let deleted = Columns(rawValue: 32)
    package static let insertedBytes = Columns(rawValue: 64)
    package static let updatedBytes = Columns(rawValue: 128)
    package static let deletedBytes = Columns(rawValue: 256)
  }

  /// One row; everything but the line is absent at first.
  package struct Row: Sendable {
    package var line: Int64
    package var time = RequestBatch.absent
    /// The number of a class of the worker; must be set.
    package var classNumber: UInt32 = 0
    /// A symbol; 0 = absent.
    package var user: UInt32 = 0
    /// 16 upper-case hexadecimal digits as a number (0 = absent); others stand in `oddOperationIDs`.
    package var operationID: UInt64 = 0
    /// The upper half of an upper-case UUID (both halves 0 = absent), most significant byte first in memory; others
    /// stand in `oddRequestIDs`.
    package var requestIDHigh: UInt64 = 0
    /// The lower half of the UUID, most significant byte first in memory.
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

    /// The columns in which the row has a value.
    @inline(__always)
    fileprivate var columns: Columns {
      func bit(_ value: Int64, _ column: Columns) -> UInt16 { value == RequestBatch.absent ? 0 : column.rawValue }
      let events = bit(retryAfterMs, .retryAfterMs) | bit(bytesSent, .bytesSent) | bit(bytesReceived, .bytesReceived)
      let counts = bit(inserted, .inserted) | bit(updated, .updated) | bit(deleted, .deleted)
      let sizes =
        bit(insertedBytes, .insertedBytes) | bit(updatedBytes, .updatedBytes) | bit(deletedBytes, .deletedBytes)
      return Columns(rawValue: events | counts | sizes)
    }
  }

  /// Adds a row.
  package mutating func append(_ row: Row) {
    rows.append(row)
    columns.formUnion(row.columns)
  }
}
