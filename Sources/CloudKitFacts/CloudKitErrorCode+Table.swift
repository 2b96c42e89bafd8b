extension CloudKitErrorCode {
  /// Every public code, in the order of the numbers, from 1 without a gap.
  package static let all: [CloudKitErrorCode] = ofRequests + ofRecords + ofZonesAndShares

  private static let ofRequests: [CloudKitErrorCode] = [
    .init(
      1, "internalError", "Internal Error", .never,
      "CloudKit or its daemon failed in a way that has no code of its own.",
      ["Read the internal number behind the slash", "Try once more; report it to Apple when it stays"]),
    .init(
      2, "partialFailure", "Partial Failure", .perItem,
      "Some items of the request failed; this is never a cause by itself.",
      ["Read the error of each item", "Fix and send again only the items that failed for a reason of their own"]),
    .init(
      3, "networkUnavailable", "Network Unavailable", .afterDelay, engine: true, "The device has no network.",
      ["Wait until the network is back"]),
    .init(
      4, "networkFailure", "Network Failure", .afterDelay, engine: true,
      "The network was there but the request did not get through.", ["Retry with a growing delay"]),
    .init(
      5, "badContainer", "Bad Container", .afterFix,
      "The container is unknown, or the app may not use it.",
      [
        "Compare the container identifier in code, entitlements and developer account letter by letter",
        "Assign the container to the App ID and renew the provisioning profile",
      ]),
    .init(
      6, "serviceUnavailable", "Service Unavailable", .afterDelay, engine: true, retryAfter: .documented,
      "CloudKit is overloaded or refuses for now, or the daemon cannot be reached.",
      [
        "Wait for the printed retry-after",
        "With NSCocoaErrorDomain:4099 look for 'error 159' beside it: a missing entitlement",
      ]),
    .init(
      7, "requestRateLimited", "Request Rate Limited", .afterDelay, engine: true, retryAfter: .documented,
      "Too many requests; the server or the device holds them back.",
      ["Wait for the printed retry-after", "Send fewer and larger requests, up to 400 items each, from one queue"]),
    .init(
      8, "missingEntitlement", "Missing Entitlement", .afterFix, "The app is not entitled to use CloudKit.",
      ["Add the iCloud capability with CloudKit and sign the build with it"]),
    .init(
      9, "notAuthenticated", "Not Authenticated", .afterFix, engine: true, retryAfter: .observed,
      "Nobody is signed in to iCloud, iCloud is off for this app, or new terms wait to be accepted.",
      ["Stop and wait for CKAccountChanged", "Keep local data", "Do not loop on the printed retry-after"]),
    .init(
      10, "permissionFailure", "Permission Failure", .afterFix, "The user or the app may not do this.",
      [
        "Read the server message: a bundle id that is not allowed, a security role, a read-only share",
        "Grant the role in the schema, or enable the container for the App ID",
      ]),
  ]

  private static let ofRecords: [CloudKitErrorCode] = [
    .init(
      11, "unknownItem", "Unknown Item", .afterFix, "The record, share or record type does not exist.",
      [
        "Read the server message: a missing type is a schema problem",
        "Re-create the record without its old system fields, or drop it",
      ]),
    .init(
      12, "invalidArguments", "Invalid Arguments", .afterFix,
      "The request cannot be understood or fulfilled: schema, index, predicate or a duplicate item.",
      [
        "Read the server message, it names the field or type",
        "Deploy the schema, add the index or correct the request",
      ]),
    .init(
      13, "resultsTruncated", "Results Truncated", .never, "Deprecated and never returned any more.",
      ["Use the query cursor"]),
    .init(
      14, "serverRecordChanged", "Server Record Changed", .afterFix,
      "The record on the server is newer than the one the change was based on, or exists although it was sent as new.",
      [
        "Merge the change onto the server record that the error carries, and save that",
        "Keep each record's system fields",
      ]),
    .init(
      15, "serverRejectedRequest", "Server Rejected Request", .afterFix, "The server refuses the request for good.",
      ["Read the internal number and the server message", "Do not repeat it unchanged"]),
    .init(
      16, "assetFileNotFound", "Asset File Not Found", .afterFix, "The file of an asset was gone before its upload.",
      ["Keep the file until the save has finished"]),
    .init(
      17, "assetFileModified", "Asset File Modified", .afterFix, "The file of an asset changed during its upload.",
      ["Upload a copy that nobody writes to"]),
    .init(
      18, "incompatibleVersion", "Incompatible Version", .never, "The app is older than the container accepts.",
      ["Ask the user to update the app"]),
    .init(
      19, "constraintViolation", "Constraint Violation", .afterFix,
      "A field that must be unique has this value already.",
      ["Choose another value, or update the record that has it"]),
    .init(
      20, "operationCancelled", "Operation Cancelled", .afterDelay, engine: true,
      "The app or the system cancelled the operation; no fault.", ["Start it again when it is still wanted"]),
    .init(
      21, "changeTokenExpired", "Change Token Expired", .afterFix, "The server no longer knows the change token.",
      ["Drop the token and fetch from nil", "Keep local data; the fetch brings everything again"]),
    .init(
      22, "batchRequestFailed", "Batch Request Failed", .withSibling,
      "Another item of the atomic batch failed; this item is collateral.",
      ["Correct the sibling that failed for a reason of its own, then send the batch again"]),
    .init(
      23, "zoneBusy", "Zone Busy", .afterDelay, engine: true, retryAfter: .documented,
      "Too many clients write to the record zone at once.",
      ["Retry with a growing delay", "Let fewer writers work on one zone"]),
    .init(
      24, "badDatabase", "Invalid Database For Operation", .never,
      "The database cannot do this, such as a custom zone in the public one.",
      ["Use the database that the operation belongs to"]),
    .init(
      25, "quotaExceeded", "Quota Exceeded", .afterFix, retryAfter: .observed,
      "The storage is full: the user's in the private database, the container's in the public one, the owner's in a shared zone.",
      [
        "Stop uploading, keep the changes and tell the user",
        "Queue the changes again later: CKSyncEngine has dropped them",
        "Do not wait for the printed retry-after: it frees no storage",
      ]),
  ]

  private static let ofZonesAndShares: [CloudKitErrorCode] = [
    .init(
      26, "zoneNotFound", "Zone Not Found", .afterFix, "The record zone does not exist.",
      ["Create the zone, then send all its records again"]),
    .init(
      27, "limitExceeded", "Limit Exceeded", .afterFix,
      "The request or a record is larger than the server accepts.",
      [
        "More than 400 items: split the batch at once, without waiting",
        "'record too large': move large fields into assets; splitting does not help",
      ]),
    .init(
      28, "userDeletedZone", "User Deleted Zone", .afterFix, "The user deleted the app's iCloud data in Settings.",
      ["Ask the user before anything is uploaded again", "Mark the local data as local only"]),
    .init(
      29, "tooManyParticipants", "Too Many Participants", .never, "The share has as many participants as it can have.",
      ["Remove participants, or share publicly by link"]),
    .init(
      30, "alreadyShared", "Already Shared", .afterFix, "The record or one above it is shared already.",
      ["Fetch the existing share and change that"]),
    .init(
      31, "referenceViolation", "Reference Violation", .afterFix,
      "The record that a reference points to does not exist.",
      ["Save the parent first, or in the same batch"]),
    .init(
      32, "managedAccountRestricted", "Managed Account Restricted", .never, "A managed account may not do this.",
      ["Tell the user that the organisation restricts it"]),
    .init(
      33, "participantMayNeedVerification", "Participant May Need Verification", .afterFix,
      "The user is not known to be a participant of the share.", ["Open the share's URL so that the user can verify"]),
    .init(
      34, "serverResponseLost", "Server Response Lost", .afterDelay,
      "The connection broke after the request was sent; its result is unknown.",
      ["Fetch first, then send again what is missing"]),
    .init(
      35, "assetNotAvailable", "Asset File Not Available", .afterDelay,
      "The content of the asset is not available now.",
      ["Fetch it again later"]),
    .init(
      36, "accountTemporarilyUnavailable", "Account Temporarily Unavailable", .afterFix, engine: true,
      "Somebody is signed in, but the account's credentials must be entered again.",
      ["Ask the user to sign in again in Settings", "Keep local data"]),
    .init(
      37, "participantAlreadyInvited", "Participant Already Invited", .never,
      "The participant has an invitation already.",
      ["Use the invitation that exists"]),
  ]
}
