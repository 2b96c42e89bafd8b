import Inputs
import SyncModel

/// Everything that one dump told, held back until the reading is known to be sound.
struct DumpContent {
  var states: [StoreState] = []
  var activities: [Activity] = []
  var errors: [ErrorReport] = []
  var observations: [Observation] = []
  /// For people; they go to the input, not to a store.
  var notes: [String] = []
  /// The first thing that could not be read.
  var failure: DumpError?
  /// Rows or entries that were understood.
  var records = 0

  /// Does a part of the reading, and remembers its failure so that the other parts go on.
  mutating func attempt(_ part: (inout DumpContent) throws(DumpError) -> Void) {
    do throws(DumpError) { try part(&self) } catch { failure = failure ?? error }
  }

  /// Hands everything over, in the order in which a reader of the report meets it.
  func deliver(to sink: any RecordSink, tally: InputTally) {
    for state in states { sink.add(state) }
    for activity in activities { sink.add(activity) }
    for error in errors { sink.add(error) }
    for observation in observations { sink.add(observation) }
    var tally = tally
    tally.records += records
    tally.notes += notes
    sink.add(tally)
  }

  /// Takes over an ended event as an activity and, where it failed, as an error with the event's identifier.
  mutating func add(_ activity: Activity) {
    activities.append(activity)
    guard let domain = activity.errorDomain, let code = activity.errorCode else { return }
    errors.append(
      ErrorReport(
        origin: activity.origin, time: activity.end ?? activity.start, domain: domain, code: code,
        operation: "\(activity.kind.rawValue) event", requestID: activity.identifier,
        text: activity.text))
  }
}

extension DumpContent {
  /// A zone that has to recover tells of an answer of the server that no event may have kept.
  mutating func addRecoveries(of state: StoreState) {
    let codes = ["needsRecoveryFromUserPurge": 28, "needsRecoveryFromZoneDelete": 26]
    for zone in state.zones {
      for flag in zone.flags {
        guard let code = codes[flag], !errors.contains(where: { $0.code == code }) else { continue }
        errors.append(
          ErrorReport(
            origin: state.origin, time: state.observedAt, code: code, zone: zone.name, operation: "zone state",
            printed: 0, text: "zone '\(zone.name ?? "?")': \(flag)"))
      }
    }
  }
}

/// The benign codes of `NSCocoaErrorDomain`: the system put the work off or replaced it by other work.
let benignCocoaCodes: Set<Int> = [134_407, 134_417, 134_419]

extension Timestamp {
  /// Seconds between 1970-01-01 and 2001-01-01, where Core Data's and Foundation's times begin.
  static let cocoaEpoch = 978_307_200.0

  /// Makes the moment from seconds since 1970, or nil where the number is none that a clock shows (1990 to 2100).
  init?(unixSeconds: Double) {
    guard unixSeconds.isFinite, unixSeconds > 631_152_000, unixSeconds < 4_102_444_800 else { return nil }
    self.init(milliseconds: Int64((unixSeconds * 1000).rounded()))
  }

  /// Makes the moment from seconds since 2001, as Core Data stores them.
  init?(cocoaSeconds: Double?) {
    guard let cocoaSeconds, cocoaSeconds != 0 else { return nil }
    self.init(unixSeconds: cocoaSeconds + Self.cocoaEpoch)
  }

  /// Makes the moment from a number of unknown unit: seconds since 2001 or 1970, milli-, micro- or nanoseconds.
  init?(guessing number: Double) {
    switch number {
    case 1e17...: self.init(unixSeconds: number / 1e9)
    case 1e14..<1e17: self.init(unixSeconds: number / 1e6)
    case 1e11..<1e14: self.init(unixSeconds: number / 1e3)
    // Seconds since 1970 passed this number in 2011, seconds since 2001 will in 2042.
    case 1.3e9..<1e11: self.init(unixSeconds: number)
    default: self.init(cocoaSeconds: number)
    }
  }
}

/// A short name for bytes that may be compared but not shown: change tokens (FNV-1a, 64 bits).
func digest(of bytes: some Sequence<UInt8>) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return String(hash, radix: 16)
}

/// An owner's name without the part that identifies a person: user record ids keep five characters.
func shownOwner(_ name: String?) -> String? {
  guard let name, name.hasPrefix("_"), !name.hasPrefix("__"), name.utf8.count > 12 else { return name }
  return name.prefix(5) + "…"
}

/// A count with its noun: `1 record`, `12 records`.
func counted(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
