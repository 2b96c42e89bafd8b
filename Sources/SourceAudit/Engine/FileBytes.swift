#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of a file, read at once.
final class FileBytes: @unchecked Sendable {
  // Unchecked: the bytes never change after `init`.
  let buffer: UnsafeRawBufferPointer

  /// Reads a file; nil when it cannot be read, with the reason in `errno`.
  init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let capacity = max(0, Int(status.st_size))
    let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, capacity), alignment: 16)
    var count = 0
    while count < capacity {
      let got = read(descriptor, storage.baseAddress?.advanced(by: count), capacity - count)
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        let reason = errno
        storage.deallocate()
        errno = reason
        return nil
      }
      if got == 0 { break }
      count += got
    }
    buffer = UnsafeRawBufferPointer(start: storage.baseAddress, count: count)
  }

  deinit { UnsafeMutableRawPointer(mutating: buffer.baseAddress)?.deallocate() }

  /// The text; each byte that is no UTF-8 becomes one `?`, so that offsets stay exact.
  func text() -> (text: String, isValid: Bool) {
    if let text = String(validating: buffer, as: UTF8.self) { return (text, true) }
    var repaired: [UInt8] = []
    repaired.reserveCapacity(buffer.count)
    var index = 0
    while index < buffer.count {
      let length = Self.sequenceLength(buffer, at: index)
      if length == 0 {
        repaired.append(UInt8(ascii: "?"))
        index += 1
      } else {
        repaired.append(contentsOf: buffer[index..<index + length])
        index += length
      }
    }
    return (String(decoding: repaired, as: UTF8.self), false)
  }

  /// The length of the valid UTF-8 sequence at an index; 0 when there is none.
  private static func sequenceLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    let length: Int
    switch bytes[index] {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return 0
    }
    guard index + length <= bytes.count, String(validating: bytes[index..<index + length], as: UTF8.self) != nil
    else { return 0 }
    return length
  }
}
