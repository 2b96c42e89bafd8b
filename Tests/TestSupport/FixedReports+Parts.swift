import SyncModel

extension FixedReports {
  static let coreDataStore = StoreSummary(
    store: "stores/Notes <main>.sqlite",
    state: StoreState(
      origin: Origin(line: 0), identity: "0D5C0F0A", kind: .coreData,
      observedAt: start.advanced(byMilliseconds: 604_800_000), trackedRecords: 1_234, pendingUploads: 12,
      pendingDeletes: 3, pendingZoneChanges: 0, inFlight: 2, oldestPending: start.advanced(byMilliseconds: 3_600_000),
      lastSuccess: start.advanced(byMilliseconds: 1_800_000), lastFailure: start.advanced(byMilliseconds: 600_000_000),
      zones: [
        StoreState.Zone(
          name: "com.apple.coredata.cloudkit.zone", owner: "_defaultOwner", database: "private",
          tokenDigest: "9f86d081", lastFetch: start, flags: ["needsImport"], pendingUploads: 12, pendingDeletes: 3),
        StoreState.Zone(name: nil, database: "shared"),
      ],
      entities: [
        StoreState.Entity(name: "Note", tracked: 1_000, pendingUploads: 12, pendingDeletes: 0),
        StoreState.Entity(name: "Tag & <Label>", tracked: 234, pendingUploads: 0, pendingDeletes: 3),
      ], flags: ["needsToFetchDatabaseChanges"], pendingItems: ["Note/1", "Note/2"],
      notes: ["2 rows of a table that is not known were left out"]),
    verdict: "12 uploads and 3 deletes wait; nothing was exported since 2026-11-23 00:30:00 UTC",
    events: [
      event(.setup, .succeeded, minute: 0, length: 2), event(.import, .succeeded, minute: 5, length: 1),
      event(.export, .succeeded, minute: 29, length: 1), event(.export, .failed, minute: 10_000, length: 4),
      event(.export, .unfinished, minute: 10_070, length: nil), event(.import, .deferred, minute: 9_000, length: nil),
    ])

  static let engineStore = StoreSummary(
    store: "state.json",
    state: StoreState(
      origin: Origin(line: 1), identity: "engine", kind: .syncEngine, notes: ["compressed state (LZFSE), not read"]),
    verdict: "the state could not be read")

  private static func event(
    _ kind: Activity.Kind, _ outcome: Activity.Outcome, minute: Int64, length: Int64?
  ) -> Activity {
    let begin = start.advanced(byMilliseconds: minute * 60_000)
    return Activity(
      origin: Origin(line: 0), kind: kind, outcome: outcome, start: begin,
      end: length.map { begin.advanced(byMilliseconds: $0 * 60_000) },
      errorDomain: outcome == .failed ? "NSCocoaErrorDomain" : nil, errorCode: outcome == .failed ? 134_060 : nil)
  }

  static let findings = [
    Finding(
      CheckInfo(
        id: "slow-requests", title: "", severity: .warning,
        explanation: "Half of the time a person waits for sync is spent in the slowest requests.",
        advice: ["Fetch fewer fields with `desiredKeys`"]),
      title: "p95 of 'RecordSave' is 1.25 s, above 1 s", occurrences: 400),
    Finding(
      CheckInfo(
        id: "partial-failure-resent", title: "", severity: .error,
        explanation: "The same batch is sent again after a partial failure although its failing items cannot succeed:"
          + " every round costs a request and brings a throttle nearer.",
        advice: [
          "Read `CKPartialErrorsByItemIDKey` and send only the items that failed", "merge 14 with the server's record",
        ]),
      title: "Batch with 'record <1>' was sent 3 times unchanged", occurrences: 3, firstSeen: start,
      lastSeen: start.advanced(byMilliseconds: 43_210_000),
      evidence: [
        Evidence(
          path: "device/app, \"beta\".log", line: 7,
          text: "<CKError 0x600003: \"Partial Failure\" (2/1011); partial errors: {\n\trecord <1> = <CKError: 14/2004>"),
        Evidence(path: "device/app, \"beta\".log", line: 1_209, text: "retrying 📦 with 12 records … 再試行"),
        Evidence(
          path: "exports/console \"week 48\", part 1.json", line: 88,
          text: String(repeating: "{\"a\":\"b\"} ", count: 60)),
      ]),
    Finding(
      CheckInfo(
        id: "pending-changes-stuck", title: "", severity: .error,
        explanation: "Changes wait and nothing takes them away.",
        advice: ["Look at the export that failed last"]),
      title: "12 uploads of 'Notes' wait since 2026-11-23", occurrences: 12,
      evidence: [Evidence(path: "stores/Notes <main>.sqlite", line: 0, text: "12 rows with needsUpload = 1")]),
    Finding(
      CheckInfo(
        id: "network-failure", title: "", severity: .note, explanation: "", advice: []),
      title: "Device was offline once", occurrences: 1, firstSeen: start),
  ]

  static let comparison = {
    var comparison = PeriodComparison(
      period: Period(start: start.advanced(byMilliseconds: -604_800_000), end: start), label: "the 7 days before",
      rows: [
        ComparedNumber(name: "requests", unit: "", now: 12_345, then: 11_980),
        ComparedNumber(
          name: "error rate", unit: "%", now: 3.34, then: 1.1, judgement: .change,
          statement: "The error rate tripled, from 1.1% to 3.3%; by chance that happens less than once in 1,000 weeks."),
        ComparedNumber(name: "p95", unit: "ms", now: 890, then: 900),
        ComparedNumber(name: "throttled", unit: "", now: 96, then: 0, judgement: .change),
        ComparedNumber(name: "p99", unit: "ms", now: 2_100, then: nil, judgement: .noData),
      ], remarks: ["New since then: THROTTLED.", "Gone since then: ZONE_NOT_FOUND <old>."])
    comparison.headline = "Against the 7 days before, the error rate rose from 1.1 % to 3.3 %, mostly by THROTTLED."
    comparison.codes = [ComparedCode(code: "THROTTLED", now: 96, then: 2)]
    comparison.operations = [
      ComparedOperation(
        operation: "RecordSave", now: numbers(9000, 0.73, 890), then: numbers(8000, 0.67, 900), judgement: .noise),
      ComparedOperation(
        operation: "ZoneFetch <new>", now: numbers(12, 0.001, 40), then: numbers(0, 0, nil), judgement: .noData),
    ]
    return comparison
  }()

  private static func numbers(_ requests: Int, _ share: Double, _ p95: Double?) -> ComparedOperation.Numbers {
    ComparedOperation.Numbers(requests: requests, failed: requests / 100, share: share, p95: p95)
  }

  static let hours = ReportSection(
    id: "hours", title: "Failures by hour and weekday", sentences: ["The worst hour is Thursday, 08:00 to 10:00 UTC."],
    heatMap: HeatMap(
      rowNames: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
      columnNames: (0..<24).map { $0 < 10 ? "0\($0)" : "\($0)" },
      values: (0..<7).map { day in (0..<24).map { failures(day: day, hour: $0) } }, unit: "failed requests"))

  private static func failures(day: Int, hour: Int) -> Double? {
    if day == 6, hour > 20 { return nil }
    return day == 3 && (hour == 8 || hour == 9) ? 60 : Double(hour * day % 5)
  }

  static let budget = ReportSection(
    id: "error-budget", title: "Error budget", sentences: ["The budget of 0.5% is spent 6.7 times over."],
    table: ReportTable(
      columns: [
        ReportTable.Column("Window"), ReportTable.Column("Burn rate", isNumber: true),
        ReportTable.Column("Verdict <&>"),
      ],
      rows: [["1 h", "14.4", "page"], ["6 h", "not enough data"], ["3 d", "1.2", "a, \"b\" | c"]]))
}
