import LogParsing
import Testing

struct ZonelessTimesTests {
  @Test(arguments: [
    "2026-08-14 15:04:03.734 App[1:2] sync", "[2026-08-14T15:04:03] sync", "2026/08/14 15:04:03 sync",
    #"{"time":"2026-08-14T15:04:03","a":1}"#, "RecordSave,2026-08-14 15:04:03,SUCCESS", "7/8/2026, 10:00:00,RecordSave",
    "7/8/2026, 10:00:00 PM,RecordSave", "no time\n2026-08-14 15:04:03 sync\nAug 14",
  ])
  func localTimesAreFound(text: String) {
    #expect(ZonelessTimes.areAll(in: Array((text + "\n").utf8)))
  }

  @Test(arguments: [
    "", "no time", "15:04:03.734 sync", "2026-08-14 15:04:03.734299-0400 sync", "2026-08-14T15:04:03Z",
    "2026-08-14 15:04:03 +0200 sync", "2026-08-14 15:04:03 UTC", "2026-08-14 15:04:03 GMT sync",
    "7/8/2026, 10:00:00 UTC,RecordSave", "7/8/2026, 10:00:00 PM UTC,RecordSave",
    #"{"time":1786719843000,"message":"at 2026-08-14 15:04:03 it failed"}"#,
    "2026-08-14 15:04:03 local\n2026-08-14T15:04:03+02:00 not", "2026-08-14T15:04:03Z begun at 2026-08-14 15:04:03",
    "2026-08-14", "2026-99-99", "1/2/3/4/5/6/7/8/9/10/11/12",
  ])
  func othersAreNot(text: String) {
    #expect(!ZonelessTimes.areAll(in: Array((text + "\n").utf8)))
  }

  @Test func aCutLastLineDecidesNothing() {
    #expect(!ZonelessTimes.areAll(in: Array("first line\n2026-08-14 15:04:03".utf8)))
  }
}
