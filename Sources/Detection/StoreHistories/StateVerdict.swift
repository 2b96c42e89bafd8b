import SyncModel

/// One sentence, for people, about what waits in a store and what becomes of it.
///
/// Running is not stuck, deferred is not failed, and one dump without a failed attempt says only that changes wait.
package func verdict(for history: StoreHistory) -> String {
  guard let state = history.latest else { return "nothing is known of it" }
  let success = history.lastSuccess.map { "last upload \($0.readable) UTC" }
  let what = waitingWords(state)
  switch history.progress() {
  case .unknown:
    if state.notes.contains(where: { $0.contains("not read") }) { return "the state could not be read" }
    return state.kind == .tokens ? "change tokens only; what waits is not stored here" : "what waits is not known"
  case .nothingWaits:
    return ["nothing waits", success, movement(history)].compactMap(\.self).joined(separator: "; ")
  case .waiting:
    let deferred = history.uploads.last?.outcome == .deferred
    let flight = state.inFlight == 0 && state.kind == .syncEngine ? ", none in flight" : ""
    let rest = deferred ? "the system put the last upload off" : success ?? "whether anything was sent is not known"
    return ["\(what)\(flight)", rest, movement(history)].compactMap(\.self).joined(separator: "; ")
  case .running(let since):
    return "\(what); an upload has been running\(since.map { " since \($0.readable) UTC" } ?? "")"
  case .throttled(let attempts):
    let refused = "held back by rate limits (\(attempts) refused \(attempts == 1 ? "upload" : "uploads"))"
    return ["\(what)", refused, success ?? "none succeeded yet", movement(history)].compactMap(\.self)
      .joined(separator: "; ")
  case .stuck(let reason):
    return "\(what) and \(state.waiting == 1 ? "is" : "are") stuck: \(words(reason)); \(nothingSince(history))"
  }
}

/// One sentence about a single state with the activities of its store.
package func verdict(for state: StoreState, activities: [Activity]) -> String {
  verdict(for: StoreHistory(states: [state], activities: activities))
}

/// `12 uploads and 1 delete wait`.
func waitingWords(_ state: StoreState) -> String {
  let parts = [
    (state.pendingUploads, state.pendingDeletes == nil ? "change" : "upload"), (state.pendingDeletes, "delete"),
    (state.pendingZoneChanges, "zone change"),
  ].compactMap { count, noun -> String? in
    guard let count, count > 0 else { return nil }
    return "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }
  let verb = state.waiting == 1 ? "waits" : "wait"
  guard let last = parts.last, parts.count > 1 else { return "\(parts.first ?? "nothing") \(verb)" }
  return "\(parts.dropLast().joined(separator: ", ")) and \(last) \(verb)"
}

/// Why something is stuck, as part of a sentence.
func words(_ reason: StuckReason) -> String {
  switch reason {
  case .failing(let attempts, let error):
    "\(attempts) \(attempts == 1 ? "upload" : "uploads") failed\(error.map { ", last with \($0)" } ?? "")"
  case .sameBatch(let objects, let attempts, let error):
    "the same \(grouped(objects)) objects failed \(attempts) times\(error.map { " with \($0)" } ?? "")"
  case .unmoved(let since): "the same changes have waited since \(since.readable) UTC"
  }
}

/// What moved since the dump before: `600 fewer than at 2026-09-01 08:00:00 UTC`.
private func movement(_ history: StoreHistory) -> String? {
  guard let now = history.latest?.waiting, let earlier = history.states.dropLast().last(where: { $0.waiting != nil }),
    let then = earlier.waiting
  else { return nil }
  let moment = earlier.observedAt.map { "at \($0.readable) UTC" } ?? "in the dump before"
  if now == then { return "as many as \(moment)" }
  return "\(grouped(abs(now - then))) \(now < then ? "fewer" : "more") than \(moment)"
}

private func nothingSince(_ history: StoreHistory) -> String {
  guard let success = history.lastSuccess else { return "no upload is known to have succeeded" }
  return "nothing was uploaded since \(success.readable) UTC"
}

/// With thousands separators: `104,233`.
func grouped(_ count: Int) -> String {
  var text = ""
  for (offset, digit) in String(count).reversed().enumerated() {
    if offset > 0, offset % 3 == 0, digit != "-" { text.append(",") }
    text.append(digit)
  }
  return String(text.reversed())
}
