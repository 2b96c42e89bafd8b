import CSQLite
import CloudKitFacts
import SyncModel

/// The numbers that the store gave to texts and to request classes, kept in memory from session to session.
final class SymbolTable {
  private var numbers: [String: Int64] = [:]
  private var texts: [Int64: String] = [:]
  private var classes: [StoredClass: Int64] = [:]
  /// Told of every class that is added.
  var onNewClass: (StoredRequestClass) -> Void = { _ in }
  private let findText: Statement
  private let addText: Statement
  private let addClass: Statement
  private let database: Database
  private var families: [String: Int64] = [:]
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
    texts[number] = text
    return number
  }

  /// The number of the family of an operation; it is added when it is new.
  func familyNumber(of operation: String) throws(StorageError) -> Int64 {
    if let known = families[operation] { return known }
    let family = try number(of: OperationFamily(operation: operation).rawValue)
    families[operation] = family
    return family
  }

  /// The number of a class; it is added when it is new.
  func number(of requestClass: StoredClass) throws(StorageError) -> Int64 {
    if !knowsClasses { try loadClasses() }
    if let known = classes[requestClass] { return known }
    for (index, column) in requestClass.columns.enumerated() { addClass.bind(Int32(index + 1), column) }
    try addClass.run()
    let number = sqlite3_last_insert_rowid(database.handle)
    learn(requestClass, number)
    onNewClass(described(requestClass, number))
    return number
  }

  private func learn(_ requestClass: StoredClass, _ number: Int64) {
    classes[requestClass] = number
    if requestClass.columns[12] == 1 { failedClasses.insert(number) }
  }

  /// The class with texts; its symbols were all asked for before.
  private func described(_ stored: StoredClass, _ id: Int64) -> StoredRequestClass {
    func text(_ column: Int) -> String? { stored.columns[column].flatMap { texts[$0] } }
    let flags = stored.columns[13] ?? 0
    return StoredRequestClass(
      id: id, environment: text(0), database: text(1), zone: text(2), operation: text(3), family: text(4),
      operationGroup: text(5), platform: text(6), clientOS: text(7), interface: text(8), status: text(9),
      error: text(10), recordTypes: text(11),
      outcome: RequestOutcome(rawValue: Int(stored.columns[12] ?? 2)) ?? .unknown,
      errorIsReported: flags & 1 != 0, isThrottled: flags & 2 != 0)
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
