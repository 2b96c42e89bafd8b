import Foundation
import SchemaLanguage
import SyncModel
import TestSupport
import Testing

struct SchemaRuleTests {
  @Test(arguments: LintRules.all.map(\.info.id))
  func lintRuleFiresAtEveryMarkOfItsExamples(id: String) throws {
    let rule = try #require(LintRules.all.first { $0.info.id == id })
    #expect(!rule.examples.firing.isEmpty && !rule.examples.quiet.isEmpty)
    for example in rule.examples.firing {
      let places = marks(in: example)
      let document = SchemaDocument(text: example.replacing("↓", with: ""))
      #expect(rule.findings(in: document).map { [$0.line, $0.column] } == places, "\(example)")
      #expect(!places.isEmpty)
      expectWellFormed(rule.findings(in: document), of: rule.info)
    }
    for example in rule.examples.quiet {
      let document = SchemaDocument(text: example)
      #expect(rule.findings(in: document) == [], "\(example)")
      #expect(document.syntaxErrors == [], "\(example)")
    }
  }

  @Test(arguments: DiffRules.all.map(\.info.id))
  func diffRuleFiresOnceForEachFiringPair(id: String) throws {
    let rule = try #require(DiffRules.all.first { $0.info.id == id })
    #expect(!rule.examples.firing.isEmpty && !rule.examples.quiet.isEmpty)
    for pair in rule.examples.firing {
      let comparison = try compare(pair)
      let findings = rule.findings(in: comparison)
      #expect(findings.count == 1, "\(pair)")
      expectWellFormed(findings, of: rule.info)
    }
    for pair in rule.examples.quiet {
      #expect(rule.findings(in: try compare(pair)) == [], "\(pair)")
    }
  }

  @Test func firingPairsConcernNoOtherRule() throws {
    for rule in DiffRules.all {
      for pair in rule.examples.firing {
        #expect(diffFindings(in: try compare(pair)).map(\.id) == [rule.info.id], "\(pair)")
      }
    }
  }

  @Test func aSchemaDoesNotDifferFromAnotherSpellingOfItself() {
    var compared = 0
    for seed in 0..<2_000 as Range<UInt64> {
      var generator = SchemaGenerator(seed: seed)
      let schema = generator.schema()
      // Which of two definitions counts is not specified, so that a difference between them is none.
      if !hasUniqueNames(schema) { continue }
      compared += 1
      let comparison = SchemaComparison(
        development: SchemaDocument(path: "development", text: generator.spelling(of: schema)),
        production: SchemaDocument(path: "production", text: generator.spelling(of: schema)))
      guard diffFindings(in: comparison) == [] else {
        Issue.record("seed \(seed): \(diffFindings(in: comparison))")
        return
      }
    }
    #expect(compared > 1_000)
  }

  @Test func idsAreUniqueAndNamedLikeTheirFiles() throws {
    let lint = LintRules.all.map(\.info.id)
    let diff = DiffRules.all.map(\.info.id)
    #expect(Set(lint + diff).count == lint.count + diff.count)
    #expect(try ids(ofFilesIn: "Lint") == Set(lint))
    #expect(try ids(ofFilesIn: "Diff") == Set(diff))
  }

  @Test func titlesFitOneLine() {
    for info in LintRules.all.map(\.info) + DiffRules.all.map(\.info) {
      #expect(info.title.count <= 100 && !info.title.hasSuffix("."), "\(info.id)")
      #expect(!info.explanation.isEmpty && !info.advice.isEmpty, "\(info.id)")
    }
  }

  private func hasUniqueNames(_ schema: Schema) -> Bool {
    let lists = [schema.recordTypes.map(\.name.text)] + schema.recordTypes.map { $0.fields.map(\.name.text) }
    return lists.allSatisfy { Set($0).count == $0.count }
  }

  private func ids(ofFilesIn folder: String) throws -> Set<String> {
    let path = packageFolder.appendingPathComponent("Sources/SchemaLanguage/\(folder)").path
    return Set(
      try FileManager.default.contentsOfDirectory(atPath: path).map { file in
        file.dropLast(".swift".count).reduce(into: "") { id, letter in
          if letter.isUppercase, !id.isEmpty { id += "-" }
          id += letter.lowercased()
        }
      })
  }

  private func compare(_ pair: SchemaPair) throws -> SchemaComparison {
    let documents = [("development", pair.development), ("production", pair.production)].map { name, text in
      SchemaDocument(path: name, text: "DEFINE SCHEMA\n" + text)
    }
    for document in documents { try #require(document.syntaxErrors == [], "\(document.path)") }
    return SchemaComparison(development: documents[0], production: documents[1])
  }

  private func expectWellFormed(_ findings: [SourceFinding], of info: CheckInfo) {
    for finding in findings {
      #expect(finding.id == info.id)
      #expect(finding.message.count <= 120 && !finding.message.hasSuffix("."), "\(finding.message)")
    }
  }

  /// Line and column of each mark, as if the marks were not there.
  private func marks(in example: String) -> [[Int]] {
    var places: [[Int]] = []
    for (number, line) in example.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var column = 1
      for letter in line {
        if letter == "↓" { places.append([number + 1, column]) } else { column += letter.utf8.count }
      }
    }
    return places
  }
}
