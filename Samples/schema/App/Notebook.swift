import CloudKit

enum RecordTypes {
  static let note = "Note"
  static let tag = "Tag"
}

enum NoteField: String {
  case title
  case body
  case dueOn
  case isDone
  case photo
  case secret
}

struct Notebook {
  let database: CKDatabase

  func save(title: String, due: Date) async throws {
    let record = CKRecord(recordType: RecordTypes.note)
    record[NoteField.title.rawValue] = title
    record["dueOn"] = due
    record["isDone"] = "no"
    record["colour"] = 3
    record.encryptedValues["secret"] = title
    try await database.save(record)
  }

  func open(after date: Date) async throws -> [CKRecord] {
    let predicate = NSPredicate(format: "%K == %d AND dueOn > %@", NoteField.isDone.rawValue, 0, date as NSDate)
    let query = CKQuery(recordType: RecordTypes.note, predicate: predicate)
    query.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true), NSSortDescriptor(key: "creationDate", ascending: false)]
    let (results, _) = try await database.records(matching: query, desiredKeys: ["title", "boddy"])
    return results.compactMap { try? $0.1.get() }
  }

  func all() -> CKQuery {
    CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
  }

  func search(_ words: String) -> CKQuery {
    CKQuery(recordType: "Note", predicate: NSPredicate(format: "self CONTAINS %@", words))
  }

  func either() -> CKQuery {
    CKQuery(recordType: "Note", predicate: NSPredicate(format: "title == 'a' OR secret == 'b'"))
  }

  func watch() -> CKQuerySubscription {
    CKQuerySubscription(
      recordType: RecordTypes.tag, predicate: NSPredicate(value: true), subscriptionID: "tags",
      options: .firesOnRecordCreation)
  }
}
