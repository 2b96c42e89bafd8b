import Inputs
import SyncModel

/// Unified log, syslog style: entries with a prefix, messages that may go on over lines without one.
struct UnifiedLogSyslog: LogFormat {
  let info = FormatInfo(
    id: "unified-log-syslog", title: "Unified log, syslog style", origin: "`log show --style syslog`.")
  private static let prefix = ErrorPatterns.make(
    #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}[+-]\d{4}\s+\S+ \S.*?\[\d+\]: "#)

  func confidence(in sample: InputSample) -> Double {
    PrefixShare(Self.prefix, in: sample, ignoring: ["Filtering the log data", "Timestamp  "]).confidence
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
