import CloudKitFacts
import Inputs
import SyncModel

/// A JSON dump in which an app tells how many changes wait: ckdiag's own form, or one of many spellings.
struct ReportedState: StateDump {
  let info = StateDumpInfo(
    id: "sync-state-json", title: "Sync-state JSON",
    origin: "What an app writes about its own sync: pending counts, tokens, last attempts; see docs/sync-state-json.md."
  )

  private static let largest = 64 << 20

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    let start = sample.first { $0 != 32 && $0 != 10 && $0 != 13 && $0 != 9 }
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return 0 }
    let text = String(decoding: sample, as: UTF8.self)
    if text.holds("\"ckdiagSyncState\"") { return 1 }
    var document = StateDocument(origin: Origin(line: 0), fileIdentity: "")
    var reader = JSONText(sample)
    document.read(reader.values())
    return document.content.states.isEmpty ? 0 : 0.93
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    let bytes = try input.readAll(limit: Self.largest)
    var reader = JSONText(bytes)
    var document = StateDocument(
      origin: Origin(source: options.source, line: 0), fileIdentity: fileName(of: input.path))
    document.read(reader.values())
    var tally = InputTally(bytes: Int64(bytes.count), lines: bytes.reduce(0) { $0 + ($1 == 10 ? 1 : 0) })
    if reader.isBroken {
      tally.isTruncated = true
      tally.notes = ["the JSON breaks off or is damaged; what stands before is read"]
    }
    document.content.deliver(to: sink, tally: tally)
  }
}
