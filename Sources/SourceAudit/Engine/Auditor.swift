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
  /// False parses every file, and whole, for tests of what is left out.
  package var usesFilter = true
  /// Files that an earlier run could not get through, with the reason; left out with a note.
  package var abandoned: [String: String] = [:]
  /// Called on its thread before a file is parsed or examined, and with nil when that is done.
  package var willWork: @Sendable (_ thread: Int, _ path: String?) -> Void = { _, _ in }

  /// What fingerprints take for a path, so that they are the same from every working directory.
  package var nameInFingerprints: @Sendable (_ path: String) -> String = { $0 }

  /// Trees are kept between the two passes up to this many bytes of source, and parsed again beyond.
  private static let keptTreeBytes = 6 << 20
  /// Sources are kept between reading and parsing up to this many bytes, and read again beyond.
  private static let keptSourceBytes = 64 << 20

  package init(rules: [any AuditRule], threads: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.rules = rules
    self.threads = threads
  }

  /// Reads CloudKit's own declarations on another thread, while the files are looked for.
  package static func prepare() {
    DispatchQueue.global(qos: .userInitiated).async { _ = TypeTable.cloudKit }
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
    var outcome = Outcome()
    outcome.summary.files = swiftFiles.count
    var notes = NoteCollector()
    var project = AuditProject()
    project.deploymentTargets = deploymentTargets
    addProjectFiles(projectFiles, to: &project, &notes)
    let skeleton = leavesOutBodies(in: project) ? try SourceSkeleton() : nil
    var loader = Loader(
      filter: usesFilter ? try Prefilter(additional: patterns.map(\.pattern)) : nil, skeleton: skeleton,
      maximumBytes: maximumBytes, abandoned: abandoned, readsConstants: !project.schemas.isEmpty)
    let loaded = load(swiftFiles, with: &loader)
    var selected: [LoadedFile] = []
    for file in loaded {
      if let note = file.note { notes.add(note, file.path, isFailure: file.isFailure) }
      guard let part = file.part else { continue }
      project.add(part)
      selected.append(file)
    }
    addSupertypes(of: &project, from: loaded, with: loader)
    addConstants(of: &project, from: loaded, with: loader)
    outcome.summary.parsedFiles = selected.count
    examine(selected, in: project, loader, &outcome)
    outcome.notes = notes.notes
    return outcome
  }

  /// True when the rules look only for what the anchors of a skeleton stand for.
  private func leavesOutBodies(in project: AuditProject) -> Bool {
    usesFilter && patterns.isEmpty && project.schemas.isEmpty && rules.allSatisfy(\.info.isOnByDefault)
  }

  // MARK: - First pass

  /// Reads all files, then parses those that may hold a finding, the longest first so that no thread is left alone.
  private func load(_ paths: [String], with reader: inout Loader) -> [LoadedFile] {
    let matchers = Slots<MatcherBox>(count: max(1, threads))
    let loader = reader
    let read = Slots<ReadFile>(count: paths.count)
    let sources = KeptBytes(limit: Self.keptSourceBytes)
    inParallel(paths.count, threads: threads) { index, thread in
      let own = matchers[thread] ?? MatcherBox(loader)
      matchers[thread] = own
      read[index] = loader.read(paths[index], own, sources)
    }
    let files = paths.indices.map { read[$0] ?? ReadFile(path: paths[$0]) }
    let wanted = files.indices.filter { files[$0].isSelected }.sorted { files[$0].count > files[$1].count }
    if loader.skeleton != nil { reader.hotNames = hotNames(in: wanted.map { files[$0] }, loader, matchers) }
    let parser = reader
    let parsed = Slots<LoadedFile>(count: paths.count)
    let trees = KeptBytes(limit: Self.keptTreeBytes)
    inParallel(wanted.count, threads: threads) { position, thread in
      let index = wanted[position]
      let own = matchers[thread] ?? MatcherBox(parser)
      matchers[thread] = own
      willWork(thread, paths[index])
      parsed[index] = parser.parse(files[index], own, trees)
      willWork(thread, nil)
    }
    return files.indices.map {
      parsed[$0]
        ?? LoadedFile(
          path: files[$0].path, note: files[$0].note, isFailure: files[$0].isFailure,
          declaredTypes: files[$0].declaredTypes)
    }
  }

  /// The names that lead to declarations which rules may ask for.
  private func hotNames(in files: [ReadFile], _ loader: Loader, _ matchers: Slots<MatcherBox>) -> HotNames {
    let summaries = Slots<MemberSummary>(count: files.count)
    inParallel(files.count, threads: threads) { index, thread in
      let own = matchers[thread] ?? MatcherBox(loader)
      matchers[thread] = own
      willWork(thread, files[index].path)
      summaries[index] = loader.summary(of: files[index], own)
      willWork(thread, nil)
    }
    return HotNames(files.indices.compactMap { summaries[$0] })
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

  // MARK: - Second pass

  private func examine(
    _ files: [LoadedFile], in project: AuditProject, _ loader: Loader, _ outcome: inout Outcome
  ) {
    let results = Slots<FileResult>(count: files.count)
    let order = files.indices.sorted { files[$0].count > files[$1].count }
    inParallel(files.count, threads: threads) { position, thread in
      let index = order[position]
      willWork(thread, files[index].path)
      results[index] = examine(files[index], in: project, loader)
      willWork(thread, nil)
    }
    let found = ProjectFindings(Set(rules.filter(\.isAboutProject).map(\.info.id)))
      .saidOnce(files.indices.compactMap { results[$0] })
    for result in found {
      outcome.findings += result.findings
      outcome.unusedSuppressions += result.unused
      outcome.summary.suppressed += result.suppressed
    }
  }

  private func examine(_ loaded: LoadedFile, in project: AuditProject, _ loader: Loader) -> FileResult {
    guard var file = loaded.file ?? loader.parseAgain(loaded.path) else { return FileResult() }
    file.project = project
    let isTest = file.isTest
    let applicable = rules.filter { $0.looksIntoTests || !isTest }
    var findings = applicable.flatMap { $0.findings(in: file) } + patterns.flatMap { $0.findings(in: file) }
    findings.sort { ($0.line, $0.column, $0.id) < ($1.line, $1.column, $1.id) }
    var suppressions = Suppressions(file)
    let audible = findings.filter { !suppressions.silences($0.id, line: $0.line) }
    var fingerprints = Fingerprints(name: nameInFingerprints)
    var result = FileResult(suppressed: findings.count - audible.count)
    result.silenced = Set(findings.map(\.id)).subtracting(audible.map(\.id))
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
