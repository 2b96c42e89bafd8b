import SyncModel

/// The answer of a report in one sentence.
struct Verdict: Equatable {
  /// How bad it is.
  enum Level: String {
    case repair, risk, sound, unknown
  }

  var level: Level
  /// With a full stop.
  var sentence: String
}

extension Report {
  /// The findings by severity, then by how often they occurred, then by first evidence; a batch behind its causes.
  var rankedFindings: [Finding] {
    findings.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.severity != b.severity { return a.severity > b.severity }
      let (isBatch, isOtherBatch) = (a.id == "partial-failure", b.id == "partial-failure")
      if isBatch != isOtherBatch { return isOtherBatch }
      if a.occurrences != b.occurrences { return a.occurrences > b.occurrences }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// The verdict: what the findings say together, or what can be said without any.
  var verdict: Verdict {
    let numbers = Severity.allCases.map { severity in findings.count { $0.severity == severity } }
    let parts = zip(Severity.allCases, numbers).filter { $0.1 > 0 }.map { Quantity.counted($0.1, $0.0.rawValue) }
    let found = Self.listed(parts) + extent
    if numbers[0] > 0 { return Verdict(level: .repair, sentence: "Sync needs repair: \(found).") }
    if numbers[1] > 0 { return Verdict(level: .risk, sentence: "Sync is at risk: \(found).") }
    if let requests, requests.failed > 0 {
      let failed =
        "\(Quantity.count(requests.failed)) of \(Quantity.counted(requests.count, "request")) failed"
        + " (\(Quantity.percent(requests.errorRate)))"
      let checks = parts.isEmpty ? "No finding" : "No fault found, only \(Self.listed(parts))"
      return Verdict(level: .sound, sentence: "\(checks), although \(failed).")
    }
    if !parts.isEmpty { return Verdict(level: .sound, sentence: "No fault found, only \(found)\(waiting).") }
    if failureCount > 0 {
      return Verdict(
        level: .sound, sentence: "No finding, although \(Quantity.counted(failureCount, "failure")) happened.")
    }
    if holdsNothing, !filters.isEmpty {
      return Verdict(
        level: .unknown, sentence: "Nothing to judge: the inputs hold nothing of \(Self.listed(filters)).")
    }
    if isEmpty {
      let place = inputs.isEmpty ? "no input was read" : "nothing was recognised\(extent)"
      return Verdict(level: .unknown, sentence: "Nothing to judge: \(place).")
    }
    return Verdict(level: .sound, sentence: "No fault found\(extent)\(waiting).")
  }

  /// What changed most against the earlier period; nil when none was asked for or there is nothing to say.
  var changeHeadline: String? { comparison.flatMap { $0.headline.isEmpty ? nil : $0.headline } }

  /// The sentences behind the verdict: the main change, then what must be known of the report.
  var opening: [String] { (changeHeadline.map { [$0] } ?? []) + notes }

  /// What no reader of "no fault" may miss: changes that are not uploaded, of which one reading cannot tell more.
  private var waiting: String {
    let states = syncState.map(\.state)
    let count = Quantity.sum(
      states.flatMap { [$0.pendingUploads, $0.pendingDeletes, $0.pendingZoneChanges].compactMap { $0 } })
    guard count > 0 else { return "" }
    return ", but \(Quantity.counted(count, "change")) \(count == 1 ? "waits" : "wait"): a later reading tells "
      + "whether \(count == 1 ? "it moves" : "they move")"
  }

  /// All failures that error prints and server codes tell of.
  var failureCount: Int { Quantity.sum(errors.map(\.count) + serverErrors.map(\.count)) }

  /// True when nothing was found where the report looked; a log without requests and errors can still be a sound one.
  private var holdsNothing: Bool {
    requests == nil && errors.isEmpty && serverErrors.isEmpty && activity.isEmpty && syncState.isEmpty
  }

  private var isEmpty: Bool { holdsNothing && inputs.allSatisfy { $0.records == 0 } }

  /// " in 12,345 requests over 7 d", or what else says how much was looked at.
  private var extent: String {
    let over = period.map { $0.start == $0.end ? "" : " over \(Moments.length(of: $0))" } ?? ""
    if let requests { return " in \(Quantity.counted(requests.count, "request"))\(over)" }
    if !syncState.isEmpty { return " in \(Quantity.counted(syncState.count, "store"))" }
    return inputs.isEmpty ? over : " in \(Quantity.counted(inputs.count, "input"))\(over)"
  }

  /// "a, b and c".
  static func listed(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
