/// One thing that stands around each line of a packaged log.
struct PackagingLayer: Sendable {
  /// For people, in the plural.
  var name: String
  /// True when one line can become several.
  var addsLines = false
  /// Tells whether the lines of a sample bear it.
  var isAround: @Sendable (_ lines: [ArraySlice<UInt8>]) -> Bool
  /// Returns a line without it; a line that does not bear it is returned as it is.
  var unpacked: @Sendable (_ line: ArraySlice<UInt8>) -> [UInt8]

  /// Every layer, in the order in which they are looked for.
  static let all: [PackagingLayer] = [
    carriageReturns, invisibleBlanks, numbers, names, marks, backticks, doubledQuotes, markup, escapes,
  ]
}

extension PackagingLayer {
  /// Files of old systems end lines with a carriage return alone.
  private static let carriageReturns = PackagingLayer(
    name: "carriage returns", addsLines: false,
    isAround: { lines in lines.count { !$0.isEmpty } == 1 && lines.contains { $0.count { $0 == 0x0D } > 1 } },
    unpacked: { line in line.map { $0 == 0x0D ? 0x0A : $0 } })

  /// Web pages and chat programs indent with blanks that are none to a parser, and put marks of no width.
  private static let invisibleBlanks = PackagingLayer(
    name: "blanks of a web page",
    isAround: { lines in lines.contains { line in line.indices.contains { invisible(line, at: $0) != nil } } },
    unpacked: { line in
      var plain: [UInt8] = []
      plain.reserveCapacity(line.count)
      var index = line.startIndex
      while index < line.endIndex {
        if let (width, isBlank) = invisible(line, at: index) {
          if isBlank { plain.append(0x20) }
          index += width
        } else {
          plain.append(line[index])
          index += 1
        }
      }
      return plain
    })

  private static func invisible(_ line: ArraySlice<UInt8>, at index: Int) -> (width: Int, isBlank: Bool)? {
    guard line[index] >= 0xC2 else { return nil }
    if line[index] == 0xC2 { return index + 1 < line.endIndex && line[index + 1] == 0xA0 ? (2, true) : nil }
    guard index + 2 < line.endIndex else { return nil }
    switch (line[index], line[index + 1], line[index + 2]) {
    case (0xE2, 0x80, 0x8B), (0xE2, 0x80, 0x8C), (0xE2, 0x80, 0x8D), (0xE2, 0x80, 0x8E), (0xE2, 0x80, 0x8F),
      (0xE2, 0x81, 0xA0), (0xEF, 0xBB, 0xBF):
      return (3, false)
    case (0xE2, 0x80, 0xAF), (0xE2, 0x80, 0x87): return (3, true)
    default: return nil
    }
  }

  /// `  12  text`, `12:text`, `12 | text`, with numbers that rise by one.
  private static let numbers = PackagingLayer(
    name: "line numbers",
    isAround: { lines in
      guard lines.count >= 3 else { return false }
      var rising = 0
      var counted = 0
      var last: Int?
      for line in lines where !line.isEmpty {
        counted += 1
        let number = number(at: line)
        if let number, let last, number.value == last + 1 { rising += 1 }
        last = number?.value
      }
      return rising >= 2 && Double(rising + 1) >= Double(counted) * TextPackaging.share - 1
    },
    unpacked: { line in Array(line[(number(at: line)?.end ?? line.startIndex)...]) })

  private static func number(at line: ArraySlice<UInt8>) -> (value: Int, end: Int)? {
    var index = line.startIndex
    while index < line.endIndex, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
    let start = index
    var value = 0
    while index < line.endIndex, (0x30...0x39).contains(line[index]), index - start < 9 {
      value = value * 10 + Int(line[index] - 0x30)
      index += 1
    }
    guard index > start else { return nil }
    if index == line.endIndex { return (value, index) }
    let separator = index
    while index < line.endIndex, index - separator < 2, line[index] == 0x20 { index += 1 }
    if index == separator, index < line.endIndex, line[index] == 0x09 { return (value, index + 1) }
    if index < line.endIndex, line[index] == 0x3A || line[index] == 0x7C {
      index += 1
      if index < line.endIndex, line[index] == 0x20 { index += 1 }
    }
    return index > separator ? (value, index) : nil
  }

  /// `service_1  | text` of a container's log, `path/app.log:12:text` of a search.
  private static let names = PackagingLayer(
    name: "names of sources", isAround: { bears($0, mark: nameEnd) },
    unpacked: { line in Array(line[(nameEnd(line) ?? line.startIndex)...]) })

  private static func nameEnd(_ line: ArraySlice<UInt8>) -> Int? {
    var index = line.startIndex
    while index < line.endIndex, index - line.startIndex < 200, isOfName(line[index]) { index += 1 }
    guard index - line.startIndex >= 2, index < line.endIndex else { return nil }
    if line[index] == 0x3A {
      let digits = index + 1
      index += 1
      while index < line.endIndex, (0x30...0x39).contains(line[index]) { index += 1 }
      guard index > digits, index < line.endIndex, line[index] == 0x3A, line[..<digits].contains(0x2E) else {
        return nil
      }
      return index + 1
    }
    while index < line.endIndex, line[index] == 0x20 { index += 1 }
    guard index < line.endIndex, line[index] == 0x7C else { return nil }
    index += 1
    return index < line.endIndex && line[index] == 0x20 ? index + 1 : index
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x2D, 0x5F, 0x2F: true
    default: false
    }
  }

  /// `>text`, `>> text`, `+text`, `| text`, `# text`, `* text`.
  private static let marks = PackagingLayer(
    name: "quoting marks", isAround: { bears($0, mark: marksEnd) },
    unpacked: { line in Array(line[(marksEnd(line) ?? line.startIndex)...]) })

  private static func marksEnd(_ line: ArraySlice<UInt8>) -> Int? {
    var index = line.startIndex
    while index < line.endIndex, [0x3E, 0x2B, 0x7C, 0x23, 0x2A].contains(line[index]) { index += 1 }
    guard index > line.startIndex else { return nil }
    return index < line.endIndex && line[index] == 0x20 ? index + 1 : index
  }

  /// Every line as code of its own.
  private static let backticks = PackagingLayer(
    name: "backticks", isAround: { bears($0) { $0.first == 0x60 && $0.last == 0x60 && $0.count > 2 ? 1 : nil } },
    unpacked: { line in
      line.first == 0x60 && line.last == 0x60 && line.count > 2 ? Array(line.dropFirst().dropLast()) : Array(line)
    })

  private static func bears(_ lines: [ArraySlice<UInt8>], mark: (ArraySlice<UInt8>) -> Int?) -> Bool {
    let written = lines.filter { line in line.contains { $0 > 0x20 } }
    let marked = written.count { mark($0) != nil }
    return marked >= 2 && Double(marked) >= Double(written.count) * TextPackaging.share
  }
}
