import Foundation

/// The files that differ from a Git revision, with those that Git does not know yet.
struct GitChanges {
  /// Full paths, without links.
  private let paths: Set<String>

  /// Asks Git in the repositories that the audited paths belong to.
  init(since reference: String, paths audited: [String]) throws(CommandFailure) {
    guard !reference.hasPrefix("-") else { throw CommandFailure("'\(reference)' is no Git revision") }
    var tops: Set<String> = []
    for path in audited {
      let top = try Self.git(["rev-parse", "--show-toplevel"], in: Self.folder(of: path))
      tops.insert(String(top.prefix { $0 != "\n" }))
    }
    var paths: Set<String> = []
    for top in tops {
      let changed = try Self.git(["diff", "--name-only", "--no-relative", "-z", reference, "--"], in: top)
      let added = try Self.git(["ls-files", "--others", "--exclude-standard", "-z"], in: top)
      for name in (changed + added).split(separator: "\0") { paths.insert(Self.full(top + "/" + name)) }
    }
    self.paths = paths
  }

  func contains(_ path: String) -> Bool { paths.contains(Self.full(path)) }

  private static func full(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  private static func folder(of path: String) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { return path }
    return URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  private static func git(_ arguments: [String], in folder: String) throws(CommandFailure) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch { throw CommandFailure("git cannot be run") }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let line = String(decoding: complaint, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? "it failed"
      throw CommandFailure("git: \(line)", help: "--changed-since needs a Git revision, such as origin/main")
    }
    return String(decoding: text, as: UTF8.self)
  }
}
