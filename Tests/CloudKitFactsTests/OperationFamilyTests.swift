import CloudKitFacts
import Testing

struct OperationFamilyTests {
  @Test(arguments: [
    ("RecordSave", "record.save"), ("recordSaveType", "record.save"), ("RecordDelete", "record.delete"),
    ("RecordFetch", "record.fetch"), ("recordRetrieveType", "record.fetch"), ("QueryFetch", "record.query"),
    ("ZoneSave", "zone.save"), ("ZoneChanges", "changes.zone"), ("DatabaseChanges", "changes.database"),
    ("zoneRetrieveChangesType", "changes.database"), ("SubscriptionCreate", "subscription.save"),
    ("AssetUploadTokenRetrieve", "asset.token"), ("pushRegisterType", "push"), ("records/query", "record.query"),
    ("changes/zone", "changes.zone"), ("zones/list", "zone.fetch"), ("CKModifyRecordsOperation", "record.save"),
    ("CKDFetchRecordZoneChangesOperation", "changes.zone"), ("CKQueryOperation", "record.query"),
    ("SomethingNew", "other"), ("", "other"),
  ])
  func groupsOperationsByWhatTheyDo(name: String, family: String) {
    #expect(OperationFamily(operation: name).rawValue == family)
  }
}
