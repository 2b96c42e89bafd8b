import Inputs
import SyncModel

/// Console.app: entries with a prefix, messages that may go on over lines without one.
struct ConsoleAppCopy: LogFormat {
  let info = FormatInfo(id: "console-app", title: "Console.app", origin: "Entries copied from the Console app.")
  private static let prefix = ErrorPatterns.make(
    #"^(?:default|info|debug|error|fault)(?:[ \t]|\xE2\x80\xA6)+\d\d:\d\d:\d\d\.\d{3,9}"#)

  func confidence(in sample: InputSample) -> Double {
    PrefixShare(Self.prefix, in: sample).confidence
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
