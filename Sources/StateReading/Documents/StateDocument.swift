import SyncModel

/// States of sync in a JSON document: every object that tells of pending changes is one.
struct StateDocument {
  let origin: Origin
  let fileIdentity: String
  private(set) var content = DumpContent()
  private var reported: [String: Int] = [:]
  /// The exports that states list, as far as they were looked at.
  private var listedExports: (seen: Int, keys: Set<String>) = (0, [])

  /// What objects further up say about those inside.
  private struct Context {
    var names: [String] = []
    var scope: String?
    var time: Timestamp?
    var key = ""
  }

  init(origin: Origin, fileIdentity: String) {
    self.origin = origin
    self.fileIdentity = fileIdentity
  }

  /// Reads all values, without recursion.
  mutating func read(_ values: [JSONValue]) {
    var waiting: [(JSONValue, Context)] = values.reversed().map { ($0, Context()) }
    while let (value, context) = waiting.popLast() {
      switch value.content {
      case .array(let elements):
        for element in elements.reversed() { waiting.append((element, context)) }
      case .object:
        let members = value.object ?? []
        let inner = extended(context, by: members)
        if isState(members) {
          addState(members, line: value.line, context: inner)
        } else {
          for member in members.reversed() {
            var next = inner
            next.key = member.key
            waiting.append((member.value, next))
          }
        }
      default: break
      }
    }
  }

  private func isState(_ members: [(key: String, value: JSONValue)]) -> Bool {
    members.contains { key, value in
      let meaning = StateKey(key)
      if meaning.isTelltale { return value.count != nil && !Self.holdsStates(value) }
      guard meaning == .zones, let zones = value.array else { return false }
      return zones.contains { zone in zone.object?.contains { StateKey($0.key).isTelltale } ?? false }
    }
  }

  /// `"waiting": [{"pendingUploads": 3}]` is a list of states, not a list of waiting records.
  private static func holdsStates(_ value: JSONValue) -> Bool {
    let first = value.array?.first ?? value
    return first.object?.contains { member in
      StateKey(member.key).isTelltale && ["pending", "needs"].contains { member.key.lowercased().contains($0) }
    } ?? false
  }

  private func extended(_ context: Context, by members: [(key: String, value: JSONValue)]) -> Context {
    var context = context
    var name: String?
    for (key, value) in members {
      switch StateKey(key) {
      case .identity:
        // A device says more than an id, whichever stands first.
        if let text = value.text, name == nil || key.lowercased().hasPrefix("device") { name = text }
      case .scope: context.scope = value.text ?? context.scope
      case .time: context.time = value.time ?? context.time
      default: break
      }
    }
    if let name { context.names = [name] }
    return context
  }

  private mutating func addState(
    _ members: [(key: String, value: JSONValue)], line: Int, context: Context
  ) {
    let place = Origin(source: origin.source, line: line)
    let isUnnamed = context.names.isEmpty && context.scope == nil
    let parts = isUnnamed ? [scopeWord(context.key)].compactMap(\.self) : context.names
    let identity = (parts + [context.scope].compactMap(\.self)).joined(separator: " ")
    var state = StoreState(
      origin: place, identity: identity.isEmpty ? fileIdentity : identity, kind: .reported, observedAt: context.time)
    var outcomes: [(words: ErrorWords, text: String)] = []
    for (key, value) in members { take(key, value, into: &state, outcomes: &outcomes) }
    addZoneSums(to: &state)
    for outcome in outcomes { add(outcome.words, text: outcome.text, of: &state, at: place) }
    if state.observedAt == nil { state.observedAt = [state.lastSuccess, state.lastFailure].compactMap(\.self).max() }
    content.states.append(state)
    content.records += 1
  }

  /// A key above an unnamed state that names it: `{"private": {"pendingSaves": 3}}`.
  private func scopeWord(_ key: String) -> String? {
    ["samples", "states", "state", "data", "sync", "syncstate", "dumps", "snapshots", "entries", "history", ""]
      .contains(
        key.lowercased()) ? nil : key
  }

  private mutating func take(
    _ key: String, _ value: JSONValue, into state: inout StoreState, outcomes: inout [(words: ErrorWords, text: String)]
  ) {
    switch StateKey(key) {
    case .uploads:
      let parts = Self.savesAndDeletes(value)
      if let count = parts?.saves ?? value.count { state.pendingUploads = (state.pendingUploads ?? 0) &+ count }
      if let deletes = parts?.deletes { state.pendingDeletes = (state.pendingDeletes ?? 0) &+ deletes }
      state.pendingItems += Self.names(value).prefix(max(0, 1000 - state.pendingItems.count))
    case .deletes:
      if let count = value.count { state.pendingDeletes = (state.pendingDeletes ?? 0) &+ count }
      state.pendingItems += Self.names(value).prefix(max(0, 1000 - state.pendingItems.count))
    case .zoneChanges: state.pendingZoneChanges = value.count ?? state.pendingZoneChanges
    case .inFlight: if let count = value.count { state.inFlight = (state.inFlight ?? 0) &+ count }
    case .tracked: state.trackedRecords = value.count ?? state.trackedRecords
    case .oldestPending: state.oldestPending = value.time
    case .lastSuccess:
      if let time = value.time { state.lastSuccess = time } else { note(key, value, &outcomes) }
    case .lastFailure:
      if let time = value.time { state.lastFailure = time } else { note(key, value, &outcomes) }
    case .lastFetch:
      if let time = value.time { state.zones.append(.init(name: nil, lastFetch: time)) }
    case .outcome: note(key, value, &outcomes)
    case .zones: StateZones.read(value, into: &state)
    case .tokens: StateZones.readTokens(value, into: &state)
    case .token: state.zones.append(.init(name: nil, tokenDigest: StateZones.tokenDigest(value)))
    case .entities: StateZones.readEntities(value, into: &state)
    case .events: addEvents(value, of: state)
    case .savedState: if Self.isAbsent(value) { state.flags.append("stateMissing") }
    case .flag: if case .bool(true) = value.content { state.flags.append(key) }
    case .note: if let text = value.text { state.notes.append(String(text.prefix(200))) }
    case .time, .identity, .scope, .other: break
    }
  }

  private static func isAbsent(_ value: JSONValue) -> Bool {
    switch value.content {
    case .null, .bool(false): true
    case .string(let text): text.isEmpty
    case .number(let number): number == 0
    default: false
    }
  }

  private func note(_ key: String, _ value: JSONValue, _ outcomes: inout [(words: ErrorWords, text: String)]) {
    guard let words = ErrorWords(value) else { return }
    outcomes.append((words, "\(key): \(value.text ?? words.summary)"))
  }

  private func addZoneSums(to state: inout StoreState) {
    if state.pendingUploads == nil, state.zones.contains(where: { $0.pendingUploads != nil }) {
      state.pendingUploads = state.zones.reduce(0) { $0 &+ ($1.pendingUploads ?? 0) }
    }
    if state.pendingDeletes == nil, state.zones.contains(where: { $0.pendingDeletes != nil }) {
      state.pendingDeletes = state.zones.reduce(0) { $0 &+ ($1.pendingDeletes ?? 0) }
    }
  }

  /// `{"saves": 3, "deletes": 1}`, or a list of changes that say which they are.
  private static func savesAndDeletes(_ value: JSONValue) -> (saves: Int, deletes: Int)? {
    if let members = value.object {
      let deletes = members.first { StateKey($0.key) == .deletes }?.value.count
      let saves = members.first { ["saves", "save", "modifications", "uploads"].contains($0.key.lowercased()) }?.value
        .count
      return deletes == nil && saves == nil ? nil : (saves ?? 0, deletes ?? 0)
    }
    guard let elements = value.array else { return nil }
    let deletes = elements.filter { element in
      if let text = element.text { return text.lowercased().hasPrefix("delete") }
      return element.object?.contains { key, value in
        ["type", "changetype", "kind", "action"].contains(key.lowercased())
          && (value.text?.lowercased().contains("delete") ?? false)
      } ?? false
    }.count
    return (elements.count - deletes, deletes)
  }

  private static func names(_ value: JSONValue) -> [String] {
    (value.array ?? []).compactMap { element in
      if let text = element.text { return text }
      return element.object?.first { ["recordname", "recordid", "name", "id"].contains($0.key.lowercased()) }?.value
        .text
    }
  }

  /// The outcome of the last attempt; the same failure told twice is one failure that stands there twice.
  private mutating func add(_ words: ErrorWords, text: String, of state: inout StoreState, at place: Origin) {
    guard let succeeded = words.hasSucceeded else { return }
    // The last attempt of a state that lists its attempts is one of them.
    let isListed = listsExport(of: state.identity, code: words.code)
    let time = state.observedAt
    let moment = succeeded ? state.lastSuccess ?? time : state.lastFailure ?? time
    if succeeded { state.lastSuccess = moment } else { state.lastFailure = moment }
    guard !isListed else { return }
    content.activities.append(
      Activity(
        origin: place, kind: .send, outcome: succeeded ? .succeeded : .failed, start: moment, end: moment,
        store: state.identity, errorDomain: words.domain, errorCode: words.code, text: String(text.prefix(300))))
    guard let domain = words.domain, let code = words.code else { return }
    let key = "\(state.identity)/\(domain)/\(code)"
    if let known = reported[key] {
      content.errors[known].printed += 1
      return
    }
    reported[key] = content.errors.count
    content.errors.append(
      ErrorReport(
        origin: place, time: moment, domain: domain, code: code, retryAfterMs: words.retryAfterMs, operation: "send",
        text: String(text.prefix(300))))
  }

  private mutating func listsExport(of store: String, code: Int?) -> Bool {
    func key(_ store: String, _ code: Int?) -> String { "\(code.map(String.init) ?? "-") \(store)" }
    for activity in content.activities[listedExports.seen...] where activity.kind == .export {
      if let store = activity.store { listedExports.keys.insert(key(store, activity.errorCode)) }
    }
    listedExports.seen = content.activities.count
    return listedExports.keys.contains(key(store, code))
  }

  /// Events as ckdiag's own form has them: type, startedAt, endedAt, succeeded, error.
  private mutating func addEvents(_ value: JSONValue, of state: StoreState) {
    for element in value.array ?? [] {
      guard let members = element.object else { continue }
      func first(_ names: String...) -> JSONValue? {
        members.first { member in
          names.contains(member.key.lowercased().filter(\.isLetter))
        }?.value
      }
      let kindWord = first("type", "kind", "event", "operation")?.text?.lowercased() ?? ""
      guard let kind = Activity.Kind.allCases.first(where: { kindWord.contains($0.rawValue) }) else { continue }
      let words = first("error", "outcome", "result", "status").flatMap { ErrorWords($0) }
      let end = first("endedat", "end", "ended", "finishedat", "at", "time")?.time
      let flag: Bool? = if case .bool(let flag)? = first("succeeded", "success", "ok")?.content { flag } else { nil }
      let succeeded = flag ?? words?.hasSucceeded
      let isBenign = words?.domain == "NSCocoaErrorDomain" && words?.code.map(benignCocoaCodes.contains) == true
      let outcome: Activity.Outcome =
        isBenign ? .deferred : succeeded.map { $0 ? .succeeded : .failed } ?? (end == nil ? .unfinished : .succeeded)
      var text = "\(kind.rawValue) \(outcome.rawValue)"
      if let domain = words?.domain, let code = words?.code { text += ", \(domain) \(code)" }
      let before = content.errors.count
      content.add(
        Activity(
          origin: Origin(source: origin.source, line: element.line), kind: kind, outcome: outcome,
          start: first("startedat", "start", "started")?.time ?? end, end: end,
          identifier: first("identifier", "id", "requestuuid", "uuid")?.text, store: state.identity,
          errorDomain: words?.domain, errorCode: words?.code,
          affectedObjects: first("affected", "affectedobjects", "records", "count")?.count, text: text))
      if content.errors.count > before { content.errors[before].retryAfterMs = words?.retryAfterMs }
    }
  }
}

extension ErrorWords {
  /// For evidence, where the field is no text.
  var summary: String {
    guard let domain, let code else { return hasSucceeded == true ? "succeeded" : "failed" }
    return "\(domain) \(code)"
  }
}
