import SchemaLanguage
import TestSupport

/// Makes random schemas that follow the grammar, and texts of them in every spelling that the grammar allows.
struct SchemaGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func schema() -> Schema {
    let roles = (0..<below(3)).map { _ in SchemaName(name()) }
    return Schema(roles: roles, recordTypes: (0..<below(5)).map { _ in recordType() })
  }

  /// The schema as a text with random blanks, comments, case and quotes.
  mutating func spelling(of schema: Schema) -> String {
    var words = ["DEFINE", "SCHEMA"].map { keyword($0) }
    for role in schema.roles { words += [keyword("CREATE"), keyword("ROLE"), spelling(of: role), ";"] }
    for type in schema.recordTypes {
      words += [keyword("RECORD"), keyword("TYPE"), spelling(of: type.name), "("]
      let items = type.fields.map { fieldWords($0) } + type.grants.map { grantWords($0) }
      words += Array(items.joined(separator: [","]))
      if !items.isEmpty, chance(4) { words.append(",") }
      words += [")", ";"]
    }
    if words.last == ";", chance(4) { words.removeLast() }
    return words.reduce(into: "") { text, word in
      text += blank()
      text += word
    }
  }

  /// The text with a few bytes removed, repeated or replaced.
  mutating func mutation(of text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0...below(3) where !bytes.isEmpty {
      let place = below(bytes.count)
      switch below(4) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 1 + below(20))], at: place)
      case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
      default: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(20)))
      }
    }
    return bytes
  }

  // MARK: - Values

  private mutating func recordType() -> RecordType {
    RecordType(
      name: SchemaName(chance(8) ? "cloudkit.share" : name()),
      fields: (0..<below(7)).map { _ in field() },
      grants: (0..<below(4)).map { _ in
        Grant(
          permissions: subset(of: Permission.allCases, atLeastOne: true).map { GrantedPermission($0) },
          role: SchemaName(chance(2) ? pick(SystemRole.allCases).rawValue : name()))
      })
  }

  private mutating func field() -> Field {
    let type = chance(5) ? FieldType.list(valueType()) : .single(valueType())
    return Field(
      name: SchemaName(chance(6) ? pick(SystemField.allCases).rawValue : name()), type: type,
      options: subset(of: FieldIndex.allCases, atLeastOne: false).map { FieldOption($0) })
  }

  private mutating func valueType() -> ValueType {
    switch below(6) {
    case 0: .encrypted(pick(BasicType.encryptable))
    case 1: .number(preferred: chance(2) ? pick(BasicType.numeric) : nil)
    default: .basic(pick(BasicType.allCases))
    }
  }

  private mutating func name() -> String {
    let words = [
      "Note", "title", "grant", "Queryable", "sortable", "RECORD", "type", "create", "role", "List", "STRING", "to",
      "a1_b", "with space", "naïve", "/* c */", "-- x", "a,b", "(x)", "semi;colon", "cloudkit.thing", "9lives", "_x",
    ]
    return pick(words) + (chance(2) ? String(below(100)) : "")
  }

  // MARK: - Spelling

  private mutating func fieldWords(_ field: Field) -> [String] {
    var words = [spelling(of: field.name)]
    words += typeWords(field.type.printed)
    for option in field.options.shuffled(using: &random) {
      words.append(keyword(option.index.rawValue))
      if chance(10) { words.append(keyword(option.index.rawValue)) }
    }
    return words
  }

  private mutating func grantWords(_ grant: Grant) -> [String] {
    var words = [keyword("GRANT")]
    for (number, granted) in grant.permissions.shuffled(using: &random).enumerated() {
      words += (number > 0 ? [","] : []) + [keyword(granted.permission.rawValue)]
    }
    return words + [keyword("TO"), spelling(of: grant.role)]
  }

  private mutating func typeWords(_ type: String) -> [String] {
    let spaced = type.replacing("<", with: " < ").replacing(">", with: " >")
    return spaced.split(separator: " ").map { keyword(String($0)) }
  }

  private mutating func spelling(of name: SchemaName) -> String {
    name.needsQuotes || chance(3) ? "\"\(name.text)\"" : name.text
  }

  private mutating func keyword(_ word: String) -> String { chance(5) ? word.lowercased() : word }

  private mutating func blank() -> String {
    pick([" ", "\n", "\t", "\r\n", "  ", " /* a ); \" */ ", " // b, \"\n", " -- RECORD TYPE (\n", "\n\n    "])
  }

  // MARK: - Chance

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func chance(_ one: Int) -> Bool { below(one) == 0 }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  private mutating func subset<Value: Equatable>(of values: [Value], atLeastOne: Bool) -> [Value] {
    let kept = values.filter { _ in chance(2) }
    return kept.isEmpty && atLeastOne ? [pick(values)] : kept
  }
}
