import Foundation
import SyncModel
import Testing

@testable import LogParsing

struct ScratchTests {
  func show(_ e: ScannedError, _ indent: String = "") {
    print("\(indent)\(e.form) \(e.domain) \(e.code)/\(e.underlying?.description ?? "-") n=\(e.count) ra=\(e.retryAfterMs ?? -1) item=\(e.item ?? "-") zone=\(e.zone ?? "-") op=\(e.operationID ?? "-") uuid=\(e.requestID ?? "-") cont=\(e.containerID ?? "-") om=\(e.omitted) red=\(e.itemsAreRedacted) cut=\(e.isCut) items=\(e.items?.count ?? -1) msg=\(e.message?.prefix(90) ?? "-")")
    for i in e.items ?? [] { show(i, indent + "    ") }
  }
  @Test func scratch() throws {
    for path in (ProcessInfo.processInfo.environment["SCRATCH"] ?? "").split(separator: " ") {
      print("=====", path)
      let text = try String(contentsOfFile: String(path), encoding: .utf8)
      for e in ErrorScanner().errors(in: ErrorText(text)) { show(e) }
    }
  }
}
