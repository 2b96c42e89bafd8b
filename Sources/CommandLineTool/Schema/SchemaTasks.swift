import SchemaLanguage
import SyncModel

/// `ckdiag schema lint`.
func lintReport(of paths: [String], _ options: SchemaOptions) throws(CommandFailure) -> SchemaReport {
  let paths = paths.isEmpty ? [options.schemaPath].compactMap { $0 } : paths
  if paths.isEmpty { throw CommandFailure("missing FILE", help: "ckdiag schema lint schema.ckdb") }
  let files = try files(at: paths, endingWith: ".ckdb")
  if files.isEmpty { throw CommandFailure("there is no .ckdb file in '\(paths.joined(separator: "', '"))'") }
  var report = SchemaReport(task: .lint)
  for path in files {
    let document = SchemaDocument(path: path, bytes: try contents(of: path))
    report.add(document)
    report.sections.append(.init(findings: lintFindings(in: document).filter(options.keeps)))
  }
  report.summary = report.countOfFindings
  return report
}

/// `ckdiag schema diff`.
func diffReport(of paths: [String], _ options: SchemaOptions) throws(CommandFailure) -> SchemaReport {
  guard paths.count == 2 else {
    throw CommandFailure(
      "'schema diff' needs two files", help: "ckdiag schema diff development.ckdb production.ckdb")
  }
  let documents = [
    SchemaDocument(path: paths[0], bytes: try contents(of: paths[0])),
    SchemaDocument(path: paths[1], bytes: try contents(of: paths[1])),
  ]
  var report = SchemaReport(task: .diff)
  for document in documents { report.add(document) }
  let broken = documents.filter { !$0.syntaxErrors.isEmpty }
  guard broken.isEmpty else {
    // Half a schema would differ from everything: better no comparison than a wrong one.
    report.isUnusable = true
    report.sections = [.init(findings: broken.flatMap { SchemaSyntax().findings(in: $0) })]
    report.summary =
      "Not compared: \(broken.map { "'\($0.path)'" }.joined(separator: " and ")) cannot be read as a schema"
    return report
  }
  let findings = diffFindings(in: SchemaComparison(development: documents[0], production: documents[1]))
    .filter(options.keeps)
  report.sections = DiffGroup.allCases.map { group in
    .init(title: group.title, findings: findings.filter { DiffGroup(of: $0) == group })
  }
  report.summary = diffSummary(findings)
  return report
}

/// What a difference means for the next deployment.
private enum DiffGroup: CaseIterable {
  case notDeployed
  case refused
  case removed

  init(of finding: SourceFinding) {
    if finding.id.hasSuffix("-not-deployed") {
      self = .notDeployed
    } else {
      self = finding.severity == .error ? .refused : .removed
    }
  }

  var title: String {
    switch self {
    case .notDeployed: "Not deployed: Production lacks it"
    case .refused: "Contradictory: the import or the deployment will be refused"
    case .removed: "In Production only: a deployment or import may take it away"
    }
  }
}

private func diffSummary(_ findings: [SourceFinding]) -> String {
  if findings.isEmpty { return "Production has everything that Development has" }
  let counts = DiffGroup.allCases.map { group in findings.count { DiffGroup(of: $0) == group } }
  let parts = zip(counts, ["not deployed", "contradictory", "in Production only"]).filter { $0.0 > 0 }
  return "\(findings.count) difference\(findings.count == 1 ? "" : "s"): "
    + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
}
