import SyncModel

extension ReportArchive {
  /// The archive as a JSON Feed 1.1; `_ckdiag` holds the days.
  package var feed: String {
    let value = JSONValue.object([
      "version": .string("https://jsonfeed.org/version/1.1"), "title": .string("CloudKit reports"),
      "items": .array(
        entries.map { entry in
          .object([
            "id": .string(entry.path), "url": .string(entry.path), "title": .string(entry.title),
            "content_text": .string(entry.verdict), "date_published": .string(entry.writtenAt),
            "_ckdiag": .object(["start": .string(entry.start)]),
          ])
        }),
      "_ckdiag": .object([
        "days": .array(
          days.map { day in
            .members([
              "date": .string(day.date), "requests": .count(day.requests), "failed": .count(day.failed),
              "throttled": .count(day.throttled), "p95": .optional(day.p95),
            ])
          })
      ]),
    ])
    var text = ""
    value.write(to: &text)
    return text + "\n"
  }
}
