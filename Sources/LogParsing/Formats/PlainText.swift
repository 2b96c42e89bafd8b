import Inputs
import SyncModel

/// Any other text, the last of the registry: CloudKit errors are found wherever they stand.
struct PlainText: LogFormat {
  let info = FormatInfo(
    id: "plain-text", title: "Text", origin: "Any text: an app's own log, a bug report, a chat, a comment in code.")

  func confidence(in sample: InputSample) -> Double {
    sample.bytes.isEmpty || sample.bytes.prefix(4096).contains(0) ? 0 : 0.05
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
