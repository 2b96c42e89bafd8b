/// Which brace closes which, found in one pass; quotes do not count, because pastes lose them.
struct BraceMap {
  private var ends: [Int: Int] = [:]

  init(_ text: UnsafeRawBufferPointer) {
    var open: [Int] = []
    for index in 0..<text.count {
      switch text[index] {
      case 0x7B: open.append(index)
      case 0x7D: if let start = open.popLast() { ends[start] = index + 1 }
      case ErrorText.entryEnd: open.removeAll(keepingCapacity: true)
      default: continue
      }
    }
  }

  /// The offset behind the brace that closes the one at an offset; nil when the text ends before.
  func end(of open: Int) -> Int? { ends[open] }
}
