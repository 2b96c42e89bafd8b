import Foundation
import SourceAudit
import SyncModel
import TestSupport
import Testing

/// Line and UTF-8 column of a finding, for comparison with the `↓` of an example.
private struct Place: Equatable, Comparable, CustomStringConvertible {
  var line: Int
  var column: Int

  static func < (left: Place, right: Place) -> Bool { (left.line, left.column) < (right.line, right.column) }
  var description: String { "\(line):\(column)" }
}

/// One example of a rule as a test argument.
struct RuleExample: CustomTestStringConvertible, Sendable {
  var rule: any AuditRule
  var example: Example
  var fires: Bool

  var testDescription: String {
    "\(rule.info.id) \(fires ? "fires" : "is quiet"), line \(example.line)"
  }
  /// A failure points into the rule's own file.
  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: "SourceAudit/\(URL(fileURLWithPath: example.filePath).lastPathComponent)", filePath: example.filePath,
      line: max(1, example.line), column: 1)
  }

  static let all: [RuleExample] = AuditRules.all.flatMap { rule in
    rule.examples.triggering.map { RuleExample(rule: rule, example: $0, fires: true) }
      + rule.examples.nonTriggering.map { RuleExample(rule: rule, example: $0, fires: false) }
  }
  static let firing = all.filter(\.fires)
}

struct RuleExampleTests {
  @Test(arguments: RuleExample.all)
  func findsExactlyWhatIsMarked(_ example: RuleExample) {
    let (source, marks) = unmarked(example.example.source)
    expectPlaces(marks, in: source, of: example)
    #expect(marks.isEmpty != example.fires, sourceLocation: example.sourceLocation)
  }

  @Test(arguments: RuleExample.firing)
  func countsColumnsInBytesBehindAnEmoji(_ example: RuleExample) {
    let (source, marks) = unmarked(example.example.source)
    let prefix = "/* 🎈 */ "
    let moved = marks.map { Place(line: $0.line + 1, column: $0.column + ($0.line == 1 ? prefix.utf8.count : 0)) }
    expectPlaces(moved, in: "// 👩‍👩‍👧 é\n" + prefix + source, of: example)
  }

  @Test(arguments: RuleExample.firing)
  func isSilentInsideCommentsAndStrings(_ example: RuleExample) {
    let (source, _) = unmarked(example.example.source)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    expectPlaces([], in: lines.map { "// " + $0 }.joined(separator: "\n"), of: example)
    expectPlaces([], in: "let text = ####\"\"\"\n\(source)\n\"\"\"####\n", of: example)
  }

  @Test func idsAreUniqueAndKebabCase() {
    let ids = AuditRules.all.map(\.info.id)
    #expect(ids.count == Set(ids).count)
    for id in ids { #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(id)") }
  }

  @Test(arguments: AuditRules.all.map(\.info))
  func titlesObeyTheMessageRules(_ info: CheckInfo) {
    #expect(!info.title.hasSuffix("."))
    #expect(info.title.count <= 100)
    #expect(!info.explanation.isEmpty)
    #expect(!info.advice.isEmpty)
  }

  @Test func everyRuleFileIsRegistered() {
    let folder = packageFolder.appendingPathComponent("Sources/SourceAudit/Rules")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let types = Set(AuditRules.all.map { String(describing: type(of: $0)) })
    for file in files where file.hasSuffix(".swift") && !file.contains("+") {
      #expect(types.contains(String(file.dropLast(6))), "'\(file)' names no registered rule")
    }
  }
}

/// Removes the `↓` of an example and returns where they stood.
private func unmarked(_ text: String) -> (source: String, marks: [Place]) {
  var source = ""
  var marks: [Place] = []
  var line = 1
  var column = 1
  for character in text {
    if character == "↓" {
      marks.append(Place(line: line, column: column))
      continue
    }
    source.append(character)
    if character == "\n" {
      line += 1
      column = 1
    } else {
      column += character.utf8.count
    }
  }
  return (source, marks)
}

private func expectPlaces(_ expected: [Place], in source: String, of example: RuleExample) {
  let file = SourceFile(path: "Example.swift", text: source, companions: example.example.companions)
  let places = example.rule.findings(in: file).map { Place(line: $0.line, column: $0.column) }.sorted()
  #expect(places == expected, "\(example.rule.info.id) in:\n\(source)", sourceLocation: example.sourceLocation)
}
