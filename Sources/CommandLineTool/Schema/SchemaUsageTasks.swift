import SchemaLanguage
import SourceAudit
import SyncModel

/// `ckdiag schema check`.
func checkReport(of paths: [String], _ options: SchemaOptions) throws(CommandFailure) -> SchemaReport {
  let example = "ckdiag schema check Sources --schema schema.ckdb"
  if paths.isEmpty { throw CommandFailure("missing PATH of the sources", help: example) }
  guard let schemaPath = options.schemaPath else { throw CommandFailure("'--schema' is missing", help: example) }
  var report = SchemaReport(task: .check)
  let document = SchemaDocument(path: schemaPath, bytes: try contents(of: schemaPath))
  report.add(document)
  let files = try sources(at: paths, for: &report)
  guard document.syntaxErrors.isEmpty else {
    report.isUnusable = true
    report.sections = [.init(findings: SchemaSyntax().findings(in: document))]
    report.summary = "Not checked: '\(schemaPath)' cannot be read as a schema"
    return report
  }
  let usage = SchemaUsage(of: files)
  report.sections = [.init(findings: usageFindings(for: usage, in: document).filter(options.keeps))]
  let unfollowed = usage.uses.count { $0.kind == .unknown }
  report.summary = report.countOfFindings
  if unfollowed > 0 {
    report.summary += "; \(unfollowed) place\(unfollowed == 1 ? "" : "s") could not be followed, see 'schema checklist'"
  }
  return report
}

/// `ckdiag schema checklist`.
func checklistReport(of paths: [String], _ options: SchemaOptions) throws(CommandFailure) -> SchemaReport {
  if paths.isEmpty { throw CommandFailure("missing PATH of the sources", help: "ckdiag schema checklist Sources") }
  var report = SchemaReport(task: .checklist)
  let usage = SchemaUsage(of: try sources(at: paths, for: &report))
  var document: SchemaDocument?
  if let path = options.schemaPath { document = SchemaDocument(path: path, bytes: try contents(of: path)) }
  report.checklist = DeploymentChecklist(usage).markdown(comparedWith: document)
  return report
}

/// The Swift files below the paths, parsed.
private func sources(at paths: [String], for report: inout SchemaReport) throws(CommandFailure) -> [SourceFile] {
  let found = try files(at: paths, endingWith: ".swift")
  if found.isEmpty { throw CommandFailure("there is no Swift file in '\(paths.joined(separator: "', '"))'") }
  var texts: [(path: String, text: String)] = []
  for path in found { texts.append((path, String(decoding: try contents(of: path), as: UTF8.self))) }
  for (path, text) in texts { report.add(path: path, text: text) }
  var project = AuditProject()
  for (path, text) in texts { project.add(SourceFile(path: path, text: text, project: AuditProject())) }
  return texts.map { SourceFile(path: $0.path, text: $0.text, project: project) }
}
