import Foundation
import TestSupport
import Testing

/// A generator whose numbers are the same in every run.
private struct Numbers {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: (state >> 33) % UInt64(max(1, limit)))
  }
}

private let samples = [
  "sync-engine-state/idle.plist", "sync-engine-state/waiting.json", "sync-engine-state/objc.archive",
  "sync-engine-state/compressed.bin", "token-list/icecream.plist", "icloud-drive-dump/brctl.txt",
  "sqlite-output/column-and-list.txt", "sqlite-output/mode-box.txt", "sqlite-output/mode-line.txt",
  "sqlite-output/mode-insert.txt", "sync-state-json/two-devices.json", "sql-script/coredata-stuck.sql",
]

struct HostileDumpTests {
  @Test(arguments: samples) func survivesCutsAndFlippedBytes(path: String) throws {
    let file = packageFolder.appendingPathComponent("Samples/state/\(path)")
    let whole = Array(try Data(contentsOf: file))
    var numbers = Numbers(state: UInt64(whole.count))
    for round in 0..<40 {
      var bytes = whole
      if round % 2 == 0 { bytes = Array(bytes[..<numbers.next(below: bytes.count)]) }
      for _ in 0..<(round % 5) where !bytes.isEmpty {
        bytes[numbers.next(below: bytes.count)] = UInt8(numbers.next(below: 256))
      }
      let (_, recorder) = try read(bytes, named: "input")
      #expect(recorder.states.count <= 4)
    }
  }

  @Test func readsAnArchiveOfManyChangesInNumericOrder() throws {
    let bytes = Array(
      try Data(contentsOf: packageFolder.appendingPathComponent("Samples/state/sync-engine-state/waiting.json")))
    let state = try #require(try read(bytes, named: "state.json").recorder.states.first)
    let ends = state.pendingItems.map { $0.suffix(17) }
    #expect(ends.count == 109)
    #expect(ends == ends.sorted())
  }

  @Test func endsCirclesOfAnArchive() throws {
    // $top.root is a reference to object 1, which is a reference to itself.
    let list: [String: Any] = [
      "$archiver": "NSKeyedArchiver", "$top": ["root": ["CF$UID": 1]], "$objects": ["$null", ["CF$UID": 1]],
      "pendingRecordModifications": "x",
    ]
    let bytes = Array(try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0))
    let (_, recorder) = try read(bytes, named: "state.plist")
    #expect(recorder.states.isEmpty)
  }
}
