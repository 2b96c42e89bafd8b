import Foundation
import Storage
import Testing

struct StoreLockTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-lock-\(UUID().uuidString)")

  @Test func aSecondWriterIsToldWhoIsFirst() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("s.sqlite").path
    var first: EventStore? = try EventStore(path: path, lockedBy: "ingest")
    // Readers are not kept out.
    _ = try EventStore(path: path, isWritable: false)
    let failure = #expect(throws: StorageError.self) {
      try EventStore(path: path, lockedBy: "merge", waitingMs: 60)
    }
    guard case .locked(let locked, let owner) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(locked == path)
    #expect(owner?.hasPrefix("'ckdiag ingest' (process \(getpid())) since 20") == true)
    #expect(owner?.contains(" UTC, for ") == true)
    first = nil
    #expect(first == nil && !FileManager.default.fileExists(atPath: path + "-lock"))
    _ = try EventStore(path: path, lockedBy: "merge", waitingMs: 0)
  }

  @Test func aDeadOwnerIsNoLock() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("s.sqlite").path
    try "1\n0\ningest\n".write(toFile: path + "-lock", atomically: true, encoding: .utf8)
    _ = try EventStore(path: path, lockedBy: "merge", waitingMs: 0)
  }
}
