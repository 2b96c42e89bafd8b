import SyncModel
import TextPatterns

extension Auditor {
  /// Learns the types that own types inherit from and whose files name nothing of CloudKit.
  ///
  /// Only needed where an own member has the name of a retired one, and only for types of files that use such a name:
  /// there it matters what else a receiver may be.
  func addSupertypes(
    of project: inout AuditProject, from files: [LoadedFile], with loader: Loader
  ) {
    guard !project.types.sources.memberNames.isDisjoint(with: RetiredNames.blockNames) else { return }
    var wanted = Set(files.flatMap { $0.part?.typesNearRetiredBlocks ?? [] })
    var others = files.filter { $0.part == nil }
    for _ in 0..<3 {
      let missing = project.types.missingSupertypes(of: wanted)
      guard !missing.isEmpty else { return }
      let found = parts(declaring: missing, in: others, with: loader)
      guard !found.isEmpty else { return }
      for (path, part) in found {
        project.add(part)
        wanted.formUnion(missing.intersection(part.declarations.types.keys))
        others.removeAll { $0.path == path }
      }
    }
  }

  /// Learns the texts that files without a word of CloudKit give names to, where a schema makes them matter.
  func addConstants(
    of project: inout AuditProject, from files: [LoadedFile], with loader: Loader
  ) {
    let wanted = files.reduce(into: Set<String>()) { $0.formUnion($1.part?.typesOfConstants ?? []) }
    let missing = wanted.filter { !project.types.exists($0) && $0.allSatisfy { $0.isLetter || $0.isNumber } }
    guard !missing.isEmpty else { return }
    for (_, part) in parts(declaring: missing, in: files.filter { $0.part == nil }, with: loader) {
      project.add(part)
    }
  }

  /// The parts of files that declare one of the types, in order.
  private func parts(
    declaring types: Set<String>, in files: [LoadedFile], with loader: Loader
  ) -> [(path: String, part: ProjectPart)] {
    let words = "class|protocol|actor|struct|enum|typealias"
    guard let pattern = try? Pattern("\\b(?:\(words))\\s+(?:\(types.sorted().joined(separator: "|")))\\b") else {
      return []
    }
    let hashes = Set(types.map { BodyScanner.hash($0.utf8) })
    let rest = files.filter { !hashes.isDisjoint(with: $0.declaredTypes) }.map(\.path)
    let parts = Slots<ProjectPart>(count: rest.count)
    let matchers = Slots<MatcherBox>(count: max(1, threads))
    let noTrees = KeptBytes(limit: 0)
    var loader = loader
    // Which of their declarations matter was not searched for.
    loader.hotNames = nil
    let reader = loader
    inParallel(rest.count, threads: threads) { index, thread in
      let own = matchers[thread] ?? MatcherBox(reader, declarations: pattern)
      matchers[thread] = own
      guard let bytes = FileBytes(path: rest[index]), bytes.buffer.count <= maximumBytes,
        own.declarations?.firstMatch(in: bytes.buffer) != nil
      else { return }
      willWork(thread, rest[index])
      let read = ReadFile(path: rest[index], bytes: bytes, count: bytes.buffer.count)
      parts[index] = reader.parse(read, own, noTrees).part
      willWork(thread, nil)
    }
    return rest.indices.compactMap { index in parts[index].map { (rest[index], $0) } }
  }
}
