import SyncModel

/// Reports that never change: what every report format is tested with.
package enum FixedReports {
  /// Monday, 2026-11-23 00:00:00 UTC.
  package static let start = Timestamp(milliseconds: 1_795_392_000_000)
  private static let generated = Timestamp(milliseconds: 1_796_022_000_000)

  /// Nothing was read.
  package static let empty = Report(toolVersion: "1.0.0", generatedAt: generated)

  /// Everything once, with the characters that break formats: `<`, `"`, `'`, `&`, `|`, a comma, an emoji, a line end.
  package static let rich = Report(
    toolVersion: "1.0.0", generatedAt: generated, inputs: inputs,
    period: Period(start: start, end: start.advanced(byMilliseconds: 7 * 86_400_000)), requests: requests,
    errors: errors, serverErrors: serverErrors, items: items,
    rateLimit: RateLimitSummary(
      throttled: 96, retryAfterSeconds: RetryAfterRange(min: 3.2, max: 30, last: 12.5), violations: 2,
      longestSilenceSeconds: 275),
    activity: activity, syncState: [coreDataStore, engineStore], findings: findings,
    filters: ["environment=PRODUCTION"], comparison: comparison, sections: [hours, budget])

  private static let inputs = [
    InputSummary(
      path: "exports/console \"week 48\", part 1.json", format: "console-json", bytes: 5_512_345, lines: 12_345,
      records: 12_340, unrecognizedLines: 5, notes: ["unknown key 'shardID', kept 3 times"]),
    InputSummary(
      path: "device/very/long/path/that/goes/on/and/on/to/the/diagnostics/of/an/iPhone/CloudKit 📱.log",
      format: "log-text", bytes: 812, lines: 9, records: 4, isTruncated: true),
    InputSummary(path: "photo<1>.bin", format: nil, bytes: 0),
  ]

  private static func latency(_ scale: Double, count: Int) -> Distribution {
    Distribution(
      count: count, min: 4 * scale, mean: 183.25 * scale, p50: 120 * scale, p95: 890 * scale, p99: 2_100 * scale,
      max: 12_004 * scale)
  }

  private static let requests = RequestTelemetry(
    count: 12_345, failed: 412, affectedUsers: 17, latencyMs: latency(1, count: 12_340),
    bytes: ByteTotals(
      sent: 73_400_320, received: 1_234, insertedRecords: 40_321, updatedRecords: nil, deletedRecords: 12),
    groups: [
      RequestGrouping(
        key: "byOperation", dimension: "operation",
        rows: [
          RequestGroup(key: "RecordSave", count: 8_000, failed: 400, latencyMs: latency(1.4, count: 8_000)),
          RequestGroup(key: "records/query", count: 4_300, failed: 12, latencyMs: latency(0.5, count: 4_295)),
          RequestGroup(key: nil, count: 40, failed: 0, latencyMs: nil),
          RequestGroup(key: "", count: 5, failed: 0, latencyMs: nil),
        ]),
      RequestGrouping(
        key: "byClientOS", dimension: "client OS",
        rows: [
          RequestGroup(
            key: "<script>alert(\"iOS 26.1\")</script>", count: 9_000, failed: 411, latencyMs: latency(1, count: 9_000)),
          RequestGroup(key: "macOS 26.1, 中文 | 👩‍👩‍👧", count: 3_345, failed: 1, latencyMs: latency(0.9, count: 3_340)),
        ]),
      RequestGrouping(key: "byZone", dimension: "zone", rows: []),
      RequestGrouping(
        key: "byDatabase", dimension: "database",
        rows: [RequestGroup(key: "PRIVATE", count: 12_345, failed: 412, latencyMs: latency(1, count: 12_340))]),
      RequestGrouping(
        key: "byPlatform", dimension: "platform",
        rows: [RequestGroup(key: nil, count: 12_345, failed: 412, latencyMs: nil)]),
    ], timeline: timeline)

  private static let timeline = Timeline(
    bucketSeconds: 7200,
    buckets: (0..<84).map { bucket($0) })

  /// Days and nights, four hours of trouble, four hours without a request.
  private static func bucket(_ index: Int) -> TimelineBucket {
    let begin = start.advanced(byMilliseconds: Int64(index) * 7_200_000)
    if index == 60 || index == 61 { return TimelineBucket(start: begin, count: 0, failed: 0, throttled: 0) }
    let hour = index * 2 % 24
    let count = hour >= 6 && hour < 22 ? 180 + index % 7 * 11 : 24 + index % 5
    if index == 40 || index == 41 {
      return TimelineBucket(
        start: begin, count: count, failed: 120, throttled: 48, p50: 140, p95: 6_400, p99: 11_900)
    }
    return TimelineBucket(
      start: begin, count: count, failed: index % 9 == 0 ? 4 : 0, throttled: 0, p50: Double(100 + index % 5 * 9),
      p95: Double(700 + index * 3), p99: Double(1_900 + index % 11 * 40))
  }

  private static let errors = [
    ErrorSummary(
      domain: "CKErrorDomain", code: 2, name: "partialFailure", underlying: UnderlyingCode(code: 1011), count: 12,
      printed: 24, collateral: 0, firstSeen: start.advanced(byMilliseconds: 60_000),
      lastSeen: start.advanced(byMilliseconds: 86_400_000)),
    ErrorSummary(
      domain: "CKErrorDomain", code: 6, name: "serviceUnavailable", underlying: nil, count: 96, printed: 96,
      collateral: 4, retryAfterSeconds: [3.2, 12.5, 30], firstSeen: start, lastSeen: start),
    ErrorSummary(
      domain: "Example.\"Quoted\" & <Co>", code: nil, name: nil, underlying: nil, count: 1, printed: 1, collateral: 0),
  ]

  private static let serverErrors = [
    ServerErrorSummary(
      code: "THROTTLED", httpStatus: 503, count: 96, operation: "RecordSave", retryAfterSeconds: [3.2, 30]),
    ServerErrorSummary(code: nil, httpStatus: 421, count: 1),
  ]

  private static let items = [
    ItemSummary(
      item: "record-with-a-very-long-name-4F2A9C11-77B0-4D6E-9C1B-0A1B2C3D4E5F-and-more", zone: "Notes",
      domain: "CKErrorDomain", code: 14, underlying: UnderlyingCode(code: 2004), serverCode: nil,
      message: "record to insert already exists", count: 3),
    ItemSummary(
      item: "日本語の記録🗂️", zone: "Notes:_owner1", serverCode: "CONFLICT", message: "first line\nsecond <line>", count: 1),
    ItemSummary(item: nil, zone: "Old,Zone", domain: "CKErrorDomain", code: 26),
  ]

  private static let activity = [
    ActivitySummary(
      kind: .export, count: 40, failed: 3, unfinished: 1,
      durationSeconds: Distribution(count: 39, min: 0.2, mean: 1.5, p50: 1.1, p95: 4.4, p99: 61, max: 61)),
    ActivitySummary(kind: .setup, count: 1, failed: 0, unfinished: 0),
  ]
}
