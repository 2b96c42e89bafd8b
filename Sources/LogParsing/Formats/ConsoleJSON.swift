import CJSON
import Inputs
import SyncModel

/// CloudKit Console log entries as JSON: an array, an object with an array in it, one object a line, or one object.
struct ConsoleJSON: LogFormat {
  let info = FormatInfo(
    id: "console-json", title: "CloudKit Console log entries (JSON)",
    origin: "the Console's JSON download, or entries pasted from its Logs page")

  func confidence(in sample: InputSample) -> Double {
    RequestEntrySniffer(sample).share(ifIn: [.console])
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try RequestReading(layout: RequestEntrySniffer.layout(of: input.sample), options: options) {
      JSONChunkParser($0)
    }.read(input, into: sink)
  }
}
