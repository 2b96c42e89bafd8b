import Inputs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of a file of at most 64 MB; `-` is standard input.
func contents(of path: String) throws(CommandFailure) -> [UInt8] {
  let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw unreadable(path) }
  defer { close(descriptor) }
  let limit = 64 << 20
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw unreadable(path) }
    if count == 0 { return bytes }
    bytes += buffer[..<count]
    if bytes.count > limit { throw CommandFailure("cannot read '\(path)': larger than 64 MB") }
  }
}

/// The files below the given paths whose names end so, sorted; a path that is a file counts whatever its name.
func files(at paths: [String], endingWith ending: String) throws(CommandFailure) -> [String] {
  var found: [String] = []
  for path in paths {
    var status = stat()
    guard path == "-" || stat(path, &status) == 0 else { throw unreadable(path) }
    if path != "-", status.st_mode & S_IFMT == S_IFDIR {
      found += try files(below: path, endingWith: ending).sorted()
    } else {
      found.append(path)
    }
  }
  var seen: Set<String> = []
  return found.filter { seen.insert($0).inserted }
}

/// Hidden folders and build products are no sources; symbolic links to folders are not followed.
private func files(below folder: String, endingWith ending: String) throws(CommandFailure) -> [String] {
  guard let stream = opendir(folder) else { throw unreadable(folder) }
  defer { closedir(stream) }
  var found: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
    if name.hasPrefix(".") || name == "DerivedData" || name == "Pods" { continue }
    let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
    var status = stat()
    guard lstat(path, &status) == 0 else { continue }
    if status.st_mode & S_IFMT == S_IFDIR {
      found += try files(below: path, endingWith: ending)
    } else if name.hasSuffix(ending) {
      found.append(path)
    }
  }
  return found
}

private func unreadable(_ path: String) -> CommandFailure {
  CommandFailure("cannot read '\(path)': \(String(cString: strerror(errno)).lowercased())")
}
