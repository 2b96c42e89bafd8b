/// The header line of a table of request entries: the delimiter, and which field each column is.
struct CSVHeader {
  let delimiter: UInt8
  /// The number of a `RequestField` for each column, -1 for columns that are not understood.
  let columns: [Int]
  let unknownColumns: [String]
  /// How many lines stand before the first row: the header, and an Excel line `sep=;` before it.
  let lines: Int

  /// Nil when no line at the beginning looks like the header of request entries.
  init?(_ sample: [UInt8]) {
    var rest = sample[...]
    var passed = 0
    while passed < 3 {
      let line = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(line.count + 1)
      passed += 1
      let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      if text.isEmpty || text.lowercased().hasPrefix("sep=") { continue }
      let readings = [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")].map { delimiter in
        (delimiter, Self.titles(of: text, delimiter))
      }
      guard let best = readings.max(by: { Self.known($0.1) < Self.known($1.1) }), Self.isHeader(best.1) else {
        return nil
      }
      delimiter = best.0
      columns = best.1.map { RequestField(key: $0)?.rawValue ?? -1 }
      unknownColumns = best.1.filter { RequestField(key: $0) == nil && !$0.isEmpty }
      lines = passed
      return
    }
    return nil
  }

  private static func titles(of line: String, _ delimiter: UInt8) -> [String] {
    var titles: [String] = []
    var current: [UInt8] = []
    var isQuoted = false
    for byte in line.utf8 {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == delimiter, !isQuoted {
        titles.append(String(decoding: current, as: UTF8.self))
        current = []
      } else {
        current.append(byte)
      }
    }
    return titles + [String(decoding: current, as: UTF8.self)]
  }

  private static func known(_ titles: [String]) -> Int { titles.count { RequestField(key: $0) != nil } }

  private static func isHeader(_ titles: [String]) -> Bool {
    let fields = Set(titles.compactMap(RequestField.init))
    let telling: Set<RequestField> = [.operation, .status, .error, .requestID]
    return titles.count >= 2 && !fields.isDisjoint(with: telling) && fields.count >= 2
      && fields.count * 2 >= titles.count
  }
}
