import Foundation
import Inputs
import StateReading
import SyncModel
import TestSupport

/// A sink that keeps everything.
final class Recorder: RecordSink {
  var states: [StoreState] = []
  var activities: [Activity] = []
  var errors: [ErrorReport] = []
  var observations: [Observation] = []
  var tally = InputTally()

  func add(_ batch: RequestBatch) {}
  func add(_ request: RequestRecord) {}
  func add(_ error: ErrorReport) { errors.append(error) }
  func add(_ page: PageRecord) {}
  func add(_ activity: Activity) { activities.append(activity) }
  func add(_ observation: Observation) { observations.append(observation) }
  func add(_ state: StoreState) { states.append(state) }
  func add(_ tally: InputTally) {
    self.tally.bytes += tally.bytes
    self.tally.lines += tally.lines
    self.tally.records += tally.records
    self.tally.isTruncated = self.tally.isTruncated || tally.isTruncated
    self.tally.notes += tally.notes
  }

  /// The states without their origins, as lines that can be compared and read.
  var summary: String {
    var lines: [String] = []
    for state in states {
      lines.append(
        "\(state.kind.rawValue) '\(state.identity)' at \(state.observedAt?.readable ?? "?"): tracked "
          + "\(state.trackedRecords.map(String.init) ?? "?"), uploads \(state.pendingUploads.map(String.init) ?? "?"), "
          + "deletes \(state.pendingDeletes.map(String.init) ?? "?"), zone changes "
          + "\(state.pendingZoneChanges.map(String.init) ?? "?"), in flight "
          + "\(state.inFlight.map(String.init) ?? "?"), success \(state.lastSuccess?.readable ?? "?"), failure "
          + "\(state.lastFailure?.readable ?? "?"), oldest \(state.oldestPending?.readable ?? "?")")
      for zone in state.zones {
        lines.append(
          "  zone \(zone.name ?? "(database)") \(zone.owner ?? "-") \(zone.database ?? "-"): token "
            + "\(zone.tokenDigest ?? "none"), fetched \(zone.lastFetch?.readable ?? "?"), uploads "
            + "\(zone.pendingUploads.map(String.init) ?? "?"), deletes "
            + "\(zone.pendingDeletes.map(String.init) ?? "?") \(zone.flags.joined(separator: " "))")
      }
      for entity in state.entities {
        lines.append(
          "  \(entity.name): \(entity.tracked) tracked, \(entity.pendingUploads) uploads, "
            + "\(entity.pendingDeletes) deletes")
      }
      if !state.flags.isEmpty { lines.append("  flags \(state.flags.joined(separator: " "))") }
      if !state.pendingItems.isEmpty { lines.append("  \(state.pendingItems.count) names, \(state.pendingItems[0])") }
      lines += state.notes.map { "  note: \($0)" }
    }
    for activity in activities {
      lines.append(
        "\(activity.start?.readable ?? "?") to \(activity.end?.readable ?? "?") \(activity.text) "
          + (activity.identifier ?? ""))
    }
    lines += errors.map { "error \($0.domain) \($0.code.map(String.init) ?? "?") \($0.time?.readable ?? "?")" }
    lines += observations.map { "\($0.kind.rawValue) \($0.subject) \($0.value ?? -1): \($0.text)" }
    lines.append(
      "\(tally.records) records\(tally.isTruncated ? ", truncated" : ""): \(tally.notes.joined(separator: "; "))")
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Reads bytes as the kind of dump that is surest of them.
func read(_ bytes: [UInt8], named path: String) throws -> (id: String, recorder: Recorder) {
  try read(ByteSource(path: path, bytes: bytes))
}

/// Reads a source as the kind of dump that is surest of it; its failure becomes a last line of the notes.
func read(_ source: ByteSource) throws -> (id: String, recorder: Recorder) {
  let recorder = Recorder()
  let scored = StateDumps.all.map { ($0, $0.confidence(inFirstBytes: source.sample, path: source.path)) }
  guard let best = scored.max(by: { $0.1 < $1.1 }), best.1 > 0 else { return ("none", recorder) }
  do {
    try best.0.read(source, options: StateReadingOptions(), into: recorder)
  } catch { recorder.tally.notes.append("failed: \(error)") }
  return (best.0.info.id, recorder)
}

/// A source of a plain file on disk.
func fileSource(_ file: URL) throws -> ByteSource {
  let handle = try FileHandle(forReadingFrom: file)
  return try ByteSource(path: file.path, plainFilePath: file.path) {
    (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
    guard let data = (try? handle.read(upToCount: buffer.count)) ?? nil else { return 0 }
    data.copyBytes(to: buffer)
    return data.count
  }
}
