import CloudKitFacts
import SyncModel

/// Puts the item errors of one answer of Web Services together, which readers hand over one by one.
struct WebAnswers {
  private var answer: [ErrorReport] = []

  /// Takes the next error of the log, and gives what is complete.
  mutating func add(_ error: ErrorReport) -> [ErrorReport] {
    if let last = answer.last, Self.isSameAnswer(last, error) {
      answer.append(error)
      return []
    }
    let done = finish()
    guard Self.isItem(error) else { return done + [error] }
    answer = [error]
    return done
  }

  /// Gives the answer that was being put together: one error with items where they belong together – several items, or
  /// one of a request that changes records.
  mutating func finish() -> [ErrorReport] {
    let items = answer
    answer = []
    guard let first = items.first, items.count > 1 || Self.changesRecords(first) else { return items }
    return [
      ErrorReport(
        origin: first.origin, time: first.time, domain: first.domain, operation: first.operation,
        operationID: first.operationID, requestID: first.requestID, containerID: first.containerID, items: items,
        text: first.text)
    ]
  }

  private static func isItem(_ error: ErrorReport) -> Bool {
    error.domain == "CloudKit" && error.serverCode != nil && error.item != nil && error.items == nil
  }

  private static func changesRecords(_ error: ErrorReport) -> Bool {
    guard let operation = error.operation else { return false }
    return ["record.save", "record.delete"].contains(OperationFamily(operation: operation).rawValue)
  }

  /// An answer stands in one line, or in a few lines that follow each other.
  private static func isSameAnswer(_ last: ErrorReport, _ next: ErrorReport) -> Bool {
    isItem(next) && last.origin.source == next.origin.source && last.time == next.time
      && last.operation == next.operation && last.requestID == next.requestID
      && (next.origin.line &- last.origin.line).magnitude <= 12
  }
}
