import SyncModel

/// A public code and what stands behind the slash, as seen in public logs, and what the pair means.
package struct ObservedPair: Equatable, Sendable {
  /// The public code, or nil where only the internal number was seen.
  package var code: Int?
  package var underlying: UnderlyingCode?
  /// Words of the message that decide between meanings of one pair; nil = any.
  package var phrase: String?
  package var meaning: String

  init(_ code: Int?, _ underlying: UnderlyingCode?, phrase: String? = nil, _ meaning: String) {
    self.code = code
    self.underlying = underlying
    self.phrase = phrase
    self.meaning = meaning
  }

  init(_ code: Int?, _ number: Int, phrase: String? = nil, _ meaning: String) {
    self.init(code, UnderlyingCode(code: number), phrase: phrase, meaning)
  }
}

extension ObservedPair {
  /// Returns what a code, its underlying code and its message mean together; the deciding phrase wins.
  package static func meaning(code: Int?, underlying: UnderlyingCode?, message: String?) -> String? {
    let candidates = all.filter { $0.code == code && $0.underlying == underlying }
    let text = (message ?? "").lowercased()
    return candidates.first { $0.phrase.map { text.contains($0.lowercased()) } ?? false }?.meaning
      ?? candidates.first { $0.phrase == nil }?.meaning
  }

  /// Every pair, by public code.
  package static let all: [ObservedPair] = [
    .init(1, 1000, "the connection ended without an answer of the server"),
    .init(1, 4000, "the request cannot be signed: device clock, no usable account, or a service outage"),
    .init(2, 1011, "some items of the request failed; each has an error of its own"),
    .init(5, 1014, "the container's configuration cannot be fetched: unknown container or not assigned to the App ID"),
    .init(6, 2022, "the server answered HTTP 503"),
    .init(6, 2009, "the server throttles"),
    .init(
      6, UnderlyingCode(domain: "NSCocoaErrorDomain", code: 4099),
      "the CloudKit daemon cannot be reached; with 'error 159 - Sandbox restriction' beside it, a missing entitlement"),
    .init(7, 2008, "held back on the device because of an earlier HTTP 503 or 429; no request was sent"),
    .init(7, 2061, "held back on the device because of an earlier HTTP 503"),
    .init(7, 2062, "held back on the device because of an earlier HTTP 429"),
    .init(9, 1002, phrase: "denied by user settings", "iCloud is switched off for this app"),
    .init(9, 1002, "nobody is signed in to iCloud"),
    .init(9, 1004, "the account must accept new iCloud terms, or is suspended"),
    .init(9, nil, "the state of the iCloud account is not known"),
    .init(10, 2007, phrase: "Invalid bundle ID", "the container is not attached to the App ID"),
    .init(10, 2007, phrase: "operation not permitted", "the security role lacks the permission"),
    .init(10, 2007, phrase: "Shared zone update", "updates of shared zones are not enabled for the container"),
    .init(10, 2007, "the user or the app may not do this"),
    .init(11, 2003, phrase: "record type", "the record type does not exist: a schema problem"),
    .init(11, 2003, phrase: "Share not found", "the share does not exist any more"),
    .init(11, 2003, phrase: "recordChangeTag", "the record was deleted on the server while the client holds its tag"),
    .init(11, 2003, "the record or its type does not exist"),
    .init(12, 2006, phrase: "defined to be", "a field has another type in the schema; deploying does not help"),
    .init(12, 2006, phrase: "production schema", "the type or field is missing in the Production schema"),
    .init(12, 2006, "the server does not accept the request's form"),
    .init(12, 2015, "the field is not marked queryable"),
    .init(12, 2016, "the field is not marked sortable"),
    .init(12, 1020, "more than 400 items in one request, refused on the device (older systems)"),
    .init(12, nil, "refused on the device; nothing was sent"),
    .init(
      14, 2004, phrase: "already exists", "the record was sent as new although it exists: its system fields were lost"),
    .init(14, 2004, "the change is based on an older version of the record"),
    .init(15, 2000, "an internal error of the server, or a container that is not provisioned yet"),
    .init(15, 2032, "the same subscription exists already; harmless"),
    .init(21, 2026, "the change token does not fit what the server knows any more"),
    .init(22, 2024, "collateral of an atomic batch"),
    .init(25, 2035, "the storage is full"),
    .init(26, 2036, "the record zone does not exist"),
    .init(27, 1020, "more than 400 items in one request, refused on the device"),
    .init(27, 2023, phrase: "record too large", "a record or share is over 1 MB"),
    .init(27, 2023, phrase: "owning references", "more than about 750 references to one record"),
    .init(27, 2023, phrase: "limit of values", "a query compares with more than 250 values"),
    .init(27, 2023, "a limit of the server"),
    .init(28, 2042, "the user deleted the app's data in Settings"),
    .init(36, 1029, "the account's authentication token is bad or missing; the user must sign in again"),
    .init(nil, 2037, "the zone exists with other protection data"),
    .init(nil, 2053, "the protection identity of the zone's user is not known"),
  ]
}
