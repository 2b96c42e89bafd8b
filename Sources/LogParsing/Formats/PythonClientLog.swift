import Inputs
import SyncModel
import TextPatterns

/// Logs of Python clients of iCloud: icloudpd, pyicloud, icloudpy and what is built on them.
struct PythonClientLog: LogFormat {
  let info = FormatInfo(
    id: "icloud-python-log", title: "log of a Python iCloud client",
    origin: "icloudpd, pyicloud, icloud-docker and others that use Python's logging.")

  func confidence(in sample: InputSample) -> Double {
    let share = WebSignals(sample).share(of: Self.prefix)
    guard share > 0.2 else { return 0 }
    let isAboutCloud = sample.bytes.withUnsafeBytes { Self.subject.makeMatcher().firstMatch(in: $0) != nil }
    return isAboutCloud ? 0.5 + 0.46 * share : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try WebTextReader(sink: sink, options: options, dialect: WebTextDialect()).read(input, into: sink)
  }

  private static let prefix = Pattern.compiled(
    #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:,\d{3})?(?: :: | )(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\b"#)
  private static let subject = Pattern.compiled(
    #"ckdatabasews|icloud|cloudkit|com\.apple\.photos\.cloud|Looking up all photos|\d (?:original )?photos and videos"#,
    isCaseInsensitive: true)
}
