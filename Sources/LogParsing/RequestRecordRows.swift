import SyncModel

/// Turns single requests into rows of a batch: one for each worker that makes many of them.
final class RequestRecordRows {
  private let interner = SymbolInterner()
  private var batch = RequestBatch()

  init(worker: Int) { batch.worker = worker }

  /// Adds a request; its family must be that of its operation.
  func add(_ record: RequestRecord) {
    var row = RequestBatch.Row(line: Int64(record.origin.line))
    row.time = record.time?.milliseconds ?? RequestBatch.absent
    row.classNumber = interner.number(of: requestClass(record))
    row.user = symbol(record.user)
    addIdentifiers(record, to: &row)
    row.durationMs = record.durationMs ?? RequestBatch.absent
    row.retryAfterMs = record.retryAfterMs ?? RequestBatch.absent
    row.bytesSent = record.bytesSent ?? RequestBatch.absent
    row.bytesReceived = record.bytesReceived ?? RequestBatch.absent
    row.inserted = record.inserted ?? RequestBatch.absent
    row.updated = record.updated ?? RequestBatch.absent
    row.deleted = record.deleted ?? RequestBatch.absent
    row.insertedBytes = record.insertedBytes ?? RequestBatch.absent
    row.updatedBytes = record.updatedBytes ?? RequestBatch.absent
    row.deletedBytes = record.deletedBytes ?? RequestBatch.absent
    batch.append(row)
  }

  /// Hands over the rows since the last call, or nil when there are none.
  func take() -> RequestBatch? {
    guard batch.count > 0 else { return nil }
    var done = batch
    (done.newSymbols, done.newClasses) = interner.takeNew()
    // Secrets are named where they stand; here it is enough that they are replaced.
    interner.secretsFound = []
    batch = RequestBatch(capacity: done.count)
    batch.worker = done.worker
    return done
  }

  private func requestClass(_ record: RequestRecord) -> RequestClass {
    var requestClass = RequestClass()
    requestClass.environment = symbol(record.environment)
    requestClass.database = symbol(record.database)
    requestClass.zone = symbol(record.zone)
    requestClass.operation = symbol(record.operation)
    requestClass.operationGroup = symbol(record.operationGroup)
    requestClass.platform = symbol(record.platform)
    requestClass.clientOS = symbol(record.clientOS)
    requestClass.interface = symbol(record.interface)
    requestClass.status = symbol(record.status)
    requestClass.error = symbol(record.error)
    requestClass.recordTypes = symbol(record.recordTypes)
    requestClass.outcome = UInt8(record.outcome.rawValue)
    requestClass.flags = (record.errorIsReported ? 1 : 0) | (record.isThrottled ? 2 : 0)
    return requestClass
  }

  /// The number of a text; 0 for none.
  private func symbol(_ text: String?) -> UInt32 { text.map { interner.number(of: $0) } ?? 0 }

  private func addIdentifiers(_ record: RequestRecord, to row: inout RequestBatch.Row) {
    if let text = record.operationID {
      if let number = compact(text, HexDigits.operationID) {
        row.operationID = number
      } else {
        batch.oddOperationIDs[batch.count] = Redactor.redact(text).text
      }
    }
    if let text = record.requestID {
      if let number = compact(text, HexDigits.uuid) {
        (row.requestIDHigh, row.requestIDLow) = (number.high.bigEndian, number.low.bigEndian)
      } else {
        batch.oddRequestIDs[batch.count] = Redactor.redact(text).text
      }
    }
  }

  private func compact<Number>(_ text: String, _ read: (UnsafeRawPointer, Int) -> Number?) -> Number? {
    var copy = text
    return copy.withUTF8 { bytes in bytes.baseAddress.flatMap { read(UnsafeRawPointer($0), bytes.count) } }
  }
}
