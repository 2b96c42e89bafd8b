import CloudKitFacts

/// What the key of a state dump means, whatever spelling an app chose.
enum StateKey: Equatable {
  case uploads, deletes, zoneChanges, inFlight, tracked
  case time, oldestPending, lastSuccess, lastFailure, lastFetch
  /// The outcome of the last attempt, or its error.
  case outcome
  /// What the dump is of: a device, a store, an engine.
  case identity
  /// A part of the identity: scope, database.
  case scope
  case zones, tokens, token, entities, events
  case savedState, flag, note, other

  /// The meaning of a key.
  init(_ key: String) {
    self = Self.known.value(for: key) {
      let plain = Self.plain(key)
      return Self.exact[plain] ?? Self.guess(plain)
    }
  }

  /// Every object of a document has the same keys.
  private static let known = KnownAnswers<String, StateKey>()

  /// The letters and digits of a key in lower case; keys are nearly always ASCII.
  private static func plain(_ key: String) -> String {
    guard key.utf8.allSatisfy({ $0 < 0x80 }) else { return key.lowercased().filter { $0.isLetter || $0.isNumber } }
    return String(unsafeUninitializedCapacity: key.utf8.count) { buffer in
      var count = 0
      for byte in key.utf8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): buffer[count] = byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): buffer[count] = byte
        default: continue
        }
        count += 1
      }
      return count
    }
  }

  /// True for keys that make an object a state dump.
  var isTelltale: Bool { self == .uploads || self == .deletes || self == .zoneChanges }

  private static let exact: [String: StateKey] = {
    var keys: [String: StateKey] = [:]
    for (meaning, names) in spellings {
      for name in names.split(whereSeparator: \.isWhitespace) { keys[String(name)] = meaning }
    }
    return keys
  }()

  private static let spellings: [(StateKey, String)] = [
    (
      .time,
      """
      at time timestamp ts date when observedat takenat capturedat dumpedat generatedat recordedat loggedat sampledat
      createdat exportedat asof now observed capturetime
      """
    ),
    (.identity, "device devicename store storename storeid name identifier id label engine app client instance"),
    (.scope, "scope database databasescope db container"),
    (
      .tracked,
      """
      tracked trackedrecords records recordcount totalrecords total totalcount localrecords localcount
      localrecordcount mirrored mirroredrecords knownrecords objectcount metadatarows
      """
    ),
    (.zones, "zones zonestates zonestate recordzones byzone perzone"),
    (
      .tokens,
      """
      tokens changetokens zonetokens zonechangetokens tokensbyzone serverchangetokens serverchangetokensbyzoneid
      """
    ),
    (.entities, "entities recordtypes byentity bytype tables perentity"),
    (.events, "events activities attempts operations"),
    (
      .outcome,
      """
      lastsend lastresult lastattempt lastsenderror lasterror lastsyncerror lastexporterror error senderror lastoutcome
      result outcome lastfailurereason lastsyncresult lastuploaderror lasterrordescription
      """
    ),
    (.inFlight, "inflight inflightcount uploading sending inprogress"),
    (.deletes, "deletes deletions todelete zneedsclouddelete needsclouddelete tombstones"),
    (
      .uploads,
      """
      needsupload zneedsupload toupload dirty backlog outbox uploadqueue recordstosave saves uploads unsynced unsent
      waiting queued
      """
    ),
    (.note, "note notes comment"),
  ]

  private static func guess(_ plain: String) -> StateKey {
    var plain = plain
    return plain.withUTF8 { guess($0) }
  }

  private static func guess(_ plain: UnsafeBufferPointer<UInt8>) -> StateKey {
    func has(_ parts: StaticString...) -> Bool {
      for part in parts where part.withUTF8Buffer({ ByteSearch.first($0, in: plain) }) != nil { return true }
      return false
    }
    func begins(_ part: StaticString) -> Bool { part.withUTF8Buffer { plain.starts(with: $0) } }
    let isQuestion = begins("needs") || begins("haspending") || begins("hasinflight")
    if isQuestion, !has("upload", "clouddelete") { return .flag }
    if has("serialization", "enginestate", "savedstate") { return .savedState }
    if has("inflight") { return .inFlight }
    if has("oldest", "pendingsince", "waitingsince", "firstpending") { return .oldestPending }
    if has("last", "previous", "newest", "latest") { return guessLast(plain) }
    if has("token") { return has("tokens") ? .tokens : .token }
    let waits = has(
      "pending", "unsynced", "dirty", "queued", "unsent", "backlog", "outbox", "waiting", "needsupload", "notuploaded")
    let isOther = has("download", "import", "fetch", "relationship", "invit", "share", "notification", "pendingat")
    guard waits, !isOther else { return .other }
    if has("delet", "remov", "tombstone") { return .deletes }
    if has("database", "zonechange", "zonesave", "pendingzone"), !has("recordzone") { return .zoneChanges }
    return .uploads
  }

  private static func guessLast(_ plain: UnsafeBufferPointer<UInt8>) -> StateKey {
    func has(_ parts: StaticString...) -> Bool {
      for part in parts where part.withUTF8Buffer({ ByteSearch.first($0, in: plain) }) != nil { return true }
      return false
    }
    if has("token") { return .token }
    if has("error", "reason", "result", "outcome", "status") { return .outcome }
    if has("fail") { return .lastFailure }
    if has("fetch", "import", "download", "pull", "received") { return .lastFetch }
    if has("attempt", "tried", "try") { return .other }
    return has("success", "sync", "export", "upload", "sent", "send", "push", "save") ? .lastSuccess : .other
  }
}
