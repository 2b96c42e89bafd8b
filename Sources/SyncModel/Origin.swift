/// Where a value stands: the line of the input that is being read.
package struct Origin: Hashable, Sendable {
  /// The number that the store gave to the input; 0 before the store has seen it.
  package var source: Int32
  /// 1-based; 0 when the value has no line, such as a row of a database.
  package var line: Int

  package init(source: Int32 = 0, line: Int) {
    self.source = source
    self.line = line
  }
}
