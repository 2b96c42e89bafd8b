import CloudKitFacts
import SyncModel
import Testing

struct FactsTests {
  @Test func publicCodesAreNumberedWithoutGap() {
    #expect(CloudKitErrorCode.all.map(\.number) == Array(1...37))
    #expect(Set(CloudKitErrorCode.all.map(\.name)).count == 37)
    #expect(CloudKitErrorCode.numbered(0) == nil)
    #expect(CloudKitErrorCode.numbered(38) == nil)
  }

  @Test(arguments: CloudKitErrorCode.all) func findsCodeByEverySpelling(code: CloudKitErrorCode) {
    #expect(CloudKitErrorCode.named(code.name) == code)
    #expect(CloudKitErrorCode.named(code.printed) == code)
    #expect(CloudKitErrorCode.named("CKError" + code.printed) == code)
    #expect(CloudKitErrorCode.numbered(code.number) == code)
    #expect(code.meaning.hasSuffix("."))
    #expect(!code.advice.isEmpty)
  }

  @Test(arguments: ObservedPair.all) func pairsUseKnownNumbers(pair: ObservedPair) {
    if let code = pair.code { #expect(CloudKitErrorCode.numbered(code) != nil) }
    if let underlying = pair.underlying {
      #expect(ErrorNames.name(domain: underlying.domain, code: underlying.code) != nil)
    }
  }

  @Test func phraseDecidesBetweenMeaningsOfOnePair() {
    let forbidden = UnderlyingCode(code: 2007)
    #expect(
      ObservedPair.meaning(code: 10, underlying: forbidden, message: "WRITE operation not permitted")
        == "the security role lacks the permission")
    #expect(
      ObservedPair.meaning(code: 10, underlying: forbidden, message: "Invalid bundle ID for container")
        == "the container is not attached to the App ID")
    #expect(ObservedPair.meaning(code: 99, underlying: nil, message: nil) == nil)
  }

  @Test func sentencesFixTheCode() {
    func pair(_ text: String) -> String? {
      MessageFact.fact(in: text).map { "\($0.code)/\($0.underlying?.code ?? 0)" }
    }
    #expect(pair("Field '___recordID' is not marked queryable") == "12/2015")
    #expect(pair("Field 'x' is not marked sortable") == "12/2016")
    #expect(pair("Cannot create new type CD_Shelf in production schema") == "12/2006")
    #expect(pair("You can't save the same record twice: <CKRecordID>") == "12/0")
    #expect(pair("everything is fine") == nil)
  }

  @Test func operationsFindTheirFamily() {
    let expected = [
      "RecordSave": "record.save", "recordSaveType": "record.save", "QueryFetch": "record.query",
      "DatabaseChanges": "changes.database", "records/query": "record.query", "changes/zone": "changes.zone",
      "CKModifyRecordsOperation": "record.save", "CKDUploadAssetsOperation": "asset.token",
      "CKFetchRecordZoneChangesOperation": "changes.zone", "CKModifyRecordZonesOperation": "zone.save",
      "BRFetchRecordsOperation": "record.fetch", "SubscriptionCreate": "subscription.save",
      "functionInvoke": "misc", "": "other",
    ]
    let found = Dictionary(uniqueKeysWithValues: expected.keys.map { ($0, OperationFamily(operation: $0).rawValue) })
    #expect(found == expected)
  }

  @Test func serverCodesAreFoundInAnySpelling() {
    #expect(ServerErrorCode.named("Quota Exceeded")?.name == "QUOTA_EXCEEDED")
    #expect(Set(ServerErrorCode.all.map(\.name)).count == ServerErrorCode.all.count)
    #expect(ServerErrorCode.named("NO_SUCH_CODE") == nil)
  }
}
