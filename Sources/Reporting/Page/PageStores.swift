import HTML
import SyncModel

extension Report {
  /// A card for every store; nil when there is none.
  var pageStores: Node? {
    guard !syncState.isEmpty else { return nil }
    return tag("section", .id("sync-state")) {
      tag("h2") { "Sync state" }
      tag("div", .class("cards")) { for (name, store) in namedStores { store.node(named: name) } }
    }
  }
}

extension StoreSummary {
  fileprivate func node(named name: String) -> Node {
    tag("div", .class("card")) {
      tag("h3") {
        name
        tag("small") { " \(state.kind.rawValue)" }
      }
      if !verdict.isEmpty { tag("p") { TextCanvas.sentence(verdict) } }
      if !facts.isEmpty {
        tag("dl", .class("facts")) {
          for fact in facts {
            tag("div") {
              tag("dt") { fact.name }
              tag("dd") { fact.value }
            }
          }
        }
      }
      if let eventChart { eventChart }
      if let entityTable { entityTable.node(sortable: true) }
      if let zoneTable { zoneTable.node(sortable: true) }
      for note in state.flags.map({ "Flag set: \($0)" }) + state.notes {
        tag("p", .class("soft")) { TextCanvas.sentence(note) }
      }
    }
  }

  private var facts: [(name: String, value: String)] {
    let counts: [(String, Int?)] = [
      ("Records tracked", state.trackedRecords), ("Uploads waiting", state.pendingUploads),
      ("Deletes waiting", state.pendingDeletes), ("Zone changes waiting", state.pendingZoneChanges),
      ("In flight", state.inFlight),
    ]
    let moments: [(String, Timestamp?)] = [
      ("Last success (UTC)", state.lastSuccess), ("Last failure (UTC)", state.lastFailure),
      ("Oldest waiting change (UTC)", state.oldestPending), ("Seen (UTC)", state.observedAt),
    ]
    return counts.compactMap { name, value in value.map { (name, Quantity.count($0)) } }
      + moments.compactMap { name, value in value.map { (name, Moments.readable($0)) } }
  }

  /// The sync events of the store, one lane a kind.
  private var eventChart: Node? {
    let timed = events.compactMap { event in event.start.map { (event, $0) } }
    guard let first = timed.map(\.1).min(), let last = timed.map({ $0.0.end ?? $0.1 }).max(), first < last else {
      return nil
    }
    let kinds = Activity.Kind.allCases.filter { kind in timed.contains { $0.0.kind == kind } }
    let time = TimeAxis(start: first, end: last)
    let lane = 100 / Double(kinds.count)
    let failed = timed.count { $0.0.outcome == .failed }
    return ChartFrame(
      title: "Sync events",
      summary: "\(Quantity.counted(timed.count, "sync event")) over time, \(Quantity.count(failed)) failed.",
      height: Double(26 * kinds.count),
      keys: [
        ("succeeded", ChartFrame.colour("bar")), ("failed", ChartFrame.colour("fail")),
        ("unfinished", ChartFrame.colour("halt")), ("deferred", ChartFrame.colour("soft")),
      ].filter { key in timed.contains { $0.0.outcome.rawValue == key.0 } },
      marks: kinds.enumerated().map { index, kind in
        (1 - (Double(index) + 0.5) / Double(kinds.count), kind.rawValue)
      }, time: time
    ).node {
      for (event, start) in timed.prefix(2_000) {
        let top = Double(kinds.firstIndex(of: event.kind) ?? 0) * lane
        let left = time.position(start) * 997
        let width = max(3, time.position(event.end ?? start) * 997 - left)
        tag(
          "rect", .class(event.outcome.style), Attribute("x", number(left)), Attribute("y", number(top + lane * 0.18)),
          Attribute("width", number(width)), Attribute("height", number(lane * 0.64))
        ) {
          tag("title") { event.words }
        }
      }
    }
  }
}

extension Activity.Outcome {
  fileprivate var style: String {
    switch self {
    case .succeeded: "good"
    case .failed: "fail"
    case .unfinished: "halt"
    case .deferred: "defer"
    }
  }
}

extension Activity {
  /// "export failed (NSCocoaErrorDomain 134060), 2026-11-29 22:40:00 to 22:44:00 UTC".
  fileprivate var words: String {
    let code = errorDomain.map { " (\(CodeText.text(domain: $0, code: errorCode, underlying: nil)))" } ?? ""
    let span = Moments.span(start, end).map { ", \($0)" } ?? ""
    let objects = affectedObjects.map { ", \(Quantity.counted($0, "object"))" } ?? ""
    return "\(kind.rawValue) \(outcome.rawValue)\(code)\(span)\(objects)"
  }
}
