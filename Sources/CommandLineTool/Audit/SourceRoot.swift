#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The folder that paths in files for others are relative to, so that they mean the same from every working directory.
struct SourceRoot: Sendable {
  /// Without a slash at its end; "" is the root of the file system.
  let folder: String
  private let workingDirectory: String

  /// A folder that is known already.
  init(_ folder: String, workingDirectory: String) {
    self.workingDirectory = Self.full(workingDirectory, in: "/")
    let full = Self.full(folder, in: workingDirectory)
    self.folder = Self.withoutLinks(full) ?? full
  }

  /// The nearest folder above a path that holds `.git`, nil when there is none.
  init?(repositoryOf path: String, workingDirectory: String) {
    var folder = Self.full(path, in: workingDirectory)
    while access(folder + "/.git", F_OK) != 0 {
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = String(folder[..<slash])
    }
    self.init(folder.isEmpty ? "/" : folder, workingDirectory: workingDirectory)
  }

  /// True when the folder is the working directory.
  var isWorkingDirectory: Bool { folder == workingDirectory }

  /// The path from the folder on; a path outside of it stays what it is.
  func relative(_ path: String) -> String { inside(path) ?? path }

  /// The path from the folder on, "" for the folder itself, nil for a path outside of it.
  func inside(_ path: String) -> String? {
    let full = Self.full(path, in: workingDirectory)
    if full == folder { return "" }
    if full.hasPrefix(folder + "/") { return String(full.dropFirst(folder.count + 1)) }
    // The folder may have been named by way of a link.
    guard let target = Self.withoutLinks(full), target.hasPrefix(folder) else { return nil }
    let rest = target.dropFirst(folder.count)
    return rest.isEmpty ? "" : rest.first == "/" ? String(rest.dropFirst()) : nil
  }

  private static func withoutLinks(_ path: String) -> String? {
    guard let target = realpath(path.isEmpty ? "/" : path, nil) else { return nil }
    defer { free(target) }
    let text = String(cString: target)
    return text == "/" ? "" : text
  }

  /// The path from the root of the file system on, without `.`, `..` and a slash at its end.
  private static func full(_ path: String, in folder: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : folder + "/" + path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.map { "/" + $0 }.joined()
  }
}
