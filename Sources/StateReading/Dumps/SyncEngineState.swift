import Inputs
import SyncModel

/// A saved `CKSyncEngine.State.Serialization`, in any of the forms in which apps keep it.
struct SyncEngineState: StateDump {
  let info = StateDumpInfo(
    id: "sync-engine-state", title: "CKSyncEngine state",
    origin: "What an app saved of `stateUpdate` events: JSON or a property list with 'data', or a keyed archive.")

  /// More than ten times the largest state that is known to have worked.
  private static let largest = 512 << 20

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    EngineDocument.isLikely(sample) ? 1 : 0
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    let bytes = try input.readAll(limit: Self.largest)
    let origin = Origin(source: options.source, line: 0)
    var content = DumpContent()
    var tally = InputTally(bytes: Int64(bytes.count))
    switch EngineDocument(bytes).read(identity: fileName(of: input.path), origin: origin) {
    case .state(let state):
      content.states = [state]
      content.records = 1
    case .compressed:
      let note = "compressed state (LZFSE), not read"
      content.states = [
        StoreState(origin: origin, identity: fileName(of: input.path), kind: .syncEngine, notes: [note])
      ]
      tally.notes = [note]
    case .unknown:
      tally.isTruncated = true
      tally.notes = ["an engine state that is cut off or of an unknown form, not read"]
    }
    content.deliver(to: sink, tally: tally)
  }
}
