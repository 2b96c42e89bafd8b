import Inputs
import SyncModel

/// Requests with their answers, one JSON object a line, as proxies and test recorders write them.
struct WebExchanges: LogFormat {
  let info = FormatInfo(
    id: "web-exchanges", title: "request and answer pairs (NDJSON)",
    origin: "A proxy or a client that writes each request to CloudKit Web Services with its answer as one JSON object.")

  func confidence(in sample: InputSample) -> Double {
    guard sample.bytes.first(where: { $0 > 0x20 }).map({ $0 == 0x7B || $0 == 0x5B }) == true else { return 0 }
    return WebSignals(sample).firstBody == .exchanges ? 0.95 : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try WebTextReader(sink: sink, options: options, dialect: WebTextDialect()).read(input, into: sink)
  }
}
