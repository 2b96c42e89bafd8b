import CJSON
import SyncModel

/// Turns the fields of request entries into rows of a batch; one for each worker.
final class RequestRowBuilder {
  typealias Fields = UnsafePointer<CKJSONField>

  private let interner: SymbolInterner
  private let worker: Int
  private let isDayFirst: Bool?
  private let environment: UInt32
  private let database, zone, operation, operationGroup, platform, clientOS, interface: FieldSymbols
  private let status, error, recordTypes, environments: FieldSymbols
  let source: Int32
  private(set) var batch = RequestBatch()
  private var days = DayMemory()
  var tally = EntryTally()
  private var pages = PageNames()
  var errors: [ErrorReport] = []
  /// Secrets that were replaced, and where.
  var secrets: [(kind: String, line: Int64)] = []

  /// Bits of the meaning of an error text.
  private static let isThrottleWord: UInt8 = 2

  init(worker: Int, options: ReadingOptions, isDayFirst: Bool?) {
    let interner = SymbolInterner()
    self.interner = interner
    self.worker = worker
    self.isDayFirst = isDayFirst
    source = options.source
    environment = options.environment.map { interner.number(of: $0) } ?? 0
    database = FieldSymbols(interner, normalize: EntryText.database)
    zone = FieldSymbols(interner)
    operation = FieldSymbols(interner)
    operationGroup = FieldSymbols(interner)
    platform = FieldSymbols(interner)
    clientOS = FieldSymbols(interner)
    interface = FieldSymbols(interner)
    status = FieldSymbols(interner, classify: EntryText.statusMeaning)
    error = FieldSymbols(interner, normalize: EntryText.constant) { text in
      ["THROTTLED", "REQUEST_RATE_LIMITED", "429"].contains(text) ? Self.isThrottleWord : 1
    }
    recordTypes = FieldSymbols(interner)
    environments = FieldSymbols(interner)
    batch.worker = worker
  }

  /// Hands over what was built since the last call.
  func take() -> RequestBatch {
    var done = batch
    (done.newSymbols, done.newClasses) = interner.takeNew()
    // Chunks are of one size, so that the next batch will be about as large.
    batch = RequestBatch(capacity: done.count + done.count / 8)
    batch.worker = worker
    return done
  }

  /// Hands over the pages since the last call.
  func takePages() -> PageBatch { pages.take(source: source) }

  /// Adds the entry; false when it is no request: none of operation, status, error and request id is there.
  func add(_ fields: Fields, line: Int64) -> Bool {
    let kind = symbol(operation, fields, .operation)
    let state = symbol(status, fields, .status)
    let fault = symbol(error, fields, .error)
    let native = NativeCode(fields)
    let hasRequestID = fields[.requestID].type == CKJSON_STRING && fields[.requestID].length > 0
    guard kind.symbol != 0 || state.symbol != 0 || fault.symbol != 0 || hasRequestID || native != nil else {
      return false
    }
    // There are many users, so that the memory behind a user's number is mostly cold: it is fetched while the others are
    // looked up.
    let user = EntryBytes(fields[.user])
    let userHash = user.map { interner.announce($0.base, $0.count) } ?? 0
    var requestClass = RequestClass()
    requestClass.operation = kind.symbol
    requestClass.status = state.symbol
    requestClass.error = fault.symbol
    requestClass.database = symbol(database, fields, .database).symbol
    requestClass.zone = symbol(zone, fields, .zone).symbol
    requestClass.operationGroup = symbol(operationGroup, fields, .operationGroup).symbol
    requestClass.platform = symbol(platform, fields, .platform).symbol
    requestClass.clientOS = symbol(clientOS, fields, .clientOS).symbol
    requestClass.interface = symbol(interface, fields, .interface).symbol
    requestClass.recordTypes = symbol(recordTypes, fields, .recordTypes).symbol
    if user != nil { interner.fetchKey(userHash) }
    let stated = symbol(environments, fields, .environment).symbol
    requestClass.environment = stated == 0 ? environment : stated
    let time = self.time(fields)
    let retryAfter = EntryNumber.milliseconds(fields[.retryAfter], ms: fields[.retryAfterMs])
    let outcome = Self.outcome(state.meaning, hasError: fault.symbol != 0 || native != nil)
    requestClass.outcome = UInt8(outcome.rawValue)
    if fault.meaning & Self.isThrottleWord != 0 || native?.isThrottle(retryAfter) == true
      || Self.isThrottleStatus(state.meaning, retryAfter)
    {
      requestClass.flags |= 2
    }
    if let native {
      requestClass.flags |= 1
      errors.append(native.report(fields, line: line, source: source, time: time, retryAfterMs: retryAfter))
    }
    tally.count(operation: kind.symbol, status: state.symbol, meaning: state.meaning, hasError: fault.symbol != 0)
    var row = RequestBatch.Row(line: line)
    row.time = time?.milliseconds ?? RequestBatch.absent
    row.retryAfterMs = retryAfter ?? RequestBatch.absent
    row.classNumber = interner.number(of: requestClass)
    if let user { row.user = interner.number(of: user.base, user.count, userHash) }
    append(fields, row)
    if !interner.secretsFound.isEmpty {
      secrets += interner.secretsFound.map { ($0, line) }
      interner.secretsFound = []
    }
    pages.add(fields, line: line, time: time)
    return true
  }

  private func append(_ fields: Fields, _ started: RequestBatch.Row) {
    var row = started
    if let text = EntryBytes(fields[.operationID]) {
      if let compact = HexDigits.operationID(text.base, text.count) {
        row.operationID = compact
      } else {
        batch.oddOperationIDs[batch.count] = Redactor.redact(text.string).text
      }
    }
    if let text = EntryBytes(fields[.requestID]) {
      if let compact = HexDigits.uuid(text.base, text.count) {
        (row.requestIDHigh, row.requestIDLow) = (compact.high.bigEndian, compact.low.bigEndian)
      } else {
        batch.oddRequestIDs[batch.count] = Redactor.redact(text.string).text
      }
    }
    row.durationMs = duration(fields)
    row.bytesSent = integer(fields, .bytesSent)
    row.bytesReceived = integer(fields, .bytesReceived)
    row.inserted = integer(fields, .inserted)
    row.updated = integer(fields, .updated)
    row.deleted = integer(fields, .deleted)
    row.insertedBytes = integer(fields, .insertedBytes)
    row.updatedBytes = integer(fields, .updatedBytes)
    row.deletedBytes = integer(fields, .deletedBytes)
    batch.append(row)
  }

  @inline(__always)
  private func symbol(
    _ symbols: FieldSymbols, _ fields: Fields, _ field: RequestField
  ) -> (symbol: UInt32, meaning: UInt8) {
    let value = fields[field.rawValue]
    guard value.type == CKJSON_STRING, let text = value.text else {
      return value.type == CKJSON_INTEGER ? numberSymbol(symbols, value.integer) : (0, 0)
    }
    return symbols.symbol(of: text, Int(value.length))
  }

  private func numberSymbol(_ symbols: FieldSymbols, _ number: Int64) -> (symbol: UInt32, meaning: UInt8) {
    var digits = String(number)
    return digits.withUTF8 { bytes in
      bytes.baseAddress.map { symbols.symbol(of: $0, bytes.count) } ?? (0, 0)
    }
  }

  private func integer(_ fields: Fields, _ field: RequestField) -> Int64 {
    let value = fields[field.rawValue]
    if value.type == CKJSON_ABSENT { return RequestBatch.absent }
    return EntryNumber.integer(value) ?? RequestBatch.absent
  }

  private func duration(_ fields: Fields) -> Int64 {
    let value = fields[.duration]
    var duration = EntryNumber.integer(value)
    if duration == nil, let seconds = EntryNumber.decimal(fields[.durationSeconds]), abs(seconds) < 1e12 {
      duration = Int64((seconds * 1000).rounded())
    }
    guard let duration else {
      if value.type == CKJSON_STRING, EntryBytes(value) != nil { tally.unreadableNumbers += 1 }
      return RequestBatch.absent
    }
    if duration < 0 {
      tally.negativeDurations += 1
      return RequestBatch.absent
    }
    return duration
  }

  private func time(_ fields: Fields) -> Timestamp? {
    let value = fields[.time]
    let time: EntryTime
    if value.type == CKJSON_INTEGER {
      time = EntryTime(epoch: value.integer)
    } else if let text = EntryBytes(value) {
      if let moment = days.moment(text.base, text.count) { return Timestamp(milliseconds: moment) }
      time = EntryTime(UnsafeRawBufferPointer(start: text.base, count: text.count))
      if case .moment(let moment) = time { days.remember(text.base, text.count, moment) }
    } else {
      tally.withoutTime += 1
      return nil
    }
    if case .slashed(let first, let second, _, _) = time { tally.noteOrder(first, second) }
    if let moment = time.moment(dayFirst: isDayFirst ?? true) { return moment }
    tally.unreadableTimes += 1
    return nil
  }

  private static func outcome(_ status: UInt8, hasError: Bool) -> RequestOutcome {
    if hasError || status & 3 == 2 { return .failed }
    return status == 1 ? .succeeded : .unknown
  }

  /// HTTP 429 always, 503 only with a delay.
  private static func isThrottleStatus(_ status: UInt8, _ retryAfter: Int64?) -> Bool {
    status & EntryText.isTooManyRequests != 0 || (status & EntryText.isUnavailable != 0 && retryAfter != nil)
  }
}

extension UnsafePointer where Pointee == CKJSONField {
  subscript(field: RequestField) -> CKJSONField { self[field.rawValue] }
}
