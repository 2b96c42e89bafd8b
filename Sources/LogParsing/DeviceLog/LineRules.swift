import SyncModel
import TextPatterns

/// Recognises lines that say something about sync without being an error.
final class LineRules {
  /// One wording and what it means; the groups `subject` and `value` fill the observation.
  private struct Rule {
    var kind: Observation.Kind
    var subject: String
    var matcher: Matcher
    /// What a number in the group `value` is multiplied with.
    var factor: Double = 1
  }

  private let rules: [Rule]

  init() {
    rules = ObservationPatterns.all.map {
      Rule(kind: $0.kind, subject: $0.subject, matcher: $0.pattern.makeMatcher(), factor: $0.factor)
    }
  }

  /// What a message says, each meaning once.
  func observations(in message: String, origin: Origin, time: Timestamp?) -> [Observation] {
    var found: [Observation] = []
    var copy = message
    copy.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      for rule in rules where rule.matcher.firstMatch(in: bytes) != nil {
        var subject = rule.subject
        if let range = rule.matcher.range(of: "subject") { subject = String(decoding: bytes[range], as: UTF8.self) }
        var value: Int64?
        if let range = rule.matcher.range(of: "value"),
          let number = Double(String(decoding: bytes[range], as: UTF8.self)), number < 1e12
        {
          value = Int64((number * rule.factor).rounded())
        }
        guard !found.contains(where: { $0.kind == rule.kind && $0.subject == subject }) else { continue }
        found.append(
          Observation(
            origin: origin, time: time, kind: rule.kind, subject: subject, value: value,
            text: message.clipped(600)))
      }
    }
    return found
  }
}

/// The wordings of framework, system and libraries, as data.
enum ObservationPatterns {
  struct Entry: Sendable {
    var kind: Observation.Kind
    var subject: String
    var pattern: Pattern
    var factor: Double

    init(_ kind: Observation.Kind, _ subject: String = "", _ source: String, factor: Double = 1) {
      self.kind = kind
      self.subject = subject
      pattern = ErrorPatterns.make(source, isCaseInsensitive: true)
      self.factor = factor
    }
  }

  static let all: [Entry] = ofApps + ofCoreData + ofEngine

  private static let ofApps: [Entry] = [
    Entry(.appCrash, "CKException", #"terminating app due to uncaught exception\s{1,4}'?CK\w*Exception"#),
    Entry(
      .appCrash, "exception",
      #"terminating app due to uncaught exception\s{1,4}'?+(?!CK)[^\n]{0,400}?"#
        + #"(?:\bCK[A-Z]\w|CloudKit|Share must be in the same zone)"#),
    Entry(.appCrash, "assertion", #"Assertion failure in [-+]\[CK[A-Z]\w{1,80}[ (]"#),
    // A trap in CloudKit's own Swift code; the app's own fatalError quotes CloudKit and is no crash in it.
    Entry(.appCrash, "Swift trap", #"\bCloudKit/[\w+]{1,80}\.swift:\d{1,6}: Fatal error"#),
    Entry(
      .missingEntitlement, "com.apple.developer.icloud-services",
      #"your\s{1,80}process\s{1,80}must\s{1,80}have\s{1,80}a\s{1,80}com\.apple\.developer\.icloud-services"#
        + #"|\bmiss(?:es|ing)\b[^\n]{0,60}\bentitlements?\b[^\n]{0,20}com\.apple\.developer\.icloud-services"#
        + #"|\bmiss(?:es|ing)\b[^\n]{0,20}com\.apple\.developer\.icloud-services[^\n]{0,4} entitlement"#),
    Entry(
      .missingEntitlement, "application ID",
      #"Trying\s{1,80}to\s{1,80}initialize\s{1,80}a\s{1,80}container\s{1,80}without\s{1,80}an\s{1,80}application\s{1,80}ID\b"#
    ),
    Entry(.sandboxRestriction, "159", #"error\s{1,4}159\s{1,4}-\s{1,4}Sandbox\s{1,4}restriction"#),
    Entry(
      .missingBackgroundMode, "remote-notification",
      #"(?:require\w*[^\n]{0,60}'?remote-notification'?\s{1,4}background\s{1,4}mode|"#
        + #"add 'remote-notification' to the list of your supported UIBackgroundModes)"#),
    Entry(.other, "BUG IN CLIENT OF CLOUDKIT", #"BUG IN CLIENT OF CLOUDKIT(?!: CloudKit push notifications)"#),
    Entry(
      .deferredBySystem, "system",
      #"\{name: (?<subject>[A-Za-z ]{3,60}), policyWeight: [0-9.]{1,12}, response: \{Decision: Must Not Proceed"#
        + #"[^\x00]{0,4000}?FinalDecision: Must Not Proceed"#),
    Entry(
      .pushReceived, "",
      #"(?:Received message for enabled topic '?|receivedPushWithTopic )(?<subject>com\.apple\.icloud-container\.[\w.-]{1,200})"#
    ),
    Entry(.pushReceived, "import", #"Scheduling automated import with activity \(Push\)"#),
    Entry(
      .batchSize, "records",
      #"\b(?:sending|uploading|saving|pushing|modifying)\s(?<value>\d{1,7})\s(?:records?|items?|changes)\b"#),
    Entry(
      .invalidRecordName, "record name",
      #"record ?(?:name|ID)[^\n]{0,120}(?:must (?:only )?(?:contain|be)[^\n]{0,20}ASCII|255 char)"#),
    Entry(.accountState, "noAccount", #"accountStatus\s?=\s?No account|CKAccountStatusNoAccount\b"#),
    Entry(
      .accountState, "temporarilyUnavailable",
      #"accountStatus\s?=\s?Temporarily|CKAccountStatusTemporarilyUnavailable\b"#),
    Entry(.accountState, "restricted", #"accountStatus\s?=\s?Restricted|CKAccountStatusRestricted\b"#),
    Entry(.accountState, "couldNotDetermine", #"accountStatus\s?=\s?Could ?not|CKAccountStatusCouldNotDetermine\b"#),
    Entry(.accountState, "available", #"accountStatus\s?=\s?Available|CKAccountStatusAvailable\b"#),
    Entry(
      .retryAfter, "throttle queue",
      #"container throttle queue[^\n]{0,200}?\bretry_?after\s?[=:]\s?(?<value>[0-9.]{1,12})"#,
      factor: 1000),
    Entry(
      .retryAfter, "throttle", #"\bThrottle\b[^\n]{0,80}\btriggered, allowed in (?<value>[0-9.]{1,12}) ?s"#,
      factor: 1000),
  ]

  private static let ofCoreData: [Entry] = [
    Entry(
      .storeOpenedTwice, "activity", #"Illegal attempt to register a\s{1,4}second handler for activity identifier"#),
    Entry(.mirroringStopped, "tear-down", #"Told to tear down with reason: (?<subject>[^\n.>]{1,80})"#),
    Entry(.mirroringStopped, "reset", #"resetting internal state after error"#),
    Entry(.mirroringStarted, "set-up", #"Successfully (?:enqueued setup request|set up CloudKit integration)"#),
    Entry(.pendingCount, "export", #"Found (?<value>\d{1,9}) objects? needing export"#),
    Entry(.bookkeepingDamage, "missing metadata", #"Can't find metadata for recordID|Metadata Inconsistency:"#),
    Entry(.bookkeepingDamage, "immutable zone", #"Ignoring dirty metadata for record in immutable zone"#),
    Entry(.modelIncompatible, "ordered relationships", #"CloudKit integration does not support ordered relationships"#),
    Entry(
      .modelIncompatible, "non-optional attributes",
      #"CloudKit integration requires that all attributes be optional, or have a default value"#),
    Entry(
      .modelIncompatible, "non-optional relationships",
      #"CloudKit integration requires that all relationships be optional"#),
    Entry(
      .modelIncompatible, "relationships without inverse",
      #"CloudKit integration requires that all relationships have an inverse"#),
    Entry(.modelIncompatible, "unique constraints", #"CloudKit integration does not support unique constraints"#),
    Entry(.modelIncompatible, "deny rule", #"CloudKit integration does not support [^\n]{0,40}\bdeny\b"#),
    Entry(
      .modelIncompatible, "other rule",
      #"CloudKit integration (?:does not support|forbids|is only supported) (?!ordered|unique)(?![^\n]{0,40}\bdeny\b)[^\n]{1,200}"#
    ),
  ]

  private static let ofEngine: [Entry] = [
    Entry(.emptyBatch, "nextRecordZoneChangeBatch", #"no batch received from nextRecordZoneChangeBatch"#),
    Entry(.emptyBatch, "nextRecordZoneChangeBatch", #"\bnextRecordZoneChangeBatch:? (?:no changes|nil|0)\b"#),
    Entry(.engineState, "reset", #"resetting state with weight="#),
    Entry(.engineState, "unreadable", #"Failed to unarchive sync engine state serialization"#),
    Entry(
      .engineState, "created",
      #"\b(?:creat|initializ|start)\w* (?:the )?(?:CK)?sync ?engine\b[^\n]{0,60}\b(?:no|nil|without|empty)\b[^\n]{0,20}state"#
    ),
    Entry(.batchSize, "nextRecordZoneChangeBatch", #"\bnextRecordZoneChangeBatch:? (?<value>[1-9]\d{0,6})\b"#),
    Entry(.changesLost, "decode error", #"\bcannot decode column\b[^\n]{0,200}"#),
    Entry(.engineEvent, "scheduled", #"scheduling sync with earliest start date"#),
    Entry(.engineEvent, "manual send", #"\bsendChanges\(\) forced|\bforc(?:ed|ing) (?:a )?(?:sync|send)"#),
    Entry(
      .engineEvent, "",
      #"(?:^|[\s\]|)])(?<subject>stateUpdate|signIn|signOut|switchAccounts|fetchedDatabaseChanges|fetchedRecordZoneChanges|"#
        + #"sentDatabaseChanges|sentRecordZoneChanges|willFetchChanges|willFetchRecordZoneChanges|"#
        + #"didFetchRecordZoneChanges|didFetchChanges|willSendChanges|didSendChanges|nextRecordZoneChangeBatch)\b"#),
    Entry(.engineEvent, "received batch", #"received record zone change batch"#),
    Entry(.accountState, "", #"(?:^|[\s)])(?<subject>signIn|signOut|switchAccounts)\b"#),
    Entry(
      .pendingCount, "upload", #"\bpending(?: record zone)?(?: changes| uploads| saves)?\s?[=:]\s?(?<value>\d{1,9})\b"#),
  ]
}
