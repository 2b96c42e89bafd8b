import Foundation
import StateReading
import TestSupport
import Testing

/// Every sample under Samples/state/<id>, by its path there.
private let samples: [String] = {
  let folder = packageFolder.appendingPathComponent("Samples/state")
  let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
  return all.filter { path in path.split(separator: "/").count == 2 && !path.contains("/.") }.sorted()
}()

struct StateDumpSampleTests {
  @Test(arguments: samples) func readsSampleAsTheKindOfItsFolder(path: String) throws {
    let file = packageFolder.appendingPathComponent("Samples/state/\(path)")
    let (id, recorder) = try read(fileSource(file))
    #expect(id == path.split(separator: "/").first.map(String.init))
    expectGolden(recorder.summary, at: "Tests/Goldens/state/\(path).txt")
  }

  @Test func idsAreUnique() {
    let ids = StateDumps.all.map(\.info.id)
    #expect(ids.count == Set(ids).count)
  }

  @Test func everyFileOfTheFolderIsRegistered() throws {
    let folder = packageFolder.appendingPathComponent("Sources/StateReading/Dumps").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    let types = StateDumps.all.map { "\(type(of: $0)).swift" }
    #expect(files.sorted() == types.sorted())
  }
}
