/// Reads the bytes of a text from an offset on; knows how deep quotes are escaped.
struct ByteCursor {
  let bytes: UnsafeRawBufferPointer
  var index: Int
  let end: Int
  /// Backslashes before each quote, such as 0, 1 or 3.
  let escapes: Int

  init(_ bytes: UnsafeRawBufferPointer, from index: Int, to end: Int? = nil, escapes: Int = 0) {
    self.bytes = bytes
    self.index = index
    self.end = min(end ?? bytes.count, bytes.count)
    self.escapes = escapes
  }

  var isAtEnd: Bool { index >= end || bytes[index] == ErrorText.entryEnd }
  var current: UInt8 { index < end ? bytes[index] : ErrorText.entryEnd }

  /// Passes blanks and line ends, also escaped ones such as `\n`; tells whether a line end was among them.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    var passedLineEnd = false
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09, 0x0D: index += 1
      case 0x0A:
        passedLineEnd = true
        index += 1
      case 0x5C:
        guard let width = widthOfEscapedBlank else { return passedLineEnd }
        if bytes[index + width - 1] == 0x6E { passedLineEnd = true }
        index += width
      default: return passedLineEnd
      }
    }
    return passedLineEnd
  }

  /// The width of `\n`, `\t` or `\r` with as many backslashes as the level has, at the cursor.
  private var widthOfEscapedBlank: Int? {
    guard escapes > 0 else { return nil }
    var after = index
    while after < end, bytes[after] == 0x5C, after - index <= 16 { after += 1 }
    guard after < end, after > index, [0x6E, 0x74, 0x72].contains(bytes[after]) else { return nil }
    return after - index + 1
  }

  /// Passes a word in which a blank stands for any white space, without regard to case; false = not there.
  mutating func skip(_ word: StaticString) -> Bool {
    var probe = self
    let matched = word.withUTF8Buffer { wanted -> Bool in
      for byte in wanted {
        if byte == 0x20 {
          let before = probe.index
          probe.skipBlanks()
          if probe.index == before { return false }
          continue
        }
        guard probe.index < end, bytes[probe.index] | 0x20 == byte | 0x20 else { return false }
        probe.index += 1
      }
      return true
    }
    if matched { index = probe.index }
    return matched
  }

  /// True at a quote of the cursor's level; deeper ones belong to a text inside.
  func isQuote(at offset: Int) -> Bool {
    guard offset < end, bytes[offset] == 0x22 else { return false }
    guard escapes > 0 else { return true }
    var count = 0
    var before = offset - 1
    while before >= 0, bytes[before] == 0x5C, count <= escapes {
      count += 1
      before -= 1
    }
    return count <= escapes
  }

  /// Passes the opening quote with its backslashes; false = there is none.
  mutating func skipQuote() -> Bool {
    var probe = index
    while probe < end, bytes[probe] == 0x5C, probe - index < 16 { probe += 1 }
    guard probe < end, bytes[probe] == 0x22 else { return false }
    index = probe + 1
    return true
  }

  /// A text of the bytes with escapes undone and line ends as blanks.
  func text(_ range: Range<Int>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      if byte == 0x5C, escapes > 0 {
        while offset < range.upperBound, bytes[offset] == 0x5C { offset += 1 }
        guard offset < range.upperBound else { break }
        let isBlank = [0x6E, 0x74, 0x72].contains(bytes[offset])
        plain.append(isBlank ? 0x20 : bytes[offset])
      } else if byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == ErrorText.entryEnd {
        if plain.last != 0x20 { plain.append(0x20) }
        while offset + 1 < range.upperBound, bytes[offset + 1] == 0x20 || bytes[offset + 1] == 0x09 { offset += 1 }
      } else {
        plain.append(byte)
      }
      offset += 1
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
