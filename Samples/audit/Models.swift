import CloudKit
import SwiftData

@Model
final class Trip {
    @Attribute(.unique) var id: String //! unique-attribute
    var name: String = ""
    init(id: String) { self.id = id }
}

@MainActor let container = try! ModelContainer(
    for: Trip.self, configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.trips")))

struct Exported: Codable {
    let asset: CKAsset.ExportedAssetID //! asset-id-persisted
}

enum Names {
    static let settings = CKRecord.ID(recordName: "Einstellungen für alle") //! invalid-record-name
}

func note(in zone: CKRecordZone, folder: String) -> CKRecord {
    let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: UUID().uuidString, zoneID: zone.zoneID))
    let folderID = CKRecord.ID(recordName: folder)
    record["folder"] = CKRecord.Reference(recordID: folderID, action: .deleteSelf) //! cross-zone-reference
    return record
}

func title(_ r: CKRecord) -> String {
    r["title"] as! String //! record-value-forced
}

func share() -> [CKRecord] {
    let list = CKRecord(recordType: "List")
    list["name"] = "Groceries"
    let share = CKShare(rootRecord: list) //! share-in-default-zone
    return [list, share]
}
