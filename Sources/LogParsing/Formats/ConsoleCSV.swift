import CJSON
import Inputs
import SyncModel

/// CloudKit Console log entries as a table: comma, tab or semicolon, any columns in any order, keys or titles.
struct ConsoleCSV: LogFormat {
  let info = FormatInfo(
    id: "console-csv", title: "CloudKit Console log entries (CSV)",
    origin: "the Console's CSV download, or the table copied from its Logs page")

  func confidence(in sample: InputSample) -> Double {
    CSVHeader(sample.bytes) == nil ? 0 : 0.95
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    guard let header = CSVHeader(input.sample) else {
      throw .refused(
        path: input.path, line: 1, reason: "the first line is no header with columns of request entries",
        help: "the header needs at least two columns such as operationType, overallStatus, error, requestId")
    }
    try RequestReading(layout: .quotedLines, options: options) { CSVChunkParser($0, header: header) }
      .read(input, into: sink)
  }
}
