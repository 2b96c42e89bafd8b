import Inputs
import SyncModel
import TextPatterns

/// Debug logs of MistKit, printed or through swift-log in either of its prefixes.
///
/// The tick before an answer's status is printed for every status, so it means nothing.
struct MistKitLog: LogFormat {
  let info = FormatInfo(
    id: "mistkit-log", title: "MistKit debug log",
    origin: "A debug build of a server or tool that uses MistKit, logging at level debug.")

  func confidence(in sample: InputSample) -> Double {
    sample.bytes.withUnsafeBytes { Self.sign.makeMatcher().firstMatch(in: $0) != nil } ? 0.97 : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    let dialect = WebTextDialect(allowsConcurrency: true, timesAreLatency: true, isAllCloudKit: true)
    try WebTextReader(sink: sink, options: options, dialect: dialect).read(input, into: sink)
  }

  private static let sign = Pattern.compiled(
    "🌐 CloudKit Request: |com\\.brightdigit\\.MistKit|CloudKit API error: HTTP")
}
