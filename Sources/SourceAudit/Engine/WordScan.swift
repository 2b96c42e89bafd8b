/// Looks for words in the bytes of a file, sixteen places at a time.
///
/// A word is looked for by two neighbouring bytes of it that are rare in sources; only where they stand it is compared.
struct WordScan: Sendable {
  private typealias Vector = SIMD16<UInt8>

  private struct Pair: Sendable {
    var first: SIMD16<UInt8>
    var second: SIMD16<UInt8>
    /// The words with the pair, and where it stands in them.
    var words: [(bytes: [UInt8], offset: Int)]
  }

  private let pairs: [Pair]

  /// Makes a scan for words, each with two neighbouring bytes of it.
  init(_ words: [(text: String, pair: String)]) {
    var pairs: [Pair] = []
    for (pair, group) in Dictionary(grouping: words, by: \.pair) {
      let key = Array(pair.utf8)
      guard key.count == 2 else { continue }
      let found = group.compactMap { word -> (bytes: [UInt8], offset: Int)? in
        let bytes = Array(word.text.utf8)
        return bytes.indices.dropLast().first { bytes[$0] == key[0] && bytes[$0 + 1] == key[1] }.map { (bytes, $0) }
      }
      pairs.append(Pair(first: Vector(repeating: key[0]), second: Vector(repeating: key[1]), words: found))
    }
    self.pairs = pairs
  }

  /// True when one of the words stands in the bytes.
  func finds(in bytes: UnsafeRawBufferPointer) -> Bool {
    pairs.withUnsafeBufferPointer { pairs in
      for start in stride(from: 0, to: bytes.count, by: 16) {
        let here = bytes.vector(at: start)
        let next = bytes.vector(at: start + 1)
        var hits = SIMDMask<SIMD16<Int8>>(repeating: false)
        for pair in pairs { hits .|= (here .== pair.first) .& (next .== pair.second) }
        guard hits.isAnySet else { continue }
        for lane in 0..<16 where hits[lane] && Self.matches(pairs, bytes, at: start + lane) { return true }
      }
      return false
    }
  }

  private static func matches(
    _ pairs: UnsafeBufferPointer<Pair>, _ bytes: UnsafeRawBufferPointer, at position: Int
  ) -> Bool {
    guard position + 1 < bytes.count else { return false }
    for pair in pairs where pair.first[0] == bytes[position] && pair.second[0] == bytes[position + 1] {
      for word in pair.words {
        let start = position - word.offset
        let end = start + word.bytes.count
        if start >= 0, end <= bytes.count, bytes[start..<end].elementsEqual(word.bytes) { return true }
      }
    }
    return false
  }
}

/// Finds the names behind `class`, `protocol` and the other words that declare a type.
enum TypeNameScan {
  private static let keywords: [[UInt8]] = ["class", "protocol", "actor", "struct", "enum", "typealias"].map {
    Array($0.utf8)
  }
  /// The last two bytes of the keywords.
  private static let tails = keywords.map { word in
    (SIMD16<UInt8>(repeating: word[word.count - 2]), SIMD16<UInt8>(repeating: word[word.count - 1]))
  }

  /// Hashes of what may be names of declared types, those in comments and texts among them.
  static func hashes(in bytes: UnsafeRawBufferPointer) -> [UInt64] {
    var found: [UInt64] = []
    let blank = SIMD16<UInt8>(repeating: UInt8(ascii: " "))
    tails.withUnsafeBufferPointer { tails in
      for start in stride(from: 0, to: bytes.count, by: 16) {
        let first = bytes.vector(at: start)
        let second = bytes.vector(at: start + 1)
        var hits = SIMDMask<SIMD16<Int8>>(repeating: false)
        for (last, end) in tails { hits .|= (first .== last) .& (second .== end) }
        hits .&= bytes.vector(at: start + 2) .<= blank
        guard hits.isAnySet else { continue }
        for lane in 0..<16 where hits[lane] {
          if let hash = hash(in: bytes, behind: start + lane + 2) { found.append(hash) }
        }
      }
    }
    return found
  }

  /// The hash of the name that follows a keyword's end; nil when there is none of either.
  private static func hash(in bytes: UnsafeRawBufferPointer, behind end: Int) -> UInt64? {
    let isKeyword = keywords.contains { word in
      let start = end - word.count
      return start >= 0 && bytes[start..<end].elementsEqual(word)
        && (start == 0 || !BodyScanner.isWord(bytes[start - 1]))
    }
    guard isKeyword else { return nil }
    var start = end
    while start < bytes.count, bytes[start] <= UInt8(ascii: " ") { start += 1 }
    var stop = start
    while stop < bytes.count, BodyScanner.isWord(bytes[stop]) { stop += 1 }
    return stop > start ? BodyScanner.hash(bytes[start..<stop]) : nil
  }
}

extension UnsafeRawBufferPointer {
  /// Sixteen bytes from a position on; zeros behind the end.
  fileprivate func vector(at position: Int) -> SIMD16<UInt8> {
    if position + 16 <= count { return loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self) }
    var vector = SIMD16<UInt8>()
    for lane in 0..<Swift.max(0, count - position) { vector[lane] = self[position + lane] }
    return vector
  }
}

extension SIMDMask<SIMD16<Int8>> {
  /// True when at least one lane is set.
  fileprivate var isAnySet: Bool { any(self) }
}
