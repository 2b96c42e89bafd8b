import SyncModel
import TextPatterns

/// Reads `Error Domain=… Code=… "…" UserInfo={…}` with everything that nests in it.
final class NestedErrorParser {
  private let description = ErrorPatterns.anyDescription.makeMatcher()
  private let reason = ErrorPatterns.failureReason.makeMatcher()
  private let saving = ErrorPatterns.ownDescription.makeMatcher()
  private let serverMessage = ErrorPatterns.serverDescription.makeMatcher()
  private let requestID = ErrorPatterns.requestUUID.makeMatcher()
  private let operationID = ErrorPatterns.operationID.makeMatcher()
  private let container = ErrorPatterns.containerID.makeMatcher()
  private let retryAfter = ErrorPatterns.retryAfterKey.makeMatcher()
  private let partialErrors = ErrorPatterns.partialErrorsKey.makeMatcher()

  /// Everything about one text that the parser looks at more than once.
  struct Context {
    let text: UnsafeRawBufferPointer
    let printed: PrintedErrorParser
    let nested: [ErrorHeads.Head]
    /// End of the nested error with the same number.
    let ends: [Int]
    let braces: BraceMap
  }

  /// Reads the error whose head has the given number; its range covers description and UserInfo.
  func error(at number: Int, in context: Context) -> ScannedError? {
    let head = context.nested[number]
    let end = context.ends[number]
    var error = ScannedError(form: .nsError, range: head.range.lowerBound..<end, code: head.code)
    error.domain = head.domain ?? ""
    let inside = head.range.upperBound..<end
    error.message = message(inside, in: context)
    guard error.domain == "CKErrorDomain" else {
      // Core Data says the same of every fault of model or set-up; only the reason tells them apart.
      if error.code == 134060, error.message?.hasPrefix("A Core Data error") ?? true {
        error.message = value(reason, inside, in: context) ?? error.message
      }
      return error
    }
    readUserInfo(inside, of: &error, in: context)
    let items = itemRange(inside, of: &error, in: context)
    readChildren(inside, items: items, of: &error, after: number, in: context)
    return settleCode(of: error)
  }

  /// A number of 1,000 or more is an internal one, whatever domain stands before it.
  private func settleCode(of error: ScannedError) -> ScannedError? {
    guard !CloudKitNumbers.isPublic(error.code) else { return error }
    guard error.code >= 1000 else { return nil }
    var settled = error
    if settled.underlying == nil { settled.underlying = UnderlyingCode(code: error.code) }
    guard let code = ErrorSentences.code(of: error.message) ?? CloudKitNumbers.publicCode(name: "", number: error.code)
    else { return nil }
    settled.code = code
    return settled
  }

  /// The quoted description, up to an error that is printed inside it.
  private func message(_ inside: Range<Int>, in context: Context) -> String? {
    var cursor = ByteCursor(context.text, from: inside.lowerBound, to: inside.upperBound)
    cursor.skipBlanks()
    guard cursor.skipQuote() else {
      // Nested a thousand times, each would search what all the others hold.
      return value(description, inside.clamped(to: inside.lowerBound..<inside.lowerBound + 8000), in: context)
    }
    let start = cursor.index
    let limit = min(inside.upperBound, start + 2000)
    var index = start
    while index < limit {
      if context.text[index] == 0x22 {
        var after = ByteCursor(context.text, from: index + 1, to: inside.upperBound)
        after.skipBlanks()
        if after.isAtEnd || after.skip("userinfo") { break }
      }
      if context.text[index] == 0x3C, index + 8 < limit, context.printed.startsHead(at: index) { break }
      index += 1
    }
    let text = cursor.text(start..<index)
    return text.isEmpty || text.hasPrefix("<private>") || text == "(null)" ? nil : text
  }

  private func value(_ matcher: Matcher, _ range: Range<Int>, in context: Context) -> String? {
    let part = UnsafeRawBufferPointer(rebasing: context.text[range])
    guard matcher.firstMatch(in: part) != nil, let found = matcher.range(of: "value"), !found.isEmpty else {
      return nil
    }
    let text = ByteCursor(part, from: 0).text(found)
    return text.hasPrefix("<private>") ? nil : text
  }

  private func readUserInfo(_ inside: Range<Int>, of error: inout ScannedError, in context: Context) {
    if let text = value(serverMessage, inside, in: context) { error.message = text }
    if let key = value(saving, inside, in: context).flatMap(ItemKey.init(idIn:)) {
      error.item = key.item
      error.zone = key.zone
    }
    error.requestID = value(requestID, inside, in: context)
    error.operationID = value(operationID, inside, in: context)
    error.containerID = value(container, inside, in: context)
    error.retryAfterMs = value(retryAfter, inside, in: context).flatMap(milliseconds)
  }

  /// The braces behind `CKPartialErrors=`; notes when they are redacted or empty.
  private func itemRange(_ inside: Range<Int>, of error: inout ScannedError, in context: Context) -> Range<Int>? {
    let part = UnsafeRawBufferPointer(rebasing: context.text[inside])
    guard let key = partialErrors.firstMatch(in: part) else { return nil }
    var cursor = ByteCursor(context.text, from: inside.lowerBound + key.upperBound, to: inside.upperBound)
    cursor.skipBlanks()
    if cursor.skip("<private>") {
      error.itemsAreRedacted = true
      return nil
    }
    guard cursor.current == 0x7B || cursor.current == 0x5B else { return nil }
    let open = cursor.index
    cursor.index += 1
    cursor.skipBlanks()
    if cursor.current == 0x3A { cursor.index += 1 }
    error.items = []
    return open..<(context.braces.end(of: open) ?? inside.upperBound)
  }

  private func readChildren(
    _ inside: Range<Int>, items: Range<Int>?, of error: inout ScannedError, after number: Int, in context: Context
  ) {
    var next = inside.lowerBound
    var nested = number + 1
    var printed = context.printed.firstHead(from: inside.lowerBound)
    while true {
      let nestedStart = nested < context.nested.count ? context.nested[nested].range.lowerBound : Int.max
      let printedStart = context.printed.start(of: printed) ?? Int.max
      let start = min(nestedStart, printedStart)
      guard start < inside.upperBound else { return }
      let child: ScannedError?
      if nestedStart < printedStart {
        child = nestedStart >= next ? shallow(at: nested, in: context) : nil
        nested += 1
      } else {
        child = printedStart >= next ? context.printed.error(at: printed, depth: 1) : nil
        printed += 1
      }
      guard var child else { continue }
      if let items, items.contains(start) {
        let key = leadKey(before: start, from: max(next, items.lowerBound), in: context)
        child.item = key?.item
        child.zone = key?.zone
        error.items?.append(child)
        next = child.range.upperBound
      } else {
        adopt(child, into: &error)
        next = child.form == .canonical ? child.range.upperBound : next
      }
    }
  }

  /// A nested error without its own children, which are read as those of the outer one.
  private func shallow(at number: Int, in context: Context) -> ScannedError? {
    let head = context.nested[number]
    var error = ScannedError(form: .nsError, range: head.range.lowerBound..<context.ends[number], code: head.code)
    error.domain = head.domain ?? ""
    error.message = message(head.range.upperBound..<context.ends[number], in: context)
    return error
  }

  /// Takes over what an inner print of the same failure knows.
  private func adopt(_ child: ScannedError, into error: inout ScannedError) {
    guard child.domain == "CKErrorDomain" else {
      if error.underlying == nil { error.underlying = UnderlyingCode(domain: child.domain, code: child.code) }
      return
    }
    guard child.code == error.code, child.form == .canonical else { return }
    error.underlying = error.underlying ?? child.underlying
    error.message = error.message ?? child.message
    error.requestID = error.requestID ?? child.requestID
    error.operationID = error.operationID ?? child.operationID
    error.containerID = error.containerID ?? child.containerID
    error.retryAfterMs = error.retryAfterMs ?? child.retryAfterMs
    error.items = error.items?.isEmpty ?? true ? child.items ?? error.items : error.items
    error.omitted = max(error.omitted, child.omitted)
  }

  private func leadKey(before start: Int, from low: Int, in context: Context) -> ItemKey? {
    let from = max(low, start - 600)
    guard from < start else { return nil }
    let lead = ByteCursor(context.text, from: from, escapes: 1).text(from..<start)
    if let key = ItemKey(idIn: lead) { return key }
    guard let equals = lead.lastIndex(where: { $0 == "=" }) else { return nil }
    let words = lead[..<equals].split { $0 == "{" || $0 == ";" || $0 == "\"" || $0 == "," || $0 == " " }
    return words.last.map { ItemKey(key: String($0)) }
  }
}

extension ErrorPatterns {
  /// The value of a key of a UserInfo dump: up to the next key or the end of the dictionary.
  private static func value(of keys: String) -> Pattern {
    make(
      #"\b(?:"# + keys + #")\\*"?\s{0,4}[=:]\s{0,4}\\*"?(?<value>(?s:.){0,2000}?)\\*"?"#
        + #"(?=,\s{1,80}\\*"?[A-Za-z_]{3,40}\\*"?\s?[=:]|[;}]|\n|$)"#)
  }

  // Compiled once: a folder of small logs would spend most of its time on compiling.
  static let anyDescription = value(of: "NSLocalizedDescription|CKErrorDescription|NSLocalizedFailureReason")
  static let failureReason = value(of: "NSLocalizedFailureReason")
  static let localizedDescription = value(of: "NSLocalizedDescription|CKErrorDescription")
  static let ownDescription = value(of: "CKErrorDescription")
  static let serverDescription = value(of: "ServerErrorDescription")
  static let requestUUID = value(of: "RequestUUID")
  static let operationID = value(of: "OperationID")
  static let containerID = value(of: "ContainerID")

  static let retryAfterKey = make(
    #"\b(?:CKErrorRetryAfterKey|CKErrorRetryAfter|CKRetryAfter|retryAfterSeconds|retryAfter|retry_after)\\*"?"#
      + #"\s{0,4}[=:]\s{0,4}\\*"?(?:Optional\()?(?<value>[0-9]{1,9}(?:\.[0-9]{1,9})?)"#)
  static let partialErrorsKey = make(#"\bCKPartialErrors(?:ByItemID(?:Key)?)?\\*"?\s{0,4}[=:]"#)
}
