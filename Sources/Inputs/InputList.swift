#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The inputs that command-line operands stand for: files, folders with everything below them, globs, `-`.
package struct InputList: Sendable {
  /// In the order of the operands; what a folder holds is sorted by name.
  package var paths: [String] = []
  /// What was asked for and cannot be listed.
  package var failures: [InputError] = []

  /// Expands the operands; nothing is opened yet.
  package init(operands: [String]) {
    for operand in operands {
      if operand == "-" {
        paths.append(operand)
      } else if let type = fileType(operand) {
        add(operand, type)
      } else {
        let reason = systemReason()
        let matches = globMatches(operand)
        if matches.isEmpty { failures.append(.unreadable(path: operand, reason: reason)) }
        for match in matches { add(match, fileType(match) ?? .file) }
      }
    }
  }

  private mutating func add(_ path: String, _ type: FileType) {
    switch type {
    case .file: paths.append(path)
    case .folder: addFolder(path)
    case .other: failures.append(.unreadable(path: path, reason: "not a file or folder"))
    }
  }

  /// Adds the files below a folder; links to folders are not followed, so that a loop cannot occur.
  private mutating func addFolder(_ path: String) {
    var waiting = [path]
    while let folder = waiting.popLast() {
      guard let entries = entries(of: folder) else {
        failures.append(.unreadable(path: folder, reason: systemReason()))
        continue
      }
      var folders: [String] = []
      let names = Set(entries)
      for name in entries where !ignoredNames.contains(name) && !isCompanion(name, among: names) {
        let child = folder.hasSuffix("/") ? folder + name : folder + "/" + name
        switch fileType(child, followsLinks: false) {
        case .file: paths.append(child)
        case .folder: folders.append(child)
        default: if fileType(child) == .file { paths.append(child) }
        }
      }
      waiting += folders.reversed()
    }
  }
}

/// Names in folders that are never an input.
private let ignoredNames: Set<String> = [".", "..", ".DS_Store", ".git", ".build", ".svn"]

/// True for the files of a database that stand beside it in the same folder: they are read with it.
private func isCompanion(_ name: String, among entries: Set<String>) -> Bool {
  ["-wal", "-shm", "-journal", "-lock"].contains {
    name.hasSuffix($0) && entries.contains(String(name.dropLast($0.count)))
  }
}

private enum FileType {
  case file, folder, other
}

private func fileType(_ path: String, followsLinks: Bool = true) -> FileType? {
  var status = stat()
  guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
  switch status.st_mode & S_IFMT {
  case S_IFREG, S_IFIFO: return .file
  case S_IFDIR: return .folder
  case S_IFCHR: return followsLinks ? .file : .other
  default: return .other
  }
}

private func entries(of folder: String) -> [String]? {
  guard let directory = opendir(folder) else { return nil }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }
  return names.sorted()
}

private func globMatches(_ pattern: String) -> [String] {
  guard pattern.contains(where: { "*?[".contains($0) }) else { return [] }
  var result = glob_t()
  defer { globfree(&result) }
  guard glob(pattern, 0, nil, &result) == 0 else { return [] }
  return (0..<Int(result.gl_pathc)).compactMap { result.gl_pathv[$0].map { String(cString: $0) } }
}

/// The system's words for the last error: "permission denied".
func systemReason() -> String {
  String(cString: strerror(errno)).lowercased()
}
