import Detection
import Foundation
import Inputs
import StateReading
import Storage
import SyncModel
import TestSupport
import Testing

/// Reads a file of the package as the kind of dump that is surest of it, and returns what the state checks find.
func stateFindings(in path: String) throws -> [Finding] {
  let store = try EventStore.temporary()
  let file = packageFolder.appendingPathComponent(path).path
  let source = ByteSource(path: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: file))))
  let scored = StateDumps.all.map { ($0, $0.confidence(inFirstBytes: source.sample, path: path)) }
  let best = try #require(scored.max { $0.1 < $1.1 })
  try #require(best.1 > 0)
  let session = try IngestSession(store: store, path: path, now: Timestamp(milliseconds: 0))
  try best.0.read(source, options: StateReadingOptions(source: session.source), into: session)
  try session.commit(format: best.0.info.id)
  return try Checks.run(in: store)
}
