import Inputs
import SyncModel

/// Lines of CKSyncEngine or of an app's handler of its events, without a prefix of the system.
struct SyncEngineLog: LogFormat {
  let info = FormatInfo(
    id: "sync-engine-log", title: "CKSyncEngine log", origin: "Messages of CKSyncEngine, and event names that apps log."
  )
  private static let line = ErrorPatterns.make(
    #"<CKSyncEngine \w+|^\s{0,4}(?:[\d:.]{8,15} )?(?:stateUpdate|(?:will|did)(?:Fetch|Send)Changes|accountChange"#
      + #"|(?:sent|fetched)(?:RecordZone|Database)Changes|nextRecordZoneChangeBatch)\b"#)

  func confidence(in sample: InputSample) -> Double {
    0.9 * PrefixShare(Self.line, in: sample).confidence
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
