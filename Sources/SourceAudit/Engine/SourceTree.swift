import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The files below the paths of an audit.
package struct SourceTree: Sendable {
  /// Swift files in order of their paths, each once.
  package private(set) var swiftFiles: [String] = []
  /// Property lists, entitlements, schemas and build settings.
  package private(set) var projectFiles: [String] = []
  package private(set) var notes: [AuditNote] = []

  private let excluded: IgnoreList
  private let usesIgnoreFiles: Bool
  /// Device and number of each folder seen, so that a circle of links ends.
  private var seenFolders: Set<FolderNumber> = []
  /// Linked folders and files, which are visited last, so that a file keeps its own path.
  private var links: [(path: String, ignoring: [IgnoreList])] = []
  private var seenFiles: Set<FolderNumber> = []
  private var failures: [String: [String]] = [:]
  private var skippedFolders: [String] = []

  private struct FolderNumber: Hashable {
    var device: UInt64
    var number: UInt64
  }

  /// Folders that hold dependencies or build products.
  private static let foreignFolders: Set<String> = [
    ".build", "Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules", "xcuserdata",
  ]

  /// Finds the files; a path that is named itself is read even where a pattern excludes it.
  package init(paths: [String], excluding patterns: [String] = [], usesIgnoreFiles: Bool = true) {
    excluded = IgnoreList(base: "", lines: patterns)
    self.usesIgnoreFiles = usesIgnoreFiles
    for path in paths { add(path) }
    followLinks()
    swiftFiles = Self.sorted(swiftFiles)
    projectFiles = Self.sorted(projectFiles)
    notes = failures.sorted { $0.key < $1.key }.map { reason, paths in
      AuditNote(text: "cannot be read: \(reason)", paths: paths.sorted(), isFailure: true)
    }
    if !skippedFolders.isEmpty {
      notes.append(
        AuditNote(text: "folders of dependencies and build products left out", paths: skippedFolders.sorted()))
    }
  }

  private static func sorted(_ paths: [String]) -> [String] { Set(paths).sorted() }

  private mutating func add(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      fail(path)
      return
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      addFile(path, isNamed: true)
      return
    }
    let folder = path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
    walk(folder, ignoring: usesIgnoreFiles ? Self.outerIgnoreLists(of: folder) : [])
  }

  private mutating func fail(_ path: String) {
    failures[String(cString: strerror(errno)).lowercased(), default: []].append(path)
  }

  private mutating func addFile(_ path: String, isNamed: Bool) {
    let name = path.split(separator: "/").last ?? path[...]
    if name.hasSuffix(".swift") {
      swiftFiles.append(path)
    } else if name.hasSuffix("Info.plist") || name.hasSuffix(".entitlements") || name.hasSuffix(".ckdb")
      || name == "project.pbxproj" || name.hasSuffix(".xcconfig")
    {
      projectFiles.append(path)
    } else if isNamed {
      failures["neither Swift nor a project file", default: []].append(path)
    }
  }

  /// Walks a folder; its name ends with a slash, "" is the working directory.
  private mutating func walk(_ folder: String, ignoring outer: [IgnoreList]) {
    var status = stat()
    guard stat(folder.isEmpty ? "." : folder, &status) == 0 else { return fail(folder) }
    let number = FolderNumber(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    guard seenFolders.insert(number).inserted else { return }
    guard let stream = opendir(folder.isEmpty ? "." : folder) else { return fail(folder) }
    var folders: [String] = []
    var files: [String] = []
    var linked: [String] = []
    while let entry = readdir(stream) {
      let name = Self.name(of: entry)
      guard name != ".", name != ".." else { continue }
      switch Self.kind(of: entry, at: folder + name) {
      case .folder: folders.append(name)
      case .file:
        files.append(name)
        seenFiles.insert(FolderNumber(device: number.device, number: UInt64(entry.pointee.d_ino)))
      case .link: linked.append(name)
      case .other: continue
      }
    }
    closedir(stream)
    var lists = outer
    if usesIgnoreFiles, files.contains(".gitignore"), let lines = Self.lines(of: folder + ".gitignore") {
      lists.append(IgnoreList(base: folder, lines: lines))
    }
    for name in files where !isIgnored(folder + name, isFolder: false, lists) { addFile(folder + name, isNamed: false) }
    for name in folders where !isIgnored(folder + name, isFolder: true, lists) {
      if Self.foreignFolders.contains(name) || name.hasPrefix(".") {
        if !name.hasPrefix(".") || name == ".build" { skippedFolders.append(folder + name) }
        continue
      }
      walk(folder + name + "/", ignoring: lists)
    }
    links += linked.filter { !$0.hasPrefix(".") }.map { (folder + $0, lists) }
  }

  /// Visits what links lead to, where it was not visited by its own path.
  private mutating func followLinks() {
    links.sort { $0.path > $1.path }
    while let (path, lists) = links.popLast() {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      let number = FolderNumber(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
      if status.st_mode & S_IFMT == S_IFDIR {
        let isForeign = Self.foreignFolders.contains(String(path.split(separator: "/").last ?? ""))
        if !isForeign, !isIgnored(path, isFolder: true, lists) { walk(path + "/", ignoring: lists) }
      } else if status.st_mode & S_IFMT == S_IFREG, seenFiles.insert(number).inserted,
        !isIgnored(path, isFolder: false, lists)
      {
        addFile(path, isNamed: false)
      }
    }
  }

  private func isIgnored(_ path: String, isFolder: Bool, _ lists: [IgnoreList]) -> Bool {
    if excluded.verdict(on: path, isFolder: isFolder) == true { return true }
    for list in lists.reversed() {
      if let verdict = list.verdict(on: path, isFolder: isFolder) { return verdict }
    }
    return false
  }

  // MARK: - Entries of a folder

  private enum Kind { case folder, file, link, other }

  private static func kind(of entry: UnsafeMutablePointer<dirent>, at path: String) -> Kind {
    switch Int32(entry.pointee.d_type) {
    case Int32(DT_DIR): return .folder
    case Int32(DT_REG): return .file
    case Int32(DT_LNK): return .link
    case Int32(DT_UNKNOWN):
      // Some file systems do not tell the kind in the folder.
      var status = stat()
      guard lstat(path, &status) == 0 else { return .other }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return .folder
      case S_IFREG: return .file
      case S_IFLNK: return .link
      default: return .other
      }
    default: return .other
    }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      tuple.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
    }
  }

  /// The `.gitignore` files of the folders above, up to the one that holds `.git`.
  private static func outerIgnoreLists(of folder: String) -> [IgnoreList] {
    var prefix = folder
    var lists: [IgnoreList] = []
    while access(prefix + ".git", F_OK) != 0 {
      let parts = prefix.split(separator: "/", omittingEmptySubsequences: true)
      // Paths above the working directory are not spelled like those of the walk: patterns there cannot be compared.
      guard parts.count > 0, parts.last != ".." else { return lists }
      prefix = (prefix.hasPrefix("/") ? "/" : "") + parts.dropLast().map { $0 + "/" }.joined()
      if let lines = lines(of: prefix + ".gitignore") { lists.insert(IgnoreList(base: prefix, lines: lines), at: 0) }
      if prefix.isEmpty || prefix == "/" { break }
    }
    return lists
  }

  private static func lines(of path: String) -> [String]? {
    guard let bytes = FileBytes(path: path) else { return nil }
    return String(decoding: bytes.buffer, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }
}
