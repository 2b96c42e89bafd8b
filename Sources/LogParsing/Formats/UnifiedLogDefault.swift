import Inputs
import SyncModel

/// Unified log, default style: entries with a prefix, messages that may go on over lines without one.
struct UnifiedLogDefault: LogFormat {
  let info = FormatInfo(
    id: "unified-log", title: "Unified log, default style", origin: "`log show` and `log stream` without --style.")
  private static let prefix = ErrorPatterns.make(
    #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}[+-]\d{4}[ \t]+0x[0-9a-f]+[ \t]+\w+[ \t]+0x[0-9a-f]+[ \t]+\d+[ \t]+\d+[ \t]+[^:]+:"#
  )

  func confidence(in sample: InputSample) -> Double {
    PrefixShare(Self.prefix, in: sample, ignoring: ["Filtering the log data", "Timestamp  "]).confidence
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
