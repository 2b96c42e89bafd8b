import Foundation
import TestSupport
import Testing

struct ExplainTests {
  @Test(arguments: [
    ("14", "14 serverRecordChanged: \"Server Record Changed\" (CKErrorDomain)"),
    ("2/1011", "2 partialFailure: \"Partial Failure\" (CKErrorDomain)"),
    ("requestRateLimited", "7 requestRateLimited: \"Request Rate Limited\" (CKErrorDomain)"),
    ("NSCocoaErrorDomain:134406", "134406 mirroringNotInitialized (NSCocoaErrorDomain)"),
    ("CKErrorDomain:25", "25 quotaExceeded: \"Quota Exceeded\" (CKErrorDomain)"),
    ("2062", "2062 ThrottledByHTTP429 (CKInternalErrorDomain)"),
    ("QUOTA_EXCEEDED", "QUOTA_EXCEEDED (CloudKit Web Services, HTTP 413)"),
    ("record-conflict", "record-conflict: "),
  ])
  func explainsCodesAndChecks(word: String, headline: String) throws {
    let run = try runCkdiag(["explain", word])
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix(headline), "\(run.output)")
  }

  @Test func suggestsTheNearestName() throws {
    let run = try runCkdiag(["explain", "requestRateLimit"])
    #expect(
      run
        == ToolRun(
          exitCode: 2, output: "",
          errors: "ckdiag: error: nothing is known of 'requestRateLimit'\nhelp: did you mean 'requestRateLimited'?\n"))
  }
}
