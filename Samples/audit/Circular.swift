import CloudKit
struct A { var name = name; var database = database; static let db = database; let database = db }
final class B {
  var zone = zone!
  let record = CKRecord(recordType: "A", recordID: id)
  let id = record.recordID
  func f() async throws {
    if let a = b, let b = a { _ = try? await a.save(b) }
    _ = CKShare(rootRecord: record)
    try await database.save(record)
    let x = x
    x.save(x) { _, _ in }
    _ = CKFetchRecordZoneChangesOperation(recordZoneIDs: [zone], configurationsByRecordZoneID: nil)
    record["a"] = CKRecord.Reference(recordID: id, action: .none)
    let q = CKQuery(recordType: "A", predicate: p)
    guard let p = q, let q = p else { return }
  }
  let p = p
  func f(p: NSPredicate = p) { f(p: p); _ = CKQuery(recordType: "A", predicate: p) }
}
