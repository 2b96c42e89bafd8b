import Foundation
import Testing

/// The folder of the package, from which golden files and samples are found.
package let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Compares a text with a file of the package, byte by byte.
///
/// Only `CKDIAG_RECORD=1` writes the file, and the test fails all the same, so that a recording never passes unseen.
/// With `CI=true` nothing is ever written.
package func expectGolden(
  _ actual: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = packageFolder.appendingPathComponent(path)
  let variables = ProcessInfo.processInfo.environment
  let expected = try? String(contentsOf: file, encoding: .utf8)
  if expected == actual { return }
  if variables["CKDIAG_RECORD"] == "1", variables["CI"] != "true" {
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? actual.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded '\(path)', run again", sourceLocation: sourceLocation)
    return
  }
  guard let expected else {
    Issue.record("'\(path)' is missing; record it with CKDIAG_RECORD=1", sourceLocation: sourceLocation)
    return
  }
  Issue.record("'\(path)' differs:\n\(firstDifference(expected, actual))", sourceLocation: sourceLocation)
}

/// The first lines in which two texts differ, with two lines of context.
package func firstDifference(_ expected: String, _ actual: String) -> String {
  let left = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let right = actual.split(separator: "\n", omittingEmptySubsequences: false)
  let shorter = min(left.count, right.count)
  let index = (0..<shorter).first { left[$0] != right[$0] } ?? shorter
  let before = left[max(0, index - 2)..<index].map { "  \($0)" }
  let gone = left[min(index, left.count)..<min(index + 4, left.count)].map { "- \($0)" }
  let new = right[min(index, right.count)..<min(index + 4, right.count)].map { "+ \($0)" }
  return (["line \(index + 1):"] + before + gone + new).joined(separator: "\n")
}
