import Foundation
import Inputs
import SyncModel
import TestSupport
import Testing

/// A folder that is removed when the test ends.
private final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-inputs-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String, _ content: Data) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file)
    return file.path
  }
}

/// What reading an input gave: each content by its path, and the failures.
private struct Contents: Equatable {
  var texts: [String: String] = [:]
  var failures: [InputError] = []

  init(_ path: String) {
    var texts: [String: String] = [:]
    var failures: [InputError] = []
    forEachSource(at: path, onFailure: { failures.append($0) }) { source throws(InputError) in
      texts[source.path] = String(decoding: try source.readAll(), as: UTF8.self)
    }
    self.texts = texts
    self.failures = failures
  }
}

struct SourceTests {
  @Test func readsUTF16AndDropsByteOrderMarks() throws {
    let folder = try TemporaryFolder()
    let text = "Größe 🎉\nzweite"
    let little = Data([0xFF, 0xFE]) + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = Data([0xFE, 0xFF]) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let marked = Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
    for (name, content) in [("little", little), ("big", big), ("marked", marked)] {
      let path = try folder.file(name, content)
      #expect(Contents(path) == Contents(texts: [path: text]))
    }
  }

  @Test func damagedArchiveIsAnErrorNotACrash() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("bad.gz", Data([0x1F, 0x8B, 0x08, 0x00]) + Data("garbage".utf8))
    let contents = Contents(path)
    #expect(contents.failures.count == 1)
    #expect(contents.texts.values.allSatisfy { $0.isEmpty })
  }

  @Test func listsAFolderSortedWithoutCompanionsOfDatabases() throws {
    let folder = try TemporaryFolder()
    for name in ["b.log", "a/c.log", "store.sqlite", "store.sqlite-wal", "store.sqlite-shm", ".DS_Store", "x-wal"] {
      _ = try folder.file(name, Data("x".utf8))
    }
    let list = InputList(operands: [folder.url.path, folder.url.path + "/*.log", folder.url.path + "/none"])
    let base = folder.url.path
    #expect(
      list.paths == ["\(base)/b.log", "\(base)/store.sqlite", "\(base)/x-wal", "\(base)/a/c.log", "\(base)/b.log"])
    #expect(list.failures == [.unreadable(path: "\(base)/none", reason: "no such file or directory")])
  }

  @Test func cutsLinesOfAnyLengthAtAnyBufferSize() throws {
    let text = "one\r\ntwo\n\n" + String(repeating: "x", count: 5000) + "\nlast"
    for size in [1, 2, 7, 4096, 1 << 16] {
      let reader = LineReader(ByteSource(path: "x", bytes: Array(text.utf8)), bufferSize: size)
      var lines: [String] = []
      while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      #expect(lines == ["one", "two", "", String(repeating: "x", count: 5000), "last"])
      #expect(reader.number == 5)
      #expect(reader.lastLineIsOpen)
    }
  }

  @Test func digestDependsOnContentNotOnPieces() throws {
    var random = SeededGenerator(seed: 1)
    for length in [0, 1, 31, 32, 33, 1000, 4097] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      var whole = ContentHash()
      bytes.withUnsafeBytes { whole.update($0) }
      var pieces = ContentHash()
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(70, rest.count), using: &random)
        Array(rest.prefix(count)).withUnsafeBytes { pieces.update($0) }
        rest = rest.dropFirst(count)
      }
      #expect(whole.digest == pieces.digest)
      var other = ContentHash()
      (bytes + [0]).withUnsafeBytes { other.update($0) }
      #expect(other.digest != whole.digest)
    }
  }
}

extension Contents {
  fileprivate init(texts: [String: String]) {
    self.texts = texts
    failures = []
  }
}
