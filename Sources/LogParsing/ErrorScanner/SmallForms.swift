import SyncModel
import TextPatterns

/// Adds the errors that stand outside of full prints, and joins what one line says twice.
final class SmallForms {
  private let sentences = ErrorSentences()
  private let shortForms = ShortErrorForms()
  private let retryWords = ErrorPatterns.retryAfterWords.makeMatcher()
  private let retryKey = ErrorPatterns.retryAfterKey.makeMatcher()

  /// So many errors of a line are compared with each other one.
  private static let mostOnLine = 64

  /// Adds short forms and sentences that no full print covers; the errors stay in order.
  func add(
    to errors: inout [ScannedError], outside covered: [Range<Int>], in bytes: UnsafeRawBufferPointer, of text: ErrorText
  ) {
    let taken = Self.merged(covered)
    func isFree(_ error: ScannedError) -> Bool { !Self.contains(taken, error.range.lowerBound) }
    var small = (sentences.errors(in: bytes) + shortForms.errors(in: bytes)).filter(isFree)
    let counted = shortForms.countedErrors(in: bytes).filter(isFree)
    if !counted.isEmpty {
      let ranges = Self.merged(counted.map(\.range))
      small.removeAll { Self.contains(ranges, $0.range.lowerBound) }
    }
    guard !small.isEmpty || !counted.isEmpty else { return }
    small.sort { $0.range.lowerBound < $1.range.lowerBound }
    var byLine: [Int: [Int]] = [:]
    var all = errors
    for (index, error) in all.enumerated() {
      for line in Set([text.line(at: error.range.lowerBound).number, text.line(at: error.range.upperBound - 1).number])
      {
        byLine[line, default: []].append(index)
      }
    }
    for error in small {
      let line = text.line(at: error.range.lowerBound).number
      if let twin = byLine[line]?.prefix(Self.mostOnLine).first(where: { Self.isTwin(all[$0], error) }) {
        Self.join(error, into: &all[twin])
      } else {
        byLine[line, default: []].append(all.count)
        all.append(error)
      }
    }
    all += counted
    all.sort { $0.range.lowerBound < $1.range.lowerBound }
    addDelays(to: &all, in: bytes, of: text)
    errors = all
  }

  /// One line that gives the number and the sentence of a code speaks of one error.
  private static func isTwin(_ known: ScannedError, _ new: ScannedError) -> Bool {
    known.domain == new.domain && known.code == new.code && !(known.form == .sentence && new.form == .sentence)
  }

  private static func join(_ new: ScannedError, into known: inout ScannedError) {
    known.message = known.message ?? new.message
    known.underlying = known.underlying ?? new.underlying
    known.retryAfterMs = known.retryAfterMs ?? new.retryAfterMs
    known.items = known.items ?? new.items
    known.form = max(known.form, new.form)
    if known.form <= .sentence {
      known.range =
        min(known.range.lowerBound, new.range.lowerBound)..<max(known.range.upperBound, new.range.upperBound)
    }
  }

  /// Takes a retry-after that stands behind a short form on the same line.
  private func addDelays(to errors: inout [ScannedError], in bytes: UnsafeRawBufferPointer, of text: ErrorText) {
    for index in errors.indices where errors[index].retryAfterMs == nil && errors[index].form <= .sentence {
      let start = errors[index].range.upperBound
      let next = index + 1 < errors.count ? max(start, errors[index + 1].range.lowerBound) : bytes.count
      var end = start
      while end < min(next, start + 600), bytes[end] != 10, bytes[end] != ErrorText.entryEnd { end += 1 }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      for matcher in [retryWords, retryKey] where matcher.firstMatch(in: rest) != nil {
        guard let value = matcher.range(of: "value") else { continue }
        errors[index].retryAfterMs = milliseconds(String(decoding: rest[value], as: UTF8.self))
        break
      }
    }
  }

  /// Sorted ranges that do not touch.
  static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  static func contains(_ ranges: [Range<Int>], _ offset: Int) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(offset)
  }
}
