extension Schema {
  /// The schema as text that parses to the same schema, in the layout of `cktool export-schema`.
  package func printed() -> String {
    var output = "DEFINE SCHEMA\n"
    for role in roles { output += "\n    CREATE ROLE \(role.printed);\n" }
    for type in recordTypes { output += "\n" + type.printed }
    return output
  }
}

extension RecordType {
  fileprivate var printed: String {
    let width = (fields.map(\.name.printed.count).max() ?? 0) + 1
    let lines = fields.map { "        " + $0.printed(nameWidth: width) } + grants.map { "        " + $0.printed }
    guard !lines.isEmpty else { return "    RECORD TYPE \(name.printed) (\n    );\n" }
    return "    RECORD TYPE \(name.printed) (\n" + lines.joined(separator: ",\n") + "\n    );\n"
  }
}

extension Field {
  /// The field as one line of a schema file, without indent and comma; names are padded to the width.
  package func printed(nameWidth: Int = 0) -> String {
    let name = name.printed
    let padding = String(repeating: " ", count: max(1, nameWidth - name.count))
    return name + padding + ([type.printed] + indexes.map(\.rawValue)).joined(separator: " ")
  }
}

extension Grant {
  /// The grant as one line of a schema file, without indent and comma.
  package var printed: String {
    "GRANT \(permissions.map(\.permission.rawValue).joined(separator: ", ")) TO \(role.printed)"
  }
}

extension FieldType {
  /// The type in the words of the grammar.
  package var printed: String {
    switch self {
    case .single(let type): type.printed
    case .list(let type): "LIST<\(type.printed)>"
    }
  }
}

extension ValueType {
  /// The type in the words of the grammar.
  package var printed: String {
    switch self {
    case .basic(let type): type.rawValue
    case .number(let preferred): preferred.map { "NUMBER PREFERRED AS \($0.rawValue)" } ?? "NUMBER"
    case .encrypted(let type): "ENCRYPTED \(type.rawValue)"
    }
  }
}

extension SchemaName {
  /// The name as it must be written: quoted when it is no plain identifier or a reserved word.
  package var printed: String { needsQuotes ? "\"\(text)\"" : text }

  /// True when the grammar does not let the name stand without quotes.
  package var needsQuotes: Bool {
    guard let first = text.utf8.first, isASCIILetter(first) else { return true }
    // CloudKit writes the names of its own types, such as cloudkit.share, without quotes.
    let allowsDots = text.hasPrefix("cloudkit.")
    let isPlain = text.utf8.allSatisfy { byte in
      isASCIILetter(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
        || (allowsDots && byte == UInt8(ascii: "."))
    }
    return !isPlain || isReservedWord
  }

  /// True for the words that the grammar keeps for itself, in any case.
  package var isReservedWord: Bool {
    ["grant", "preferred", "queryable", "sortable", "searchable"].contains(text.lowercased())
  }
}

/// True for A to Z and a to z.
func isASCIILetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
