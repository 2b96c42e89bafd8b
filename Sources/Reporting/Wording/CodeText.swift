import SyncModel

/// Error codes as Apple's logs write them: `2/1011` is code 2 with the underlying `CKInternalErrorDomain` code 1011.
enum CodeText {
  /// `CKError 14/2004`, `NSCocoaErrorDomain 134060`.
  static func text(domain: String, code: Int?, underlying: UnderlyingCode?) -> String {
    let name = domain == "CKErrorDomain" ? "CKError" : domain
    let number = cell(code: code, underlying: underlying).text
    return [name, number, foreign(underlying)].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The numbers alone, sorted by the code.
  static func cell(code: Int?, underlying: UnderlyingCode?) -> DataTable.Cell {
    let inner = underlying.flatMap { $0.domain == "CKInternalErrorDomain" ? "/\($0.code)" : nil } ?? ""
    return DataTable.Cell(text: (code.map(String.init) ?? "") + inner, value: code.map(Double.init))
  }

  /// The underlying code where its domain is not CloudKit's own and must be named.
  static func foreign(_ underlying: UnderlyingCode?) -> String? {
    underlying.flatMap { $0.domain == "CKInternalErrorDomain" ? nil : $0.description }
  }
}
