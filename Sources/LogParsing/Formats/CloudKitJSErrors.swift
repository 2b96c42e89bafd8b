import Inputs
import SyncModel
import TextPatterns

/// Error objects of CloudKit JS and CKTool JS, as a browser console or Node prints them.
struct CloudKitJSErrors: LogFormat {
  let info = FormatInfo(
    id: "cloudkit-js-error", title: "CloudKit JS or CKTool JS error",
    origin: "An error object copied from the console of a browser or of Node.")

  func confidence(in sample: InputSample) -> Double {
    sample.bytes.withUnsafeBytes { Self.sign.makeMatcher().firstMatch(in: $0) != nil } ? 0.93 : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try WebTextReader(sink: sink, options: options, dialect: WebTextDialect()).read(input, into: sink)
  }

  private static let sign = Pattern.compiled(
    #"\b_?ckErrorCode["']?\s*:|\b_extensionErrorCode\b|CKDB(?:ErrorRecordResult|BatchDeleteError)"#
      + #"|\bcktool\.database\b|\brequestUuid["']?\s*:"#)
}
