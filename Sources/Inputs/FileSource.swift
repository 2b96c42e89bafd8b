#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file descriptor that closes itself.
private final class Descriptor {
  let number: Int32
  init(_ number: Int32) { self.number = number }
  deinit { if number > 2 { close(number) } }
}

/// The system's `read`, under a name that no method hides.
private func readDescriptor(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(number, buffer.baseAddress, buffer.count)
}

extension ByteSource {
  /// Opens a file, or standard input for `-`, as it stands: neither decompressed nor converted.
  static func file(_ path: String) throws(InputError) -> ByteSource {
    let descriptor: Descriptor
    var time: Double?
    if path == "-" {
      descriptor = Descriptor(0)
    } else {
      let number = open(path, O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
      descriptor = Descriptor(number)
      var status = stat()
      if fstat(number, &status) == 0 {
        #if canImport(Darwin)
          time = Double(status.st_mtimespec.tv_sec)
        #else
          time = Double(status.st_mtim.tv_sec)
        #endif
      }
    }
    return try ByteSource(
      path: path == "-" ? "standard input" : path, plainFilePath: path == "-" ? nil : path, modificationTime: time
    ) { (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
      while true {
        let count = readDescriptor(descriptor.number, buffer)
        if count >= 0 { return count }
        if errno != EINTR { throw .unreadable(path: path, reason: systemReason()) }
      }
    }
  }
}
