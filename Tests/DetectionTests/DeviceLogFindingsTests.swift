import Detection
import Foundation
import Inputs
import LogParsing
import Storage
import SyncModel
import TestSupport
import Testing

/// Device logs through detection, reading, store and every check.
struct DeviceLogFindingsTests {
  /// The folders of `Samples` that hold what devices print.
  private static let folders =
    ["ckerror"]
    + [
      "console-app", "core-data-log", "nslog", "plain-text", "sqlite-data-log", "sync-engine-log", "unified-log",
      "unified-log-compact", "unified-log-json", "unified-log-ndjson", "unified-log-syslog", "xcode-console",
      "xcode-console-metadata",
    ].map { "formats/\($0)" }

  @Test func saysOfEachSampleWhatIsWrong() throws {
    var lines: [String] = []
    for folder in Self.folders {
      let path = packageFolder.appendingPathComponent("Samples/\(folder)")
      for name in try FileManager.default.contentsOfDirectory(atPath: path.path).sorted() where !name.hasPrefix(".") {
        lines.append("\(folder)/\(name)")
        let bytes = [UInt8](try Data(contentsOf: path.appendingPathComponent(name)))
        for finding in try DeviceLogs.findings(in: bytes, at: name) {
          let proofs = finding.evidence.map { String($0.line) }.joined(separator: " ")
          lines.append(
            "  \(finding.severity.rawValue) \(finding.id) ×\(finding.occurrences): \(finding.title) [\(proofs)]")
        }
      }
    }
    expectGolden(lines.joined(separator: "\n") + "\n", at: "Tests/Goldens/findings/device-logs.txt")
  }

  @Test(arguments: Caution.all) func keepsToTheCaution(_ caution: Caution) throws {
    let findings = try DeviceLogs.findings(in: Array(caution.log.utf8), at: "sync.log")
    #expect(findings.map { "\($0.severity.rawValue) \($0.id) ×\($0.occurrences)" } == caution.findings)
  }
}

/// Reads a text as a user's file is read.
enum DeviceLogs {
  static func findings(in bytes: [UInt8], at path: String) throws -> [Finding] {
    let sample = InputSample(path: path, bytes: Array(bytes.prefix(65_536)))
    let format = try #require(LogFormats.all.reversed().max { $0.confidence(in: sample) < $1.confidence(in: sample) })
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: path, now: Timestamp(milliseconds: 0))
    try format.read(
      ByteSource(path: path, bytes: bytes), options: ReadingOptions(source: session.source), into: session)
    try session.commit(format: format.info.id)
    return try Checks.run(in: store)
  }
}
