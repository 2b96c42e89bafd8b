import CJSON
import Inputs
import SyncModel

/// The request log that an app or a server can write itself: one JSON object a line, documented in docs/request-log.md.
struct RequestLog: LogFormat {
  let info = FormatInfo(
    id: "request-log", title: "ckdiag request log (NDJSON)",
    origin: "an app or server that writes a line for each CloudKit request; see docs/request-log.md")

  func confidence(in sample: InputSample) -> Double {
    RequestEntrySniffer(sample).share(ifIn: [.requestLog])
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try RequestReading(layout: RequestEntrySniffer.layout(of: input.sample), options: options) {
      JSONChunkParser($0)
    }.read(input, into: sink)
  }
}
