import CloudKitFacts
import SyncModel

/// Puts the item errors of one answer of Web Services together, which readers hand over one by one.
enum WebAnswers {
  /// The errors with those of one answer as items of one error.
  static func grouped(_ errors: [ErrorReport]) -> [ErrorReport] {
    guard errors.contains(where: isItem) else { return errors }
    var grouped: [ErrorReport] = []
    var answer: [ErrorReport] = []
    for error in errors {
      if let last = answer.last, isSameAnswer(last, error) {
        answer.append(error)
        continue
      }
      grouped += closed(answer)
      answer = []
      if isItem(error) { answer = [error] } else { grouped.append(error) }
    }
    return grouped + closed(answer)
  }

  /// One error with items where they belong together: several items, or one of a request that changes records.
  private static func closed(_ items: [ErrorReport]) -> [ErrorReport] {
    guard let first = items.first, items.count > 1 || changesRecords(first) else { return items }
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
