import Detection
import Foundation
import Inputs
import LogParsing
import StateReading
import Storage
import SyncModel
import TestSupport
import Testing

/// The samples of all checks, read as a user's file is read.
struct SampleTests {
  /// A file of `Samples/checks/<id>/`.
  struct Sample: Sendable, CustomTestStringConvertible {
    var id: String
    var file: URL
    var testDescription: String { "\(id)/\(file.lastPathComponent)" }
  }

  /// What a check is allowed to speak beside: loops stand beside their cause, batches beside the cause of an item.
  private static let companions: [String: Set<String>] = [
    "partial-failure": ["record-conflict"],
    "partial-failure-resent": ["partial-failure", "record-conflict"],
    "conflict-loop": ["partial-failure", "partial-failure-resent", "record-conflict"],
    "retry-of-permanent-error": ["not-authenticated"],
    "retry-after-violated": ["throttled"],
    "change-token-expired": ["partial-failure"],
    "reference-violation": ["partial-failure"],
    "share-conflict": ["partial-failure"],
    "user-deleted-zone": ["partial-failure"],
    "invalid-record-name": ["app-crash"],
    "pending-changes-lost": ["quota-exceeded"],
    "pending-changes-stuck": ["activity-deferred", "partial-failure-unexplained", "throttled"],
    "signature-rejected": ["secrets-in-log"],
    "upload-backlog": ["throttled"],
  ]

  /// What the nearest innocent case of a check may still show.
  private static let others: [String: Set<String>] = [
    "app-error-masked": ["server-error"],
    "cursor-dropped": ["server-error"],
    "partial-failure-resent": ["partial-failure", "zone-busy"],
    "partial-failure-unexplained": ["quota-exceeded"],
    "conflict-loop": ["partial-failure", "record-conflict"],
    "retry-of-permanent-error": ["network-failure"],
    "retry-after-violated": ["throttled"],
    "session-rejected": ["permission-denied"],
    "signature-rejected": ["permission-denied", "secrets-in-log"],
  ]

  @Test func existForEveryCheck() {
    let missing = Checks.all.map(\.info.id).filter { id in
      Self.samples("fires").allSatisfy { $0.id != id } || Self.samples("quiet").allSatisfy { $0.id != id }
    }
    #expect(missing == [])
  }

  @Test(arguments: samples("fires"))
  func showWhatTheCheckFinds(_ sample: Sample) throws {
    let (findings, lines) = try Self.read(sample)
    let ids = Set(findings.map(\.id))
    #expect(ids.contains(sample.id))
    #expect(ids.subtracting([sample.id]).subtracting(Self.companions[sample.id] ?? []) == [])
    for finding in findings {
      #expect(finding.title.count <= 100 && !finding.title.hasSuffix("."))
      #expect((1...5).contains(finding.evidence.count))
      // Evidence without a line is a whole store.
      #expect(finding.evidence.allSatisfy { (0...lines).contains($0.line) })
    }
  }

  @Test(arguments: samples("quiet"))
  func showWhatIsInnocent(_ sample: Sample) throws {
    let ids = Set(try Self.read(sample).findings.map(\.id))
    #expect(ids.subtracting(Self.others[sample.id] ?? []) == [])
  }

  private static func samples(_ kind: String) -> [Sample] {
    let folder = packageFolder.appendingPathComponent("Samples/checks")
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return ids.sorted().flatMap { id in
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(id).path)) ?? []
      return files.sorted().filter { $0.hasPrefix(kind) }.map {
        Sample(id: id, file: folder.appendingPathComponent(id).appendingPathComponent($0))
      }
    }
  }

  private static func read(_ sample: Sample) throws -> (findings: [Finding], lines: Int) {
    let bytes = [UInt8](try Data(contentsOf: sample.file))
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: sample.file.path, now: EventBuilder.start)
    let source = ByteSource(path: sample.file.path, bytes: bytes)
    let dump = StateDumps.all.max {
      $0.confidence(inFirstBytes: bytes, path: sample.file.path)
        < $1.confidence(inFirstBytes: bytes, path: sample.file.path)
    }
    let text = InputSample(path: sample.file.path, bytes: Array(bytes.prefix(65_536)))
    let format = try #require(
      LogFormats.all.reversed().max { $0.confidence(in: text) < $1.confidence(in: text) })
    if let dump, dump.confidence(inFirstBytes: bytes, path: sample.file.path) > format.confidence(in: text) {
      try dump.read(source, options: StateReadingOptions(source: session.source), into: session)
    } else {
      try format.read(source, options: ReadingOptions(source: session.source), into: session)
    }
    try session.commit(format: "sample")
    return (try Checks.run(in: store), bytes.count { $0 == 0x0A } + 1)
  }
}
