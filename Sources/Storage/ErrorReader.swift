import Dispatch
import SyncModel

/// Reads the errors in scope with their items, in the order of the inputs.
struct ErrorReader {
  private let database: Database
  private let scope: Scope
  /// So many are read before a second thread is worth its while.
  private static let firstPortion = 2048

  init(_ database: Database, _ scope: Scope) {
    self.database = database
    self.scope = scope
  }

  /// Calls the body with each error; it must not use the database, which is read ahead on another thread.
  func read(_ body: (ErrorReport) throws(StorageError) -> Void) throws(StorageError) {
    let rows = ErrorRows(
      try database.prepare(
        """
        SELECT id, source, line, time_ms, parent, domain, code, server_code, http_status, underlying_domain,
          underlying_code, message, item, zone, retry_after_ms, operation, operation_id, request_id, container, count,
          printed, collateral, items_known, items_redacted, text
        FROM error WHERE \(scope.onlyRequests ? "0" : scope.condition(timeColumn: "time_ms")) ORDER BY id
        """))
    let first = try rows.next(Self.firstPortion)
    for error in first { try body(error) }
    guard first.count == Self.firstPortion else { return }
    let ahead = ErrorsAhead(rows)
    defer { ahead.wait() }
    while let errors = try ahead.next() {
      for error in errors { try body(error) }
    }
  }
}

/// The rows of a query for errors, put together to errors with items.
private final class ErrorRows {
  private let rows: Statement
  private var recent = RecentTexts()
  /// The error whose items may follow.
  private var root: (id: Int64, error: ErrorReport)?
  private var isOver = false

  init(_ rows: Statement) { self.rows = rows }

  /// The next errors, so many unless there are no more; none once the end was reached.
  func next(_ count: Int) throws(StorageError) -> [ErrorReport] {
    var errors: [ErrorReport] = []
    errors.reserveCapacity(count)
    while errors.count < count, !isOver {
      // A statement that is stepped beyond its end begins again.
      guard try rows.step() else {
        isOver = true
        break
      }
      let error = error()
      if let parent = rows.optionalInteger(4), root?.id == parent, root?.error.items != nil {
        root?.error.items?.append(error)
        continue
      }
      if let root { errors.append(root.error) }
      root = (rows.integer(0), error)
    }
    if isOver, let root {
      errors.append(root.error)
      self.root = nil
    }
    return errors
  }

  private func error() -> ErrorReport {
    let underlying = rows.optionalInt(10).map {
      UnderlyingCode(domain: recent.text(rows, 9) ?? "CKInternalErrorDomain", code: $0)
    }
    return ErrorReport(
      origin: rows.origin(1),
      time: rows.time(3), domain: recent.text(rows, 5) ?? "", code: rows.optionalInt(6),
      serverCode: recent.text(rows, 7), httpStatus: rows.optionalInt(8), underlying: underlying,
      message: recent.text(rows, 11), item: recent.text(rows, 12), zone: recent.text(rows, 13),
      retryAfterMs: rows.optionalInteger(14), operation: recent.text(rows, 15), operationID: recent.text(rows, 16),
      requestID: recent.text(rows, 17), containerID: recent.text(rows, 18), count: Int(rows.integer(19)),
      printed: Int(rows.integer(20)), isCollateral: rows.bool(21), itemsAreRedacted: rows.bool(23),
      items: rows.bool(22) ? [] : nil, text: rows.text(24) ?? "")
  }
}

/// Reads errors on a thread of its own while those before them are looked at.
private final class ErrorsAhead: @unchecked Sendable {
  // Unchecked: `rows` and `portion` are touched either by the one block that runs or, after `wait`, by the caller.

  private let rows: ErrorRows
  private let queue = DispatchQueue(label: "ckdiag.errors")
  private let group = DispatchGroup()
  private var portion: Result<[ErrorReport], StorageError> = .success([])
  private static let size = 512

  init(_ rows: ErrorRows) {
    self.rows = rows
    begin()
  }

  /// The next errors, or nil at the end.
  func next() throws(StorageError) -> [ErrorReport]? {
    wait()
    let errors = try portion.get()
    if errors.isEmpty { return nil }
    begin()
    return errors
  }

  /// Returns when nothing reads any more.
  func wait() { group.wait() }

  private func begin() {
    queue.async(group: group) { [self] in
      do throws(StorageError) {
        portion = .success(try rows.next(Self.size))
      } catch {
        portion = .failure(error)
      }
    }
  }
}
