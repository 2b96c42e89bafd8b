/// Finds short words in text by their bytes, without the costs of characters.
package enum ByteSearch {
  /// The offset of the first occurrence of a word at or behind an offset, or nil.
  @inlinable
  package static func first(
    _ word: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> Int? {
    guard let initial = word.first, bytes.count >= word.count else { return nil }
    let last = bytes.count - word.count
    var offset = start
    while offset <= last {
      if bytes[offset] == initial {
        var matched = 1
        while matched < word.count, bytes[offset + matched] == word[matched] { matched += 1 }
        if matched == word.count { return offset }
      }
      offset += 1
    }
    return nil
  }

  /// The offset of the last occurrence of a word, or nil.
  @inlinable
  package static func last(_ word: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let initial = word.first, bytes.count >= word.count else { return nil }
    var offset = bytes.count - word.count
    while offset >= 0 {
      if bytes[offset] == initial {
        var matched = 1
        while matched < word.count, bytes[offset + matched] == word[matched] { matched += 1 }
        if matched == word.count { return offset }
      }
      offset -= 1
    }
    return nil
  }

  /// How often a word occurs; occurrences do not overlap.
  package static func count(_ word: StaticString, in bytes: UnsafeRawBufferPointer) -> Int {
    let text = bytes.bindMemory(to: UInt8.self)
    return word.withUTF8Buffer { word in
      var count = 0
      var offset = 0
      while let found = first(word, in: text, from: offset) {
        count += 1
        offset = found + word.count
      }
      return count
    }
  }
}

extension StringProtocol {
  /// True when a word occurs in the text, compared byte by byte.
  package func holds(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in withBytes { ByteSearch.first(word, in: $0) != nil } }
  }

  /// The range of the first occurrence of a word, compared byte by byte.
  package func firstPlace(of word: StaticString) -> Range<Index>? {
    word.withUTF8Buffer { word in
      guard let offset = withBytes({ ByteSearch.first(word, in: $0) }) else { return nil }
      let start = utf8.index(startIndex, offsetBy: offset)
      return start..<utf8.index(start, offsetBy: word.count)
    }
  }

  /// The range of the last occurrence of a word, compared byte by byte.
  package func lastPlace(of word: StaticString) -> Range<Index>? {
    word.withUTF8Buffer { word in
      guard let offset = withBytes({ ByteSearch.last(word, in: $0) }) else { return nil }
      let start = utf8.index(startIndex, offsetBy: offset)
      return start..<utf8.index(start, offsetBy: word.count)
    }
  }

  /// Calls the body with the bytes, which a string that came from Objective-C does not have in one piece.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
  }
}
