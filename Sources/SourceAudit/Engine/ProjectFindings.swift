import SyncModel

/// What the rules found in one file.
struct FileResult: Sendable {
  var findings: [AuditedFinding] = []
  var unused: [AuditedFinding] = []
  var suppressed = 0
  /// Ids of which a comment silenced every finding of the file.
  var silenced: Set<String> = []
}

/// Says what holds for the project once, at its first place, with the number of further files.
struct ProjectFindings {
  private let ids: Set<String>

  /// Takes the ids of the rules that are about the project.
  init(_ ids: Set<String>) { self.ids = ids }

  private struct Key: Hashable {
    var id: String
    var api: String?
    var message: String

    init(_ finding: SourceFinding) {
      id = finding.id
      api = finding.api
      message = finding.message
    }
  }

  /// The results, in the order of the files, without repetitions; a comment at one place silences all.
  func saidOnce(_ results: [FileResult]) -> [FileResult] {
    let silenced = results.reduce(into: Set<String>()) { $0.formUnion($1.silenced) }.intersection(ids)
    var places: [Key: Set<String>] = [:]
    for audited in results.flatMap(\.findings) where ids.contains(audited.finding.id) {
      places[Key(audited.finding), default: []].insert(audited.finding.path)
    }
    var said: Set<Key> = []
    return results.map { result in
      var result = result
      result.findings = result.findings.compactMap { audited -> AuditedFinding? in
        guard ids.contains(audited.finding.id) else { return audited }
        guard !silenced.contains(audited.finding.id) else {
          result.suppressed += 1
          return nil
        }
        let key = Key(audited.finding)
        guard said.insert(key).inserted else { return nil }
        var first = audited
        let others = (places[key]?.count ?? 1) - 1
        if others > 0 { first.finding.message += " (and \(others) more \(others == 1 ? "file" : "files"))" }
        // The first place moves when files come and go; a baseline is not to take it for something new.
        first.fingerprint = Fingerprints.ofProject(audited.finding)
        return first
      }
      return result
    }
  }
}
