import Inputs
import SyncModel

/// Lines of Core Data's CloudKit mirroring without times, as Xcode's console shows them.
struct CoreDataDebugLog: LogFormat {
  let info = FormatInfo(
    id: "core-data-log", title: "Core Data + CloudKit debug log",
    origin: "Xcode's console with -com.apple.CoreData.CloudKitDebug.")
  private static let prefix = ErrorPatterns.make(
    #"^\s{0,4}(?:CoreData: )?(?:(?:debug|warning|error|fault|CloudKit|info): )?CoreData\+CloudKit: "#)

  func confidence(in sample: InputSample) -> Double {
    0.95 * PrefixShare(Self.prefix, in: sample).confidence
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
