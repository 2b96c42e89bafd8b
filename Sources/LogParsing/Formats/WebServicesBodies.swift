import CloudKitFacts
import Inputs
import SyncModel

/// Answers of CloudKit Web Services as people save and paste them: one or many bodies, with prose between.
struct WebServicesBodies: LogFormat {
  let info = FormatInfo(
    id: "web-json", title: "CloudKit Web Services answers",
    origin: "Bodies of CloudKit Web Services, saved to a file or pasted into a note, with or without text around them.")

  func confidence(in sample: InputSample) -> Double {
    let signals = WebSignals(sample)
    switch signals.firstBody {
    case .answer(let errorKey): return errorKey != nil || hasShape(sample) ? 0.9 : 0
    case .answers, .item: return 0.9
    default: break
    }
    if signals.isObjectWithoutBraces { return 0.9 }
    return signals.areStrong ? 0.6 : signals.areWeak ? 0.3 : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try WebTextReader(sink: sink, options: options, dialect: WebTextDialect()).read(input, into: sink)
  }

  /// Other documents have zones and records too; CloudKit's hold names and tokens.
  private func hasShape(_ sample: InputSample) -> Bool {
    let text = String(decoding: sample.bytes, as: UTF8.self)
    let signs: [StaticString] = [
      "\"recordName\"", "\"zoneID\"", "\"continuationMarker\"", "\"moreComing\"", "\"userRecordName\"",
    ]
    return signs.contains { text.holds($0) }
  }
}
