import Detection
import Foundation
import SyncModel
import TestSupport
import Testing

/// The checks that read states of stores.
private let stateChecks = ["pending-changes-stuck", "upload-backlog", "pending-changes-lost", "sync-state-not-saved"]

/// The samples of the checks whose names begin so.
private func samples(_ beginning: String) -> [String] {
  stateChecks.flatMap { id -> [String] in
    let folder = packageFolder.appendingPathComponent("Samples/checks/\(id)").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(beginning) }.sorted().map { "Samples/checks/\(id)/\($0)" }
  }
}

/// The id of the check that a sample belongs to.
private func id(of path: String) -> String { path.split(separator: "/").dropLast().last.map(String.init) ?? "" }

struct StateCheckTests {
  @Test(arguments: samples("fires")) func firesOnItsSample(path: String) throws {
    let ids = try stateFindings(in: path).map(\.id).filter { stateChecks.contains($0) }
    #expect(ids == [id(of: path)])
  }

  @Test(arguments: samples("quiet")) func staysQuietOnTheNearestInnocentCase(path: String) throws {
    let ids = try stateFindings(in: path).map(\.id).filter { stateChecks.contains($0) }
    #expect(ids == [])
  }

  @Test func namesTheRepeatedBatch() throws {
    let finding = try #require(
      try stateFindings(in: "Samples/checks/pending-changes-stuck/fires.sql").first { $0.id == "pending-changes-stuck" }
    )
    #expect(
      finding.title
        == "5 uploads and 1 delete wait: the same 400 objects failed 2 times with CKErrorDomain 2")
    #expect(finding.evidence.count == 3)
  }

  @Test func tellsTheStuckDeviceFromTheUnknownOne() throws {
    let findings = try stateFindings(in: "Samples/state/sync-state-json/two-devices.json")
      .filter { stateChecks.contains($0.id) }
    #expect(findings.map(\.title) == ["10 changes wait: 2 uploads failed, last with CKErrorDomain 2"])
  }

  @Test(arguments: ["coredata-healthy.sql", "sqlitedata-metadatabase.sql"])
  func findsNothingInAStoreOnceSeen(name: String) throws {
    let findings = try stateFindings(in: "Samples/state/sql-script/\(name)").filter { stateChecks.contains($0.id) }
    #expect(findings == [])
  }
}
