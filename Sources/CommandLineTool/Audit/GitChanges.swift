import Foundation

/// The files that differ from a Git revision, with those that Git does not know yet.
struct GitChanges {
  private let paths: Set<String>

  /// Asks Git in the working directory.
  init(since reference: String, paths: [String]) throws(CommandFailure) {
    guard !reference.hasPrefix("-") else { throw CommandFailure("'\(reference)' is no Git revision") }
    let changed = try Self.git(["diff", "--name-only", "--relative", "-z", reference, "--"])
    let added = try Self.git(["ls-files", "--others", "--exclude-standard", "-z"])
    self.paths = Set((changed + added).split(separator: "\0").map(String.init))
  }

  func contains(_ path: String) -> Bool { paths.contains(path) }

  private static func git(_ arguments: [String]) throws(CommandFailure) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
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
