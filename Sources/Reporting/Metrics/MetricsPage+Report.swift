import SyncModel

extension MetricsPage {
  /// When and from what the report was made.
  mutating func add(_ report: Report) {
    gauge("ckdiag_build_info", help: "Version of the tool.", [(["version": report.toolVersion], 1)])
    gauge(
      "ckdiag_report_timestamp_seconds", unit: "seconds", help: "When the report was made; alert on its age.",
      [([:], Self.seconds(report.generatedAt))])
    gauge(
      "ckdiag_period_start_timestamp_seconds", unit: "seconds", help: "First moment of the period.",
      [([:], report.period.map { Self.seconds($0.start) })])
    gauge(
      "ckdiag_period_end_timestamp_seconds", unit: "seconds", help: "Last moment of the period.",
      [([:], report.period.map { Self.seconds($0.end) })])
    gauge("ckdiag_inputs", help: "Inputs read.", [([:], Double(report.inputs.count))])
    gauge(
      "ckdiag_input_records", help: "Records understood in all inputs.",
      [([:], Double(Quantity.sum(report.inputs.map(\.records))))])
    gauge(
      "ckdiag_input_unrecognized_lines", help: "Lines that no format recognised.",
      [([:], Double(Quantity.sum(report.inputs.map(\.unrecognizedLines))))])
  }

  /// Requests, in all and by operation.
  mutating func add(_ requests: RequestTelemetry) {
    gauge("ckdiag_requests", help: "Requests in the period.", [([:], Double(requests.count))])
    gauge("ckdiag_failed_requests", help: "Failed requests in the period.", [([:], Double(requests.failed))])
    gauge(
      "ckdiag_affected_users", help: "Distinct users of failed requests.",
      [([:], requests.affectedUsersAreKnown ? Double(requests.affectedUsers) : nil)])
    if let moment = requests.rolledBefore {
      gauge(
        "ckdiag_approximate_before_timestamp_seconds", unit: "seconds",
        help: "Requests before this moment are hourly counts, their percentiles within 0.05 %.",
        [([:], Double(moment.milliseconds) / 1000)])
    }
    gauge(
      "ckdiag_sent_bytes", unit: "bytes", help: "Bytes sent by clients.", [([:], requests.bytes.sent.map(Double.init))])
    gauge(
      "ckdiag_received_bytes", unit: "bytes", help: "Bytes received by clients.",
      [([:], requests.bytes.received.map(Double.init))])
    if let latency = requests.latencyMs {
      summary(
        "ckdiag_request_duration_seconds", help: "Duration of requests, nearest rank.",
        [([:], Self.quantiles(latency, scale: 1000), latency.mean * Double(latency.count) / 1000, latency.count)])
    }
    guard let operations = requests.groups.first(where: { $0.key == "byOperation" })?.rows else { return }
    gauge(
      "ckdiag_operation_requests", help: "Requests by operation.",
      operations.map { (["operation": Chapter.shown($0.key)], Double($0.count)) })
    gauge(
      "ckdiag_operation_failed_requests", help: "Failed requests by operation.",
      operations.map { (["operation": Chapter.shown($0.key)], Double($0.failed)) })
    summary(
      "ckdiag_operation_duration_seconds", help: "Duration of requests by operation, nearest rank.",
      operations.compactMap { row in
        row.latencyMs.map { latency in
          (
            ["operation": Chapter.shown(row.key)], Self.quantiles(latency, scale: 1000),
            latency.mean * Double(latency.count) / 1000, latency.count
          )
        }
      })
  }

  /// Errors, throttling, activities and findings.
  mutating func addFailures(of report: Report) {
    gauge(
      "ckdiag_errors", help: "Failures by domain, code and underlying code.",
      report.errors.map { error in
        let labels: Labels = [
          "domain": error.domain, "code": error.code.map { String($0) }, "name": error.name,
          "underlying": error.underlying?.description,
        ]
        return (labels, Double(error.count))
      })
    gauge(
      "ckdiag_server_errors", help: "Failures by server code and operation.",
      report.serverErrors.map { error in
        let labels: Labels = [
          "code": error.code, "http_status": error.httpStatus.map { String($0) }, "operation": error.operation,
        ]
        return (labels, Double(error.count))
      })
    gauge(
      "ckdiag_throttled", help: "Requests and operations refused because of rate limits.",
      [([:], report.rateLimit.map { Double($0.throttled) })])
    gauge(
      "ckdiag_retry_after_violations", help: "Requests sent before the delay had passed.",
      [([:], report.rateLimit.map { Double($0.violations) })])
    gauge(
      "ckdiag_longest_silence_seconds", unit: "seconds", help: "Longest time without sync work after a refusal.",
      [([:], report.rateLimit?.longestSilenceSeconds)])
    gauge(
      "ckdiag_activities", help: "Sync activities by kind.",
      report.activity.map { (["kind": $0.kind.rawValue], Double($0.count)) })
    gauge(
      "ckdiag_failed_activities", help: "Failed sync activities by kind.",
      report.activity.map { (["kind": $0.kind.rawValue], Double($0.failed)) })
    gauge(
      "ckdiag_findings", help: "Findings by severity.",
      Severity.allCases.map { severity in
        (["severity": severity.rawValue], Double(report.findings.count { $0.severity == severity }))
      })
    var occurrences: [String: Int] = [:]
    for finding in report.findings {
      occurrences[finding.id] = Quantity.sum([occurrences[finding.id] ?? 0, finding.occurrences])
    }
    gauge(
      "ckdiag_finding_occurrences", help: "How often what a check found occurred.",
      occurrences.sorted { $0.key < $1.key }.map { (["check": $0.key], Double($0.value)) })
  }

  /// What waits in the stores.
  mutating func addStores(of report: Report) {
    let states = report.namedStores.map { ($0.name, $0.store.state) }
    gauge(
      "ckdiag_tracked_records", help: "Records that a store tracks.",
      states.map { (["store": $0], $1.trackedRecords.map(Double.init)) })
    gauge(
      "ckdiag_pending_uploads", help: "Changes that wait to be uploaded.",
      states.map { (["store": $0], $1.pendingUploads.map(Double.init)) })
    gauge(
      "ckdiag_pending_deletes", help: "Deletes that wait to be uploaded.",
      states.map { (["store": $0], $1.pendingDeletes.map(Double.init)) })
    gauge(
      "ckdiag_last_success_timestamp_seconds", unit: "seconds", help: "When sync work last succeeded.",
      states.map { (["store": $0], $1.lastSuccess.map(Self.seconds)) })
  }

  private static func quantiles(_ latency: Distribution, scale: Double) -> [(String, Double)] {
    [
      ("0.5", latency.p50 / scale), ("0.95", latency.p95 / scale), ("0.99", latency.p99 / scale),
      ("1", latency.max / scale),
    ]
  }

  private static func seconds(_ moment: Timestamp) -> Double { Double(moment.milliseconds) / 1000 }
}
