import Foundation
import TestSupport
import Testing

struct UsageTests {
  @Test func unknownCommandIsAnErrorOfUse() throws {
    let run = try runCkdiag(["analyse"])
    #expect(run.exitCode == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("ckdiag: error: unknown command 'analyse'\n"))
  }
}
