import Arguments
import Foundation

/// What becomes of log files that the store holds: `--move-to` or `--delete-after`.
struct DropFolder {
  /// nil = the files are deleted.
  private let target: String?

  /// nil when neither flag is given; the folder is made before anything is read.
  init?(_ arguments: ParsedArguments) throws(CommandFailure) {
    target = arguments.value("move-to")
    if target != nil, arguments.has("delete-after") {
      throw CommandFailure("'--move-to' and '--delete-after' exclude each other")
    }
    guard target != nil || arguments.has("delete-after") else { return nil }
    guard let target else { return }
    do {
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure("cannot make the folder '\(target)'")
    }
  }

  /// Moves or deletes files; false when one of them could not be.
  func clear(_ paths: [String], in environment: CommandEnvironment) -> Bool {
    var isCleared = true
    for path in paths {
      do {
        if let target {
          try FileManager.default.moveItem(atPath: path, toPath: freePath(for: path, in: target))
        } else {
          try FileManager.default.removeItem(atPath: path)
        }
      } catch {
        isCleared = false
        environment.tell(
          CommandFailure(
            "cannot \(target == nil ? "delete" : "move") '\(path)'",
            help: "the store holds it; it can be removed by hand"))
      }
    }
    return isCleared
  }

  /// The file's name in the folder, with a number where another file has it.
  private func freePath(for path: String, in folder: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let dot = name.dropFirst().firstIndex(of: ".") ?? name.endIndex
    var candidate = "\(folder)/\(name)"
    var number = 2
    while FileManager.default.fileExists(atPath: candidate) {
      candidate = "\(folder)/\(name[..<dot])-\(number)\(name[dot...])"
      number += 1
    }
    return candidate
  }
}
