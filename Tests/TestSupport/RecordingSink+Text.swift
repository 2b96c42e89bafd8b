import SyncModel

extension RecordingSink {
  /// Everything that was handed over, one line each, absent values left out: what goldens of readings compare.
  package var text: String {
    let lines =
      tallies.map(describe) + batchLines + requests.map(describe)
      + errors.flatMap { describe($0, indent: "") } + pages.map(describe) + activities.map(describe)
      + observations.map(describe) + states.map { "state \($0.kind.rawValue) \($0.identity)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The rows of batches, one line each, absent values left out.
  package var batchLines: [String] { BatchText.lines(of: batches) }

  private func describe(_ tally: InputTally) -> String {
    join(
      "tally", "\(tally.bytes) bytes", "\(tally.lines) lines", "\(tally.records) records",
      tally.unrecognizedLines == 0 ? nil : "\(tally.unrecognizedLines) unrecognized",
      tally.isTruncated ? "truncated" : nil, tally.notes.isEmpty ? nil : tally.notes.joined(separator: "; "))
  }

  private func describe(_ request: RequestRecord) -> String {
    join(
      "\(request.origin.line): request \(request.outcome)", request.time?.iso8601, request.operation, request.family,
      request.environment, request.database, request.zone.map { "zone=\($0)" }, request.user.map { "user=\($0)" },
      request.status.map { "status=\($0)" }, request.error.map { "error=\($0)" },
      request.errorIsReported ? "reported" : nil, request.isThrottled ? "throttled" : nil,
      request.durationMs.map { "\($0) ms" }, request.retryAfterMs.map { "retry after \($0) ms" },
      request.bytesSent.map { "sent=\($0)" }, request.bytesReceived.map { "received=\($0)" },
      request.inserted.map { "inserted=\($0)" }, request.updated.map { "updated=\($0)" },
      request.deleted.map { "deleted=\($0)" }, request.recordTypes.map { "types=\($0)" },
      request.requestID.map { "id=\($0)" }, request.operationID.map { "operation=\($0)" })
  }

  private func describe(_ error: ErrorReport, indent: String) -> [String] {
    let code = error.serverCode ?? error.code.map(String.init) ?? error.httpStatus.map { "HTTP \($0)" } ?? "?"
    let line = join(
      "\(indent)\(error.origin.line): error \(error.domain) \(code)", error.underlying?.description,
      error.time?.iso8601, error.item.map { "item=\($0)" }, error.zone.map { "zone=\($0)" },
      error.message.map { "\"\($0)\"" }, error.retryAfterMs.map { "retry after \($0) ms" }, error.operation,
      error.operationID.map { "operation=\($0)" }, error.requestID.map { "id=\($0)" },
      error.containerID.map { "container=\($0)" }, error.count == 1 ? nil : "count=\(error.count)",
      error.printed == 1 ? nil : "printed=\(error.printed)", error.isCollateral ? "collateral" : nil,
      error.itemsAreRedacted ? "redacted" : nil, error.items.map { "\($0.count) items" })
    return [line] + (error.items ?? []).flatMap { describe($0, indent: indent + "  ") }
  }

  private func describe(_ page: PageRecord) -> String {
    join(
      "\(page.origin.line): page \(page.kind.rawValue)", page.time?.iso8601, page.subject,
      page.cursorIn.map { "in=\($0)" }, page.cursorOut.map { "out=\($0)" },
      page.moreComing.map { "more=\($0)" }, page.items.map { "\($0) items" }, page.hasAnswer ? nil : "no answer")
  }

  private func describe(_ activity: Activity) -> String {
    join(
      "\(activity.origin.line): activity \(activity.kind.rawValue) \(activity.outcome.rawValue)",
      activity.start?.iso8601, activity.end?.iso8601, activity.identifier, activity.errorDomain,
      activity.errorCode.map(String.init))
  }

  private func describe(_ observation: Observation) -> String {
    join(
      "\(observation.origin.line): \(observation.kind.rawValue)", observation.time?.iso8601, observation.subject,
      observation.value.map(String.init), observation.text.isEmpty ? nil : "\"\(observation.text.prefix(160))\"")
  }

  private func join(_ parts: String?...) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
