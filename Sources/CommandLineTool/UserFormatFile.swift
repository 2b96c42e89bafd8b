import Foundation
import LogParsing

/// Reads files that describe text formats.
enum UserFormatFile {
  /// The format that a file describes; a fault names the file and the key.
  static func read(_ path: String) throws(CommandFailure) -> UserFormat {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw CommandFailure(
        "cannot read '\(path)'", help: "a JSON file with id, pattern and samples; see docs/user-formats.md")
    }
    do throws(UserFormat.Fault) { return try UserFormat(json: data) } catch {
      throw CommandFailure("'\(path)': \(error.reason)", help: error.help)
    }
  }
}
