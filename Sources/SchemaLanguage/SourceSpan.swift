/// A stretch of a schema file, with exact positions of its first byte and of the byte behind its last.
package struct SourceSpan: Hashable, Sendable {
  /// Offset of the first byte.
  package var start: Int
  /// Offset behind the last byte.
  package var end: Int
  /// 1-based.
  package var line: Int
  /// 1-based, in UTF-8 bytes.
  package var column: Int
  package var endLine: Int
  package var endColumn: Int

  package init(start: Int, end: Int, line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.start = start
    self.end = end
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }

  /// The place of what was not read from a file.
  package static let none = SourceSpan(start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1)

  /// The stretch from the start of this one to the end of another.
  package func through(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(
      start: start, end: other.end, line: line, column: column, endLine: other.endLine, endColumn: other.endColumn)
  }
}
