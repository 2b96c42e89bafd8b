import CJSON
import Inputs
import SyncModel

/// CloudKit Console log entries copied by hand: `"key":"value"` on lines of their own, with or without braces.
struct ConsoleLines: LogFormat {
  let info = FormatInfo(
    id: "console-lines", title: "CloudKit Console log entries (copied lines)",
    origin: "an expanded row of the Console's Logs page, copied as text")

  func confidence(in sample: InputSample) -> Double {
    var known = 0
    var all = 0
    var keys: Set<RequestField> = []
    for line in sample.lines.prefix(400) where !Self.isBorder(line) {
      all += 1
      guard let (key, _) = Self.member(line), let field = RequestField(key: key) else { continue }
      // An answer of Web Services spells its error differently; a Console entry never has this key.
      if key.lowercased() == "servererrorcode" { return 0 }
      known += 1
      keys.insert(field)
    }
    let telling: Set<RequestField> = [.operation, .status, .error]
    guard all > 0, !keys.isDisjoint(with: telling), known * 2 >= all else { return 0 }
    return 0.8 * Double(known) / Double(all)
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    let dayFirst = try DateOrderDecision(options: options).decide(input) { () throws(InputError) in EntryTally() }
    let builder = RequestRowBuilder(worker: 0, options: options, isDayFirst: dayFirst)
    let reader = LineReader(input)
    var tally = InputTally()
    var entry = LooseEntry()
    var firstLine = 1
    func close() {
      defer { entry = LooseEntry() }
      guard !entry.values.isEmpty else { return }
      if entry.withFields({ builder.add($0, line: Int64(firstLine)) }) {
        tally.records += 1
      } else {
        tally.unrecognizedLines += entry.values.count
      }
    }
    while let bytes = try reader.next() {
      let line = String(decoding: bytes, as: UTF8.self)
      guard let (key, value) = Self.member(line) else {
        if Self.isBorder(line) {
          close()
        } else {
          tally.unrecognizedLines += 1
          if tally.firstUnrecognized == nil { tally.firstUnrecognized = "line \(reader.number): \(line.prefix(160))" }
        }
        continue
      }
      if entry.has(key) { close() }
      if entry.values.isEmpty { firstLine = reader.number }
      entry.add(key, value)
      if builder.batch.count >= 4096 { sink.add(builder.take()) }
    }
    close()
    sink.add(builder.take())
    for error in builder.errors { sink.add(error) }
    let ledger = SecretLedger(sink: sink)
    for (kind, line) in builder.secrets {
      ledger.note(kind, at: Origin(source: options.source, line: Int(line)), text: "a field of the entry")
    }
    ledger.finish()
    tally.bytes = reader.bytesRead
    tally.lines = reader.number
    tally.notes = builder.tally.notes
    sink.add(tally)
  }

  /// True for lines that end an entry: blank ones and braces.
  private static func isBorder(_ line: String) -> Bool {
    line.allSatisfy { $0.isWhitespace || "{}[],-".contains($0) }
  }

  /// The key and the value of `"key":"value",`; the key must be quoted, the value need not be.
  static func member(_ line: String) -> (key: String, value: String)? {
    let quotes: Set<Character> = ["\"", "“", "”", "„"]
    var rest = line.drop { $0.isWhitespace || $0 == "{" || $0 == "," }
    guard let first = rest.first, quotes.contains(first) else { return nil }
    rest = rest.dropFirst()
    guard let end = rest.firstIndex(where: quotes.contains) else { return nil }
    let key = String(rest[..<end])
    rest = rest[rest.index(after: end)...].drop { $0.isWhitespace }
    guard rest.first == ":" else { return nil }
    rest = rest.dropFirst().drop { $0.isWhitespace }
    while let last = rest.last, last.isWhitespace || last == "," || last == "}" { rest = rest.dropLast() }
    if let first = rest.first, quotes.contains(first) {
      rest = rest.dropFirst()
      if let last = rest.last, quotes.contains(last) { rest = rest.dropLast() }
    }
    return (key, String(rest))
  }
}
