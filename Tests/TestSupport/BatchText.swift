import SyncModel

/// The rows of batches as lines, with symbols as texts and absent values left out.
enum BatchText {
  static func lines(of batches: [RequestBatch]) -> [String] {
    var symbols: [Int: [String]] = [:]
    var classes: [Int: [RequestClass]] = [:]
    return batches.flatMap { batch -> [String] in
      symbols[batch.worker, default: [""]] += batch.newSymbols
      classes[batch.worker, default: [RequestClass()]] += batch.newClasses
      return (0..<batch.count).map { row in
        line(batch, row, symbols[batch.worker] ?? [], classes[batch.worker] ?? [])
      }
    }
  }

  private static func line(
    _ batch: RequestBatch, _ row: Int, _ symbols: [String], _ classes: [RequestClass]
  ) -> String {
    let kind = classes[Int(batch.classNumber[row])]
    let outcome = RequestOutcome(rawValue: Int(kind.outcome)).map { "\($0)" } ?? "?"
    let texts: [(String, UInt32)] = [
      ("", kind.operation), ("environment=", kind.environment), ("database=", kind.database), ("zone=", kind.zone),
      ("group=", kind.operationGroup), ("platform=", kind.platform), ("os=", kind.clientOS),
      ("interface=", kind.interface), ("status=", kind.status), ("error=", kind.error), ("types=", kind.recordTypes),
      ("user=", batch.user[row]),
    ]
    let numbers: [(String, Int64)] = [
      ("ms=", batch.durationMs[row]), ("retryAfter=", batch.retryAfterMs[row]), ("sent=", batch.bytesSent[row]),
      ("received=", batch.bytesReceived[row]), ("inserted=", batch.inserted[row]), ("updated=", batch.updated[row]),
      ("deleted=", batch.deleted[row]), ("insertedBytes=", batch.insertedBytes[row]),
      ("updatedBytes=", batch.updatedBytes[row]), ("deletedBytes=", batch.deletedBytes[row]),
    ]
    var parts = ["\(batch.line[row]): request \(outcome)"]
    if batch.time[row] != RequestBatch.absent { parts.append(Timestamp(milliseconds: batch.time[row]).iso8601) }
    parts += texts.filter { $0.1 != 0 }.map { $0.0 + symbols[Int($0.1)] }
    parts += numbers.filter { $0.1 != RequestBatch.absent }.map { $0.0 + String($0.1) }
    if batch.operationID[row] != 0 {
      parts.append("operationID=" + String(batch.operationID[row], radix: 16, uppercase: true))
    }
    if let odd = batch.oddOperationIDs[row] { parts.append("operationID=\(odd)") }
    if batch.requestIDHigh[row] | batch.requestIDLow[row] != 0 {
      parts.append("requestID=" + String(batch.requestIDLow[row], radix: 16, uppercase: true))
    }
    if let odd = batch.oddRequestIDs[row] { parts.append("requestID=\(odd)") }
    if kind.flags & 1 != 0 { parts.append("reported") }
    if kind.flags & 2 != 0 { parts.append("throttled") }
    return parts.joined(separator: " ")
  }
}
