import Foundation

/// A temporary folder with Console exports of some days, for runs of the tool.
package struct ConsoleFolder {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-days-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Removes the folder.
  package func remove() { try? FileManager.default.removeItem(at: url) }

  /// Writes a file of 200 requests, one every seven minutes of a day such as `2026-11-29`.
  ///
  /// One in `failing` fails for want of storage; 0 = none.
  package func writeDay(_ date: String, failing: Int = 0, as name: String? = nil) throws {
    let lines = (0..<200).map { number in
      let minute = number * 7
      let isBad = failing > 0 && number % failing == 0
      let status =
        isBad ? #""overallStatus":"USER_ERROR","error":"QUOTA_EXCEEDED""# : #""overallStatus":"SUCCESS""#
      return #"{"time":"\#(date)T\#(Self.digits(minute / 60)):\#(Self.digits(minute % 60)):00.000Z","#
        + #""database":"PRIVATE","zone":"Notes","userId":"_u\#(number % 9)","operationType":"RecordSave","#
        + #""platform":"iPhone","clientOS":"iOS 26.1",\#(status),"executionTimeMs":\#(100 + number % 50)}"# + "\n"
    }
    let file = url.appendingPathComponent(name ?? "\(date).ndjson")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try lines.joined().write(to: file, atomically: true, encoding: .utf8)
  }

  /// Writes a file.
  package func write(_ text: String, as name: String) throws {
    try text.write(to: url.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  /// The text of a file.
  package func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  /// The files below a folder, sorted, relative to it.
  package func files(below name: String = "") -> [String] {
    let folder = name.isEmpty ? url : url.appendingPathComponent(name)
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.path + "/" + path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
