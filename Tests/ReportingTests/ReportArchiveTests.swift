import Reporting
import SyncModel
import Testing

struct ReportArchiveTests {
  private func page(_ dates: [String]) -> String {
    ReportArchive(
      toolVersion: "1.0.0", generatedAt: Timestamp(milliseconds: 1_796_022_000_000),
      days: dates.map { ReportArchive.Day(date: $0, requests: 100, failed: 1, throttled: 0, p95: 90) },
      entries: [
        ReportArchive.Entry(
          path: "2026/W47/report.html", title: "Week 47 of 2026", start: "2026-11-16",
          verdict: "Sync is at risk: 1 warning. Against the week before, nothing changed by more than noise.",
          writtenAt: "2026-11-23T07:00:00Z")
      ]
    ).page
  }

  @Test func aWeekWithoutDataIsSeen() {
    let page = page(["2026-11-08", "2026-11-16", "2026-11-17"])
    let rows = page.matches(of: /<th scope="row">(?<week>[^<]*)/).map { String($0.week) }
    #expect(rows == ["2026-11-16", "2026-11-09", "2026-11-02"])
    #expect(page.matches(of: /no data/).count == 1)
    // The curve is broken where no day is known.
    #expect(page.contains(#"d="M0 2h0M80 2h0L90 2""#))
    #expect(page.contains("at most in 3 days"))
  }

  @Test func aYearOfNothingIsNoPage() {
    let rows = page(["2025-11-08", "2026-11-16"]).matches(of: /<th scope="row">(?<week>[^<]*)/).map { String($0.week) }
    #expect(rows == ["2026-11-16", "2025-11-03"])
  }

  @Test func theHeadlineStandsBehindTheVerdict() {
    let page = page(["2026-11-16", "2026-11-17"])
    #expect(page.contains("<h1>Week 47 of 2026: Sync is at risk: 1 warning.</h1>"))
    #expect(
      page.contains(#"<p class="headline">Against the week before, nothing changed by more than noise.</p>"#))
  }
}
