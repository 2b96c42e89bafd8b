import Detection
import SyncModel
import Testing

struct MirroringTests {
  @Test func reportsATornDownStore() throws {
    let builder = try EventBuilder().observation(
      .mirroringStopped, "Store Removed", text: "Told to tear down with reason: Store Removed")
    #expect(try builder.titles() == ["mirroring-stopped: Core Data mirroring has stopped: Store Removed"])
  }

  @Test func namesTheCauseInsteadOfTheReset() throws {
    let builder = try EventBuilder().error(.cocoa(134410))
      .observation(.mirroringStopped, "reset", text: "resetting internal state after error").error(.cocoa(134406))
    #expect(try builder.findings().map(\.id) == ["store-opened-twice"])
  }

  @Test func acceptsThatMirroringStartsAgain() throws {
    let builder = try EventBuilder().observation(.mirroringStopped, "Store Removed").observation(.mirroringStarted)
    #expect(try builder.findings() == [])
  }

  @Test func callsDeferralsNoFailure() throws {
    let builder = try EventBuilder().error(.cocoa(134419))
      .observation(.deferredBySystem, "Activity Group Policy", text: "FinalDecision: Must Not Proceed")
    #expect(try builder.titles() == ["activity-deferred: The system put sync work off twice"])
  }

  @Test func warnsOfAnExhaustedBudget() throws {
    let builder = try EventBuilder().observation(.deferredBySystem, "ActivityRateLimitPolicy")
    #expect(try builder.findings().map(\.severity) == [.warning])
  }

  @Test func blamesTheSandboxForTheDaemon() throws {
    var refused = ErrorReport.ck(6, nil, "Error connecting to CloudKit daemon.", retryAfter: 5)
    refused.underlying = UnderlyingCode(domain: "NSCocoaErrorDomain", code: 4099)
    #expect(try EventBuilder().error(refused).findings().map(\.id) == ["network-failure"])
    let builder = try EventBuilder().error(refused).observation(.sandboxRestriction, text: "error 159")
    #expect(try builder.findings().map(\.id) == ["container-misconfigured"])
  }

  @Test func missesAnEndOnlyWhenTheLogGoesOn() throws {
    let last = try EventBuilder().activity(.export, .succeeded, at: 0).activity(.export, .unfinished, at: 1)
    #expect(try last.findings() == [])
    let earlier = try EventBuilder().activity(.export, .unfinished, at: 0).activity(.export, .succeeded, at: 1)
    #expect(try earlier.titles() == ["unfinished-operation: 1 operation started without an end in the log"])
  }

  @Test func readsTheReasonOfACrash() throws {
    let builder = try EventBuilder().observation(
      .appCrash, "CKException",
      text: "*** Terminating app due to uncaught exception 'CKException', reason: 'Invalid predicate: \"a\" == \"b\"'")
    #expect(
      try builder.titles() == [
        "app-crash: App crashed once: Invalid predicate",
        "unsupported-predicate: Query with a predicate that CloudKit cannot run (1 failure)",
      ])
  }

  @Test func namesTheMethodOfAnAssertionWithoutItsException() throws {
    let builder = try EventBuilder().observation(
      .appCrash, "assertion", text: "*** Assertion failure in -[CKRecord setShare:], CKRecord.m:923")
    #expect(try builder.titles() == ["app-crash: App crashed once: assertion in -[CKRecord setShare:]"])
  }

  @Test func tellsAMissingApplicationIDFromAMissingEntitlement() throws {
    let application = try EventBuilder().observation(.missingEntitlement, "application ID")
    #expect(
      try application.titles() == [
        "container-misconfigured: The process has no application ID and can make no CKContainer"
      ])
    let both = try EventBuilder().observation(.missingEntitlement, "application ID")
      .observation(.missingEntitlement, "com.apple.developer.icloud-services")
    #expect(
      try both.titles() == [
        "container-misconfigured: The process lacks the iCloud entitlement and is killed when it makes a CKContainer"
      ])
  }

  @Test func readsTheAccountStateWhereNoErrorTellsIt() throws {
    let nobody = try EventBuilder().observation(.accountState, "available").observation(.accountState, "noAccount")
    #expect(try nobody.titles() == ["not-authenticated: Nobody is signed in to iCloud on the device"])
    let back = try EventBuilder().observation(.accountState, "noAccount").observation(.accountState, "available")
    #expect(try back.findings() == [])
    let told = try EventBuilder().error(.cocoa(134400, "(CKAccountStatusNoAccount)"))
      .observation(.accountState, "noAccount")
    #expect(try told.titles() == ["not-authenticated: No usable iCloud account: 1 request refused"])
  }

  @Test func blamesTheTokenWhereTheAccountIsOnlyUndetermined() throws {
    let token = ErrorReport.ck(36, 1029, "Account temporarily unavailable due to bad or missing auth token")
    let open = ErrorReport.ck(9, nil, "Could not determine iCloud account status")
    let temporary = "account-temporarily-unavailable: iCloud account temporarily unavailable"
    let near = try EventBuilder().error(token, at: 0).error(open, at: 60)
    #expect(try near.titles() == ["\(temporary) (2 requests refused)"])
    let nobody = "not-authenticated: No usable iCloud account: 1 request refused"
    let later = try EventBuilder().error(token, at: 0).error(open, at: 3600)
    #expect(try later.titles() == [nobody, "\(temporary) (1 request refused)"])
    let stated = try EventBuilder().error(token, at: 0)
      .error(.ck(9, 1002, "This request requires an authenticated account"), at: 60)
    #expect(try stated.titles() == [nobody, "\(temporary) (1 request refused)"])
    let signedOut = try EventBuilder().error(token, at: 0).error(open, at: 60).observation(.accountState, "signOut")
    #expect(try signedOut.titles() == [nobody, "\(temporary) (1 request refused)"])
  }

  @Test func callsAResetAfterAChangeOfAccountByItsName() throws {
    let builder = try EventBuilder().observation(.mirroringStopped, "reset", text: "resetting internal state")
    #expect(
      try builder.error(.cocoa(134405)).titles() == [
        "mirroring-stopped: Core Data reset its sync data after a change of account"
      ])
  }
}
