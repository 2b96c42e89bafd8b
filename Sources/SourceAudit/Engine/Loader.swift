import Foundation
import SyncModel
import TextPatterns

/// Reads and parses the files of an audit.
struct Loader: Sendable {
  /// Nil selects every file.
  var filter: Prefilter?
  /// Nil parses files whole.
  var skeleton: SourceSkeleton?
  /// Nil where all declarations may matter.
  var hotNames: HotNames?
  var maximumBytes: Int
  var abandoned: [String: String]
  /// True when texts of other files matter, as those that name record types and fields.
  var readsConstants = false

  /// Reads a file and decides whether it may hold a finding; its bytes are kept while there is room for them.
  func read(_ path: String, _ matchers: MatcherBox, _ kept: KeptBytes) -> ReadFile {
    var result = ReadFile(path: path)
    if let reason = abandoned[path] {
      result.note = reason
      result.isFailure = true
      return result
    }
    guard let bytes = FileBytes(path: path) else {
      result.note = "cannot be read: \(String(cString: strerror(errno)).lowercased())"
      result.isFailure = true
      return result
    }
    if let filter, let own = matchers.filter, !filter.selects(bytes.buffer, own) {
      if bytes.buffer.count <= maximumBytes { result.declaredTypes = TypeNameScan.hashes(in: bytes.buffer) }
      return result
    }
    guard bytes.buffer.count <= maximumBytes else {
      result.note = "larger than \(maximumBytes >> 20) MiB, not audited"
      return result
    }
    guard bytes.buffer.prefix(512).allSatisfy({ $0 != 0 }) else {
      result.note = "not UTF-8 text, not audited"
      return result
    }
    result.isSelected = true
    result.count = bytes.buffer.count
    if kept.takes(result.count) { result.bytes = bytes }
    return result
  }

  /// What a file that was read mentions and declares.
  func summary(of read: ReadFile, _ matchers: MatcherBox) -> MemberSummary? {
    guard let skeleton, let own = matchers.skeleton, let bytes = read.bytes ?? FileBytes(path: read.path) else {
      return nil
    }
    return skeleton.summary(of: bytes.buffer, isTest: SourceFile.isTestPath(read.path), own)
  }

  /// Parses a file that was read; the tree is kept while there is room for it.
  func parse(_ read: ReadFile, _ matchers: MatcherBox, _ kept: KeptBytes) -> LoadedFile {
    var result = LoadedFile(path: read.path, count: read.count)
    guard let (text, isValid) = (read.bytes ?? FileBytes(path: read.path))?.text() else { return result }
    if !isValid { result.note = "not valid UTF-8: each bad byte read as '?'" }
    let (file, blanked) = parse(text, path: read.path, matchers)
    result.part = ProjectPart(file, readsConstants: readsConstants)
    if file.tree.hasError, result.note == nil { result.note = "syntax errors: findings there may be missing" }
    if kept.takes(text.utf8.count - blanked) { result.file = file }
    return result
  }

  /// Parses a file again whose tree was not kept.
  func parseAgain(_ path: String) -> SourceFile? {
    (FileBytes(path: path)?.text().text).map { parse($0, path: path, MatcherBox(self)).file }
  }

  /// Parses what rules may ask for of a source, and counts the bytes that were left out.
  private func parse(_ text: String, path: String, _ matchers: MatcherBox) -> (file: SourceFile, blanked: Int) {
    if let skeleton, let own = matchers.skeleton {
      var copy = text
      let isTest = SourceFile.isTestPath(path)
      let reduced = copy.withUTF8 { skeleton.reduce(UnsafeRawBufferPointer($0), isTest: isTest, own, hotNames) }
      if let reduced {
        let file = SourceFile(path: path, text: text, reduced: reduced, project: AuditProject())
        // An import that the compiler would not see, and pieces that do not fit, lead the skeleton astray.
        if file.isTest == reduced.isTest, !file.tree.hasError { return (file, reduced.blanked) }
      }
    }
    return (SourceFile(path: path, text: text, project: AuditProject()), 0)
  }
}

/// A file of which only the bytes are known.
struct ReadFile: Sendable {
  var path: String
  /// True when it may hold a finding.
  var isSelected = false
  var bytes: FileBytes?
  /// Bytes of the source.
  var count = 0
  /// Hashes of the names of types that a file may declare which is not selected.
  var declaredTypes: [UInt64] = []
  var note: String?
  var isFailure = false
}

/// A file between the two passes.
struct LoadedFile: Sendable {
  var path: String
  var part: ProjectPart?
  /// Nil when there was no room to keep it.
  var file: SourceFile?
  var note: String?
  var isFailure = false
  /// Bytes of the source.
  var count = 0
  /// Hashes of the names of types that a file may declare which is not parsed.
  var declaredTypes: [UInt64] = []
}

/// The matchers of one thread.
final class MatcherBox: @unchecked Sendable {
  // Unchecked: a box is made and used by one thread only.
  let filter: [Matcher]?
  let skeleton: SourceSkeleton.Matchers?
  /// Finds declarations of certain types, for a search among files that name nothing of CloudKit.
  let declarations: Matcher?

  init(_ loader: Loader, declarations: Pattern? = nil) {
    self.declarations = declarations?.makeMatcher()
    filter = loader.filter?.makeMatchers()
    skeleton = loader.skeleton?.makeMatchers()
  }
}

/// Counts the bytes of source whose trees stay in memory.
final class KeptBytes: Sendable {
  private let rest: Locked<Int>

  init(limit: Int) { rest = Locked(limit) }

  func takes(_ count: Int) -> Bool {
    rest.with { rest in
      guard count <= rest else { return false }
      rest -= count
      return true
    }
  }
}
