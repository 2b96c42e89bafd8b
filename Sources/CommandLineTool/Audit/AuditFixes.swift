import Foundation
import SyncModel

/// Applies the fix-its that change no meaning.
struct AuditFixes {
  private let byPath: [String: [FixIt]]

  init(_ findings: [AuditedFinding]) {
    var byPath: [String: [FixIt]] = [:]
    for audited in findings {
      let fixIts = audited.finding.fixIts
      guard !fixIts.isEmpty, fixIts.allSatisfy(\.isSafe) else { continue }
      byPath[audited.finding.path, default: []] += fixIts
    }
    self.byPath = byPath
  }

  /// Rewrites the files; every byte outside of the replaced ranges stays as it is.
  func apply() throws(CommandFailure) -> (places: Int, files: Int) {
    var places = 0
    var files = 0
    for (path, fixIts) in byPath.sorted(by: { $0.key < $1.key }) {
      guard var bytes = FileManager.default.contents(atPath: path) else {
        throw CommandFailure("cannot read '\(path)'")
      }
      let applied = Self.apply(fixIts, to: &bytes)
      guard applied > 0 else { continue }
      do { try bytes.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
        throw CommandFailure("cannot write '\(path)'")
      }
      places += applied
      files += 1
    }
    return (places, files)
  }

  /// Replaces from the end to the start; of two that overlap only the one behind is applied.
  static func apply(_ fixIts: [FixIt], to bytes: inout Data) -> Int {
    var limit = bytes.count
    var applied = 0
    for fixIt in fixIts.sorted(by: { $0.start > $1.start })
    where fixIt.start >= 0 && fixIt.start <= fixIt.end && fixIt.end <= limit {
      bytes.replaceSubrange(fixIt.start..<fixIt.end, with: Data(fixIt.replacement.utf8))
      limit = fixIt.start
      applied += 1
    }
    return applied
  }
}
