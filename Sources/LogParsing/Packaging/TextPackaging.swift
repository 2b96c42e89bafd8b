import Inputs

/// What somebody, or a program, put around every line of a log: line numbers, quoting marks, HTML, a string's escapes.
///
/// Decided by the sample: nearly every line must bear it, and the text must speak of CloudKit.
package struct TextPackaging: Sendable {
  private let layers: [PackagingLayer]

  /// The share of lines that must bear a layer.
  static let share = 0.95
  private static let mostLayers = 4

  /// Finds the layers around the sample; nil = there are none.
  package init?(sample: [UInt8]) {
    guard Self.mentionsCloudKit(sample) else { return nil }
    var layers: [PackagingLayer] = []
    var text = sample
    while layers.count < Self.mostLayers {
      let lines = Self.lines(of: text)
      guard let layer = PackagingLayer.all.first(where: { $0.isAround(lines) }) else { break }
      layers.append(layer)
      text = Array(lines.map { layer.unpacked($0) }.joined(separator: [0x0A]))
    }
    guard !layers.isEmpty else { return nil }
    self.layers = layers
  }

  /// For people: what was taken away.
  package var note: String {
    "read without what stands around the text: " + layers.map(\.name).joined(separator: ", ")
      + (layers.contains(where: \.addsLines) ? "; lines are counted in the text that remains" : "")
  }

  /// The same input without its packaging.
  package func unpacked(_ source: ByteSource) throws(InputError) -> ByteSource {
    let unpacker = TextUnpacker(source, layers: layers)
    return try ByteSource(path: source.path, modificationTime: source.modificationTime) {
      (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
      try unpacker.read(into: buffer)
    }
  }

  private static func mentionsCloudKit(_ sample: [UInt8]) -> Bool {
    let text = String(decoding: sample, as: UTF8.self)
    return ["CKErr", "CloudKit", "CKUnderlying", "CKSyncEngine", "CKInternal"].contains { text.holds($0) }
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
  }
}

/// Delivers an input line by line without its packaging.
private final class TextUnpacker {
  private let source: ByteSource
  private let layers: [PackagingLayer]
  private var piece = [UInt8](repeating: 0, count: 1 << 18)
  private var rest: [UInt8] = []
  private var ready: [UInt8] = []
  private var delivered = 0
  private var isAtEnd = false

  /// A longer line is passed on in parts.
  private static let longestLine = 1 << 24

  init(_ source: ByteSource, layers: [PackagingLayer]) {
    self.source = source
    self.layers = layers
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    while delivered == ready.count, !isAtEnd { try prepare() }
    let count = min(buffer.count, ready.count - delivered)
    guard count > 0 else { return 0 }
    ready.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[delivered..<delivered + count])) }
    delivered += count
    return count
  }

  private func prepare() throws(InputError) {
    ready.removeAll(keepingCapacity: true)
    delivered = 0
    let count = try source.read(filling: &piece)
    isAtEnd = count == 0
    let searched = rest.count
    rest += piece[..<count]
    var start = 0
    var index = searched
    while index < rest.count {
      if rest[index] == 0x0A {
        take(rest[start..<index])
        ready.append(0x0A)
        start = index + 1
      }
      index += 1
    }
    if start < rest.count, isAtEnd || rest.count - start > Self.longestLine {
      take(rest[start...])
      start = rest.count
    }
    rest.removeFirst(start)
  }

  private func take(_ line: ArraySlice<UInt8>) {
    var line = line.last == 0x0D ? line.dropLast() : line
    for layer in layers { line = unpacked(line, layer)[...] }
    ready += line
  }

  /// A layer that makes lines of one is the last but for those that stand inside it.
  private func unpacked(_ text: ArraySlice<UInt8>, _ layer: PackagingLayer) -> [UInt8] {
    Array(text.split(separator: 0x0A, omittingEmptySubsequences: false).map(layer.unpacked).joined(separator: [0x0A]))
  }
}
