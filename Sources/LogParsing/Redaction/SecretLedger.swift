import SyncModel

/// Redacts the texts of one input and remembers what was found, so that a token in every URL is told once, with its
/// number, instead of a million times.
package final class SecretLedger {
  private struct Sightings {
    var count: Int64 = 0
    var reported: Int64 = 0
    var last: Origin
  }

  private let sink: any RecordSink
  private let linesPerKind: Int64
  private var kinds: [String: Sightings] = [:]
  /// What was found in short texts: the same few URLs come again and again.
  private var known: [String: (text: String, kinds: [String])] = [:]

  /// Makes a ledger that reports the first lines of each kind one by one and the rest as a number in `finish`.
  package init(sink: any RecordSink, linesPerKind: Int64 = 3) {
    self.sink = sink
    self.linesPerKind = linesPerKind
  }

  /// Returns the text without its secrets, and reports them as seen at the origin.
  package func redact(_ text: String, at origin: Origin, time: Timestamp? = nil) -> String {
    let (clean, found) = redacted(text)
    for kind in found { note(kind, at: origin, time: time, text: clean) }
    return clean
  }

  private func redacted(_ text: String) -> (text: String, kinds: [String]) {
    guard text.utf8.count <= 512 else { return Redactor.redact(text) }
    if let answer = known[text] { return answer }
    let answer = Redactor.redact(text)
    if known.count >= 256 { known.removeAll(keepingCapacity: true) }
    known[text] = answer
    return answer
  }

  /// Reports the sightings that were counted but not reported; call it once, at the end of the input.
  package func finish() {
    for (kind, sightings) in kinds.sorted(by: { $0.key < $1.key }) where sightings.count > sightings.reported {
      sink.add(
        Observation(
          origin: sightings.last, kind: .secret, subject: kind, value: sightings.count - sightings.reported))
    }
    kinds = [:]
  }

  /// Takes over what another ledger reported about a part of the same input, the parts in their order.
  package func merge(_ sighting: Observation) {
    var sightings = kinds[sighting.subject, default: Sightings(last: sighting.origin)]
    sightings.count += sighting.value ?? 1
    sightings.last = sighting.origin
    if !sighting.text.isEmpty, sightings.reported < linesPerKind {
      sightings.reported += 1
      sink.add(sighting)
    }
    kinds[sighting.subject] = sightings
  }

  /// The text around the first replacement of a kind: a line may be a whole document.
  private static func surroundings(of mark: String, in text: String) -> String {
    guard text.utf8.count > 300, let found = text.firstRange(of: mark) else { return String(text.prefix(300)) }
    let start = text.index(found.lowerBound, offsetBy: -120, limitedBy: text.startIndex) ?? text.startIndex
    let end = text.index(found.upperBound, offsetBy: 60, limitedBy: text.endIndex) ?? text.endIndex
    return (start > text.startIndex ? "…" : "") + text[start..<end] + (end < text.endIndex ? "…" : "")
  }

  /// Counts one sighting; the text is the line without its secrets.
  package func note(_ kind: String, at origin: Origin, time: Timestamp? = nil, text: String) {
    var sightings = kinds[kind, default: Sightings(last: origin)]
    sightings.count += 1
    sightings.last = origin
    if sightings.reported < linesPerKind {
      sightings.reported += 1
      let evidence = Self.surroundings(of: Redactor.replacement(for: kind), in: text)
      sink.add(Observation(origin: origin, time: time, kind: .secret, subject: kind, value: 1, text: evidence))
    }
    kinds[kind] = sightings
  }
}
