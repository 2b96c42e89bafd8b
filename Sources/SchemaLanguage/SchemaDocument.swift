/// A schema file that was read: what it defines, and where it departs from the grammar.
package struct SchemaDocument: Sendable {
  /// As given on the command line.
  package var path: String
  package var bytes: [UInt8]
  /// Everything that could be understood, also when there are errors.
  package var schema: Schema
  /// In the order of the file; at most `errorLimit`.
  package var syntaxErrors: [SchemaSyntaxError]

  /// A file of another kind has an error in every line; nobody reads more than this many.
  package static let errorLimit = 50

  /// Parses the bytes of a file; never fails, errors are in `syntaxErrors`.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var parser = SchemaParser(bytes)
    schema = parser.parse()
    syntaxErrors = parser.sortedErrors
  }

  /// Parses a text.
  package init(path: String = "schema.ckdb", text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The text of a stretch of the file.
  package func text(of span: SourceSpan) -> String {
    guard span.start >= 0, span.start <= span.end, span.end <= bytes.count else { return "" }
    return String(decoding: bytes[span.start..<span.end], as: UTF8.self)
  }

  /// The line of the file without its line break; empty when there is no such line.
  package func line(_ number: Int) -> String {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    return lines.indices.contains(number - 1) ? String(lines[number - 1]) : ""
  }
}
