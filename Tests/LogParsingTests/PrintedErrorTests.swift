import Foundation
import Inputs
import LogParsing
import SyncModel
import TestSupport
import Testing

/// Prints of errors as people paste them, each with its whole reading.
struct PrintedErrorTests {
  static let samples: [String] = {
    let folder = packageFolder.appendingPathComponent("Samples/ckerror").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".log") }
      .sorted()
  }()

  @Test func samplesAreThere() { #expect(Self.samples.count >= 24) }

  @Test(arguments: samples) func readsThePrintAsRecorded(_ name: String) throws {
    let file = packageFolder.appendingPathComponent("Samples/ckerror/\(name)")
    let recorder = RecordingSink()
    let format = try #require(LogFormats.all.last)
    try format.read(
      ByteSource(path: name, bytes: [UInt8](try Data(contentsOf: file))), options: ReadingOptions(), into: recorder)
    expectGolden(recorder.text, at: "Tests/Goldens/readings/ckerror/\(name).txt")
  }
}

extension PrintedErrorTests {
  private static func codes(_ text: String) -> [String] {
    PrintedErrorReader().errors(in: text, origin: Origin(line: 1)).map {
      "\($0.domain) \($0.code ?? 0)/\($0.underlying?.code ?? 0) \($0.message ?? "-")"
    }
  }

  @Test(arguments: [
    (#"{"domain":"CKErrorDomain","code":25,"text":"no room"}"#, 25),
    ("NSError domain: CKErrorDomain\nNSError code: 21", 21),
    ("domain=CKErrorDomain | code=7", 7), ("failed: CKErrorDomain/26", 26),
    ("CloudKit error code 25 – quotaExceeded", 25),
    ("sync failed: 26 (zoneNotFound)", 26), ("ckErrorCode = 28", 28), ("stopped: serverRecordChanged(14) – [x]", 14),
  ]) func readsNumbersBesideTheirNames(_ text: String, _ code: Int) {
    #expect(Self.codes(text).map { $0.split(separator: "/").first } == ["CKErrorDomain \(code)"])
  }

  @Test(arguments: [
    "CKErrorDomain at line 12", "step 14 – zoneNotFound", "row 3 (quotaExceeded)", "25: networkFailure",
    "JournalCloudKit error 7", "ckErrors.count = 3", "case CKError.zoneBusy: retry(23)",
  ]) func takesNoOtherNumberForACode(_ text: String) {
    #expect(Self.codes(text) == [])
  }

  @Test(arguments: [
    (
      #"<CKError 0x1: "Request Rate Limited" (7/2061); "Operation throttled. Retry after 57.7 seconds. (Other.)">"#,
      57_700
    ),
    (#"<CKError 0x1: "Request Rate Limited" (7/2061); "Retry after 57.7 seconds."; Retry after 58.0 seconds>"#, 58_000),
    (#"Error Domain=CKErrorDomain Code=7 "Retry after 22.5 seconds." UserInfo={ContainerID=iCloud.x}"#, 22_500),
  ]) func takesTheDelayOfTheSentenceWhereNoFieldHasIt(_ text: String, _ delay: Int64) {
    #expect(PrintedErrorReader().errors(in: text, origin: Origin(line: 1)).map(\.retryAfterMs) == [delay])
  }

  @Test func takesTheReasonOfCoreDataForItsMessage() {
    let text =
      #"Error Domain=NSCocoaErrorDomain Code=134060 "A Core Data error occurred." "#
      + "UserInfo={NSLocalizedFailureReason=CloudKit integration does not support unique constraints.}"
    #expect(
      Self.codes(text) == ["NSCocoaErrorDomain 134060/0 CloudKit integration does not support unique constraints."])
  }

  @Test func readsAMessageInFrontOfADictionary() throws {
    let recorder = RecordingSink()
    let log = #"[09:00:00] sync failed: partialFailure(2) – items: ["note-1": conflict, "note-2": other]"#
    try #require(LogFormats.all.last).read(
      ByteSource(path: "x", bytes: Array(log.utf8)), options: ReadingOptions(), into: recorder)
    #expect(recorder.errors.map(\.code) == [2])
  }

  @Test func readsEntitiesOfWebPages() {
    #expect(
      Self.codes(
        "&lt;CKError 0x6000: &quot;Server Record Changed&quot; (14/2004); server message = &quot;x &amp; y&quot;&gt;")
        == ["CKErrorDomain 14/2004 x & y"])
  }

  @Test func namesTheRecordThatCouldNotBeSaved() {
    let text =
      "Error saving record <CKRecordID: 0x1; recordName=A1, zoneID=Notes:__defaultOwner__> to server: Quota exceeded"
    let errors = PrintedErrorReader().errors(in: text, origin: Origin(line: 3))
    #expect(errors.map(\.item) == ["A1"])
    #expect(errors.map(\.zone) == ["Notes:__defaultOwner__"])
    #expect(errors.map(\.code) == [25])
    #expect(errors.map(\.origin) == [Origin(line: 3)])
  }

  @Test func keepsNoKeyOfAShareLink() {
    let text =
      "<CKError 0x1: \"Partial Failure\" (2/1011); partial errors: { https://www.icloud.com/share/0c4Kd7QmVx_T#A = "
      + "<CKError 0x2: \"Unknown Item\" (11/2003); server message = \"Share not found\"> }>"
    let errors = PrintedErrorReader().errors(in: text, origin: Origin(line: 1))
    #expect(errors.map(\.code) == [2])
    #expect(errors.first?.items?.map(\.item) == ["share URL"])
    #expect(!"\(errors)".contains("0c4Kd7QmVx_T"))
  }

  @Test func readsRedactedPrints() {
    #expect(
      Self.codes("<CKError 0x301: \"<private>\" (2/1011); \"<private>\"; partial errors: <private>>")
        == ["CKErrorDomain 2/1011 -"])
    #expect(Self.codes("Error Domain=CKErrorDomain Code=28 \"(null)\"") == ["CKErrorDomain 28/0 -"])
  }

  @Test(arguments: [
    "Error 7 in module", "(FeedSync.SyncError 1)", "MyErrorDomain error 12.", "CKContainer.m:748", "2/3 records done",
    "Error Domain=NSPOSIXErrorDomain Code=9 \"Bad file descriptor\"",
    "Error Domain=MyDomain Code=14 \"x\" UserInfo={a=b}",
    "CKERRORDOMAIN LINE 14", "Drawing – Partial Failure: some items failed to load", "CKErrorDomain at line 14",
    "case CKError.zoneNotFound: break", "HTTP 503", "0x600000c0a0d0", "port (26) open",
  ])
  func readsNoErrorInTheAppsOwnNumbers(text: String) {
    #expect(Self.codes(text) == [])
  }

  @Test(arguments: [
    ("Der Vorgang konnte nicht abgeschlossen werden. (CKErrorDomain-Fehler 4.)", 4),
    ("L’opération n’a pas pu s’achever. (CKErrorDomain erreur 20.)", 20),
    ("操作を完了できませんでした。（CKErrorDomainエラー36）", 36),
    ("未能完成操作。（“CKErrorDomain”错误 34。）", 34),
    ("CKERRORDOMAIN ERROR 2", 2), ("THE OPERATION COULD NOT BE COMPLETED. (CKERRORDOMAIN ERROR 26.)", 26),
    ("Sync Error – Partial Failure: some items failed, but the operation succeeded overall", 2),
    ("CKErrorDomain:25", 25), ("upload too big.CKError.Code: 27", 27), ("serverRecordChanged (14)", 14),
    ("CKErrorCode(rawValue: 26)", 26), ("CKErrorDomain 2 (partialFailure) [no per-record errors]", 2),
    ("NSError(domain: \"CKErrorDomain\", code: 11, userInfo: nil)", 11),
  ])
  func readsShortFormsOfAnyLanguage(text: String, code: Int) {
    #expect(PrintedErrorReader().errors(in: text, origin: Origin(line: 1)).map(\.code) == [code])
  }
}
