import Inputs
import SyncModel

/// NSLog: entries with a prefix, messages that may go on over lines without one.
struct NSLogText: LogFormat {
  let info = FormatInfo(id: "nslog", title: "NSLog", origin: "Lines that NSLog writes to a console or a file.")
  private static let prefix = ErrorPatterns.make(
    #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.:]\d{3} \S[^\[\n]{0,80}\[\d+(?::[0-9a-fA-F]+)?\] "#)

  func confidence(in sample: InputSample) -> Double {
    let confidence = PrefixShare(Self.prefix, in: sample).confidence
    // What a native program logs of Web Services is read as web traffic, unless it uses the framework too.
    return confidence > 0 && WebSignals(sample).areStrong && !Self.isNative(sample) ? 0.5 : confidence
  }

  private static func isNative(_ sample: InputSample) -> Bool {
    sample.bytes.withUnsafeBytes { native.makeMatcher().firstMatch(in: $0) != nil }
  }

  private static let native = ErrorPatterns.make(
    #"\bCKError|\bCK[A-Z][a-z]+[A-Z]\w*Operation|CoreData[+]CloudKit|<CK[A-Z]"#)

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
