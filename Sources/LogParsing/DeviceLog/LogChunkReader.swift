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

  /// Returns the next pieces, at most so many; none at the end.
  func next(_ count: Int) -> [LogChunk] {
    var chunks: [LogChunk] = []
    while chunks.count < count, let chunk = next() { chunks.append(chunk) }
    return chunks
  }

  private func next() -> LogChunk? {
    if isAtEnd, rest.isEmpty { return nil }
    var chunk = LogChunk(capacity: max(Self.size, rest.count * 2))
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
