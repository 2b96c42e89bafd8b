import SwiftSyntax
import SyncModel

/// A predicate that CloudKit refuses at run time.
struct UnsupportedPredicate: AuditRule {
  let info = CheckInfo(
    id: "unsupported-predicate", title: "CloudKit cannot run this predicate", severity: .error,
    explanation: """
      CKQuery knows only a part of NSPredicate: AND, comparisons of a field with a value, IN, BEGINSWITH, BETWEEN, \
      list CONTAINS, tokenised 'self CONTAINS' and the distance to a location. Anything else raises an exception that \
      Swift cannot catch, or is refused by the server. A key passed with %@ becomes a string constant.
      """,
    advice: [
      "Run one query for each alternative, or use IN on one field",
      "Pass keys with %K or write them into the format",
      "Store a lower-case or tokenised copy of a text that has to be searched",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      let query = CKQuery(recordType: "Note", predicate: ↓NSPredicate(format: "a == %@ OR b == %@", x, y))
      """,
      """
      import CloudKit
      func find(_ key: String, _ value: String) -> CKQuery {
        let predicate = ↓NSPredicate(format: "%@ == %@", key, value)
        return CKQuery(recordType: "Note", predicate: predicate)
      }
      """,
      """
      import CloudKit
      func find(_ text: String) -> CKQuery {
        CKQuery(recordType: "Note", predicate: ↓NSPredicate(format: "title ENDSWITH %@", text))
      }
      func like(_ text: String) -> CKQuery { query(↓NSPredicate(format: "title LIKE[c] %@", text)) }
      func query(_ predicate: NSPredicate) -> CKQuery { CKQuery(recordType: "Note", predicate: predicate) }
      """,
      """
      import CloudKit
      func either(_ a: NSPredicate, _ b: NSPredicate) -> CKQuery {
        CKQuery(recordType: "Note", predicate: ↓NSCompoundPredicate(orPredicateWithSubpredicates: [a, b]))
      }
      """,
      """
      import CloudKit
      func find(_ text: String) -> CKQuery {
        CKQuery(recordType: "Note", predicate: ↓NSPredicate(format: "title CONTAINS[cd] %@", text))
      }
      """,
      """
      import CloudKit
      func find(_ name: String) -> [CKQuery] {
        [CKQuery(recordType: "A", predicate: ↓NSPredicate(format: "'name' == %@", name)),
          CKQuery(recordType: "B", predicate: ↓NSPredicate(format: "author.name == %@", name))]
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func find(_ words: [String], _ here: CLLocation) -> [CKQuery] {
        [CKQuery(recordType: "A", predicate: NSPredicate(format: "word IN %@ AND kind == 'note OR task'", words)),
          CKQuery(recordType: "B", predicate: NSPredicate(format: "self CONTAINS[cd] %@", words[0])),
          CKQuery(recordType: "C", predicate: NSPredicate(format: "%K == %@ AND %@ IN tags", "order", words[0])),
          CKQuery(recordType: "D", predicate: NSPredicate(
            format: "distanceToLocation:fromLocation:(place, %@) < %f", here, 10.0))]
      }
      """,
      """
      import CloudKit
      import CoreData
      func find(_ request: NSFetchRequest<Note>, _ text: String) {
        request.predicate = NSPredicate(format: "title CONTAINS[cd] %@ OR body LIKE %@", text, text)
      }
      let all = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    file.index.cloudQueries.compactMap { query in
      let fault: String?
      switch query.predicate {
      case .format(let format, _): fault = format.fault
      case .anyOf: fault = "OR"
      case .block: fault = "a predicate block"
      case .always: fault = nil
      }
      return fault.map { file.finding(info, at: query.place, "CloudKit cannot run \($0)", api: "CKQuery") }
    }
  }
}
