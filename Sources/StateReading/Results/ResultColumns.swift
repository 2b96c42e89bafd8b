/// The columns of a printed result by what they hold, whichever alias or function stands around a name.
struct ResultColumns {
  /// Expressions in upper case without blanks: of the statement, else the printed names.
  let expressions: [String]
  let table: String
  let condition: String
  let isGrouped: Bool
  let isLimited: Bool

  init(_ result: ResultSet) {
    let printed = result.columns.map { Self.known[Self.plain($0)] ?? $0.uppercased().filter { !$0.isWhitespace } }
    if let statement = result.statement, statement.columns.count == result.columns.count {
      expressions = statement.columns.map(\.expression)
    } else {
      // The statement is `SELECT *` or absent.
      expressions = printed
    }
    table = result.statement?.table ?? ""
    condition = result.statement?.condition ?? ""
    isGrouped = result.statement?.isGrouped ?? (result.rows.count > 1)
    isLimited = result.statement?.isLimited ?? false
  }

  /// The first column whose expression contains a name.
  func index(_ name: String) -> Int? { expressions.firstIndex { $0.contains(name) } }

  /// The column with a plain count of rows.
  var rowCount: Int? {
    expressions.firstIndex { ["COUNT(*)", "COUNT(1)", "COUNT(Z_PK)", "COUNT(ROWID)", "COUNT()"].contains($0) }
  }

  var isOfEvents: Bool {
    table.hasSuffix("NSCKEVENT")
      || ["ZCLOUDKITEVENTTYPE", "ZERRORCODE", "ZSUCCEEDED", "ZENDEDAT"].filter { index($0) != nil }.count >= 2
  }

  var isOfSQLiteData: Bool {
    table == "SQLITEDATA_ICLOUD_METADATA"
      || ["HASLASTKNOWNSERVERRECORD", "LASTKNOWNSERVERRECORD", "_ISDELETED"].contains { index($0) != nil }
  }

  var isOfRecords: Bool {
    isOfSQLiteData || table.hasSuffix("NSCKRECORDMETADATA") || index("ZNEEDSUPLOAD") != nil
      || index("ZNEEDSCLOUDDELETE") != nil
  }

  var isOfZones: Bool {
    table.hasSuffix("NSCKRECORDZONEMETADATA") || table.hasSuffix("NSCKDATABASEMETADATA")
      || index("ZCKRECORDZONENAME") != nil
  }

  /// A count of a table that is only worth a note.
  func countOfOtherTable(_ result: ResultSet) -> String? {
    let nouns = [
      "IMPORTPENDINGRELATIONSHIP": "relationship waiting for a record that was not imported",
      "MIRROREDRELATIONSHIP": "many-to-many link",
      "SQLITEDATA_ICLOUD_UNSYNCEDRECORDIDS":
        "record waiting for a missing parent or table",
      "SQLITEDATA_ICLOUD_PENDINGRECORDZONECHANGES": "change made while the engine was stopped",
    ]
    guard let noun = nouns.first(where: { table.hasSuffix($0.key) })?.value, let column = rowCount,
      let row = result.rows.first, let count = Int(row[column])
    else { return nil }
    return count == 0 ? "no \(noun)" : "\(count) × \(noun)"
  }

  /// The event type of a row, as number or as the word that a CASE made of it; 2 where the condition asks for exports.
  func eventType(_ row: [String]) -> Int64? {
    if let column = index("ZCLOUDKITEVENTTYPE") {
      if let number = Int64(row[column]) { return number }
      let words: [(String, Int64)] = [("setup", 0), ("set-up", 0), ("import", 1), ("export", 2)]
      return words.first { row[column].lowercased().contains($0.0) }?.1
    }
    for (number, words) in [(2, "=2"), (1, "=1"), (0, "=0")] as [(Int64, String)]
    where condition.contains("ZCLOUDKITEVENTTYPE" + words) || condition.contains("ZCLOUDKITEVENTTYPE=" + words) {
      return number
    }
    return nil
  }

  /// Whether an event succeeded where the query did not ask for it.
  func inferredSuccess(_ event: EventRow) -> Bool? {
    if condition.contains("ZSUCCEEDED=0") { return false }
    if condition.contains("ZSUCCEEDED=1") { return true }
    guard index("ZERRORCODE") != nil else { return nil }
    if let code = event.code, code != 0 { return false }
    return event.end == nil ? nil : true
  }

  /// Names that people give to columns when the statement itself is not in the text.
  private static let known: [String: String] = [
    "needsupload": "ZNEEDSUPLOAD", "pendinguploads": "SUM(ZNEEDSUPLOAD)", "uploads": "SUM(ZNEEDSUPLOAD)",
    "pendingupload": "SUM(ZNEEDSUPLOAD)", "toupload": "SUM(ZNEEDSUPLOAD)", "needsclouddelete": "ZNEEDSCLOUDDELETE",
    "pendingdeletes": "SUM(ZNEEDSCLOUDDELETE)", "deletes": "SUM(ZNEEDSCLOUDDELETE)",
    "todelete": "SUM(ZNEEDSCLOUDDELETE)", "tracked": "COUNT(*)", "records": "COUNT(*)", "total": "COUNT(*)",
    "count": "COUNT(*)", "rows": "COUNT(*)", "entity": "Z_NAME", "endedat": "ZENDEDAT", "ended": "ZENDEDAT",
    "startedat": "ZSTARTEDAT", "started": "ZSTARTEDAT", "succeeded": "ZSUCCEEDED", "errordomain": "ZERRORDOMAIN",
    "errorcode": "ZERRORCODE", "eventtype": "ZCLOUDKITEVENTTYPE", "domain": "ZERRORDOMAIN", "code": "ZERRORCODE",
  ]

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter } }
}

/// The numbers of records in a result of the record table.
struct RecordNumbers {
  private(set) var tracked: Int?
  private(set) var uploads: Int?
  private(set) var deletes: Int?
  private(set) var names: [String] = []
  private(set) var entities: [(name: String, tracked: Int, uploads: Int, deletes: Int)] = []
  private(set) var notes: [String] = []

  init(_ result: ResultSet, _ columns: ResultColumns) {
    let roles = columns.expressions.map { Self.role(of: $0, columns: columns) }
    if roles.contains(where: \.isNumber) {
      addNumbers(result, columns, roles)
    } else {
      addRows(result, columns)
    }
  }

  /// What a column counts.
  private enum Role {
    case tracked, uploads, deletes, neverExported, name, isUpload, isDelete, other
    var isNumber: Bool { self == .tracked || self == .uploads || self == .deletes || self == .neverExported }
  }

  private static func role(of expression: String, columns: ResultColumns) -> Role {
    let isTotal = ["SUM(", "TOTAL(", "COUNT(", "IFNULL(SUM(", "COALESCE(SUM("].contains { expression.hasPrefix($0) }
    if isTotal {
      if let role = meaning(of: expression) { return role }
      guard ["COUNT(*)", "COUNT(1)", "COUNT(Z_PK)", "COUNT()", "COUNT(ROWID)"].contains(expression) else {
        return .other
      }
      return meaning(of: columns.condition) ?? (columns.condition.isEmpty ? .tracked : .other)
    }
    if expression.contains("ZNEEDSUPLOAD") { return .isUpload }
    if expression.contains("ZNEEDSCLOUDDELETE") || expression.contains("_ISDELETED") { return .isDelete }
    let names = ["Z_NAME", "ZENTITYID", "RECORDTYPE"]
    return names.contains { expression.contains($0) } ? .name : .other
  }

  /// What an expression or a condition selects.
  private static func meaning(of expression: String) -> Role? {
    if expression.contains("ZNEEDSUPLOAD") && !expression.contains("ZNEEDSUPLOAD=0") { return .uploads }
    if expression.contains("ZNEEDSCLOUDDELETE") && !expression.contains("ZNEEDSCLOUDDELETE=0") { return .deletes }
    if expression.contains("ZLASTEXPORTEDTRANSACTIONNUMBERISNULL") { return .neverExported }
    if expression.contains("ZPENDINGEXPORTTRANSACTIONNUMBER") { return .uploads }
    if expression.contains("LASTKNOWNSERVERRECORD") {
      let isAbsent =
        ["NOTHASLAST", "RECORD=0", "RECORDISNULL", "1-HASLAST"].contains { expression.contains($0) }
      return isAbsent ? .uploads : nil
    }
    return expression.contains("_ISDELETED") && !expression.contains("_ISDELETED=0") ? .deletes : nil
  }

  private mutating func addNumbers(_ result: ResultSet, _ columns: ResultColumns, _ roles: [Role]) {
    for row in result.rows {
      var entity = (name: "", tracked: 0, uploads: 0, deletes: 0)
      // GROUP BY ZNEEDSUPLOAD: the count is one of what the flag of the row says.
      let isDelete = zip(roles, row).contains { $0.0 == .isDelete && (Int($0.1) ?? 0) != 0 }
      let isUpload = zip(roles, row).contains { $0.0 == .isUpload && (Int($0.1) ?? 0) != 0 } && !isDelete
      for (role, cell) in zip(roles, row) {
        // A sum over no rows is NULL: nothing waits.
        let number = Int(Double(cell.filter { $0 != "," && $0 != " " }) ?? 0, clampedTo: 1 << 53)
        switch role {
        case .tracked:
          tracked = (tracked ?? 0) + number
          entity.tracked = number
          if roles.contains(.isUpload) { uploads = (uploads ?? 0) + (isUpload ? number : 0) }
          if roles.contains(.isDelete) { deletes = (deletes ?? 0) + (isDelete ? number : 0) }
        case .uploads:
          uploads = (uploads ?? 0) + number
          entity.uploads = number
        case .deletes:
          deletes = (deletes ?? 0) + number
          entity.deletes = number
        case .neverExported: if number > 0 { notes.append("\(counted(number, "record")) never exported") }
        case .name: entity.name = Int(cell) == nil ? cell : "entity \(cell)"
        case .isUpload, .isDelete, .other: break
        }
      }
      if !entity.name.isEmpty { entities.append(entity) }
    }
    if columns.isLimited { tracked = nil }
  }

  /// Rows of single records.
  private mutating func addRows(_ result: ResultSet, _ columns: ResultColumns) {
    let upload = columns.index("ZNEEDSUPLOAD")
    let delete = columns.index("ZNEEDSCLOUDDELETE") ?? columns.index("_ISDELETED")
    let server = columns.index("HASLASTKNOWNSERVERRECORD")
    let name = columns.index("ZCKRECORDNAME") ?? columns.index("RECORDNAME")
    guard upload != nil || delete != nil || server != nil || Self.meaning(of: columns.condition) != nil else { return }
    var waiting = (uploads: 0, deletes: 0)
    for row in result.rows {
      func isSet(_ column: Int?) -> Bool { column.map { (Int(row[$0]) ?? 0) != 0 } ?? false }
      let isDelete = isSet(delete) || (delete == nil && Self.meaning(of: columns.condition) == .deletes)
      let isUpload =
        (isSet(upload) || (upload == nil && Self.meaning(of: columns.condition) == .uploads)
          || (server != nil && !isSet(server))) && !isDelete
      if isDelete { waiting.deletes += 1 }
      if isUpload { waiting.uploads += 1 }
      if isDelete || isUpload, let name { names.append(row[name]) }
    }
    guard !columns.isLimited else {
      notes.append("the query was cut with LIMIT; \(waiting.uploads + waiting.deletes) of its rows wait")
      return
    }
    uploads = waiting.uploads
    deletes = waiting.deletes
    if columns.condition.isEmpty, !columns.table.isEmpty { tracked = result.rows.count }
  }
}

extension Int {
  /// Makes a whole number of any double without trapping.
  init(_ value: Double, clampedTo limit: Int) {
    self = value.isFinite ? Int(Swift.max(Double(-limit), Swift.min(Double(limit), value))) : 0
  }
}
