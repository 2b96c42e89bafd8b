import CloudKitFacts
import SyncModel
import TextPatterns

/// Reads every CloudKit error of a text, however it is printed.
///
/// Patterns find where errors begin; a recursive-descent parser reads what follows. Works in time linear in the text,
/// whatever the text holds. Not for use on several threads at once.
final class ErrorScanner {
  /// The errors that stand for themselves, and the parts of the text that they explain.
  private struct Roots {
    var errors: [ScannedError] = []
    var covered: [Range<Int>] = []
  }

  private let heads = ErrorHeads()
  private let nestedParser = NestedErrorParser()
  private let smallForms = SmallForms()
  private let dumps = UserInfoDumps()
  private let mentionOfCloudKit = ErrorPatterns.mentionOfCloudKit.makeMatcher()
  private let retryAfterWords = ErrorPatterns.retryAfterWords.makeMatcher()

  /// Errors of lines that held more of them than any real line does.
  private(set) var leftOut = 0
  private static let mostOnLine = 1000

  /// Returns the errors of a text in order, those of items inside their partial failure.
  func errors(in text: ErrorText) -> [ScannedError] {
    text.bytes.withUnsafeBytes { bytes in
      var roots = roots(in: bytes)
      for index in roots.errors.indices where roots.errors[index].form == .canonical {
        let floor = index > 0 ? roots.errors[index - 1].range.upperBound : 0
        if let range = dumps.complete(&roots.errors[index], from: floor, in: bytes) { roots.covered.append(range) }
      }
      smallForms.add(to: &roots.errors, outside: roots.covered, in: bytes, of: text)
      leaveOutSurplus(of: &roots.errors, in: text)
      for index in roots.errors.indices where roots.errors[index].form == .number {
        dumps.completeNumber(&roots.errors[index], in: bytes)
      }
      nameItems(of: &roots.errors, in: bytes)
      for row in BoxTables(text).rows { Self.add(row, to: &roots.errors) }
      for index in roots.errors.indices { takeDelayOfMessage(&roots.errors[index]) }
      return roots.errors
    }
  }

  /// The delay may stand only inside the sentence of a throttle, without a field of its own.
  private func takeDelayOfMessage(_ error: inout ScannedError) {
    if error.retryAfterMs == nil, var message = error.message, message.holds("etry after ") {
      error.retryAfterMs = message.withUTF8 { bytes in
        let bytes = UnsafeRawBufferPointer(bytes)
        guard retryAfterWords.firstMatch(in: bytes) != nil, let value = retryAfterWords.range(of: "value") else {
          return nil
        }
        return milliseconds(String(decoding: bytes[value], as: UTF8.self))
      }
    }
    guard var items = error.items else { return }
    error.items = nil
    for index in items.indices { takeDelayOfMessage(&items[index]) }
    error.items = items
  }

  private func leaveOutSurplus(of errors: inout [ScannedError], in text: ErrorText) {
    guard errors.count > Self.mostOnLine else { return }
    var counts: [Int: Int] = [:]
    let before = errors.count
    errors.removeAll { error in
      let line = text.line(at: error.range.lowerBound).start
      counts[line, default: 0] += 1
      return counts[line, default: 0] > Self.mostOnLine
    }
    leftOut += before - errors.count
  }

  /// Printed and nested errors that are no part of another one.
  private func roots(in bytes: UnsafeRawBufferPointer) -> Roots {
    let printed = PrintedErrorParser(text: bytes, heads: heads.printed(in: bytes))
    let nested = heads.nsErrors(in: bytes)
    let extents = NestedExtents(nested, in: bytes)
    let context = NestedErrorParser.Context(
      text: bytes, printed: printed, nested: nested, ends: extents.ends, braces: extents.braces)
    var roots = Roots()
    var free = 0
    var nextPrinted = 0
    var nextNested = 0
    while nextPrinted < printed.heads.count || nextNested < nested.count {
      let printedStart = printed.start(of: nextPrinted) ?? Int.max
      let nestedStart = nextNested < nested.count ? nested[nextNested].range.lowerBound : Int.max
      if printedStart < nestedStart {
        if printedStart >= free, let error = printed.error(at: nextPrinted) {
          roots.errors.append(error)
          roots.covered.append(error.range)
          free = error.range.upperBound
        }
        nextPrinted += 1
      } else {
        if nestedStart >= free, let error = nestedParser.error(at: nextNested, in: context) {
          roots.covered.append(error.range)
          if error.domain == "CKErrorDomain" { free = error.range.upperBound }
          // What an error of another domain holds is an error of its own: its cause.
          if isOfInterest(error, bytes) { roots.errors.append(error) }
        }
        nextNested += 1
      }
    }
    return roots
  }

  /// True for CloudKit's errors, Core Data's about mirroring, and network errors of a line that speaks of CloudKit.
  private func isOfInterest(_ error: ScannedError, _ bytes: UnsafeRawBufferPointer) -> Bool {
    switch error.domain {
    case "CKErrorDomain": return true
    case "NSCocoaErrorDomain": return CocoaErrorCode.numbered(error.code) != nil
    case "NSURLErrorDomain":
      let around = max(0, error.range.lowerBound - 300)..<error.range.upperBound
      return mentionOfCloudKit.firstMatch(in: UnsafeRawBufferPointer(rebasing: bytes[around])) != nil
    default: return false
    }
  }

  /// Takes record and zone of a refused item from the row of a table.
  private static func add(_ row: BoxTables.Row, to errors: inout [ScannedError]) {
    if let index = errors.firstIndex(where: { row.range.contains($0.range.lowerBound) }) {
      errors[index].item = row.item
      errors[index].zone = row.zone
    } else if let cell = row.cells["error"], let code = CloudKitErrorCode.named(cell)?.number {
      var error = ScannedError(form: .sentence, range: row.range, code: code)
      error.item = row.item
      error.zone = row.zone
      errors.append(error)
    }
  }

  /// Takes record and zone from an id in front of an error, or in its message.
  private func nameItems(of errors: inout [ScannedError], in bytes: UnsafeRawBufferPointer) {
    for index in errors.indices {
      let error = errors[index]
      guard error.item == nil, error.zone == nil, error.items?.isEmpty ?? true else { continue }
      let floor = index > 0 ? errors[index - 1].range.upperBound : 0
      var start = max(min(floor, error.range.lowerBound), error.range.lowerBound - 500)
      for offset in stride(from: error.range.lowerBound - 1, to: start - 1, by: -1)
      where bytes[offset] == ErrorText.entryEnd {
        start = offset + 1
        break
      }
      let lead = ByteCursor(bytes, from: start).text(start..<error.range.lowerBound)
      let key = near(lead) ?? error.message.flatMap(ItemKey.init(idIn:))
      errors[index].item = key?.item
      errors[index].zone = key?.zone
    }
  }

  /// A zone with its owner, or the zone of Core Data, that an arrow or sign of the author's own ties to the error.
  private func zone(before lead: String) -> ItemKey? {
    let words = lead.utf8.suffix(200).split { $0 <= 0x20 }
    for word in words.suffix(3).reversed() where word.count > 7 {
      let name = String(decoding: word, as: UTF8.self)
      let isZone = name.hasPrefix("com.apple.coredata.cloudkit.") || name.hasSuffix(":__defaultOwner__")
      return isZone ? ItemKey(item: nil, zone: name) : nil
    }
    return nil
  }

  /// The id at the end of a lead, with little but words of the sentence behind it.
  private func near(_ lead: String) -> ItemKey? {
    guard let marker = lead.lastPlace(of: "<CKRe") else { return zone(before: lead) }
    let rest = lead[marker.lowerBound...]
    let behind = rest.lastIndex(of: ">").map { rest.distance(from: $0, to: rest.endIndex) } ?? 0
    return behind <= 120 ? ItemKey(idIn: lead) : nil
  }
}

/// Where nested errors end, found in one pass.
struct NestedExtents {
  private(set) var ends: [Int] = []
  let braces: BraceMap

  init(_ heads: [ErrorHeads.Head], in text: UnsafeRawBufferPointer) {
    guard !heads.isEmpty else {
      braces = BraceMap(UnsafeRawBufferPointer(start: nil, count: 0))
      return
    }
    braces = BraceMap(text)
    var infos: [Int] = []
    var entryEnds: [Int] = []
    let matcher = ErrorPatterns.userInfo.makeMatcher()
    collect(matcher, in: text) { infos.append($0.lowerBound) }
    for index in 0..<text.count where text[index] == ErrorText.entryEnd { entryEnds.append(index) }
    entryEnds.append(text.count)
    var nextInfo = 0
    var nextEnd = 0
    for (number, head) in heads.enumerated() {
      while nextInfo < infos.count, infos[nextInfo] < head.range.upperBound { nextInfo += 1 }
      while nextEnd + 1 < entryEnds.count, entryEnds[nextEnd] < head.range.upperBound { nextEnd += 1 }
      let limit = max(entryEnds[nextEnd], head.range.upperBound)
      let following = number + 1 < heads.count ? heads[number + 1].range.lowerBound : Int.max
      let info = nextInfo < infos.count && infos[nextInfo] < limit ? infos[nextInfo] : nil
      ends.append(end(of: head, info: info, following: following, limit: limit, text))
    }
  }

  private func end(
    of head: ErrorHeads.Head, info: Int?, following: Int, limit: Int, _ text: UnsafeRawBufferPointer
  ) -> Int {
    var cursor = ByteCursor(text, from: head.range.upperBound, to: limit)
    cursor.skipBlanks()
    let hasDescription = cursor.skipQuote()
    if let info, info == cursor.index || hasDescription && info < following {
      var brace = ByteCursor(text, from: info + 8, to: min(limit, info + 80))
      while !brace.isAtEnd, brace.current != 0x7B, brace.current != 0x22 { brace.index += 1 }
      if brace.current == 0x7B { return min(braces.end(of: brace.index) ?? limit, limit) }
      return info + 8
    }
    guard hasDescription else { return head.range.upperBound }
    let last = min(limit, cursor.index + 2000, following)
    var index = cursor.index
    while index < last {
      if text[index] == 0x22 {
        var after = ByteCursor(text, from: index + 1, to: limit)
        let isOnNewLine = after.skipBlanks()
        if after.isAtEnd || isOnNewLine || [0x2C, 0x3B, 0x29, 0x7D, 0x5D, 0x2E, 0x3E].contains(after.current) {
          return index + 1
        }
      }
      index += 1
    }
    return last
  }
}

extension ErrorPatterns {
  static let userInfo = make(#"\bUserInfo\b"#)
  static let mentionOfCloudKit = make(#"CloudKit|\bCK[A-Z][a-z]|icloud"#)
}
