import CloudKitFacts
import Inputs
import SyncModel

/// Unified log, one JSON object a line.
struct UnifiedLogNDJSON: LogFormat {
  let info = FormatInfo(
    id: "unified-log-ndjson", title: "Unified log, NDJSON", origin: "`log show --style ndjson`.")

  func confidence(in sample: InputSample) -> Double {
    let objects = sample.lines.filter { $0.hasPrefix("{") }
    let entries = objects.count { $0.holds("\"eventMessage\"") && $0.holds("\"timestamp\"") }
    return entries == 0 ? 0 : 0.99 * Double(entries) / Double(max(objects.count, 1))
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options, style: .json).read(input, into: sink)
  }
}
