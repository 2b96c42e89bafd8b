import Detection
import SyncModel
import Testing

struct ConcentrationTests {
  /// 200 requests of two operations and systems in 2,000 seconds; `isRefused` tells which fail.
  private func explanation(_ isRefused: (Int) -> Bool) throws -> String {
    let log = try EventBuilder()
    for number in 0..<200 {
      let failed = isRefused(number)
      log.request(
        number % 2 == 0 ? "RecordSave" : "RecordFetch", failed ? .failed : .succeeded, at: Double(number * 10),
        user: "_u\(number % 40)", error: failed ? "BAD_REQUEST" : nil
      ) { $0.clientOS = number % 4 < 2 ? "iOS;26.0" : "iOS;26.1" }
    }
    return try #require(try log.findings().first { $0.id == "record-rejected" }).explanation
  }

  @Test func namesWhatFailuresHaveInCommonAndRequestsHaveNot() throws {
    let text = try explanation { $0 % 4 == 0 && $0 > 150 }
    #expect(text.hasPrefix("Of these 12: all on iOS;26.0, 10 from 2026-"))
    #expect(text.contains("UTC, 10 users. "))
  }

  @Test func isSilentWhereFailuresAreSpreadLikeRequests() throws {
    let text = try explanation { $0 % 5 == 0 }
    #expect(text.hasPrefix("The server does not accept"))
  }

  @Test(arguments: [
    (1, "Zone 'Notes' is missing for 1 user (12 failures)"), (4, "Zone 'Notes' is missing for 4 users (12 failures)"),
  ])
  func aMissingZoneIsCountedByUsers(users: Int, title: String) throws {
    let log = try EventBuilder()
    for number in 0..<12 {
      log.request("RecordSave", .failed, at: Double(number * 100), user: "_u\(number % users)", error: "ZONE_NOT_FOUND")
      {
        $0.zone = "Notes"
      }
    }
    #expect(try log.findings().filter { $0.id == "zone-not-found" }.map(\.title) == [title])
  }

  @Test func isSilentAboutFewFailures() throws {
    #expect(try explanation { $0 % 4 == 0 && $0 > 180 }.hasPrefix("The server does not accept"))
  }
}
