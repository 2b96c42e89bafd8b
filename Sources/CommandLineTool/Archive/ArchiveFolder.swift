import Foundation
import Reporting
import Storage
import SyncModel
import Telemetry

/// The folder of `--reports`: every report under its week, and the pages that lead to them.
struct ArchiveFolder {
  let path: String
  let environment: CommandEnvironment

  /// What is read back of the feed.
  private struct Feed: Decodable {
    struct Item: Decodable {
      struct Own: Decodable { var start: String }
      var url: String
      var title: String
      var content_text: String
      var date_published: String
      var _ckdiag: Own
    }
    struct Own: Decodable { var days: [ReportArchive.Day] }
    var items: [Item]
    var _ckdiag: Own
  }

  /// Writes the report and brings the pages up to date; returns the report's path, nil when there was nothing to say.
  ///
  /// `filters` are the conditions of `--where`: what they leave is no week and no day, and is filed beside these.
  func add(
    _ report: Report, of period: Period, filters: [String] = [], store: EventStore
  ) throws(CommandFailure) -> String? {
    guard !report.saysNothing else { return nil }
    let place = Self.place(of: period, filters: filters)
    let folder = place.path.split(separator: "/").dropLast().joined(separator: "/")
    do {
      try FileManager.default.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    } catch {
      throw CommandFailure("cannot make the folder '\(path)/\(folder)'")
    }
    let page = rendered(report, as: "html")
    let old = try feed()
    try ReportOutput.write(rendered(report, as: "json"), to: "\(path)/\(place.path.dropLast(5)).json")
    try ReportOutput.write(page, to: "\(path)/\(place.path)")
    let entry = ReportArchive.Entry(
      path: place.path, title: place.title, start: String(period.start.readable.prefix(10)),
      verdict: report.verdictSentence, writtenAt: environment.now.iso8601)
    let archive = try archive(adding: entry, to: old, store)
    // The feed goes last: it says what the pages already show.
    try ReportOutput.write(archive.page, to: "\(path)/index.html")
    if archive.latest?.path == place.path { try ReportOutput.write(page, to: "\(path)/latest.html") }
    try ReportOutput.write(archive.feed, to: "\(path)/feed.json")
    return "\(path)/\(place.path)"
  }

  /// Where the report of a period belongs, under the week of its middle.
  ///
  /// Only a whole week and a whole day, in UTC and of all requests, have the plain names; anything else is named by its
  /// bounds and filters, so that it never takes the place of these.
  static func place(of period: Period, filters: [String] = []) -> (path: String, title: String) {
    let length = period.end.milliseconds - period.start.milliseconds
    let week = ISOWeek(of: period.start.advanced(byMilliseconds: length / 2))
    let folder = "\(week.year)/\(week.name)"
    let (start, end) = (bound(period.start), bound(period.end))
    let isDay = length == 86_400_000 && start.count == 10
    let isWeek = period.start == week.start && period.end == week.end
    if filters.isEmpty, isWeek { return ("\(folder)/report.html", "Week \(week.number) of \(week.year)") }
    let name = isDay ? start : "\(start)--\(end)"
    let title = isDay ? start : isWeek ? "Week \(week.number) of \(week.year)" : "\(start) to \(end)"
    guard !filters.isEmpty else { return ("\(folder)/\(name.replacing(":", with: "")).html", title) }
    let words = filters.joined(separator: ", ")
    return ("\(folder)/\(name.replacing(":", with: ""))-\(slug(words)).html", "\(title), \(words)")
  }

  /// `2026-11-18` for midnight, `2026-11-18T07:00` for the rest, with seconds where there are any.
  private static func bound(_ moment: Timestamp) -> String {
    let text = moment.readable.replacing(" ", with: "T")
    if text.hasSuffix("T00:00:00") { return String(text.prefix(10)) }
    return text.hasSuffix(":00") ? String(text.prefix(16)) : text
  }

  /// Words as a part of a file's name: letters and digits, and a checksum, because `a=b` and `a!=b` look alike.
  private static func slug(_ words: String) -> String {
    let parts = words.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let sum = words.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return parts.joined(separator: "-").prefix(60) + "-" + String(sum, radix: 36)
  }

  private func rendered(_ report: Report, as id: String) -> String {
    var text = ""
    ReportFormats.all.first { $0.info.id == id }?.render(report, style: RenderingStyle(), to: &text)
    return text
  }

  private func feed() throws(CommandFailure) -> Feed? {
    let file = "\(path)/feed.json"
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    let bytes = try contents(of: file)
    do { return try JSONDecoder().decode(Feed.self, from: Data(bytes)) } catch {
      throw CommandFailure("'\(file)' is no feed of ckdiag", help: "move it away; a new one is made")
    }
  }

  /// Days that the store has forgotten stay in the archive.
  private func archive(
    adding entry: ReportArchive.Entry, to old: Feed?, _ store: EventStore
  ) throws(CommandFailure) -> ReportArchive {
    var days: [String: ReportArchive.Day] = [:]
    for day in old?._ckdiag.days ?? [] { days[day.date] = day }
    let scope = store.scope
    store.scope = Scope()
    store.scope.since = environment.now.advanced(byMilliseconds: -400 * 86_400_000)
    defer { store.scope = scope }
    do throws(StorageError) {
      for day in try DayNumbers.all(in: store) {
        let date = String(day.day.readable.prefix(10))
        days[date] = ReportArchive.Day(
          date: date, requests: day.requests, failed: day.failed, throttled: day.throttled, p95: day.p95)
      }
    } catch {
      throw CommandFailure(error)
    }
    let entries = (old?.items ?? []).filter { $0.url != entry.path }.map { item in
      ReportArchive.Entry(
        path: item.url, title: item.title, start: item._ckdiag.start, verdict: item.content_text,
        writtenAt: item.date_published)
    }
    return ReportArchive(
      toolVersion: environment.version, generatedAt: environment.now, days: Array(days.values),
      entries: entries + [entry])
  }
}
