/// A code of `NSCocoaErrorDomain` that Core Data's CloudKit mirroring uses.
package struct CocoaErrorCode: Equatable, Sendable {
  package var number: Int
  /// A short name of ours; Apple names only some of them.
  package var name: String
  /// True when nothing failed: deferred, superseded or already pending.
  package var isBenign: Bool
  /// True when it only reports that an earlier failure stands in the way.
  package var isCollateral: Bool
  package var meaning: String
  package var advice: [String]

  init(
    _ number: Int, _ name: String, isBenign: Bool = false, isCollateral: Bool = false, _ meaning: String,
    _ advice: [String] = []
  ) {
    self.number = number
    self.name = name
    self.isBenign = isBenign
    self.isCollateral = isCollateral
    self.meaning = meaning
    self.advice = advice
  }
}

extension CocoaErrorCode {
  /// Returns the code with the given number, or nil.
  package static func numbered(_ number: Int) -> CocoaErrorCode? { all.first { $0.number == number } }

  /// Every code, in the order of the numbers.
  package static let all: [CocoaErrorCode] = [
    .init(4097, "xpcConnectionInterrupted", "The connection to a daemon was interrupted.", ["Try again"]),
    .init(
      4099, "xpcConnectionInvalid", "The connection to a daemon was refused.",
      ["Look for 'error 159 - Sandbox restriction' beside it: a missing entitlement, which no retry heals"]),
    .init(
      134060, "coreDataError", "The model or its CloudKit schema cannot be set up.",
      [
        "Read the error beside it, which names entity and attribute",
        "Run initializeCloudKitSchema in Development, then deploy",
      ]),
    .init(
      134400, "cloudKitIntegrationSetupFailed",
      "Mirroring cannot start without a usable iCloud account; the words in brackets tell the account's state.",
      ["NoAccount: ask the user to sign in", "TemporarilyUnavailable: ask the user to sign in again, keep local data"]),
    .init(134402, "mirroringException", "An exception was raised inside the mirroring delegate."),
    .init(134403, "mirroringStoreUnavailable", "The store was removed, or its asset folder cannot be used."),
    .init(134404, "mirroringSeveralErrors", "Several errors at once, listed under NSDetailedErrors."),
    .init(
      134405, "accountChanged", "The iCloud account changed; the local sync data is reset.",
      ["Keep the user's local data"]),
    .init(
      134406, "mirroringNotInitialized", isCollateral: true,
      "A request was aborted because mirroring never initialised: the error inside it is the cause.",
      ["Read the error behind 'due to error:'"]),
    .init(
      134407, "requestCancelled", isBenign: true, "The request was cancelled: store removed, or an import in progress."),
    .init(
      134410, "storeOpenedTwice", "Another instance of this store is already syncing in this process.",
      ["Use one NSPersistentCloudKitContainer per store and process"]),
    .init(134412, "relationshipLinkFailed", "A relationship could not be linked during import."),
    .init(134413, "relationshipLinkFailed", "A relationship could not be linked during import."),
    .init(134415, "accountChangedReset", "The account changed; the local sync data is reset."),
    .init(134416, "identityReset", "The identity was updated; the local sync data is reset."),
    .init(
      134417, "requestAlreadyPending", isBenign: true, "A request of the same kind waits already; nothing is lost."),
    .init(
      134419, "requestDeferred", isBenign: true,
      "The system put the request off, or a newer one took its place; it runs again by itself."),
    .init(134420, "mirroringExceptionInWork", "An exception was raised during import, export or set-up."),
    .init(134421, "mirroringWorkFailed", "An import, export or set-up failed; read the inner error."),
    .init(
      134422, "handlerNotRegistered", "The activity handler could not be registered: another instance has it.",
      ["Use one NSPersistentCloudKitContainer per store and process"]),
  ]
}
