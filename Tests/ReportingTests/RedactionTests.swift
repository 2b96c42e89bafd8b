import Reporting
import SyncModel
import TestSupport
import Testing

struct RedactionTests {
  private static let user = "_0123456789abcdef0123456789abcdef"
  private static let uuid = "4F2A9C11-77B0-4D6E-9C1B-0A1B2C3D4E5F"

  private func redacted(_ text: String, item: String? = nil) -> String {
    var report = FixedReports.empty
    report.items = [ItemSummary(item: item)]
    report.findings = [
      Finding(
        CheckInfo(id: "x", title: "", severity: .note, explanation: "", advice: []),
        evidence: [Evidence(path: "a", line: 1, text: text)])
    ]
    return report.redacted().findings[0].evidence[0].text
  }

  @Test(arguments: [
    ("userId=\(user), database=PRIVATE", "userId=user-1, database=PRIVATE"),
    ("user \(user) and \(user)", "user user-1 and user-1"),
    (
      #"{"userId":"Ann Lee","recordName":"r 1","zone":"Notes"}"#,
      #"{"userId":"user-1","recordName":"record-1","zone":"Notes"}"#
    ),
    (#"\"recordName\":\"abc\",\"x\":1"#, #"\"recordName\":\"record-1\",\"x\":1"#),
    (
      "<CKRecordID: 0x60; recordName=shopping, zoneID=Notes:__defaultOwner__>",
      "<CKRecordID: 0x60; recordName=record-1, zoneID=Notes:__defaultOwner__>"
    ),
    ("shopping:(Notes:__defaultOwner__) = <CKError 14/2004>", "record-1:(Notes:__defaultOwner__) = <CKError 14/2004>"),
    ("RequestUUID \(uuid), again \(uuid.lowercased()).", "RequestUUID id-1, again id-1."),
    ("CD_Note_\(uuid)_x", "CD_Note_id-1_x"), ("/Users/ann/Library/x.sqlite", "/Users/user-1/Library/x.sqlite"),
    ("file:///home/ann/x, C:\\Users\\ann\\y", "file:///home/user-1/x, C:\\Users\\user-1\\y"),
    ("mail ann.lee@example.com now", "mail user-1 now"), ("at Anns-MacBook.local. Then", "at host-1. Then"),
    (
      "https://sync.example.org/x and https://api.apple-cloudkit.com/y",
      "https://host-1/x and https://api.apple-cloudkit.com/y"
    ),
    ("peer 2001:db8::8a2e:370:7334, fe80::1%en0", "peer host-1, host-2%en0"),
    ("peer [2001:DB8:0:0:8:800:200C:417A]:443 at 10:20:30, a::b", "peer [host-1]:443 at 10:20:30, host-2"),
    ("mac 00:1b:63:84:45:e6, CloudKit::Zone, 12:30:45.123", "mac 00:1b:63:84:45:e6, CloudKit::Zone, 12:30:45.123"),
    (
      "2026-09-01 10:00:00.123456+0200 Anns-MacBook-Pro cloudd[312]: (CloudKit) hi",
      "2026-09-01 10:00:00.123456+0200 host-1 cloudd[312]: (CloudKit) hi"
    ),
    ("Sep  1 10:00:00 anns-mini MyApp[12]: failed", "Sep  1 10:00:00 host-1 MyApp[12]: failed"),
    ("2026-09-01 10:00:00.123 MyApp[12:34] failed [1]", "2026-09-01 10:00:00.123 MyApp[12:34] failed [1]"),
    ("from 192.168.1.20:443, OS 26.1.2", "from host-1:443, OS 26.1.2"),
    (
      "recordName=(null), owner = <private>; ownerName=__defaultOwner__",
      "recordName=(null), owner = <private>; ownerName=__defaultOwner__"
    ),
    ("owner:", "owner:"), ("recordName=", "recordName="), ("記録 🗂️ \u{0}", "記録 🗂️ \u{0}"),
  ]) func replacesWhatNamesSomebody(_ text: String, _ expected: String) {
    #expect(redacted(text) == expected)
  }

  @Test(arguments: [
    ("groceries", "failed: groceries, groceries2", "failed: record-1, groceries2"),
    ("my list, \"new\"", "item my list, \"new\" failed", "item record-1 failed"),
    ("Person.BC70D393-4F2A", "'Person.BC7…4F2A' and Person.BC… and Pe…", "'record-1' and record-1 and Pe…"),
    ("日本語🗂️", "saved 日本語🗂️.", "saved record-1."), ("1", "1 of 12 items", "1 of 12 items"),
  ]) func findsKnownRecordsInTexts(_ item: String, _ text: String, _ expected: String) {
    #expect(redacted(text, item: item) == expected)
  }

  @Test(arguments: ReportFormats.all.map(\.info.id)) func sharedReportNamesNobody(_ id: String) throws {
    var report = FixedReports.rich
    let secrets = [Self.user, Self.uuid, "Anns-iPad.local", "groceries-2026", "_ownerOfAll", "ann-at-home"]
    report.items.append(
      ItemSummary(item: "groceries-2026", zone: "Notes:_ownerOfAll", message: "groceries-2026 \(Self.user)"))
    report.inputs[0].path = "/Users/ann-at-home/groceries-2026.log"
    report.inputs[0].notes = ["from Anns-iPad.local"]
    report.syncState[0].store = "/Users/ann-at-home/\(Self.uuid).sqlite"
    report.syncState[0].state.pendingItems = ["groceries-2026"]
    report.syncState[0].state.zones[0].owner = "_ownerOfAll"
    report.syncState[0].verdict = "groceries-2026 of \(Self.user) waits"
    report.requests?.groups.append(
      RequestGrouping(
        key: "byUser", dimension: "user", rows: [RequestGroup(key: Self.user, count: 1, failed: 1, latencyMs: nil)]))
    report.findings[0].title = "'groceries-2026' of '_ownerOfAll' failed"
    report.findings[0].evidence = [
      Evidence(
        path: "/Users/ann-at-home/x.log", line: 1, text: "recordName=groceries-2026 \(Self.uuid) Anns-iPad.local")
    ]
    report.filters = ["user=\(Self.user)"]
    let shared = try render(report.redacted(), as: id)
    for secret in secrets { #expect(!shared.contains(secret), "\(secret)") }
    #expect(report.redacted() == report.redacted())
    #expect(report.redacted().requests?.count == report.requests?.count)
  }
}
