import Inputs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Cuts an input into pieces of some megabytes that end at line ends.
final class LogChunkReader {
  private let input: ByteSource
  private var rest: [UInt8] = []
  private var isAtEnd = false
  /// Why the input could not be read to its end; what came before was delivered.
  private(set) var failure: InputError?
  private static let size = 4 << 20
  /// A line longer than this is cut.
  private static let longestLine = 32 << 20

  init(_ input: ByteSource) { self.input = input }

  /// True when there is no further piece.
  var isExhausted: Bool { isAtEnd && rest.isEmpty }

  /// Returns the next piece, or nil at the end; a used one is filled again where it is large enough.
  func next(reusing used: LogChunk? = nil) -> LogChunk? {
    if isExhausted { return nil }
    let capacity = max(Self.size, rest.count * 2)
    var chunk = used.flatMap { $0.bytes.count == capacity ? $0 : nil } ?? LogChunk(capacity: capacity)
    chunk.reset()
    rest.withUnsafeBytes { chunk.bytes.copyMemory(from: $0) }
    chunk.count = rest.count
    rest.removeAll(keepingCapacity: true)
    while true {
      fill(chunk)
      if isAtEnd { return chunk.count > 0 ? chunk : nil }
      if let end = lastLineEnd(of: chunk) {
        rest.append(contentsOf: chunk.bytes[end..<chunk.count])
        chunk.count = end
        return chunk
      }
      if chunk.count >= Self.longestLine { return chunk }
      let larger = LogChunk(capacity: chunk.bytes.count * 2)
      larger.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: chunk.bytes[..<chunk.count]))
      larger.count = chunk.count
      chunk = larger
    }
  }

  private func fill(_ chunk: LogChunk) {
    while chunk.count < chunk.bytes.count {
      do throws(InputError) {
        let count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: chunk.bytes[chunk.count...]))
        if count == 0 { isAtEnd = true }
        chunk.count += count
      } catch {
        failure = error
        isAtEnd = true
      }
      if isAtEnd { return }
    }
  }

  private func lastLineEnd(of chunk: LogChunk) -> Int? {
    var index = chunk.count
    while index > 0 {
      if chunk.bytes[index - 1] == 10 { return index }
      index -= 1
    }
    return nil
  }
}
