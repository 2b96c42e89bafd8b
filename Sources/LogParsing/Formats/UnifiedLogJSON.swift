import CloudKitFacts
import Inputs
import SyncModel

/// Unified log, one JSON array.
struct UnifiedLogJSON: LogFormat {
  let info = FormatInfo(id: "unified-log-json", title: "Unified log, JSON", origin: "`log show --style json`.")

  func confidence(in sample: InputSample) -> Double {
    guard sample.bytes.first(where: { $0 > 0x20 }) == 0x5B else { return 0 }
    return sample.lines.contains { $0.holds("\"eventMessage\"") } ? 0.99 : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try UnifiedArrayReader(sink: sink, options: options).read(input, into: sink)
  }
}
