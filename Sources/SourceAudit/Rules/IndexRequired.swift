import SchemaLanguage
import SwiftSyntax
import SyncModel

/// A query on fields that need an index in the schema.
struct IndexRequired: AuditRule {
  let info = CheckInfo(
    id: "index-required", title: "A query needs an index in the schema", severity: .note,
    explanation: """
      A field can be filtered only with a queryable index and sorted only with a sortable one; a query for everything \
      needs the queryable index on recordName. Without it the server refuses the query, often first in Production. \
      With a .ckdb schema in the audit a missing index is an error, and a present one is not mentioned.
      """,
    advice: [
      "Add the index in Development and deploy the schema to Production",
      "Fetch record zone changes instead of querying for everything",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      let all = CKQuery(recordType: "Note", predicate: ↓NSPredicate(value: true))
      """,
      """
      import CloudKit
      func newest(_ author: String) -> CKQuery {
        let query = CKQuery(recordType: "Note", predicate: ↓NSPredicate(format: "author == %@", author))
        query.sortDescriptors = [↓NSSortDescriptor(key: "creationDate", ascending: false)]
        return query
      }
      """,
      Example(
        """
        import CloudKit
        func by(_ author: String) -> CKQuery {
          CKQuery(recordType: "Note", predicate: ↓NSPredicate(format: "author == %@", author))
        }
        """,
        with: [
          "App.ckdb": """
          DEFINE SCHEMA
            RECORD TYPE Note (
              author STRING SORTABLE,
              title STRING QUERYABLE
            );
          """
        ]),
    ],
    nonTriggering: [
      Example(
        """
        import CloudKit
        func by(_ author: String) -> CKQuery {
          CKQuery(recordType: "Note", predicate: NSPredicate(format: "author == %@", author))
        }
        """,
        with: [
          "App.ckdb": """
          DEFINE SCHEMA
            RECORD TYPE Note (
              author STRING QUERYABLE
            );
          """
        ]),
      """
      import CoreData
      let request = fetch(predicate: NSPredicate(format: "author == %@", name), sort: NSSortDescriptor(key: "x"))
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    let queries = file.index.cloudQueries
    guard !queries.isEmpty else { return [] }
    let schemas = file.project.schemas.map { SchemaDocument(path: $0.path, text: $0.text).schema }
    return queries.compactMap { filterFinding($0, schemas, file) } + sortFindings(queries, schemas, file)
  }

  // MARK: - Filters

  private func filterFinding(_ query: CloudQuery, _ schemas: [Schema], _ file: SourceFile) -> SourceFinding? {
    let needs: [(key: String, index: FieldIndex)]
    switch query.predicate {
    case .always(true):
      guard query.query.makes("CKQuery") else { return nil }
      needs = [("recordName", .queryable)]
    case .format(let format, let arguments):
      guard format.fault == nil else { return nil }
      let keys = zip(format.arguments, arguments).filter { $0.0 == "%K" }.map { file.index.key($0.1) }
      needs = format.uses(keys: keys).compactMap { use in use.key.map { ($0, .queryable) } }
    default: return nil
    }
    return finding(needs, of: query.query, at: Syntax(query.place), schemas, file)
  }

  // MARK: - Sorting

  private func sortFindings(_ queries: [CloudQuery], _ schemas: [Schema], _ file: SourceFile) -> [SourceFinding] {
    file.index.calls.compactMap { call in
      guard call.makes("NSSortDescriptor"), let key = call.argument("key").flatMap({ file.index.key($0) }),
        let query = sortedQuery(by: call, queries, file.index)
      else { return nil }
      return finding([(key, .sortable)], of: query, at: Syntax(call), schemas, file)
    }
  }

  /// The query to whose `sortDescriptors` the descriptor is assigned, directly or through a local.
  private func sortedQuery(
    by descriptor: FunctionCallExprSyntax, _ queries: [CloudQuery], _ index: SyntaxIndex
  ) -> FunctionCallExprSyntax? {
    guard let body = descriptor.functionBody else { return nil }
    let local = descriptor.nearest(PatternBindingSyntax.self)?.pattern.code
    let target = index.assignments(in: body).first { assignment in
      assignment.target.lastName == "sortDescriptors"
        && assignment.values.contains { value in
          value.contains(descriptor) || local.map { name in index.mentions([name], in: value) } == true
        }
    }
    guard let name = target?.target.path?.split(separator: ".").first.map(String.init),
      index.type(ofName: name, at: Syntax(descriptor)) == "CKQuery"
        || index.type(ofName: name, at: Syntax(descriptor)) == nil
    else { return nil }
    return queries.map(\.query).last { $0.position < descriptor.position && body.contains($0) }
  }

  // MARK: - Findings

  private func finding(
    _ needs: [(key: String, index: FieldIndex)], of query: FunctionCallExprSyntax, at place: Syntax,
    _ schemas: [Schema],
    _ file: SourceFile
  ) -> SourceFinding? {
    guard !needs.isEmpty else { return nil }
    let type = query.argument("recordType").flatMap { file.index.key($0) }
    let types = type.map { name in schemas.compactMap { $0.recordType(name) } } ?? []
    let named = type.map { " on '\($0)'" } ?? ""
    if !schemas.isEmpty, type != nil {
      guard !types.isEmpty else { return nil }
      let missing = needs.filter { need in
        !types.contains { $0.field(SystemField(key: need.key)?.rawValue ?? need.key)?.has(need.index) == true }
      }
      guard !missing.isEmpty else { return nil }
      return file.finding(
        info, at: place, "the schema has no \(list(missing)), which this query\(named) needs", severity: .error,
        api: "CKQuery")
    }
    return file.finding(info, at: place, "this query\(named) needs a \(list(needs))", api: "CKQuery")
  }

  private func list(_ needs: [(key: String, index: FieldIndex)]) -> String {
    var names: [String] = []
    for need in needs where !names.contains("'\(need.key)'") { names.append("'\(need.key)'") }
    let kind = needs.first?.index.rawValue.lowercased() ?? ""
    return "\(kind) index on \(names.joined(separator: ", "))"
  }
}
