import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The texts that a query gave last, a few for each column: rows repeat them, and one copy in memory is enough.
struct RecentTexts {
  private static let perColumn = 8
  private var texts: [String] = []

  /// The text of a column of the present row, or nil for NULL.
  mutating func text(_ rows: Statement, _ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(rows.statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(rows.statement, column))
    guard count > 0 else { return "" }
    let place =
      Int(column) * Self.perColumn + (count &+ Int(bytes[0]) &+ 3 &* Int(bytes[count - 1])) & (Self.perColumn - 1)
    while texts.count <= place { texts.append("") }
    if isSame(texts[place], bytes, count) { return texts[place] }
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    texts[place] = text
    return text
  }

  private func isSame(_ text: String, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard text.utf8.count == count else { return false }
    return text.utf8.withContiguousStorageIfAvailable { known in
      known.baseAddress.map { memcmp($0, bytes, count) == 0 } ?? false
    } ?? false
  }
}
