import Foundation
import SourceAudit
import SwiftSyntax
import Testing

/// Sources in which `probe(expression) // type` states the type that the resolver must find, `?` for unknown.
struct ResolverTests {
  /// Statements of long blocks are looked up by name, those of short ones are gone through.
  @Test(arguments: [0, 40]) func findsTypesOfLocals(_ others: Int) {
    let others = (0..<others).map { "  let other\($0) = CKRecord(recordType: \"A\")" }.joined(separator: "\n")
    expectTypes(
      """
      func f(_ op: CKQueryOperation, databases: [CKDatabase], error: Error) {
      \(others)
        probe(op) // CKQueryOperation
        let made = CKModifyRecordsOperation(recordsToSave: nil, recordIDsToDelete: nil)
        probe(made) // CKModifyRecordsOperation
        let container = CKContainer.default()
        probe(container.privateCloudDatabase) // CKDatabase
        if let cast = made as? CKOperation { probe(cast) } // CKOperation
        guard let ck = error as? CKError else { return }
        probe(ck.code) // CKError.Code
        for database in databases where true { probe(database) } // CKDatabase
        let (a, b) = (op, made)
        probe(b) // CKModifyRecordsOperation
        do { probe(a) } catch let failure { probe(failure) } // CKQueryOperation, Error
        let chosen = flag ? made : nil
        probe(chosen) // CKModifyRecordsOperation
        probe(databases.first?.databaseScope) // CKDatabase.Scope
        let op = op.configuration
        probe(op) // CKOperation.Configuration?
        probe(unknownThing) // ?
        probe(CKNotification(fromRemoteNotificationDictionary: [:])) // CKNotification?
      }
      """)
  }

  @Test func findsTypesOfClosureParameters() {
    expectTypes(
      """
      let accept = CKAcceptSharesOperation(shareMetadatas: [])
      func f(db: CKDatabase, ops: [CKFetchRecordsOperation]) async throws {
        accept.perShareResultBlock = { metadata, result in
          probe(metadata.share) // CKShare
          if case .success(let share) = result { probe(share) } // CKShare
        }
        accept.perShareCompletionBlock = ({ m, _, _ in probe(m) }) // CKShare.Metadata
        db.fetch(withRecordID: id) { record, error in probe(record) } // CKRecord?
        ops.forEach { probe($0) } // CKFetchRecordsOperation
        let found = try await db.records(matching: q)
        for (id, result) in found.matchResults {
          probe(id) // CKRecord.ID
          switch result {
          case .success(let record): probe(record) // CKRecord
          case .failure(let failure): probe(failure) // Error
          }
          probe(try? result.get()) // CKRecord?
        }
        let changes = try await db.databaseChanges(since: nil)
        for deletion in changes.deletions { probe(deletion.reason) } // CKDatabase.DatabaseChange.Deletion.Reason
        own { probe($0) } // CKRecord
      }
      func own(body: (CKRecord) -> Void) {}
      """)
  }

  @Test func findsMembersOfOwnTypesAcrossFiles() {
    expectTypes(
      """
      extension CKContainer { func g() { probe(self.privateCloudDatabase); probe(publicCloudDatabase) } } // CKDatabase, CKDatabase
      final class Sync: Base {
        func f() {
          probe(database) // CKDatabase
          probe(store.shared) // CKContainer
          probe(Store.main.shared) // CKContainer
          probe(makeOperation()) // CKQueryOperation
          probe(self.late) // CKShare.Metadata?
          probe(alias) // CKRecordZone.ID
        }
        let store = Store()
        var late: CKShareMetadata!
        var alias: Zone
      }
      typealias Zone = CKRecordZone.ID
      extension CKShare.Participant { func h() { let r: Role = role; probe(r) } } // CKShare.ParticipantRole
      func generic<T: CKOperation>(_ t: T) where T: Sendable { probe(t) } // CKOperation
      """,
      with: [
        "Base.swift": "class Base { let database = CKContainer.default().publicCloudDatabase }",
        "Store.swift": """
        struct Store { static let main = Store(); var shared: CKContainer { .default() } }
        extension Base { func makeOperation() -> CKQueryOperation { CKQueryOperation() } }
        """,
      ])
  }

  @Test func prefersTheUsersOwnTypeOfTheSameName() {
    expectTypes(
      """
      struct CKDatabase { var name: String }
      func f(db: CKDatabase) { probe(db.name) } // String
      func g(db: CKDatabase) { probe(db.databaseScope) } // ?
      #if swift(<5)
        let old: Int = 1
      #else
        let old: CKShare = share
      #endif
      func h() { probe(old) } // CKShare
      """)
  }

  private func expectTypes(
    _ source: String, with companions: [String: String] = [:], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let file = SourceFile(path: "Example.swift", text: source, companions: companions)
    var found: [Int: [String]] = [:]
    for call in probes(in: Syntax(file.tree)) {
      guard let argument = call.arguments.first?.expression else { continue }
      found[file.line(of: argument), default: []].append(file.type(of: argument)?.description ?? "?")
    }
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.contains("probe("), let comment = line.range(of: " // ") else { continue }
      #expect(
        found[index + 1]?.joined(separator: ", ") == String(line[comment.upperBound...]), "\(line)",
        sourceLocation: sourceLocation)
    }
  }

  private func probes(in node: Syntax) -> [FunctionCallExprSyntax] {
    let own = node.as(FunctionCallExprSyntax.self).map { [$0] } ?? []
    return own.filter { $0.calledExpression.trimmedDescription == "probe" }
      + node.children(viewMode: .sourceAccurate).flatMap { probes(in: $0) }
  }
}
