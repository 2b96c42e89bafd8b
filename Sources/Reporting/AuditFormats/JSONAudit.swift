import SyncModel

/// The machine contract of an audit: keys sorted, one entry a line.
struct JSONAudit: AuditFormat {
  let info = ReportFormatInfo(id: "json", title: "JSON with fix-its, for programs", fileExtensions: ["json"])

  func render(_ report: AuditReport, style: RenderingStyle, to output: inout some TextOutputStream) {
    report.json.write(to: &output)
    output.write("\n")
  }
}

extension AuditReport {
  /// The report as the machine contract has it.
  package var json: JSONValue {
    .members([
      "schemaVersion": .string(reportSchemaVersion),
      "tool": .object(["name": .string("ckdiag"), "version": .string(toolVersion)]),
      "generatedAt": .string(generatedAt.iso8601),
      "findings": .array(findings.map(\.json)),
      "summary": .members([
        "files": .count(summary.files), "parsedFiles": .count(summary.parsedFiles),
        "findings": .count(findings.count), "suppressed": .count(summary.suppressed),
        "baseline": .count(summary.baseline), "staleBaseline": .count(summary.staleBaseline),
        "byRule": counts { $0.id }, "byAPI": counts { $0.api },
      ]),
      "notes": .array(
        notes.map {
          .members([
            "text": .string($0.text), "count": .count($0.paths.count), "paths": .texts(Array($0.paths.prefix(100))),
            "isFailure": .bool($0.isFailure),
          ])
        }),
    ])
  }

  private func counts(_ key: (SourceFinding) -> String?) -> JSONValue {
    var counts: [String: Int] = [:]
    for audited in findings { if let key = key(audited.finding) { counts[key, default: 0] += 1 } }
    return .object(counts.mapValues { .count($0) })
  }
}

extension AuditedFinding {
  fileprivate var json: JSONValue {
    .members([
      "id": .string(finding.id), "severity": .string(finding.severity.rawValue), "path": .string(finding.path),
      "line": .count(finding.line), "column": .count(finding.column), "endLine": .count(finding.endLine),
      "endColumn": .count(finding.endColumn), "message": .string(finding.message), "api": .optional(finding.api),
      "deprecatedIn": finding.deprecatedIn.isEmpty ? nil : .object(finding.deprecatedIn.mapValues { .string($0) }),
      "replacement": .optional(finding.replacement), "explanation": .string(finding.explanation),
      "advice": .texts(finding.advice), "sourceLine": .string(sourceLine), "fingerprint": .string(fingerprint),
      "fixIts": finding.fixIts.isEmpty ? nil : .array(finding.fixIts.map(\.json)),
    ])
  }
}

extension FixIt {
  fileprivate var json: JSONValue {
    .members([
      "start": .count(start), "end": .count(end), "replacement": .string(replacement), "isSafe": .bool(isSafe),
    ])
  }
}
