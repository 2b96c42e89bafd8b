import SchemaLanguage
import SyncModel

extension UsageCheck {
  /// What a file contradicts in every schema of the audit; nothing without a schema that can be read.
  ///
  /// A project often keeps the schemas of both environments: what one of them has is not missing.
  func schemaFindings(in file: SourceFile) -> [SourceFinding] {
    guard !file.project.schemas.isEmpty, file.usesCloudKit else { return [] }
    let documents = file.project.schemas.map { SchemaDocument(path: $0.path, text: $0.text) }
      .filter(\.syntaxErrors.isEmpty)
    guard let first = documents.first else { return [] }
    let usage = SchemaUsage(of: file)
    let others = documents.dropFirst().map { document in
      Set(findings(for: usage, in: document).map { [$0.line, $0.column] })
    }
    return findings(for: usage, in: first).filter { finding in
      others.allSatisfy { $0.contains([finding.line, finding.column]) }
    }
  }
}

private let schema = [
  "App.ckdb": """
  DEFINE SCHEMA
    RECORD TYPE Note (
      title STRING QUERYABLE,
      due TIMESTAMP
    );
  """,
  "Names.swift": "enum Names { static let note = \"Note\", tag = \"Tag\", title = \"title\", body = \"body\" }",
]

extension SchemaTypeMissing: AuditRule {
  var examples: Examples {
    Examples(
      triggering: [
        Example("import CloudKit\nlet tag = CKRecord(recordType: ↓\"Tag\")", with: schema),
        Example("import CloudKit\nlet tag = CKRecord(recordType: ↓Names.tag)", with: schema),
      ],
      nonTriggering: [
        Example("import CloudKit\nlet note = CKRecord(recordType: Names.note)", with: schema),
        "import CloudKit\nlet tag = CKRecord(recordType: \"Tag\")",
      ])
  }

  func findings(in file: SourceFile) -> [SourceFinding] { schemaFindings(in: file) }
}

extension SchemaFieldMissing: AuditRule {
  var examples: Examples {
    Examples(
      triggering: [
        Example(
          """
          import CloudKit
          func fill(_ text: String) -> CKRecord {
            let note = CKRecord(recordType: "Note")
            note[Names.title] = text
            note[↓Names.body] = text
            return note
          }
          """, with: schema)
      ],
      nonTriggering: [
        Example(
          """
          import CloudKit
          func fill(_ note: CKRecord, _ table: [String: String]) -> String? {
            note["title"] = table["body"]
            return table["anything"]
          }
          """, with: schema)
      ])
  }

  func findings(in file: SourceFile) -> [SourceFinding] { schemaFindings(in: file) }
}

extension SchemaFieldTypeMismatch: AuditRule {
  var examples: Examples {
    Examples(
      triggering: [
        Example(
          """
          import CloudKit
          func fill(_ due: String) {
            let note = CKRecord(recordType: Names.note)
            note[↓"due"] = due
          }
          """, with: schema)
      ],
      nonTriggering: [
        Example(
          """
          import CloudKit
          func fill(_ due: Date) {
            let note = CKRecord(recordType: Names.note)
            note["due"] = due
          }
          """, with: schema)
      ])
  }

  func findings(in file: SourceFile) -> [SourceFinding] { schemaFindings(in: file) }
}
