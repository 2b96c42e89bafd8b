/// What an operation does, whatever a log calls it: `record.save`, `changes.zone`, `other`.
///
/// Covers the Console's operation types (the client protocol's names without "Type"), the subpaths of CloudKit Web
/// Services and the classes of CloudKit's operations.
package struct OperationFamily: Hashable, Sendable {
  /// Stored; must not change.
  package var rawValue: String

  /// The family of an operation, by its verbatim name in any letter case.
  package init(operation: String) {
    rawValue = Self.known.value(for: operation) {
      let plain = Self.plainName(operation)
      return Self.exact[plain] ?? Self.byWords(plain)
    }
  }

  /// A log names the same few operations again and again.
  private static let known = KnownAnswers<String, String>()

  /// Letters only, lower case, without the words that carry no meaning: `CKFetchRecordsOperation` → `fetchrecords`.
  private static func plainName(_ operation: String) -> String {
    var name = operation
    if let dot = name.lastIndex(of: "."), !name.contains("/") { name = String(name[name.index(after: dot)...]) }
    if name.hasSuffix("Operation") { name.removeLast(9) }
    if name.hasPrefix("CKD") { name.removeFirst(3) } else if name.hasPrefix("CK") { name.removeFirst(2) }
    if name.hasSuffix("Type") { name.removeLast(4) }
    return name.lowercased().filter(\.isLetter)
  }

  private static func byWords(_ name: String) -> String {
    let isSave = ["save", "modify", "create", "update"].contains { name.contains($0) }
    let isDelete = name.contains("delete")
    let action = isDelete ? "delete" : isSave ? "save" : "fetch"
    if name.contains("changes") {
      return name.contains("database") || name.contains("zoneretrievechanges") ? "changes.database" : "changes.zone"
    }
    if name.contains("subscription") { return "subscription." + action }
    if name.contains("share") { return "share" }
    if name.contains("asset") { return "asset.token" }
    if name.contains("query") { return "record.query" }
    if name.contains("zone") { return "zone." + action }
    if name.contains("record") { return "record." + action }
    if name.contains("push") { return "push" }
    if name.contains("token") { return "token" }
    if name.contains("user") { return "user" }
    return "other"
  }

  /// Names whose words mislead, or that have no telling word.
  private static let exact: [String: String] = [
    // Console: the client protocol's names.
    "zoneretrievechanges": "changes.database", "zonechanges": "changes.zone", "databasechanges": "changes.database",
    "recordretrievechanges": "changes.zone", "recordchanges": "changes.zone",
    "zoneretrieveancestors": "zone.fetch", "zonechildrenretrieve": "zone.fetch",
    "recordretrieveversions": "record.fetch", "recordmove": "record.save", "recordresolvetoken": "share.resolve",
    "fetcharchivedrecords": "archive", "archiverecords": "archive", "shareaccess": "share", "sharedecline": "share",
    "shareaccept": "share", "addanonymousshare": "share", "removeanonymousshare": "share",
    "queryretrieve": "record.query", "queryfetch": "record.query", "assetuploadtokenretrieve": "asset.token",
    "containerdelete": "container", "useravailablequota": "container", "containergetbundles": "container",
    "webauthtokenretrieve": "token", "mergeabledeltasave": "mergeable", "mergeabledeltametadataretrieve": "mergeable",
    "mergeabledeltareplace": "mergeable", "mergeabledeltaretrieve": "mergeable", "privatesearchset": "search",
    "privatesearchget": "search", "privatesearchdelete": "search", "userquery": "user",
    "adoptercapabilitiessave": "misc", "adoptercapabilitiescheck": "misc", "zoneusagesave": "misc",
    "functioninvoke": "misc", "datarepairupdatemissingassetstatus": "repair", "datarepairmarkassetbroken": "repair",
    // Web Services: subpaths.
    "recordsquery": "record.query", "internalrecordsquerybatch": "record.query", "recordsmodify": "record.save",
    "recordslookup": "record.fetch", "recordschanges": "changes.zone", "recordsresolve": "share",
    "recordsaccept": "share", "changesdatabase": "changes.database", "changeszone": "changes.zone",
    "zoneschanges": "changes.database", "zoneslist": "zone.fetch", "zoneslookup": "zone.fetch",
    "zonesmodify": "zone.save", "subscriptionslist": "subscription.fetch", "subscriptionslookup": "subscription.fetch",
    "subscriptionsmodify": "subscription.save", "userscurrent": "user", "userscaller": "user",
    "usersdiscover": "user", "userslookupemail": "user", "userslookupid": "user", "userslookupcontacts": "user",
    "assetsupload": "asset.token", "assetsrereference": "asset.token", "tokenscreate": "token",
    "tokensregister": "token",
    // CloudKit's operation classes.
    "modifyrecords": "record.save", "fetchrecords": "record.fetch", "query": "record.query",
    "fetchrecordzonechanges": "changes.zone", "fetchrecordchanges": "changes.zone",
    "fetchdatabasechanges": "changes.database", "modifyrecordzones": "zone.save", "fetchrecordzones": "zone.fetch",
    "modifysubscriptions": "subscription.save", "fetchsubscriptions": "subscription.fetch",
    "fetchsharemetadata": "share.resolve", "acceptshares": "share", "fetchshareparticipants": "share",
    "fetchwebauthtoken": "token", "discoveruseridentities": "user", "discoveralluseridentities": "user",
    "uploadassets": "asset.token", "downloadassets": "asset.token", "markassetbroken": "repair",
  ]
}
