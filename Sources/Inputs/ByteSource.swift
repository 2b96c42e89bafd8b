/// The decoded bytes of one input, in order, once: decompressed, UTF-8, without a byte order mark.
package final class ByteSource {
  /// As given, or `archive.tar.gz//member`.
  package let path: String
  /// The first bytes, at most 64 KiB, for format detection; `read` delivers them again.
  package let sample: [UInt8]
  /// The path of the plain file whose bytes these are, or nil for archives, standard input and converted encodings.
  package let plainFilePath: String?
  /// Moment of the last change of the file, or nil; seconds since 1970.
  package let modificationTime: Double?

  private let produce: (UnsafeMutableRawBufferPointer) throws(InputError) -> Int
  private var replayed = 0

  /// Makes a source from a closure that fills a buffer and returns how many bytes it wrote, 0 at the end.
  package init(
    path: String, plainFilePath: String? = nil, modificationTime: Double? = nil,
    produce: @escaping (UnsafeMutableRawBufferPointer) throws(InputError) -> Int
  ) throws(InputError) {
    self.path = path
    self.plainFilePath = plainFilePath
    self.modificationTime = modificationTime
    self.produce = produce
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var filled = 0
    while filled < buffer.count {
      var failure: InputError?
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        do throws(InputError) {
          return try produce(UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
        } catch {
          failure = error
          return 0
        }
      }
      if let failure {
        // What was readable is still delivered; the damage shows again when it is reached.
        if filled == 0 { throw failure }
        break
      }
      if count == 0 { break }
      filled += count
    }
    sample = Array(buffer[..<filled])
  }

  /// Makes a source of bytes in memory, for tests and embedded documents.
  package convenience init(path: String, bytes: [UInt8]) {
    var position = 0
    do throws(InputError) {
      try self.init(path: path) { (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
        let count = min(buffer.count, bytes.count - position)
        if count > 0 {
          bytes.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[position..<position + count])) }
        }
        position += count
        return count
      }
    } catch {
      preconditionFailure("a source in memory cannot fail")
    }
  }

  /// Fills the buffer as far as the next piece reaches, and returns the number of bytes, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    guard replayed < sample.count else { return try produce(buffer) }
    let count = min(buffer.count, sample.count - replayed)
    sample.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[replayed..<replayed + count])) }
    replayed += count
    return count
  }

  /// Reads everything that is left; only for inputs that are known to be small or must be whole, such as property lists.
  package func readAll(limit: Int = .max) throws(InputError) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while all.count < limit {
      let count = try read(filling: &buffer)
      if count == 0 { break }
      all += buffer[..<count]
    }
    return all
  }

  /// Passes over bytes of the sample that `read` has not delivered yet.
  func skipSampleBytes(_ count: Int) {
    replayed = min(sample.count, replayed + count)
  }

  /// Fills an array as far as the next piece reaches, and returns the number of bytes, 0 at the end.
  package func read(filling buffer: inout [UInt8]) throws(InputError) -> Int {
    var failure: InputError?
    let count = buffer.withUnsafeMutableBytes { bytes -> Int in
      do throws(InputError) { return try read(into: bytes) } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return count
  }
}
