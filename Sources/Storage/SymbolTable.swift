import CSQLite
import SyncModel

/// The numbers that the store gave to texts and to request classes, kept in memory from session to session.
final class SymbolTable {
  private var numbers: [String: Int64] = [:]
  private var classes: [StoredClass: Int64] = [:]
  /// Told of every class that is added; nil = nobody asks.
  var onNewClass: ((StoredRequestClass) -> Void)?
  /// The texts of classes that were described.
  private var classTexts: [Int64: String] = [:]
  private let findText: Statement
  private let addText: Statement
  private let addClass: Statement
  private let database: Database
  private var knowsClasses = false
  /// The ids of the known classes of failed requests.
  private(set) var failedClasses: Set<Int64> = []

  init(database: Database) throws(StorageError) {
    self.database = database
    findText = try database.cached("SELECT id FROM symbol WHERE text = ?")
    addText = try database.cached("INSERT INTO symbol(text) VALUES (?)")
    addClass = try database.cached(
      "INSERT INTO request_class VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
  }

  /// The number of a text; it is added when it is new.
  func number(of text: String) throws(StorageError) -> Int64 {
    if let known = numbers[text] { return known }
    findText.bind(1, text)
    defer { findText.reset() }
    var number: Int64
    if try findText.step() {
      number = findText.integer(0)
    } else {
      addText.bind(1, text)
      try addText.run()
      number = sqlite3_last_insert_rowid(database.handle)
    }
    numbers[text] = number
    return number
  }

  /// The number of a class; it is added when it is new.
  func number(of requestClass: StoredClass) throws(StorageError) -> Int64 {
    if !knowsClasses { try loadClasses() }
    if let known = classes[requestClass] { return known }
    for (index, column) in requestClass.columns.enumerated() { addClass.bind(Int32(index + 1), column) }
    try addClass.run()
    let number = sqlite3_last_insert_rowid(database.handle)
    learn(requestClass, number)
    if let onNewClass { onNewClass(try described(requestClass, number)) }
    return number
  }

  private func learn(_ requestClass: StoredClass, _ number: Int64) {
    classes[requestClass] = number
    if requestClass.columns[12] == 1 { failedClasses.insert(number) }
  }

  private func described(_ stored: StoredClass, _ id: Int64) throws(StorageError) -> StoredRequestClass {
    var texts: [String?] = []
    for column in stored.columns.prefix(12) {
      texts.append(try column.map { number throws(StorageError) in try text(ofSymbol: number) })
    }
    let flags = stored.columns[13] ?? 0
    return StoredRequestClass(
      id: id, environment: texts[0], database: texts[1], zone: texts[2], operation: texts[3], family: texts[4],
      operationGroup: texts[5], platform: texts[6], clientOS: texts[7], interface: texts[8], status: texts[9],
      error: texts[10], recordTypes: texts[11],
      outcome: RequestOutcome(rawValue: Int(stored.columns[12] ?? 2)) ?? .unknown,
      errorIsReported: flags & 1 != 0, isThrottled: flags & 2 != 0)
  }

  /// Classes have few texts; those of users, of which there are many, are never asked for.
  private func text(ofSymbol number: Int64) throws(StorageError) -> String {
    if let known = classTexts[number] { return known }
    let text = try database.text(ofSymbol: number) ?? ""
    classTexts[number] = text
    return text
  }

  private func loadClasses() throws(StorageError) {
    knowsClasses = true
    let rows = try database.prepare("SELECT * FROM request_class")
    while try rows.step() {
      let columns = (1...14).map { rows.optionalInteger(Int32($0)) }
      learn(StoredClass(columns: columns), rows.integer(0))
    }
  }
}

/// The columns of a row of `request_class` behind its id; symbols by their numbers in the store.
struct StoredClass: Hashable {
  var columns: [Int64?]
}

extension EventStore {
  /// The numbers of texts that the store knows.
  package func symbolNumbers(of texts: [String]) throws(StorageError) -> Set<Int64> {
    let find = try database.cached("SELECT id FROM symbol WHERE text = ?")
    var numbers: Set<Int64> = []
    for text in texts {
      find.bind(1, text)
      if try find.step() { numbers.insert(find.integer(0)) }
      find.reset()
    }
    return numbers
  }

  /// The text with a number; nil when there is none.
  package func text(ofSymbol number: Int64) throws(StorageError) -> String? { try database.text(ofSymbol: number) }
}

extension Database {
  fileprivate func text(ofSymbol number: Int64) throws(StorageError) -> String? {
    let row = try cached("SELECT text FROM symbol WHERE id = ?")
    defer { row.reset() }
    row.bind(1, number)
    return try row.step() ? row.text(0) : nil
  }
}
