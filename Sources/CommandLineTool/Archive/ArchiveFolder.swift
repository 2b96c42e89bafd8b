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
  func add(_ report: Report, of period: Period, store: EventStore) throws(CommandFailure) -> String? {
    guard !report.saysNothing else { return nil }
    let place = Self.place(of: period)
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
    if archive.entries.first?.path == place.path { try ReportOutput.write(page, to: "\(path)/latest.html") }
    try ReportOutput.write(archive.feed, to: "\(path)/feed.json")
    return "\(path)/\(place.path)"
  }

  /// Where the report of a period belongs: a day or less under its date, the rest under the week of its middle.
  static func place(of period: Period) -> (path: String, title: String) {
    let length = period.end.milliseconds - period.start.milliseconds
    let week = ISOWeek(of: period.start.advanced(byMilliseconds: length / 2))
    if length <= 86_400_000 {
      let date = String(period.start.readable.prefix(10))
      return ("\(week.year)/\(week.name)/\(date).html", date)
    }
    return ("\(week.year)/\(week.name)/report.html", "Week \(week.number) of \(week.year)")
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
