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
            tag("h1") { latest.map { "\($0.title): \($0.verdict)" } ?? "No reports yet" }
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
    let shown = days.suffix(92)
    guard shown.count > 1 else { return .nothing }
    return tag("section") {
      tag("div", .class("curves")) {
        curve("Error rate", shown.map { $0.requests == 0 ? nil : $0.errorRate }) { Quantity.percent($0) }
        curve("Latency p95", shown.map(\.p95)) { Quantity.milliseconds($0) }
      }
    }
  }

  private func curve(_ title: String, _ values: [Double?], shown: (Double) -> String) -> Node {
    let known = values.compactMap { $0 }
    guard let top = known.max(), let last = known.last, top > 0 else { return .nothing }
    return tag("figure") {
      tag("figcaption") {
        tag("b") { title }
        " \(shown(last)) on the last day, \(shown(top)) at most in \(Quantity.counted(values.count, "day"))"
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
      path += "\(isDrawing ? "L" : "M")\(index * 10) \(height)"
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

  /// The weeks that have days or reports, newest first.
  private var weeks: [Week] {
    let day: Int64 = 86_400_000
    func monday(_ date: String) -> (Timestamp, weekday: Int)? {
      let numbers = date.split(separator: "-").compactMap { Int($0) }
      guard numbers.count == 3, let moment = Timestamp(year: numbers[0], month: numbers[1], day: numbers[2]) else {
        return nil
      }
      let weekday = moment.parts.weekday
      return (moment.advanced(byMilliseconds: -Int64(weekday) * day), weekday)
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
    return weeks.values.sorted { $1.monday < $0.monday }
  }

  private func row(_ week: Week) -> Node {
    tag("tr") {
      tag("th", Attribute("scope", "row")) { String(week.monday.readable.prefix(10)) }
      for day in week.days { cell(day, week) }
      tag("td", .class("reports")) {
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
