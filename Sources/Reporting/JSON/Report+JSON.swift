import SyncModel

/// The version of the JSON report: additions raise the second number, anything else the first.
package let reportSchemaVersion = "1.0.0"

extension Report {
  /// The report as the machine contract has it.
  package var json: JSONValue {
    .members([
      "schemaVersion": .string(reportSchemaVersion),
      "tool": .object(["name": .string("ckdiag"), "version": .string(toolVersion)]),
      "generatedAt": .string(generatedAt.iso8601),
      "verdict": .object(["level": .string(verdict.level.rawValue), "sentence": .string(verdict.sentence)]),
      "inputs": .array(inputs.map(\.json)),
      "period": period?.json ?? .null,
      "requests": requests?.json ?? .null,
      "errors": .array(errors.map(\.json)),
      "serverErrors": .array(serverErrors.map(\.json)),
      "items": .array(items.map(\.json)),
      "rateLimit": rateLimit?.json ?? .null,
      "activity": .array(activity.map(\.json)),
      "syncState": .array(syncState.map(\.json)),
      "findings": .array(findingsInContractOrder.map(\.json)),
      "filters": .texts(filters), "notes": notes.isEmpty ? nil : .texts(notes),
      "comparison": comparison?.json,
      "sections": .array(sections.map(\.json)),
    ])
  }

  /// Sorted by severity, then first evidence.
  private var findingsInContractOrder: [Finding] {
    findings.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.severity != b.severity { return a.severity > b.severity }
      let (first, second) = (a.evidence.first, b.evidence.first)
      guard let first, let second else { return first == nil ? second == nil && left.offset < right.offset : true }
      if first.path != second.path { return first.path < second.path }
      return first.line == second.line ? left.offset < right.offset : first.line < second.line
    }.map(\.element)
  }
}

extension Period {
  fileprivate var json: JSONValue { .object(["start": .string(start.iso8601), "end": .string(end.iso8601)]) }
}

extension InputSummary {
  fileprivate var json: JSONValue {
    .members([
      "path": .string(path), "format": .optional(format) ?? .null, "bytes": .integer(bytes), "lines": .count(lines),
      "records": .count(records), "unrecognizedLines": .count(unrecognizedLines), "truncated": .bool(isTruncated),
      "notes": .texts(notes),
    ])
  }
}

extension ErrorSummary {
  fileprivate var json: JSONValue {
    .members([
      "domain": .string(domain), "code": .optional(code), "name": .optional(name),
      "underlying": .optional(underlying?.description), "count": .count(count), "printed": .count(printed),
      "collateral": .count(collateral), "retryAfterSeconds": .numbers(retryAfterSeconds),
      "firstSeen": .optional(firstSeen), "lastSeen": .optional(lastSeen),
    ])
  }
}

extension ServerErrorSummary {
  fileprivate var json: JSONValue {
    .members([
      "code": .optional(code), "httpStatus": .optional(httpStatus), "count": .count(count),
      "operation": .optional(operation), "retryAfterSeconds": .numbers(retryAfterSeconds),
    ])
  }
}

extension ItemSummary {
  fileprivate var json: JSONValue {
    .members([
      "item": .optional(item), "zone": .optional(zone), "domain": .optional(domain), "code": .optional(code),
      "underlying": .optional(underlying?.description), "serverCode": .optional(serverCode),
      "message": .optional(message), "count": .count(count),
    ])
  }
}

extension RateLimitSummary {
  fileprivate var json: JSONValue {
    .members([
      "throttled": .count(throttled), "violations": .count(violations),
      "retryAfterSeconds": retryAfterSeconds.map {
        .object(["min": .number($0.min), "max": .number($0.max), "last": .number($0.last)])
      },
      "longestSilenceSeconds": .optional(longestSilenceSeconds), "askedWaitSeconds": .optional(askedWaitSeconds),
    ])
  }
}

extension ActivitySummary {
  fileprivate var json: JSONValue {
    .members([
      "kind": .string(kind.rawValue), "count": .count(count), "failed": .count(failed),
      "unfinished": .count(unfinished), "durationSeconds": durationSeconds?.json,
    ])
  }
}

extension Finding {
  fileprivate var json: JSONValue {
    .members([
      "id": .string(id), "severity": .string(severity.rawValue), "title": .string(title),
      "explanation": .string(explanation), "advice": .texts(advice), "occurrences": .count(occurrences),
      "firstSeen": .optional(firstSeen), "lastSeen": .optional(lastSeen),
      "evidence": .array(
        evidence.map { .object(["path": .string($0.path), "line": .count($0.line), "text": .string($0.text)]) }),
    ])
  }
}
