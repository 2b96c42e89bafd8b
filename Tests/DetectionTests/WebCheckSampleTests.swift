import Detection
import Foundation
import Inputs
import LogParsing
import Storage
import SyncModel
import TestSupport
import Testing

/// The samples of the checks of web traffic and paging, through detection, reading, store and every check.
struct WebCheckSampleTests {
  static let ids = [
    "cursor-loop", "cursor-dropped", "signature-rejected", "session-rejected", "secrets-in-log", "app-error-masked",
  ]

  @Test(arguments: ids) func firesOnItsOwnSamplesOnly(_ id: String) throws {
    let folder = packageFolder.appendingPathComponent("Samples/checks/\(id)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
    #expect(names.contains { $0.hasPrefix("fires.") } && names.contains { $0.hasPrefix("quiet.") })
    for name in names {
      let found = try findings(of: folder.appendingPathComponent(name), at: "Samples/checks/\(id)/\(name)")
      let isFound = found.contains { $0.id == id }
      #expect(isFound == name.hasPrefix("fires."), "\(name): \(found.map { "\($0.id): \($0.title)" })")
    }
  }

  @Test func saysOfEachSampleWhatIsWrong() throws {
    var lines: [String] = []
    for id in Self.ids {
      let folder = packageFolder.appendingPathComponent("Samples/checks/\(id)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
        .sorted()
      for name in names {
        lines.append("\(id)/\(name)")
        for finding in try findings(of: folder.appendingPathComponent(name), at: name) {
          lines.append("  \(finding.severity.rawValue) \(finding.id): \(finding.title)")
          lines += finding.evidence.map { "    \($0.line): \($0.text.prefix(120))" }
        }
      }
    }
    expectGolden(lines.joined(separator: "\n") + "\n", at: "Tests/Goldens/findings/web-samples.txt")
  }

  private func findings(of file: URL, at path: String) throws -> [Finding] {
    let bytes = [UInt8](try Data(contentsOf: file))
    let sample = InputSample(path: path, bytes: Array(bytes.prefix(65_536)))
    let format = try #require(LogFormats.all.max { $0.confidence(in: sample) < $1.confidence(in: sample) })
    let store = try EventStore.temporary()
    let session = try IngestSession(store: store, path: path, now: Timestamp(milliseconds: 0))
    var options = ReadingOptions()
    options.source = session.source
    try format.read(ByteSource(path: path, bytes: bytes), options: options, into: session)
    try session.commit(format: format.info.id)
    return try Checks.run(in: store)
  }
}
