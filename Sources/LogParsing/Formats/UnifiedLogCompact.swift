import Inputs
import SyncModel

/// Unified log, compact style: entries with a prefix, messages that may go on over lines without one.
struct UnifiedLogCompact: LogFormat {
  let info = FormatInfo(
    id: "unified-log-compact", title: "Unified log, compact style", origin: "`log show --style compact`.")
  private static let prefix = ErrorPatterns.make(
    #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (?:Df|Db|I|E|F|A|S\w?)\s+\S.*?\[\d+:[0-9a-f]+\] "#)

  func confidence(in sample: InputSample) -> Double {
    PrefixShare(Self.prefix, in: sample, ignoring: ["Filtering the log data", "Timestamp  "]).confidence
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
