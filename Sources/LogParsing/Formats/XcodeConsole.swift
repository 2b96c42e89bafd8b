import Inputs
import SyncModel

/// Xcode console: entries with a prefix, messages that may go on over lines without one.
struct XcodeConsole: LogFormat {
  let info = FormatInfo(
    id: "xcode-console", title: "Xcode console",
    origin: "The console of Xcode up to 14, with time and process in front of each entry.")
  private static let prefix = ErrorPatterns.make(
    #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{4,9}[+-]\d{4} \S[^\[\n]{0,80}\[\d+:\d+\] "#)

  func confidence(in sample: InputSample) -> Double {
    PrefixShare(Self.prefix, in: sample).confidence
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
