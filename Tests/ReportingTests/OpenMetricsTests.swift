import Foundation
import Reporting
import SyncModel
import TestSupport
import Testing

struct OpenMetricsTests {
  @Test func endsWithItsMark() throws {
    #expect(try render(FixedReports.empty, as: "openmetrics").hasSuffix("\n# EOF\n"))
  }

  @Test func labelsAreEscaped() throws {
    var report = FixedReports.empty
    report.errors = [
      ErrorSummary(domain: "a\"b\\c\nd", code: nil, name: nil, underlying: nil, count: 1, printed: 1, collateral: 0)
    ]
    #expect(try render(report, as: "openmetrics").contains("ckdiag_errors{domain=\"a\\\"b\\\\c↵d\"} 1\n"))
  }

  /// The grammar of the text: every sample belongs to the family above it, no series stands twice.
  @Test func everySampleBelongsToItsFamily() throws {
    var family = ""
    var families: Set<String> = []
    var series: Set<String> = []
    for line in try render(FixedReports.rich, as: "openmetrics").split(separator: "\n").dropLast() {
      if line.hasPrefix("# TYPE ") {
        family = String(line.split(separator: " ")[2])
        #expect(families.insert(family).inserted)
      } else if line.hasPrefix("# ") {
        #expect(line.split(separator: " ")[2] == family)
        if line.hasPrefix("# UNIT ") { #expect(family.hasSuffix("_" + line.split(separator: " ")[3])) }
      } else {
        let name = String(line.prefix { $0 != "{" && $0 != " " })
        #expect([family, family + "_sum", family + "_count"].contains(name))
        #expect(series.insert(String(line[..<(line.lastIndex(of: " ") ?? line.endIndex)])).inserted)
        #expect(Double(line.split(separator: " ").last ?? "") != nil)
      }
    }
    #expect(families.count > 20)
  }

  private static let promtool = "/usr/bin/promtool"

  /// Runs where Debian's package `prometheus` is installed.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: promtool)), arguments: [true, false])
  func promtoolHasNothingToSay(isRich: Bool) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-\(UUID().uuidString).prom")
    try render(isRich ? FixedReports.rich : FixedReports.empty, as: "openmetrics").write(
      to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.promtool)
    process.arguments = ["check", "metrics"]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let said = Pipe()
    process.standardError = said
    process.standardOutput = said
    try process.run()
    let words = try said.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: words, as: UTF8.self) == "")
  }
}
