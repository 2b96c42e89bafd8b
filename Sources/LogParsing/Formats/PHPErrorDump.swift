import Inputs
import SyncModel

/// Error objects of CloudKit-PHP, as `var_dump` prints them.
struct PHPErrorDump: LogFormat {
  let info = FormatInfo(
    id: "php-var-dump", title: "CloudKit-PHP error dump",
    origin: "The output of PHP's var_dump for an error of CloudKit-PHP.")

  func confidence(in sample: InputSample) -> Double {
    let dump = PHPDump()
    return sample.lines.contains { dump.begins($0) } ? 0.96 : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try WebTextReader(sink: sink, options: options, dialect: WebTextDialect()).read(input, into: sink)
  }
}
