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
    let parsers = (0..<workerCount(for: source, atMost: workerLimit)).map { worker in
      makeParser(RequestRowBuilder(worker: worker, options: options, isDayFirst: dayFirst))
    }
    var total = InputTally()
    let ledger = sink.map { SecretLedger(sink: $0) }
    var failure: InputError?
    do throws(InputError) {
      let workers = parsers.map { parser in
        { (chunk: RecordChunk) -> ParsedChunk in
          defer { chunk.bytes.deallocate() }
          return parser.parse(chunk)
        }
      }
      let pipeline = OrderedPipeline(workers: workers) { () throws(InputError) in try reader.next() }
      try pipeline.run { chunk in
        total.records += chunk.records
        total.unrecognizedLines += chunk.unrecognized
        if total.firstUnrecognized == nil { total.firstUnrecognized = chunk.firstUnrecognized }
        guard let sink else { return }
        if chunk.batch.count > 0 { sink.add(chunk.batch) }
        for error in chunk.errors { sink.add(error) }
        if !chunk.pages.rows.isEmpty { sink.add(chunk.pages) }
        for (kind, line) in chunk.secrets {
          ledger?.note(kind, at: Origin(source: options.source, line: Int(line)), text: "a field of the entry")
        }
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
    ledger?.finish()
    sink?.add(total)
    if let failure { throw failure }
    return entries
  }
}
