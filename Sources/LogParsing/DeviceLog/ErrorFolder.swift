import CloudKitFacts
import SyncModel

/// Counts a failure once however often it is printed, marks consequences, and hands the errors on in order.
///
/// Two prints are the same failure when they carry the same request or operation id, or when their text without
/// pointers is the same within 50 ms – on neighbouring lines where there are no times.
final class ErrorFolder {
  /// An error that may still be printed again.
  private struct Held {
    var report: ErrorReport
    var form: ScannedError.Form
    var time: Timestamp?
    /// Of the last line of the last print, counted without blank lines.
    var lastOrdinal: Int
    var lineText: String
    var isCoreData: Bool
    var key: String
  }

  private let sink: any RecordSink
  private let source: Int32
  private var held: [Held] = []
  /// Numbers of held errors by id and code, and by text; numbers count from the first error of the input.
  private var byID: [String: [Int]] = [:]
  private var byText: [String: Int] = [:]
  private var released = 0
  private var lastRefusal: (time: Timestamp?, number: Int)?

  /// Milliseconds within which the same text is the same failure.
  static let window: Int64 = 50
  private static let mostHeld = 4096
  /// So many failures of one request or operation are compared with a further print.
  private static let mostOfOneID = 64
  /// Milliseconds for which a refusal by the server explains refusals on the device.
  private static let refusalMemory: Int64 = 3_600_000

  init(sink: any RecordSink, source: Int32) {
    self.sink = sink
    self.source = source
  }

  /// Takes an error of a text.
  func add(_ error: ScannedError, of text: ErrorText, context: EntryContext) {
    let line = text.line(at: error.range.lowerBound)
    let last = text.line(at: max(error.range.upperBound - 1, error.range.lowerBound))
    let lineText = Self.withoutPointers(text.evidence(at: error.range.lowerBound))
    let key = Self.key(of: error)
    let print = Print(
      error: error, key: key, time: line.time, firstOrdinal: line.ordinal, lastOrdinal: last.ordinal,
      lineText: lineText, isCoreData: context.isCoreData)
    if fold(print) { return }
    var report = self.report(of: error, in: text, context: context)
    report.isCollateral = isCollateral(report)
    noteRefusal(report)
    let number = released + held.count
    held.append(
      Held(
        report: report, form: error.form, time: line.time, lastOrdinal: last.ordinal, lineText: lineText,
        isCoreData: context.isCoreData, key: key))
    byText[key] = number
    for id in Self.ids(of: error) { byID["\(id) \(error.code)", default: []].append(number) }
    for item in error.items ?? [] {
      for id in Self.ids(of: item) { byID["\(id) \(item.code)", default: []].append(number) }
    }
    if held.count >= Self.mostHeld { release(keeping: Self.mostHeld / 2) }
  }

  /// Hands on everything that is held.
  func flush() { release(keeping: 0) }

  private func release(keeping count: Int) {
    let number = held.count - count
    guard number > 0 else { return }
    for entry in held.prefix(number) { sink.add(entry.report) }
    held.removeFirst(number)
    released += number
    byText = byText.filter { $0.value >= released }
    byID = byID.compactMapValues { numbers in
      let kept = numbers.filter { $0 >= released }
      return kept.isEmpty ? nil : kept
    }
  }
}

// MARK: - The same failure

extension ErrorFolder {
  /// One print of an error.
  private struct Print {
    var error: ScannedError
    var key: String
    var time: Timestamp?
    var firstOrdinal: Int
    var lastOrdinal: Int
    var lineText: String
    var isCoreData: Bool
  }

  /// Adds the print to the failure it repeats; false = it is a new one.
  private func fold(_ print: Print) -> Bool {
    let ids = Self.ids(of: print.error)
    for id in ids {
      for number in (byID["\(id) \(print.error.code)"] ?? []).suffix(Self.mostOfOneID) {
        if countAgain(print, held: number - released) { return true }
      }
    }
    if let number = byText[print.key], case let index = number - released, held.indices.contains(index),
      ids.isEmpty || !hasIDs(held[index].report), isClose(print, to: held[index])
    {
      repeated(index, print)
      return true
    }
    return print.error.form <= .sentence ? foldShort(print) : foldFuller(print)
  }

  /// Tells whether a print with the id of a held failure repeats it or one of its items.
  private func countAgain(_ print: Print, held index: Int) -> Bool {
    guard held.indices.contains(index) else { return false }
    let report = held[index].report
    let error = print.error
    if report.code == error.code, error.item == nil || error.item == report.item,
      error.retryAfterMs == nil || error.retryAfterMs == report.retryAfterMs
    {
      repeated(index, print)
      return true
    }
    guard error.items == nil, let items = report.items else { return false }
    let twin = items.firstIndex { item in
      item.code == error.code && (error.item.map { $0 == item.item } ?? (item.message == error.message))
    }
    guard let twin else { return false }
    held[index].report.items?[twin].printed += 1
    return true
  }

  /// A number alone repeats a fuller print of the same code beside it.
  private func foldShort(_ print: Print) -> Bool {
    for index in held.indices.suffix(6).reversed() {
      let known = held[index]
      guard known.report.domain == print.error.domain, known.form > print.error.form, isClose(print, to: known),
        print.time != nil || print.isCoreData || speaksOfRecovery(print)
      else { continue }
      if known.report.code == print.error.code {
        repeated(index, print)
        return true
      }
      if let item = known.report.items?.firstIndex(where: { $0.code == print.error.code }) {
        held[index].report.items?[item].printed += 1
        held[index].lastOrdinal = print.lastOrdinal
        return true
      }
    }
    return false
  }

  /// A full print replaces what a number alone said just before.
  private func foldFuller(_ print: Print) -> Bool {
    for index in held.indices.suffix(3).reversed() {
      let known = held[index]
      guard known.form == .short, known.report.domain == print.error.domain, known.report.code == print.error.code,
        isClose(print, to: known), print.error.items == nil || known.report.items == nil
      else { continue }
      if print.error.items != nil { return false }
      held[index].report.message = known.report.message ?? print.error.message.map(redacted)
      held[index].report.underlying = known.report.underlying ?? print.error.underlying
      held[index].report.retryAfterMs = known.report.retryAfterMs ?? print.error.retryAfterMs
      held[index].report.operationID = known.report.operationID ?? print.error.operationID
      held[index].report.requestID = known.report.requestID ?? print.error.requestID
      held[index].form = print.error.form
      repeated(index, print)
      return true
    }
    return false
  }

  private func repeated(_ index: Int, _ print: Print) {
    held[index].report.printed += 1
    if let items = held[index].report.items, let again = print.error.items {
      for item in items.indices where items[item].printed > 0 {
        if again.contains(where: { $0.code == items[item].code && $0.item == items[item].item }) {
          held[index].report.items?[item].printed += 1
        }
      }
    }
    held[index].time = print.time ?? held[index].time
    held[index].lastOrdinal = print.lastOrdinal
    held[index].isCoreData = held[index].isCoreData || print.isCoreData
  }

  /// True for Core Data's lines about recovery, which name an error that was printed before.
  private func speaksOfRecovery(_ print: Print) -> Bool {
    print.lineText.holds("recover from error") || print.lineText.holds("recovery from error")
  }

  private func isClose(_ print: Print, to known: Held) -> Bool {
    if let time = print.time, let before = known.time {
      return abs(time.milliseconds - before.milliseconds) <= Self.window
    }
    if print.time != nil || known.time != nil { return print.firstOrdinal - known.lastOrdinal <= 1 }
    let distance = print.firstOrdinal - known.lastOrdinal
    if print.isCoreData, known.isCoreData { return distance <= 6 }
    // Two numbers without a word around them are as likely two failures.
    if print.error.form == .short, known.form == .short, !speaksOfRecovery(print) { return distance <= 0 }
    return distance <= 1 || distance == 2 && print.lineText != known.lineText
  }

  private func hasIDs(_ report: ErrorReport) -> Bool { report.requestID != nil || report.operationID != nil }

  private static func ids(of error: ScannedError) -> [String] {
    [error.requestID ?? error.operationID].compactMap(\.self)
  }

  private static func key(of error: ScannedError) -> String {
    var key = "\(error.domain)|\(error.code)|\(error.underlying?.description ?? "")|\(error.retryAfterMs ?? -1)"
    key += "|\(error.item ?? "")|\(error.zone ?? "")|\(error.omitted)|" + withoutPointers(error.message ?? "")
    for item in error.items ?? [] { key += "|\(item.code) \(item.item ?? "") \(item.zone ?? "")" }
    return key
  }

  /// A text without addresses, which say nothing: `0x600003ba77b0`.
  static func withoutPointers(_ text: String) -> String {
    guard text.utf8.contains(0x78) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var isInPointer = false
    for byte in text.utf8 {
      if isInPointer {
        if (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte) { continue }
        isInPointer = false
      }
      result.append(byte)
      if byte == 0x78, result.count >= 2, result[result.count - 2] == 0x30 { isInPointer = true }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

// MARK: - Reports

extension ErrorFolder {
  private func report(of error: ScannedError, in text: ErrorText, context: EntryContext?) -> ErrorReport {
    let line = text.line(at: error.range.lowerBound)
    let origin = Origin(source: source, line: line.number)
    var report = ErrorReport(origin: origin, time: line.time, domain: error.domain, code: error.code)
    report.underlying = error.underlying
    report.message = error.message.map { redacted($0.clipped(1000)) }
    report.item = error.item.map(redacted)
    report.zone = error.zone.map(redacted)
    report.retryAfterMs = error.retryAfterMs
    report.operation = context?.operation
    report.operationID = error.operationID ?? context?.operationID
    report.requestID = error.requestID
    report.containerID = error.containerID ?? context?.containerID
    report.count = error.count
    report.itemsAreRedacted = error.itemsAreRedacted
    report.isCollateral = error.domain == "CKErrorDomain" && error.code == 22
    report.text = redacted(text.evidence(at: error.range.lowerBound))
    if let items = error.items {
      report.items = items.map { self.report(of: $0, in: text, context: nil) }
      if error.omitted > 0 {
        var omitted = ErrorReport(origin: origin, time: line.time, code: 22, count: error.omitted, printed: 0)
        omitted.isCollateral = true
        omitted.message = "omitted items of the batch"
        report.items?.append(omitted)
      }
    }
    return report
  }

  private func redacted(_ text: String) -> String { ShareLinks.withoutKeys(Redactor.redact(text).text) }

  /// True when an earlier error caused this one.
  private func isCollateral(_ report: ErrorReport) -> Bool {
    guard let code = report.code else { return false }
    switch report.domain {
    case "NSCocoaErrorDomain": return CocoaErrorCode.numbered(code)?.isCollateral ?? false
    case "CKErrorDomain":
      if code == 22 { return true }
      guard code == 7, let number = report.underlying?.code, [2008, 2061, 2062, 2063].contains(number),
        let lastRefusal
      else { return false }
      guard let time = report.time, let before = lastRefusal.time else { return true }
      return time.milliseconds - before.milliseconds <= Self.refusalMemory
    default: return false
    }
  }

  /// Remembers a refusal that came from the server itself.
  private func noteRefusal(_ report: ErrorReport) {
    guard report.domain == "CKErrorDomain", report.code == 6 || report.code == 7 && report.underlying == nil,
      report.underlying?.domain != "NSCocoaErrorDomain"
    else { return }
    lastRefusal = (report.time, released + held.count)
  }
}
