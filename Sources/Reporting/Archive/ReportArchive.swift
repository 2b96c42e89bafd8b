import SyncModel

/// What a folder of reports holds: the numbers of each day and the reports.
package struct ReportArchive: Equatable, Sendable {
  /// The requests of one day in UTC.
  package struct Day: Equatable, Sendable, Codable {
    /// `2026-11-29`.
    package var date: String
    package var requests: Int
    package var failed: Int
    package var throttled: Int
    /// Milliseconds; nil without durations.
    package var p95: Double?

    package init(date: String, requests: Int, failed: Int, throttled: Int, p95: Double?) {
      self.date = date
      self.requests = requests
      self.failed = failed
      self.throttled = throttled
      self.p95 = p95
    }
  }

  /// One report of the archive.
  package struct Entry: Equatable, Sendable, Codable {
    /// Of the page, relative to the archive's folder: `2026/W48/report.html`.
    package var path: String
    /// `Week 48 of 2026`.
    package var title: String
    /// `2026-11-23`: the first day.
    package var start: String
    package var verdict: String
    /// ISO 8601.
    package var writtenAt: String

    package init(path: String, title: String, start: String, verdict: String, writtenAt: String) {
      self.path = path
      self.title = title
      self.start = start
      self.verdict = verdict
      self.writtenAt = writtenAt
    }
  }

  package var toolVersion: String
  package var generatedAt: Timestamp
  /// By date.
  package var days: [Day]
  /// Newest first.
  package var entries: [Entry]

  package init(toolVersion: String, generatedAt: Timestamp, days: [Day], entries: [Entry]) {
    self.toolVersion = toolVersion
    self.generatedAt = generatedAt
    self.days = days.sorted { $0.date < $1.date }
    self.entries = entries.sorted { ($1.start, $1.path) < ($0.start, $0.path) }
  }

  /// The newest report of a whole week or day; where there is none of these, the newest of all.
  package var latest: Entry? { entries.first(where: \.isWhole) ?? entries.first }
}

extension Report {
  /// The verdict and the main change, for lists of reports.
  package var verdictSentence: String {
    ([verdict.sentence] + [changeHeadline].compactMap { $0 }).joined(separator: " ")
  }

  /// True when there is nothing in the period: such a report must not take the place of another.
  package var saysNothing: Bool {
    requests == nil && errors.isEmpty && serverErrors.isEmpty && activity.isEmpty && syncState.isEmpty
      && findings.isEmpty
  }
}

extension ReportArchive.Entry {
  /// The verdict, and what stands behind it; empty = nothing.
  var verdictParts: (first: String, rest: String) {
    guard let end = verdict.firstRange(of: ". ") else { return (verdict, "") }
    return (String(verdict[..<end.lowerBound]) + ".", String(verdict[end.upperBound...]))
  }

  /// True for a whole week or day of all requests, by its name: `report.html` or `2026-11-29.html`.
  var isWhole: Bool { path.hasSuffix("/report.html") || path.hasSuffix("/\(start).html") }
}

extension ReportArchive.Day {
  /// 0 to 1.
  var errorRate: Double { requests == 0 ? 0 : Double(failed) / Double(requests) }

  /// The traffic light: below 1 % failed, below 5 %, and above.
  var light: String {
    if requests == 0 { return "none" }
    if errorRate < 0.01 { return "good" }
    return errorRate < 0.05 ? "fair" : "bad"
  }

  /// For people: what happened on the day.
  var words: String {
    if requests == 0 { return "\(date): no requests" }
    let latency = p95.map { ", p95 \(Quantity.milliseconds($0))" } ?? ""
    let throttles = throttled > 0 ? ", \(Quantity.count(throttled)) throttled" : ""
    return "\(date): \(Quantity.counted(requests, "request")), \(Quantity.count(failed)) failed "
      + "(\(Quantity.percent(errorRate)))\(throttles)\(latency)"
  }
}
