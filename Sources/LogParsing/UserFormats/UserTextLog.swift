import Inputs
import SyncModel

/// A log in a format that the user described.
package struct UserTextLog: LogFormat {
  private let format: UserFormat
  package let info: FormatInfo

  package init(_ format: UserFormat) {
    self.format = format
    info = FormatInfo(id: format.id, title: format.title, origin: "described in a format file")
  }

  package func confidence(in sample: InputSample) -> Double {
    let matcher = format.pattern.makeMatcher()
    let lines = sample.lines.prefix(200).filter { !$0.isEmpty }
    guard !lines.isEmpty else { return 0 }
    return Double(lines.count { matcher.matches($0) }) / Double(lines.count)
  }

  package func read(
    _ input: ByteSource, options: ReadingOptions, into sink: any RecordSink
  ) throws(InputError) {
    let builder = RequestRowBuilder(worker: 0, options: options, isDayFirst: nil)
    let matcher = format.pattern.makeMatcher()
    let reader = LineReader(input)
    let secrets = SecretLedger(sink: sink)
    var tally = InputTally()
    while let bytes = try reader.next() {
      let line = secrets.redact(
        String(decoding: bytes, as: UTF8.self), at: Origin(source: options.source, line: reader.number))
      if line.allSatisfy(\.isWhitespace) { continue }
      if let entry = format.entry(line, matcher), entry.withFields({ builder.add($0, line: Int64(reader.number)) }) {
        tally.records += 1
      } else {
        tally.unrecognizedLines += 1
        if tally.firstUnrecognized == nil { tally.firstUnrecognized = "line \(reader.number): \(line.prefix(160))" }
      }
      if builder.batch.count >= 4096 { hand(builder, to: sink) }
    }
    hand(builder, to: sink)
    secrets.finish()
    tally.bytes = reader.bytesRead
    tally.lines = reader.number
    tally.notes = builder.tally.notes
    sink.add(tally)
  }

  private func hand(_ builder: RequestRowBuilder, to sink: any RecordSink) {
    sink.add(builder.take())
    for error in builder.errors { sink.add(error) }
    let pages = builder.takePages()
    if !pages.rows.isEmpty { sink.add(pages) }
    builder.errors = []
  }
}
