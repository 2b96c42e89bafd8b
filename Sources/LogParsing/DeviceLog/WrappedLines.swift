/// Finds lines that are the rest of the line above, which a terminal broke at its right edge.
///
/// Such a line has the full width, which no line exceeds, and ends inside a bracket; what follows is not indented. One
/// full line says too little unless terminals are often that wide.
struct WrappedLines {
  /// Columns of the widest terminal that is thought of.
  static let widest = 300
  private static let narrowest = 40
  private static let usualWidths: Set<Int> = [80, 100, 120, 132]

  /// Indices of the lines that continue the line above, in order.
  private(set) var continuations: [Int] = []

  init(_ text: ErrorText, widths: [Int], starts: [Int]) {
    guard widths.count == text.lines.count, let width = widths.max(),
      (Self.narrowest...Self.widest).contains(width)
    else { return }
    let full = widths.count { $0 == width }
    guard full >= 2 || Self.usualWidths.contains(width) else { return }
    let starts = Set(starts)
    var open = 0
    for (index, line) in text.lines.enumerated() {
      if starts.contains(index), index > 0 { open = 0 }
      let next = index + 1 < text.lines.count ? text.lines[index + 1].start : text.bytes.count
      open = max(0, open + Self.balance(text.bytes[line.start..<next]))
      guard widths[index] == width, open > 0, next < text.bytes.count, !starts.contains(index + 1),
        Self.continues(text.bytes[next...])
      else { continue }
      continuations.append(index + 1)
    }
  }

  private static func balance(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { sum, byte in
      switch byte {
      case 0x3C, 0x7B: sum + 1
      case 0x3E, 0x7D: sum - 1
      default: sum
      }
    }
  }

  /// False at an indented line, an empty one, the next item, or the border of a table.
  private static func continues(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, ![0x09, 0x0A, 0x3C, 0xE2].contains(first) else { return false }
    return !(first == 0x20 && line.dropFirst().first == 0x20)
  }
}
