import Inputs
import SyncModel
import TextPatterns

/// Logs of kei, a photo downloader in Rust that logs through the tracing crate.
struct KeiLog: LogFormat {
  let info = FormatInfo(
    id: "kei-log", title: "kei log", origin: "The photo downloader kei, whose log lines follow Rust's tracing.")

  func confidence(in sample: InputSample) -> Double {
    let isAboutCloudKit = sample.bytes.withUnsafeBytes { Self.subject.makeMatcher().firstMatch(in: $0) != nil }
    return isAboutCloudKit ? 0.5 + 0.46 * WebSignals(sample).share(of: Self.prefix) : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try WebTextReader(sink: sink, options: options, dialect: WebTextDialect()).read(input, into: sink)
  }

  private static let prefix = Pattern.compiled(
    #"^(?:\x1B\[[0-9;]*m)*\d{4}-\d\d-\d\dT[0-9:.]+Z(?:\x1B\[[0-9;]*m|\s)+(?:TRACE|DEBUG|INFO|WARN|ERROR)\b"#)
  private static let subject = Pattern.compiled(
    #"CloudKit server error|CloudKit per-record error|errored records from CloudKit|\bkei(?:::|\b)"#)
}
