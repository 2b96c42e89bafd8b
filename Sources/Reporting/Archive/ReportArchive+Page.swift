import HTML
import SyncModel

extension ReportArchive {
  /// The page of the archive: two curves, a calendar of weeks with a light for each day, links to the reports.
  package var page: String {
    let document = Document {
      tag("html", Attribute("lang", "en")) {
        head
        tag("body") {
          tag("header") {
            tag("p", .class("eyebrow")) { tag("b") { "CloudKit reports" } }
            tag("h1") { latest.map { "\($0.title): \($0.verdictParts.first)" } ?? "No reports yet" }
            if let rest = latest?.verdictParts.rest, !rest.isEmpty { tag("p", .class("headline")) { rest } }
            tag("p", .class("soft")) {
              if entries.isEmpty { "" } else { tag("a", Attribute("href", "latest.html")) { "The latest report" } }
            }
          }
          tag("main", .id("main")) {
            curves
            calendar
          }
          tag("footer") {
            tag("p") { "Made by ckdiag \(toolVersion) on \(generatedAt.readable) UTC. Every day on this page is UTC." }
          }
          tag("script") { Node.trusted(archiveScript) }
        }
      }
    }
    var text = ""
    document.write(to: &text)
    return text
  }

  private var head: Node {
    pageHead(title: "CloudKit reports", toolVersion: toolVersion, styles: [pageStyle, archiveStyle])
  }

  // MARK: - Curves

  private var curves: Node {
    let shown = lastDays(92)
    guard shown.count > 1 else { return .nothing }
    return tag("section") {
      tag("div", .class("curves")) {
        curve("Error rate", shown.map { $0.flatMap { $0.requests == 0 ? nil : $0.errorRate } }) { Quantity.percent($0) }
        curve("Latency p95", shown.map { $0?.p95 }) { Quantity.milliseconds($0) }
      }
    }
  }

  /// The days up to the last one; nil stands for a day that no store knew.
  private func lastDays(_ most: Int) -> [Day?] {
    let known = Dictionary(days.map { ($0.date, $0) }, uniquingKeysWith: { $1 })
    guard let first = days.first.flatMap({ Self.moment($0.date) }),
      let last = days.last.flatMap({ Self.moment($0.date) })
    else { return [] }
    let count = min(Int64(most), (last.milliseconds - first.milliseconds) / Self.day + 1)
    return (0..<count).reversed().map { back in
      known[String(last.advanced(byMilliseconds: -back * Self.day).readable.prefix(10))]
    }
  }

  private static let day: Int64 = 86_400_000

  /// The first moment of `2026-11-29`.
  private static func moment(_ date: String) -> Timestamp? {
    let numbers = date.split(separator: "-").compactMap { Int($0) }
    return numbers.count == 3 ? Timestamp(year: numbers[0], month: numbers[1], day: numbers[2]) : nil
  }

  private func curve(_ title: String, _ values: [Double?], shown: (Double) -> String) -> Node {
    let known = values.compactMap { $0 }
    guard let top = known.max(), let last = known.last, top > 0 else { return .nothing }
    return tag("figure") {
      tag("figcaption") {
        tag("b") { title }
        " \(shown(last)) on the last day, \(shown(top)) at most in \(Quantity.counted(known.count, "day"))"
      }
      tag(
        "svg", Attribute("viewBox", "0 0 \(max(1, values.count - 1) * 10) 100"),
        Attribute("preserveAspectRatio", "none"), Attribute("role", "img"), Attribute("aria-label", title)
      ) {
        tag("path", .class("curve"), Attribute("d", Self.path(values, top)))
      }
    }
  }

  /// A line through the values that are known, broken where none is.
  private static func path(_ values: [Double?], _ top: Double) -> String {
    var path = ""
    var isDrawing = false
    for (index, value) in values.enumerated() {
      guard let value else {
        isDrawing = false
        continue
      }
      let height = Quantity.trimmed(98 - value / top * 96, decimals: 1)
      path += "\(isDrawing ? "L" : "M")\(index * 10) \(height)" + (isDrawing ? "" : "h0")
      isDrawing = true
    }
    return path
  }

  // MARK: - Calendar

  private var calendar: Node {
    let weeks = self.weeks
    guard !weeks.isEmpty else { return .nothing }
    return tag("section") {
      tag("h2") { "Calendar" }
      tag("p", .class("soft legend")) {
        "Failed requests: "
        tag("span", .class("light good")) { "below 1 %" }
        tag("span", .class("light fair")) { "below 5 %" }
        tag("span", .class("light bad")) { "5 % or more" }
        tag("span", .class("light none")) { "no requests" }
      }
      tag("p") {
        tag("label", Attribute("for", "search")) { "Search " }
        tag("input", .id("search"), Attribute("type", "search"), Attribute("placeholder", "week, date or verdict"))
      }
      tag("div", .class("scroll")) {
        tag("table", .class("calendar")) {
          tag("thead") {
            tag("tr") {
              for name in ["Week", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Report"] {
                tag("th", Attribute("scope", "col")) { name }
              }
            }
          }
          tag("tbody") { for week in weeks { row(week) } }
        }
      }
    }
  }

  private struct Week {
    var monday: Timestamp
    var days: [Day?]
    var entries: [Entry]
  }

  /// As many weeks without anything in a row are shown: a gap must be seen, and a year of nothing needs no page.
  private static let mostEmptyWeeks = 8

  /// The weeks that have days or reports and those between them, newest first.
  private var weeks: [Week] {
    func monday(_ date: String) -> (Timestamp, weekday: Int)? {
      guard let moment = Self.moment(date) else { return nil }
      let weekday = moment.parts.weekday
      return (moment.advanced(byMilliseconds: -Int64(weekday) * Self.day), weekday)
    }
    var weeks: [Timestamp: Week] = [:]
    for day in days {
      guard let (start, weekday) = monday(day.date) else { continue }
      weeks[start, default: Week(monday: start, days: Array(repeating: nil, count: 7), entries: [])].days[weekday] = day
    }
    for entry in entries {
      guard let (start, _) = monday(entry.start) else { continue }
      weeks[start, default: Week(monday: start, days: Array(repeating: nil, count: 7), entries: [])].entries
        .append(entry)
    }
    let known = weeks.keys.sorted()
    for (start, end) in zip(known, known.dropFirst()) {
      let missing = (end.milliseconds - start.milliseconds) / (7 * Self.day) - 1
      guard missing > 0, missing <= Self.mostEmptyWeeks else { continue }
      for number in 1...missing {
        let monday = start.advanced(byMilliseconds: number * 7 * Self.day)
        weeks[monday] = Week(monday: monday, days: Array(repeating: nil, count: 7), entries: [])
      }
    }
    return weeks.values.sorted { $1.monday < $0.monday }
  }

  private func row(_ week: Week) -> Node {
    tag("tr") {
      tag("th", Attribute("scope", "row")) { String(week.monday.readable.prefix(10)) }
      for day in week.days { cell(day, week) }
      tag("td", .class("reports")) {
        if week.entries.isEmpty, week.days.allSatisfy({ $0 == nil }) { tag("p") { "no data" } }
        for entry in week.entries {
          tag("p") {
            tag("a", Attribute("href", entry.path)) { entry.title }
            " \(entry.verdict)"
          }
        }
      }
    }
  }

  private func cell(_ day: Day?, _ week: Week) -> Node {
    guard let day else { return tag("td", .class("light none")) }
    let text = day.requests == 0 ? "–" : Quantity.percent(day.errorRate)
    let own = week.entries.first { $0.start == day.date && $0.path.hasSuffix("\(day.date).html") }
    return tag("td", .class("light \(day.light)"), Attribute("title", day.words)) {
      if let own { tag("a", Attribute("href", own.path)) { text } } else { text }
    }
  }
}
