import Foundation
import SwiftSyntax
import SyncModel
import TextPatterns

/// Runs rules over files: filters, parses, lets the files know of each other, then asks every rule.
package struct Auditor: Sendable {
  package var rules: [any AuditRule]
  package var patterns: [UserPattern] = []
  package var deploymentTargets: [String: Version] = [:]
  package var threads: Int
  /// Swift files above this many bytes are left out with a note.
  package var maximumBytes = 4 << 20
  /// False parses every file, for tests of the filter.
  package var usesFilter = true
  /// Files that an earlier run could not get through, with the reason; left out with a note.
  package var abandoned: [String: String] = [:]
  /// Called on its thread before a file is parsed or examined, and with nil when that is done.
  package var willWork: @Sendable (_ thread: Int, _ path: String?) -> Void = { _, _ in }

  /// Trees are kept between the two passes up to this many bytes of source, and parsed again beyond.
  private static let keptBytes = 6 << 20

  package init(rules: [any AuditRule], threads: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.rules = rules
    self.threads = threads
  }

  /// What a run found.
  package struct Outcome: Sendable {
    /// Sorted by place; suppressed ones are not among them.
    package var findings: [AuditedFinding] = []
    package var summary = AuditSummary()
    package var notes: [AuditNote] = []
    /// Comments that silence nothing, as findings.
    package var unusedSuppressions: [AuditedFinding] = []
  }

  /// Audits Swift files together with the project's other files.
  package func run(swiftFiles: [String], projectFiles: [String] = []) throws(PatternError) -> Outcome {
    let filter = try Prefilter(additional: patterns.map(\.pattern))
    let matchers = Slots<MatcherBox>(count: threads)
    let loaded = Slots<LoadedFile>(count: swiftFiles.count)
    let kept = KeptBytes(limit: Self.keptBytes)
    inParallel(swiftFiles.count, threads: threads) { index, thread in
      let own = matchers[thread] ?? MatcherBox(filter.makeMatchers())
      matchers[thread] = own
      loaded[index] = load(swiftFiles[index], own.matchers, kept, thread)
    }
    var outcome = Outcome()
    outcome.summary.files = swiftFiles.count
    var notes = NoteCollector()
    var project = AuditProject()
    project.deploymentTargets = deploymentTargets
    addProjectFiles(projectFiles, to: &project, &notes)
    var selected: [LoadedFile] = []
    for index in swiftFiles.indices {
      guard let file = loaded[index] else { continue }
      if let note = file.note { notes.add(note, file.path, isFailure: file.isFailure) }
      guard let part = file.part else { continue }
      project.add(part)
      selected.append(file)
    }
    addSupertypes(of: &project, from: swiftFiles, among: selected)
    outcome.summary.parsedFiles = selected.count
    examine(selected, in: project, &outcome)
    outcome.notes = notes.notes
    return outcome
  }

  // MARK: - First pass

  private func load(_ path: String, _ matchers: [Matcher], _ kept: KeptBytes, _ thread: Int) -> LoadedFile {
    var result = LoadedFile(path: path)
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
    guard !usesFilter || matchers.selects(bytes.buffer) else { return result }
    guard bytes.buffer.count <= maximumBytes else {
      result.note = "larger than \(maximumBytes >> 20) MiB, not audited"
      return result
    }
    guard bytes.buffer.prefix(512).allSatisfy({ $0 != 0 }) else {
      result.note = "not UTF-8 text, not audited"
      return result
    }
    let (text, isValid) = bytes.text()
    if !isValid { result.note = "not valid UTF-8: each bad byte read as '?'" }
    willWork(thread, path)
    let file = SourceFile(path: path, text: text, project: AuditProject())
    result.part = ProjectPart(file)
    if file.tree.hasError, result.note == nil { result.note = "syntax errors: findings there may be missing" }
    if kept.takes(text.utf8.count) { result.file = file } else { result.text = text }
    willWork(thread, nil)
    return result
  }

  private func addProjectFiles(_ paths: [String], to project: inout AuditProject, _ notes: inout NoteCollector) {
    for path in paths {
      guard let bytes = FileBytes(path: path) else {
        notes.add("cannot be read: \(String(cString: strerror(errno)).lowercased())", path, isFailure: false)
        continue
      }
      if !project.addFile(path: path, contents: Data(bytes.buffer)) {
        notes.add("no property list, not audited", path, isFailure: false)
      }
    }
  }

  /// Learns the types that own types inherit from and whose files name nothing of CloudKit.
  ///
  /// Only needed where an own member has the name of a retired one, and only for types of files that use such a name:
  /// there it matters what else a receiver may be.
  private func addSupertypes(of project: inout AuditProject, from paths: [String], among selected: [LoadedFile]) {
    guard !project.types.sources.memberNames.isDisjoint(with: RetiredNames.blockNames) else { return }
    var wanted = Set(selected.flatMap { $0.part?.typesNearRetiredBlocks ?? [] })
    var known = Set(selected.map(\.path))
    for _ in 0..<3 {
      let missing = project.types.missingSupertypes(of: wanted)
      guard !missing.isEmpty,
        let pattern = try? Pattern(
          "\\b(?:class|protocol|actor|struct|typealias)\\s+(?:\(missing.sorted().joined(separator: "|")))\\b")
      else { return }
      let rest = paths.filter { !known.contains($0) && abandoned[$0] == nil }
      let parts = Slots<ProjectPart>(count: rest.count)
      inParallel(rest.count, threads: threads) { index, thread in
        guard let bytes = FileBytes(path: rest[index]), bytes.buffer.count <= maximumBytes,
          pattern.makeMatcher().firstMatch(in: bytes.buffer) != nil
        else { return }
        willWork(thread, rest[index])
        parts[index] = ProjectPart(
          SourceFile(path: rest[index], text: bytes.text().text, project: AuditProject()))
        willWork(thread, nil)
      }
      var hasNew = false
      for index in rest.indices {
        guard let part = parts[index] else { continue }
        project.add(part)
        wanted.formUnion(missing.intersection(part.declarations.types.keys))
        known.insert(rest[index])
        hasNew = true
      }
      guard hasNew else { return }
    }
  }

  // MARK: - Second pass

  private func examine(_ files: [LoadedFile], in project: AuditProject, _ outcome: inout Outcome) {
    let results = Slots<FileResult>(count: files.count)
    inParallel(files.count, threads: threads) { index, thread in
      willWork(thread, files[index].path)
      results[index] = examine(files[index], in: project)
      willWork(thread, nil)
    }
    for index in files.indices {
      guard let result = results[index] else { continue }
      outcome.findings += result.findings
      outcome.unusedSuppressions += result.unused
      outcome.summary.suppressed += result.suppressed
    }
  }

  private func examine(_ loaded: LoadedFile, in project: AuditProject) -> FileResult {
    guard var file = loaded.file ?? loaded.text.map({ SourceFile(path: loaded.path, text: $0, project: project) })
    else { return FileResult() }
    file.project = project
    let isTest = file.isTest
    let applicable = rules.filter { $0.looksIntoTests || !isTest }
    var findings = applicable.flatMap { $0.findings(in: file) } + patterns.flatMap { $0.findings(in: file) }
    findings.sort { ($0.line, $0.column, $0.id) < ($1.line, $1.column, $1.id) }
    var suppressions = Suppressions(file)
    let audible = findings.filter { !suppressions.silences($0.id, line: $0.line) }
    var fingerprints = Fingerprints()
    var result = FileResult(suppressed: findings.count - audible.count)
    result.findings = audible.map { fingerprints.audited($0, in: file) }
    let ids = Set(rules.map(\.info.id) + patterns.map(\.info.id))
    for entry in suppressions.entries where !entry.isUsed && entry.ids.allSatisfy({ $0 == "all" || ids.contains($0) }) {
      let unused = SourceFinding(
        id: "unused-suppression", severity: .warning, path: file.path, line: entry.line, column: entry.column,
        endLine: entry.line, endColumn: entry.column, message: "'ckdiag:disable' silences nothing here",
        explanation: "The comment outlived its reason and would hide the next finding of its id.",
        advice: ["Remove the comment"])
      result.unused.append(fingerprints.audited(unused, in: file))
    }
    return result
  }
}

/// A file between the two passes.
private struct LoadedFile: Sendable {
  var path: String
  var part: ProjectPart?
  var file: SourceFile?
  var text: String?
  var note: String?
  var isFailure = false
}

/// What the rules found in one file.
private struct FileResult: Sendable {
  var findings: [AuditedFinding] = []
  var unused: [AuditedFinding] = []
  var suppressed = 0
}

/// The matchers of one thread.
private final class MatcherBox: @unchecked Sendable {
  // Unchecked: a box is made and used by one thread only.
  let matchers: [Matcher]

  init(_ matchers: [Matcher]) { self.matchers = matchers }
}

/// Counts the bytes of source whose trees stay in memory.
private final class KeptBytes: @unchecked Sendable {
  // Unchecked: `rest` is only touched under the lock.
  private let lock = NSLock()
  private var rest: Int

  init(limit: Int) { rest = limit }

  func takes(_ count: Int) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard count <= rest else { return false }
    rest -= count
    return true
  }
}

/// Collects notes by their words.
private struct NoteCollector {
  private(set) var notes: [AuditNote] = []

  mutating func add(_ text: String, _ path: String, isFailure: Bool) {
    if let index = notes.firstIndex(where: { $0.text == text }) {
      notes[index].paths.append(path)
    } else {
      notes.append(AuditNote(text: text, paths: [path], isFailure: isFailure))
    }
  }
}
