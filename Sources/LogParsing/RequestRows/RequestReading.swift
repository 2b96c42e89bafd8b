import CJSON
import Inputs
import SyncModel

/// Reads request entries of any layout with all cores and hands them to a sink in order.
struct RequestReading {
  let layout: RecordLayout
  let options: ReadingOptions
  /// Makes the parser of a worker.
  let makeParser: (RequestRowBuilder) -> any ChunkParser
  /// How many workers to use at most.
  var workerLimit = 4

  /// Reads the whole input.
  func read(_ source: ByteSource, into sink: any RecordSink) throws(InputError) {
    let dayFirst = try DateOrderDecision(options: options).decide(source) { () throws(InputError) in
      try pass(ByteSource.reopened(source), dayFirst: true, into: nil)
    }
    try pass(source, dayFirst: dayFirst, into: sink)
  }

  /// Goes over the input once; without a sink only to see what its dates prove.
  @discardableResult
  private func pass(
    _ source: ByteSource, dayFirst: Bool?, into sink: (any RecordSink)?
  ) throws(InputError) -> EntryTally {
    let reader = ChunkReader(source, layout: layout, padding: ckjson_padding())
    let isSmall = source.sample.count < 65_536
    let parsers = (0..<(isSmall ? 1 : max(1, min(workerLimit, processorCount())))).map { worker in
      makeParser(RequestRowBuilder(worker: worker, options: options, isDayFirst: dayFirst))
    }
    var total = InputTally()
    var failure: InputError?
    do throws(InputError) {
      try RequestPipeline(reader: reader, parsers: parsers).run { chunk in
        total.records += chunk.records
        total.unrecognizedLines += chunk.unrecognized
        if total.firstUnrecognized == nil { total.firstUnrecognized = chunk.firstUnrecognized }
        guard let sink else { return }
        if chunk.batch.count > 0 { sink.add(chunk.batch) }
        for error in chunk.errors { sink.add(error) }
        for page in chunk.pages { sink.add(page) }
      }
    } catch {
      failure = error
    }
    var entries = EntryTally()
    for parser in parsers { entries.add(parser.tally) }
    total.bytes = reader.bytesRead
    total.lines = Int(reader.linesRead)
    total.isTruncated = reader.endsInsideRecord || (reader.lastLineIsOpen && total.unrecognizedLines > 0)
    total.notes = entries.notes
    let unknown = Set(parsers.flatMap(\.unknownKeys)).sorted()
    if !unknown.isEmpty { total.notes.append("keys not understood: \(unknown.prefix(12).joined(separator: ", "))") }
    sink?.add(total)
    if let failure { throw failure }
    return entries
  }
}

/// Decides for a whole input which of the first two numbers of dates such as 7/8/2026 is the day.
struct DateOrderDecision {
  let options: ReadingOptions

  /// True = day first; nil when the question does not arise.
  ///
  /// The evidence is a number above 12. It is looked for in the sample, then in the whole input, which `survey` reads
  /// once without keeping anything; without evidence the input is refused.
  func decide(
    _ source: ByteSource, survey: () throws(InputError) -> EntryTally
  ) throws(InputError) -> Bool? {
    if let order = options.dateOrder { return order == .dayFirst }
    var tally = EntryTally()
    Self.collect(source.sample, into: &tally)
    guard tally.largestFirst > 0 else { return nil }
    if let decided = Self.order(tally) { return decided }
    if source.plainFilePath != nil { tally = try survey() }
    guard let decided = Self.order(tally) else {
      throw .refused(
        path: source.path, line: nil, reason: "dates such as 7/8/2026 do not tell the day from the month",
        help: "add --date-order dmy or --date-order mdy")
    }
    return decided
  }

  private static func order(_ tally: EntryTally) -> Bool? {
    switch (tally.largestFirst > 12, tally.largestSecond > 12) {
    case (true, false): true
    case (false, true): false
    default: nil
    }
  }

  /// Finds `N/N/YYYY` in raw bytes.
  static func collect(_ bytes: [UInt8], into tally: inout EntryTally) {
    var index = 0
    while let slash = bytes[index...].firstIndex(of: UInt8(ascii: "/")) {
      index = slash + 1
      guard let first = number(bytes, endingBefore: slash), let (second, end) = number(bytes, from: slash + 1),
        end < bytes.count, bytes[end] == UInt8(ascii: "/"), let (year, yearEnd) = number(bytes, from: end + 1),
        yearEnd - end == 5, year > 1999, (1...31).contains(first), (1...31).contains(second)
      else { continue }
      tally.noteOrder(first, second)
    }
  }

  private static func number(_ bytes: [UInt8], endingBefore end: Int) -> Int? {
    var start = end
    while start > 0, (48...57).contains(bytes[start - 1]), end - start < 3 { start -= 1 }
    guard start < end, end - start <= 2 else { return nil }
    return bytes[start..<end].reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static func number(_ bytes: [UInt8], from start: Int) -> (Int, Int)? {
    var end = start
    while end < bytes.count, (48...57).contains(bytes[end]), end - start < 5 { end += 1 }
    guard end > start else { return nil }
    return (bytes[start..<end].reduce(0) { $0 * 10 + Int($1 - 48) }, end)
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The number of processors that the process may use, at least 1.
func processorCount() -> Int {
  max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
