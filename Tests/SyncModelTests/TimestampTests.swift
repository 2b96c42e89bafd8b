import SyncModel
import Testing

struct TimestampTests {
  @Test func roundTripsEveryDayOfFourCenturies() throws {
    for day in -40_000..<106_000 {
      let moment = Timestamp(milliseconds: Int64(day) * 86_400_000 + 45_296_789)
      let p = moment.parts
      let again = try #require(
        Timestamp(
          year: p.year, month: p.month, day: p.day, hour: p.hour, minute: p.minute, second: p.second,
          millisecond: p.millisecond))
      #expect(again == moment)
    }
  }

  @Test func refusesDatesThatDoNotExist() {
    #expect(Timestamp(year: 2026, month: 2, day: 29) == nil)
    #expect(Timestamp(year: 2024, month: 2, day: 29) != nil)
    #expect(Timestamp(year: 2026, month: 13, day: 1) == nil)
    #expect(Timestamp(year: 2026, month: 1, day: 1, hour: 24) == nil)
  }

  @Test func writesISO8601InUTC() {
    #expect(Timestamp(milliseconds: 0).iso8601 == "1970-01-01T00:00:00Z")
    #expect(Timestamp(milliseconds: 1796022000_250).iso8601 == "2026-11-30T07:00:00.250Z")
    #expect(Timestamp(milliseconds: 1796022000_250).parts.weekday == 0)
  }

  @Test func momentsBeyondTheCalendarAreItsEnds() {
    #expect(Timestamp(milliseconds: .min).iso8601 == "0001-01-01T00:00:00Z")
    #expect(Timestamp(milliseconds: .max).iso8601 == "9999-12-31T23:59:59.999Z")
  }
}
