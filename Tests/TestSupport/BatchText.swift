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
    let kind = classes[Int(batch.rows[row].classNumber)]
    let outcome = RequestOutcome(rawValue: Int(kind.outcome)).map { "\($0)" } ?? "?"
    let texts: [(String, UInt32)] = [
      ("", kind.operation), ("environment=", kind.environment), ("database=", kind.database), ("zone=", kind.zone),
      ("group=", kind.operationGroup), ("platform=", kind.platform), ("os=", kind.clientOS),
      ("interface=", kind.interface), ("status=", kind.status), ("error=", kind.error), ("types=", kind.recordTypes),
      ("user=", batch.rows[row].user),
    ]
    let numbers: [(String, Int64)] = [
      ("ms=", batch.rows[row].durationMs), ("retryAfter=", batch.rows[row].retryAfterMs),
      ("sent=", batch.rows[row].bytesSent),
      ("received=", batch.rows[row].bytesReceived), ("inserted=", batch.rows[row].inserted),
      ("updated=", batch.rows[row].updated),
      ("deleted=", batch.rows[row].deleted), ("insertedBytes=", batch.rows[row].insertedBytes),
      ("updatedBytes=", batch.rows[row].updatedBytes), ("deletedBytes=", batch.rows[row].deletedBytes),
    ]
    var parts = ["\(batch.rows[row].line): request \(outcome)"]
    if batch.rows[row].time != RequestBatch.absent {
      parts.append(Timestamp(milliseconds: batch.rows[row].time).iso8601)
    }
    parts += texts.filter { $0.1 != 0 }.map { $0.0 + symbols[Int($0.1)] }
    parts += numbers.filter { $0.1 != RequestBatch.absent }.map { $0.0 + String($0.1) }
    if batch.rows[row].operationID != 0 {
      parts.append("operationID=" + String(batch.rows[row].operationID, radix: 16, uppercase: true))
    }
    if let odd = batch.oddOperationIDs[row] { parts.append("operationID=\(odd)") }
    if batch.rows[row].requestIDHigh | batch.rows[row].requestIDLow != 0 {
      parts.append("requestID=" + String(batch.rows[row].requestIDLow.bigEndian, radix: 16, uppercase: true))
    }
    if let odd = batch.oddRequestIDs[row] { parts.append("requestID=\(odd)") }
    if kind.flags & 1 != 0 { parts.append("reported") }
    if kind.flags & 2 != 0 { parts.append("throttled") }
    return parts.joined(separator: " ")
  }
}
