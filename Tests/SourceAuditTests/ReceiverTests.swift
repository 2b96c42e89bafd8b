import Foundation
import SourceAudit
import Testing

/// One source with the constructs in which a receiver is hard to see; `HIT` in a comment stands for one finding.
struct ReceiverTests {
  @Test func findsAsManyUsesAsEachLineHas() {
    let file = SourceFile(path: "Receivers.swift", text: Self.source)
    let findings = DeprecatedAPI().findings(in: file) + RemovedAPI().findings(in: file)
    let found = Dictionary(grouping: findings, by: \.line)
    for (index, line) in Self.source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let expected = line.split(separator: "HIT", omittingEmptySubsequences: false).count - 1
      let messages = (found[index + 1] ?? []).map(\.message)
      #expect(messages.count == expected, "\(line): \(messages)")
    }
    #expect(findings.allSatisfy { $0.severity != .note })
  }

  private static let source = #"""
    import CloudKit
    import UserNotifications

    class Base: NSObject {}
    func a(_ operation: Operation, userInfo: [AnyHashable: Any]) {
      switch operation {
      case let op as CKQueryOperation: op.queryCompletionBlock = nil // HIT
      case let op as CKModifyRecordsOperation where op.isAtomic: op.perRecordCompletionBlock = nil // HIT
      default: break
      }
      let note = CKNotification(fromRemoteNotificationDictionary: userInfo)
      print(note?.alertBody ?? "") // HIT
      if let query = note as? CKQueryNotification, let body = query.title { print(body, query.recordID as Any) } // HIT
      guard let n2 = note, n2.notificationType == .query else { return }
      print(n2.category as Any, n2.subscriptionID as Any) // HIT
      let content = UNMutableNotificationContent()
      content.title = "x"; content.subtitle = "y"; content.badge = 1
    }
    func b(share: CKShare) {
      let owners = share.participants.filter { $0.type == .owner } // HIT
      if let me = share.participants.first(where: { p in p.type == .privateUser }) { print(me.type) } // HIT HIT
      share.participants.forEach { participant in
        switch participant.type { // HIT
        case .owner: break
        default: break
        }
      }
      let types = share.participants.map(\.type) // HIT
      let t = share.owner.type // HIT
      _ = (owners, types, t)
    }
    struct Thing { let type: Int; var container: String; var title: String }
    func c(things: [Thing], thing: Thing) {
      print(things.map { $0.type }, thing.container, thing.title, things.map(\.title))
    }
    class Sync: Base {
      lazy var op: CKFetchRecordZoneChangesOperation = {
        let o = CKFetchRecordZoneChangesOperation()
        o.recordChangedBlock = { _ in } // HIT
        return o
      }()
      var ops = [CKDatabaseOperation]()
      var byID: [String: CKOperation] = [:]
      let container: CKContainer = .default()
      func d() {
        op.timeoutIntervalForRequest = 3 // HIT
        ops.first?.container = container // HIT
        byID["x"]?.isLongLived = true // HIT
        for o in ops where o.isLongLived { o.allowsCellularAccess = true } // HIT HIT
        ops.append(op); ops.last!.timeoutIntervalForResource = 4 // HIT
        container.add(op)
        print(self.container, container.containerIdentifier as Any)
        withExtendedLifetime(op) { $0.container = nil }
        let config = op.configuration
        config?.isLongLived = true
        config?.timeoutIntervalForRequest = 2
        let c2 = CKOperationGroup(); c2.defaultConfiguration?.allowsCellularAccess = true
      }
      func perform(_ q: CKQuery, inZoneWith z: CKRecordZone.ID?, completionHandler: @escaping () -> Void) {}
      func e(q: CKQuery) {
        perform(q, inZoneWith: nil) {}
        self.perform(q, inZoneWith: nil, completionHandler: {})
        container.publicCloudDatabase.perform(q, inZoneWith: nil) { _, _ in } // HIT
        database()?.perform(q, inZoneWith: nil) { r, e in // HIT
        }
        Self.shared.db.perform(q, inZoneWith: .default) { (r: [CKRecord]?, e: Error?) in } // HIT
      }
      static let shared = Sync()
      var db: CKDatabase { container.privateCloudDatabase }
      func database() -> CKDatabase? { nil }
      func f(meta: CKShare.Metadata) async throws {
        print(meta.rootRecordID.recordName, meta.participantType == .owner) // HIT HIT
        let metadata = try await container.shareMetadata(for: URL(string: "")!)
        print(metadata.participantType) // HIT
        let record = CKRecord(recordType: "A", zoneID: .default) // HIT
        let r2 = CKRecord(recordType: "A", recordID: .init(recordName: "x"))
        let all: [CKRecord] = try await db.records(matching: CKQuery(), inZoneWith: nil) // HIT
        let x = try await db.records(matching: CKQuery(), inZoneWith: nil)
        for try r in try await db.records(matching: CKQuery(), inZoneWith: nil).matchResults { print(r) }
        let changes = try await db.databaseChanges(since: nil)
        for d in changes.deletions where d.purged { print(d) } // HIT
        let zid = CKRecordZone.ID(zoneName: "x", ownerName: CKOwnerDefaultName) // HIT
        _ = (record, r2, all, x, zid)
      }
      func g(error: Error) -> Bool {
        guard let e = error as? CKError else { return false }
        if e.code == .resultsTruncated { return true } // HIT
        if case CKError.resultsTruncated = error { return true } // HIT
        return e.code == CKError.Code.resultsTruncated // HIT
      }
    }
    extension CKQueryOperation {
      func run() { recordFetchedBlock = nil; self.queryCompletionBlock = nil; container = nil } // HIT HIT HIT
    }
    final class MyOp: CKModifyRecordsOperation {
      override var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecord.ID]?, Error?) -> Void)? {
        get { super.modifyRecordsCompletionBlock } // HIT
        set { super.modifyRecordsCompletionBlock = newValue } // HIT
      }
      func h() { modifyRecordsCompletionBlock = nil; perRecordCompletionBlock = nil } // HIT
    }
    protocol Db { func perform(_ q: CKQuery, inZoneWith z: CKRecordZone.ID?, completionHandler: @escaping ([CKRecord]?, Error?) -> Void) }
    extension CKDatabase: Db {}
    struct User { let db: Db
      func i() { db.perform(CKQuery(), inZoneWith: nil) { _, _ in } }
      func j<D: Db>(_ d: D) { d.perform(CKQuery(), inZoneWith: nil) { _, _ in } }
      func k(_ d: some Db, _ e: any Db) { d.perform(CKQuery(), inZoneWith: nil) { _, _ in }; e.perform(CKQuery(), inZoneWith: nil) { _, _ in } }
    }
    class Changes: CKFetchRecordZoneChangesOperation, @unchecked Sendable {
      convenience init(ids: [CKRecordZone.ID]) { self.init(recordZoneIDs: ids, optionsByRecordZoneID: [:]) } // HIT
    }
    class Titled: CKQuerySubscription {
      override init(recordType: String, predicate: NSPredicate, options: CKQuerySubscription.Options) {
        super.init(recordType: recordType, predicate: predicate, options: options) // HIT
      }
      convenience init(titled: String) {
        self.init(recordType: titled, predicate: NSPredicate(value: true), options: [])
      }
    }
    class Row {
      init(recordType: String, zoneID: CKRecordZone.ID) {}
      convenience init(zone: CKRecordZone.ID) { self.init(recordType: "Row", zoneID: zone) }
    }
    final class Special: Row { init() { super.init(recordType: "Special", zoneID: .default) } }
    func l(zone: CKRecordZone.ID, row: Row = .init(recordType: "Row", zoneID: .default)) -> CKRecordZoneSubscription {
      var record: CKRecord = .init(recordType: "A", zoneID: zone) // HIT
      record = .init(recordType: "A", zoneID: zone) // HIT
      let current: CKRecordZoneSubscription = .init(zoneID: zone, subscriptionID: "x")
      if zone.zoneName.isEmpty { return .init(zoneID: zone) } // HIT
      return current
    }
    """#
}
