import Foundation
import Reporting
import SyncModel
import TestSupport
import Testing

/// Every form of an audit report against its golden, for a report with awkward texts and for an empty one.
struct AuditFormatTests {
  @Test(arguments: AuditFormats.all.map(\.info.id))
  func rendersAsRecorded(_ id: String) throws {
    let format = try #require(AuditFormats.all.first { $0.info.id == id })
    let ending = format.info.fileExtensions.first ?? "txt"
    for (name, report) in [("full", Self.full), ("empty", Self.empty)] {
      let text = Self.text(report, format)
      #expect(text == Self.text(report, format))
      expectGolden(text, at: "Tests/Goldens/audit/\(id)-\(name).\(ending)")
    }
  }

  @Test func stepSummaryIsMarkdown() {
    expectGolden(Self.full.stepSummary, at: "Tests/Goldens/audit/step-summary.md")
  }

  @Test func annotationsFitWhatGitHubShows() throws {
    var report = Self.full
    report.findings = (0..<37).map { Self.finding(line: $0 + 1, severity: $0 < 12 ? .error : .warning) }
    let format = try #require(AuditFormats.all.first { $0.info.id == "github" })
    let lines = Self.text(report, format).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("::error") }.count == 10)
    #expect(lines.filter { $0.hasPrefix("::warning") }.count == 10)
    #expect(lines.contains("::error title=ckdiag::3 more errors are in the job summary"))
    #expect(lines.contains("::warning title=ckdiag::16 more warnings are in the job summary"))
  }

  /// What the schema of SARIF 2.1.0 asks of the parts that are written; CI validates against the schema itself.
  @Test func sarifHasWhatItsSchemaRequires() throws {
    let format = try #require(AuditFormats.all.first { $0.info.id == "sarif" })
    for report in [Self.full, Self.empty] {
      let data = Data(Self.text(report, format).utf8)
      let log = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(log["version"] as? String == "2.1.0")
      let run = try #require((log["runs"] as? [[String: Any]])?.first)
      let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
      #expect(driver["name"] as? String == "ckdiag")
      let rules = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
      #expect(Set(rules).count == rules.count)
      let results = try #require(run["results"] as? [[String: Any]])
      #expect(results.count == report.findings.count)
      for (result, audited) in zip(results, report.findings) {
        #expect((result["ruleIndex"] as? Int).map { rules[$0] } == audited.finding.id)
        #expect(["error", "warning", "note"].contains(result["level"] as? String ?? ""))
        #expect((result["message"] as? [String: Any])?["text"] as? String == audited.finding.message)
        let place = try #require(
          ((result["locations"] as? [[String: Any]])?.first)?["physicalLocation"] as? [String: Any])
        let region = try #require(place["region"] as? [String: Any])
        #expect(region["startLine"] as? Int == audited.finding.line)
        #expect(["startColumn", "endLine", "endColumn"].allSatisfy { (region[$0] as? Int ?? 1) > 0 })
        let uri = try #require((place["artifactLocation"] as? [String: Any])?["uri"] as? String)
        #expect(uri.utf8.allSatisfy { $0 > 32 && $0 < 127 })
      }
      for invocation in try #require(run["invocations"] as? [[String: Any]]) {
        #expect(invocation["executionSuccessful"] is Bool)
      }
    }
  }

  @Test func idsAndExtensionsAreUnique() {
    let ids = AuditFormats.all.map(\.info.id)
    #expect(ids.count == Set(ids).count)
    let endings = AuditFormats.all.flatMap(\.info.fileExtensions)
    #expect(endings.count == Set(endings).count)
  }

  // MARK: - Reports

  private static func text(_ report: AuditReport, _ format: any AuditFormat) -> String {
    var text = ""
    format.render(report, style: RenderingStyle(), to: &text)
    return text
  }

  private static let empty = AuditReport(
    toolVersion: "1.0.0", generatedAt: Timestamp(milliseconds: 1_796_022_000_000), rules: [], findings: [],
    summary: AuditSummary(files: 1), notes: [])

  private static let full = AuditReport(
    toolVersion: "1.0.0", generatedAt: Timestamp(milliseconds: 1_796_022_000_000),
    rules: [
      CheckInfo(
        id: "deprecated-api", title: "Deprecated CloudKit API", severity: .warning, explanation: "It <warns>.",
        advice: ["Move on", "Read \"this\""])
    ],
    findings: [
      AuditedFinding(
        finding: SourceFinding(
          id: "deprecated-api", severity: .warning, path: "Sources/Übung, 1.swift", line: 12, column: 14, endLine: 12,
          endColumn: 32, message: "'CKQueryOperation.recordFetchedBlock' is deprecated: 100% <sure>, \"yes\"",
          api: "CKQueryOperation.recordFetchedBlock", deprecatedIn: ["iOS": "15.0"],
          replacement: "CKQueryOperation.recordMatchedBlock", explanation: "It <warns>.\nTwice & more.",
          advice: ["Use 'recordMatchedBlock'"],
          fixIts: [FixIt(start: 200, end: 218, replacement: "recordMatchedBlock", isSafe: false)]),
        sourceLine: "\t/* 🎈é */ op.recordFetchedBlock = { _ in }", fingerprint: "00000000000000aa"),
      finding(line: 40, severity: .error),
      finding(line: 41, severity: .note),
    ], summary: AuditSummary(files: 120, parsedFiles: 7, suppressed: 2, baseline: 3, staleBaseline: 1),
    notes: [
      AuditNote(text: "cannot be read: permission denied", paths: ["a.swift"], isFailure: true),
      AuditNote(
        text: "syntax errors: findings there may be missing", paths: ["b.swift", "c.swift", "d.swift", "e.swift"]),
    ])

  private static func finding(line: Int, severity: Severity) -> AuditedFinding {
    AuditedFinding(
      finding: SourceFinding(
        id: "own-rule", severity: severity, path: "Sources/b.swift", line: line, column: 1, endLine: line + 1,
        endColumn: 3, message: "two lines", explanation: "", advice: []),
      sourceLine: "func f() {", fingerprint: "00000000000000bb")
  }
}
