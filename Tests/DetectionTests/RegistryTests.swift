import Detection
import Foundation
import SyncModel
import TestSupport
import Testing

struct RegistryTests {
  @Test func namesEveryIdOnce() {
    let ids = Checks.all.map(\.info.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test(arguments: Checks.all.map(\.info))
  func describesEachCheck(_ info: CheckInfo) {
    #expect(info.title.count <= 100)
    #expect(!info.title.hasSuffix("."))
    #expect(!info.explanation.isEmpty && info.explanation.hasSuffix("."))
    #expect(!info.explanation.contains("\n"))
    #expect(!info.advice.isEmpty)
    #expect(info.advice.filter { $0.isEmpty || $0.hasSuffix(".") } == [])
  }

  @Test func namesEachIdAfterItsType() {
    for check in Checks.all {
      #expect(check.info.id == Self.kebab(String(describing: type(of: check))))
    }
  }

  @Test func registersEveryFileOfTheFolder() throws {
    let folder = packageFolder.appendingPathComponent("Sources/Detection/Checks")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    let types = Checks.all.map { String(describing: type(of: $0)) + ".swift" }
    #expect(files.sorted() == types.sorted())
  }

  @Test func givesEachCauseACheck() {
    let ids = Set(Checks.all.map(\.info.id))
    #expect(Cause.allCases.map(\.rawValue).filter { !ids.contains($0) } == [])
  }

  @Test func keepsThePageOfChecksUpToDate() {
    expectGolden(Checks.markdown, at: "docs/checks.md")
  }

  private static func kebab(_ type: String) -> String {
    type.reduce(into: "") { $0 += $1.isUppercase ? ($0.isEmpty ? "" : "-") + $1.lowercased() : String($1) }
  }
}
