/// Parses a schema file by recursive descent; an error costs the item it stands in, not the rest of the file.
struct SchemaParser {
  private let tokens: [SchemaToken]
  private var index = 0
  private var errors: [SchemaSyntaxError]

  init(_ bytes: [UInt8]) {
    var lexer = SchemaLexer(bytes)
    tokens = lexer.tokens()
    errors = lexer.problems
  }

  /// The errors in the order of the file, not more than a reader can use.
  var sortedErrors: [SchemaSyntaxError] {
    Array(errors.sorted { $0.span.start < $1.span.start }.prefix(SchemaDocument.errorLimit))
  }

  mutating func parse() -> Schema {
    var schema = Schema()
    parseHeader()
    while token.kind != .end {
      if accept(sign: ";") {
        report("unexpected ';'", at: previous.span)
        continue
      }
      do throws(SchemaSyntaxError) {
        if token.isWord("CREATE") {
          schema.roles.append(try role())
        } else if token.isWord("RECORD") {
          try parseRecordType(into: &schema)
        } else {
          throw unknownDeclaration
        }
        parseEndOfDeclaration()
      } catch {
        errors.append(error)
        skipDeclaration()
      }
    }
    return schema
  }

  // MARK: - Declarations

  private mutating func parseHeader() {
    guard token.isWord("DEFINE") else {
      let found = token.kind == .end && tokens.count == 1 ? "nothing" : token.described
      report("expected 'DEFINE SCHEMA', found \(found)", at: token.span)
      return
    }
    advance()
    if token.isWord("SCHEMA") {
      advance()
    } else {
      report("expected 'SCHEMA' behind 'DEFINE', found \(token.described)", at: token.span)
    }
    // Some write a `;` here although the grammar has none; it costs nothing to read on.
    if accept(sign: ";") { report("unexpected ';' behind 'DEFINE SCHEMA'", at: previous.span) }
  }

  private mutating func role() throws(SchemaSyntaxError) -> SchemaName {
    advance()
    try expect(word: "ROLE", after: "CREATE")
    return try name(of: "role")
  }

  /// Adds the type also when it ends early, so that rules see what could be read.
  private mutating func parseRecordType(into schema: inout Schema) throws(SchemaSyntaxError) {
    let start = token.span
    advance()
    try expect(word: "TYPE", after: "RECORD")
    var type = RecordType(name: try name(of: "record type"))
    guard accept(sign: "(") else {
      throw SchemaSyntaxError("expected '(' behind the name of a record type, found \(token.described)", at: token.span)
    }
    parseItems(of: &type)
    type.span = start.through(previous.span)
    schema.recordTypes.append(type)
  }

  private mutating func parseEndOfDeclaration() {
    if accept(sign: ";") || token.kind == .end { return }
    report("missing ';' behind a declaration", at: behindPrevious)
    if !startsDeclaration { skipDeclaration() }
  }

  private var unknownDeclaration: SchemaSyntaxError {
    let help =
      token.isWord("SECURITY")
      ? "the language has no 'SECURITY ROLE' block; write GRANT lines inside the record types" : nil
    return SchemaSyntaxError(
      "expected 'RECORD TYPE' or 'CREATE ROLE', found \(token.described)", help: help, at: token.span)
  }

  private var startsDeclaration: Bool {
    (token.isWord("RECORD") && peek(1).isWord("TYPE")) || (token.isWord("CREATE") && peek(1).isWord("ROLE"))
  }

  /// Goes to the next declaration: behind the next `;` outside brackets, or to words that start one on a new line.
  private mutating func skipDeclaration() {
    var depth = 0
    while token.kind != .end {
      if depth == 0, accept(sign: ";") { return }
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth = max(0, depth - 1) }
      advance()
      if depth == 0, token.startsLine, startsDeclaration || token.isWord("SECURITY") { return }
    }
  }

  // MARK: - Items

  private mutating func parseItems(of type: inout RecordType) {
    while !accept(sign: ")") {
      if token.kind == .end || token.isSign(";") || (startsDeclaration && peek(2).kind != .sign) {
        report("missing ')' of record type '\(type.name.text)'", at: behindPrevious)
        return
      }
      if accept(sign: ",") {
        report("unexpected ','", at: previous.span)
        continue
      }
      do throws(SchemaSyntaxError) {
        try parseItem(of: &type)
        if !accept(sign: ","), !isAtEndOfItems { try requireNextItem() }
      } catch {
        errors.append(error)
        skipItem()
      }
    }
  }

  private mutating func parseItem(of type: inout RecordType) throws(SchemaSyntaxError) {
    // `grant` is reserved, but as the name of a field it is better told by a rule than by a broken grammar.
    if token.isWord("GRANT"), !isTypeWord(peek(1)) {
      type.grants.append(try grant())
    } else {
      type.fields.append(try field())
    }
  }

  private var isAtEndOfItems: Bool {
    token.isSign(")") || token.isSign(";") || token.kind == .end || startsDeclaration
  }

  /// Behind an item stands neither `,` nor `)`: either the comma was forgotten or a word is none of the grammar.
  private mutating func requireNextItem() throws(SchemaSyntaxError) {
    if token.startsLine || token.isWord("GRANT") || token.kind == .quoted {
      report("missing ','", at: behindPrevious)
      return
    }
    throw SchemaSyntaxError(
      "expected QUERYABLE, SORTABLE, SEARCHABLE, ',' or ')', found \(token.described)", at: token.span)
  }

  /// Goes behind the next comma, or to a closing bracket or a new line that can start an item.
  private mutating func skipItem() {
    var depth = 0
    while token.kind != .end, !token.isSign(";"), !startsDeclaration {
      if depth == 0, token.isSign(")") || accept(sign: ",") { return }
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      advance()
      if depth == 0, token.startsLine, token.kind == .quoted || token.kind == .word { return }
    }
  }

  private mutating func field() throws(SchemaSyntaxError) -> Field {
    let name = try name(of: "field")
    let typeStart = token.span
    let type = try fieldType()
    let typeSpan = typeStart.through(previous.span)
    var options: [FieldOption] = []
    while token.kind == .word, let index = FieldIndex(rawValue: token.text.uppercased()) {
      options.append(FieldOption(index, span: token.span))
      advance()
    }
    return Field(
      name: name, type: type, typeSpan: typeSpan, options: options, span: name.span.through(previous.span))
  }

  private mutating func grant() throws(SchemaSyntaxError) -> Grant {
    let start = token.span
    advance()
    var permissions: [GrantedPermission] = []
    repeat {
      guard token.kind == .word, let permission = Permission(rawValue: token.text.uppercased()) else {
        throw SchemaSyntaxError("expected READ, CREATE or WRITE, found \(token.described)", at: token.span)
      }
      permissions.append(GrantedPermission(permission, span: token.span))
      advance()
    } while accept(sign: ",")
    guard token.isWord("TO") else {
      throw SchemaSyntaxError("expected 'TO' and a role, found \(token.described)", at: token.span)
    }
    advance()
    let role = try name(of: "role")
    return Grant(permissions: permissions, role: role, span: start.through(previous.span))
  }

  private mutating func name(of what: String) throws(SchemaSyntaxError) -> SchemaName {
    guard token.kind == .word || token.kind == .quoted else {
      throw SchemaSyntaxError("expected the name of a \(what), found \(token.described)", at: token.span)
    }
    let name = SchemaName(token.text, isQuoted: token.kind == .quoted, span: token.span)
    advance()
    if name.text.isEmpty {
      report("name of a \(what) must not be empty", at: name.span)
    } else if !name.isQuoted, name.needsQuotes, !name.isReservedWord {
      report("name '\(name.text)' must be quoted", help: "write \"\(name.text)\"", at: name.span)
    }
    return name
  }

  // MARK: - Types

  private func isTypeWord(_ token: SchemaToken) -> Bool {
    let words = ["LIST", "NUMBER", "ENCRYPTED"] + BasicType.allCases.map(\.rawValue)
    return token.kind == .word && words.contains(token.text.uppercased())
  }

  private mutating func fieldType() throws(SchemaSyntaxError) -> FieldType {
    guard token.isWord("LIST") else { return .single(try valueType()) }
    advance()
    guard accept(sign: "<") else {
      throw SchemaSyntaxError("expected '<' behind 'LIST', found \(token.described)", at: token.span)
    }
    let element = try valueType()
    guard accept(sign: ">") else {
      throw SchemaSyntaxError("expected '>' behind the type of a list, found \(token.described)", at: token.span)
    }
    return .list(element)
  }

  private mutating func valueType() throws(SchemaSyntaxError) -> ValueType {
    if token.isWord("NUMBER") {
      advance()
      guard token.isWord("PREFERRED") else { return .number(preferred: nil) }
      advance()
      try expect(word: "AS", after: "PREFERRED")
      return .number(preferred: try basicType(of: BasicType.numeric, behind: "PREFERRED AS"))
    }
    if token.isWord("ENCRYPTED") {
      advance()
      return .encrypted(try basicType(of: BasicType.encryptable, behind: "ENCRYPTED"))
    }
    return .basic(try basicType(of: BasicType.allCases, behind: nil))
  }

  private mutating func basicType(of allowed: [BasicType], behind: String?) throws(SchemaSyntaxError) -> BasicType {
    guard token.kind == .word, let type = BasicType(rawValue: token.text.uppercased()), allowed.contains(type) else {
      let place = behind.map { " behind '\($0)'" } ?? ""
      let what = behind == nil ? "a type" : allowed.map(\.rawValue).joined(separator: ", ")
      throw SchemaSyntaxError(
        "expected \(what)\(place), found \(token.described)", help: typeHelp(for: token.text), at: token.span)
    }
    advance()
    return type
  }

  // MARK: - Tokens

  private var token: SchemaToken { peek(0) }

  private var previous: SchemaToken { tokens[max(0, index - 1)] }

  /// The place right behind the token before, where something is missing.
  private var behindPrevious: SourceSpan {
    let span = previous.span
    return SourceSpan(
      start: span.end, end: span.end, line: span.endLine, column: span.endColumn, endLine: span.endLine,
      endColumn: span.endColumn)
  }

  private func peek(_ distance: Int) -> SchemaToken { tokens[min(index + distance, tokens.count - 1)] }

  private mutating func advance() { index = min(index + 1, tokens.count - 1) }

  private mutating func accept(sign: String) -> Bool {
    guard token.isSign(sign) else { return false }
    advance()
    return true
  }

  private mutating func expect(word: String, after: String) throws(SchemaSyntaxError) {
    guard token.isWord(word) else {
      throw SchemaSyntaxError("expected '\(word)' behind '\(after)', found \(token.described)", at: token.span)
    }
    advance()
  }

  private mutating func report(_ message: String, help: String? = nil, at span: SourceSpan) {
    errors.append(SchemaSyntaxError(message, help: help, at: span))
  }
}

/// What a word of another language is called in this one.
private func typeHelp(for word: String) -> String? {
  let names = [
    "INT": "INT64", "INTEGER": "INT64", "INT32": "INT64", "BOOL": "INT64", "BOOLEAN": "INT64", "FLOAT": "DOUBLE",
    "REAL": "DOUBLE", "DATE": "TIMESTAMP", "DATETIME": "TIMESTAMP", "TEXT": "STRING", "VARCHAR": "STRING",
    "DATA": "BYTES", "BLOB": "BYTES", "FILE": "ASSET", "REF": "REFERENCE", "ARRAY": "LIST<…>",
    "STRING_LIST": "LIST<STRING>", "INT64_LIST": "LIST<INT64>",
  ]
  return names[word.uppercased()].map { "the type is called \($0)" }
}
