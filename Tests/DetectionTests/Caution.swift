import Testing

/// A log that a hasty reader would misjudge, and all that may be said of it.
struct Caution: Sendable, CustomTestStringConvertible {
  var name: String
  var log: String
  /// Severity, id and occurrences of each finding, in the order of the report.
  var findings: [String]
  var testDescription: String { name }

  init(_ name: String, _ log: String, _ findings: String...) {
    self.name = name
    self.log = log
    self.findings = findings
  }

  static let all = levels + repetitions + identities + operations + delays + numbers + roots + queues

  /// A level says nothing about success.
  private static let levels = [
    Caution(
      "progress at level error",
      """
      error: CoreData+CloudKit: -[PFCloudKitExporter exportOperationFinished:withSavedRecords:](688): Modify records finished
      CoreData: error: CoreData+CloudKit: -[NSCloudKitMirroringDelegate checkAndExecuteNextRequest](3553): No more requests to execute.
      """),
    Caution(
      "daemon noise at level error",
      """
      2026-10-07 02:09:14.456 E  cloudd[312:859c8e] [com.apple.cloudkit:CK] <private> Attempted to acquire an empty collection of resources
      2026-10-07 02:09:15.456 E  Notes[755:859c8e] [com.apple.coredata:error] CoreData: debug: WAL checkpoint: Database busy
      """),
    Caution(
      "a failure at level debug",
      """
      2026-10-07 02:09:14.456 Db Notes[755:859c8e] [com.apple.cloudkit:Engine] save failed: <CKError 0x600001: "Zone Busy" (23/2029); server message = "zone is busy"; Retry after 5.0 seconds>
      """, "warning zone-busy ×1"),
  ]

  /// One failure is printed several times.
  private static let repetitions = [
    Caution(
      "one failure on four lines",
      """
      error: CoreData+CloudKit: -[NSCloudKitMirroringDelegate _performSetupRequest:]_block_invoke(1242): <NSCloudKitMirroringDelegate: 0x600003>: Failed to set up CloudKit integration for store: <NSSQLCore: 0x103> (URL: file:///x.sqlite)
      <CKError 0x600001: "Permission Failure" (10/2007); server message = "Invalid bundle ID for container"; uuid = 3C9D7F10-1111-4000-8000-0000000000B1; container ID = "iCloud.com.example.notes">
      CoreData: error: CoreData+CloudKit: -[NSCloudKitMirroringDelegate _performSetupRequest:]_block_invoke(1242): <NSCloudKitMirroringDelegate: 0x600003>: Failed to set up CloudKit integration for store: <NSSQLCore: 0x103> (URL: file:///x.sqlite)
      <CKError 0x600001: "Permission Failure" (10/2007); server message = "Invalid bundle ID for container"; uuid = 3C9D7F10-1111-4000-8000-0000000000B1; container ID = "iCloud.com.example.notes">
      """, "error container-misconfigured ×1"),
    Caution(
      "two failures with the same words",
      """
      save failed: <CKError 0x600001: "Server Record Changed" (14/2004); server message = "client oplock error updating record"; op = 0A0A0A0A0A0A0A01>
      save failed: <CKError 0x600001: "Server Record Changed" (14/2004); server message = "client oplock error updating record"; op = 0A0A0A0A0A0A0A02>
      """, "warning record-conflict ×2"),
  ]

  /// Pointers are used again at once; only ids and the data of tokens tell one thing from another.
  private static let identities = [
    Caution(
      "a token that moves behind one pointer",
      """
      fetching changes of zone Notes since token = <CKServerChangeToken: 0x600001; data=AQAAAAAAAAFR>
      zone Notes: 100 changed, moreComing=true, token = <CKServerChangeToken: 0x600001; data=AQAAAAAAAAFS>
      fetching changes of zone Notes since token = <CKServerChangeToken: 0x600001; data=AQAAAAAAAAFS>
      zone Notes: 100 changed, moreComing=true, token = <CKServerChangeToken: 0x600001; data=AQAAAAAAAAFT>
      fetching changes of zone Notes since token = <CKServerChangeToken: 0x600001; data=AQAAAAAAAAFT>
      zone Notes: 12 changed, moreComing=false, token = <CKServerChangeToken: 0x600001; data=AQAAAAAAAAFU>
      """),
    Caution(
      "a token that stands still behind new pointers",
      """
      fetching changes of zone Notes since token = <CKServerChangeToken: 0x600001; data=AQAAAAAAAAFR>
      zone Notes: 100 changed, moreComing=true, token = <CKServerChangeToken: 0x600002; data=AQAAAAAAAAFR>
      fetching changes of zone Notes since token = <CKServerChangeToken: 0x600003; data=AQAAAAAAAAFR>
      zone Notes: 100 changed, moreComing=true, token = <CKServerChangeToken: 0x600004; data=AQAAAAAAAAFR>
      fetching changes of zone Notes since token = <CKServerChangeToken: 0x600005; data=AQAAAAAAAAFR>
      zone Notes: 100 changed, moreComing=true, token = <CKServerChangeToken: 0x600006; data=AQAAAAAAAAFR>
      """, "error cursor-loop ×3"),
  ]

  private static func started(_ name: String, _ id: String) -> String {
    "\(prefix)Starting operation <\(name): 0x1; databaseScope=Private, operationID=0143F140BB65B7\(id), <private>>\n"
  }

  private static let prefix =
    "2026-10-07 02:09:01.000000+0000 0x46 Default 0x1b 755 0 Notes: (CloudKit) [com.apple.cloudkit:OP] "

  /// A missing end may be the filter of the export, or where it was cut.
  private static let operations = [
    Caution(
      "an export that is filtered to beginnings",
      started("CKModifyRecordsOperation", "E6") + started("CKModifyRecordsOperation", "E7")),
    Caution(
      "an operation without an end among others",
      started("CKModifyRecordsOperation", "E6") + started("CKQueryOperation", "E7")
        + "\(prefix)Finished operation <CKQueryOperation: 0x1; operationID=0143F140BB65B7E7, <private>> \n",
      "note unfinished-operation ×1"),
    Caution(
      "redacted items",
      #"Export failed with error: Error Domain=CKErrorDomain Code=2 UserInfo={ContainerID=<private>, CKPartialErrors=<private>, NSLocalizedDescription=<private>}"#,
      "warning partial-failure-unexplained ×1"),
  ]

  /// A delay that is printed with a full storage or without an account is no leave to try again, and no rate limit.
  private static let delays = [
    Caution(
      "a full storage with a delay, and work inside it",
      """
      2026-10-07 02:09:14.456 E  Notes[755:1] save failed: <CKError 0x600001: "Quota Exceeded" (25/2035); server message = "Quota exceeded"; Retry after 315.0 seconds; op = 0A0A0A0A0A0A0A01>
      2026-10-07 02:09:15.456 Df Notes[755:1] (CloudKit) [com.apple.cloudkit:OP] Starting operation <CKModifyRecordsOperation: 0x1; databaseScope=Private, operationID=0143F140BB65B7E6, <private>>
      2026-10-07 02:09:16.456 Df Notes[755:1] (CloudKit) [com.apple.cloudkit:OP] Finished operation <CKModifyRecordsOperation: 0x1; operationID=0143F140BB65B7E6, <private>> \n
      """, "error quota-exceeded ×1"),
    Caution(
      "no account, with a delay",
      #"<CKError 0x600001: "Not Authenticated" (9/1002); "This request requires an authenticated account"; Retry after 3.0 seconds>"#,
      "error not-authenticated ×1"),
    Caution(
      "a countdown to one deadline",
      """
      2026-10-07 02:09:14.000 E  Notes[755:1] <CKSyncEngine Private> error fetching changes for context: <CKError 0x600001: "Request Rate Limited" (7/2062); "Operation throttled by previous server http 429 reply. Retry after 30.0 seconds. (Other operations may be allowed.)"; Retry after 30.0 seconds>
      2026-10-07 02:09:16.000 E  Notes[755:1] <CKSyncEngine Private> failed sending changes for context: <CKError 0x600001: "Request Rate Limited" (7/2062); "Operation throttled by previous server http 429 reply. Retry after 28.0 seconds. (Other operations may be allowed.)"; Retry after 28.0 seconds>
      2026-10-07 03:19:16.000 Df Notes[755:1] <CKSyncEngine Private> finished sending changes for context
      """, "warning throttled ×2"),
  ]

  /// Only numbers beside CloudKit's domain or names are CloudKit's.
  private static let numbers = [
    Caution(
      "numbers of others",
      """
      Error 7 while exporting the page
      The operation couldn’t be completed. (NotesKit.SyncError error 14.)
      The operation couldn’t be completed. (JournalCloudKit error 7.)
      upload failed (CloudSync.swift:472): code 26
      NSPOSIXErrorDomain Code=25 "Inappropriate ioctl"
      page 2/3, retry 14/20, [28]
      """),
    Caution(
      "a number of CloudKit in another language",
      "Der Vorgang konnte nicht abgeschlossen werden. (CKErrorDomain-Fehler 26.)", "error zone-not-found ×1"),
  ]

  /// Root causes count, not items.
  private static let roots = [
    Caution(
      "one conflict and what it took along",
      """
      <CKError 0x600001: "Partial Failure" (2/1011); "Failed to modify some records"; op = 0A0A0A0A0A0A0A01; partial errors: {
      \tA1:(Notes:__defaultOwner__) = <CKError 0x600002: "Server Record Changed" (14/2004); server message = "client oplock error updating record"; op = 0A0A0A0A0A0A0A01>
      \t... 249 "Batch Request Failed" CKErrors omitted ...
      }>
      """, "error partial-failure ×1", "warning record-conflict ×1"),
    Caution(
      "one account behind every item",
      """
      <CKError 0x600001: "Partial Failure" (2/1011); "Failed to modify some records"; partial errors: {
      \tA1:(Notes:__defaultOwner__) = <CKError 0x600002: "Not Authenticated" (9/1004); "Can't return account credentials for account A because the account needs to verify new terms or is in suspended mode">
      \tA2:(Notes:__defaultOwner__) = <CKError 0x600003: "Not Authenticated" (9/1004); "Can't return account credentials for account A because the account needs to verify new terms or is in suspended mode">
      }>
      """, "error not-authenticated ×2"),
    Caution(
      "a summary with the code on one line and the server's sentence on the next",
      """
      CKErrorDomain Code=2 (CKPartialFailure)
      server message = "Cannot create new type CD_Word in production schema"
      """, "error schema-not-deployed ×1"),
    Caution(
      "a fault of the server with the code of a refusal",
      #"<CKError 0x600001: "Server Rejected Request" (15/2001); "Request failed with http status code 500">"#,
      "warning server-error ×1"),
    Caution(
      "a zone behind an arrow of the author's own",
      """
      CKModifyRecordZonesOperation → CKError "Partial Failure" (2/1011)
        com.apple.coredata.cloudkit.zone → "Server Rejected Request" (15/2000)
      """, "error zone-setup-failed ×1"),
    Caution(
      "a source line in brackets behind the name of a synchronizer",
      """
      2026-08-13 20:52:18.097707+0200  <0x1740f9600 CloudKitSynchronizer.m:(418)> CloudKitSynchronizer >> Uploaded 0 records
      2026-08-13 20:52:18.102971+0200  sync end: <CKError 0x1704544c0: "Invalid Arguments" (12); "You can't save the same record twice: <CKRecordID: 0x17023b680; recordName=Task.10, zoneID=Sync:__defaultOwner__>">
      """, "error duplicate-record-in-batch ×1"),
    Caution(
      "an engine without the user's record id",
      #"<CKSyncEngine Private> error updating account info: Error Domain=CKErrorDomain Code=1 "Account signed in, but we don't have the current userRecordID to create an event" UserInfo={NSLocalizedDescription=Account signed in, but we don't have the current userRecordID to create an event}"#,
      "warning account-temporarily-unavailable ×1"),
  ]

  /// One look at a queue says that something waits, not that it is stuck; CKSyncEngine sends again what it can.
  private static let queues = [
    Caution("one look at a queue", "2026-10-07 02:09:14.456 Df Notes[755:1] sync: pending = 12"),
    Caution(
      "an engine without a network",
      """
      2026-10-07 02:09:14.456 E  Notes[755:1] <CKSyncEngine Private> failed sending changes for context: <CKError 0x600001: "Network Failure" (4/NSURLErrorDomain:-1001); "The request timed out."; op = 0A0A0A0A0A0A0A01>
      2026-10-07 02:10:14.456 Df Notes[755:1] <CKSyncEngine Private> finished sending changes for context
      """, "note network-failure ×1"),
  ]
}
