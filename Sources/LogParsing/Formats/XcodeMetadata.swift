import CloudKitFacts
import Inputs
import SyncModel

/// The console of Xcode 15 and later: messages alone, with a metadata line below each that tells its time.
struct XcodeMetadata: LogFormat {
  let info = FormatInfo(
    id: "xcode-console-metadata", title: "Xcode console with metadata lines",
    origin: "The console of Xcode 15 and later, copied with its metadata.")

  func confidence(in sample: InputSample) -> Double {
    let trailers = sample.lines.count {
      $0.hasPrefix("Timestamp: ") || $0.hasPrefix("Type: ") && $0.holds("Timestamp: ")
    }
    return trailers > 0 ? 0.9 : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
