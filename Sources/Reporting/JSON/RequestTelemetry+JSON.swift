import SyncModel

extension RequestTelemetry {
  /// The numbers of all requests as the machine contract has them: every grouping is a member by its own key.
  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    for grouping in groups { members[grouping.key] = .array(grouping.rows.map(\.json)) }
    members["count"] = .count(count)
    members["failed"] = .count(failed)
    members["errorRate"] = .number(errorRate)
    members["affectedUsers"] = affectedUsersAreKnown ? .count(affectedUsers) : .null
    if let rolledBefore {
      members["approximate"] = .object([
        "before": .string(rolledBefore.iso8601), "percentileError": .number(0.0005),
        "affectedUsersAreKnown": .bool(affectedUsersAreKnown),
      ])
    }
    members["latencyMs"] = latencyMs?.json ?? .null
    members["bytes"] = bytes.json
    members["timeline"] = timeline?.json
    return .object(members)
  }
}

extension Distribution {
  /// The seven numbers.
  var json: JSONValue {
    .object([
      "count": .count(count), "min": .number(min), "mean": .number(mean), "p50": .number(p50), "p95": .number(p95),
      "p99": .number(p99), "max": .number(max),
    ])
  }
}

extension ByteTotals {
  fileprivate var json: JSONValue {
    .members([
      "sent": .optional(sent), "received": .optional(received), "insertedRecords": .optional(insertedRecords),
      "updatedRecords": .optional(updatedRecords), "deletedRecords": .optional(deletedRecords),
    ])
  }
}

extension RequestGroup {
  /// The numbers of one value.
  var json: JSONValue {
    .members([
      "key": .optional(key) ?? .null, "count": .count(count), "failed": .count(failed),
      "errorRate": .number(errorRate), "latencyMs": latencyMs?.json ?? .null,
    ])
  }
}

extension Timeline {
  fileprivate var json: JSONValue {
    .object(["bucketSeconds": .count(bucketSeconds), "buckets": .array(buckets.map(\.json))])
  }
}

extension TimelineBucket {
  /// One bucket; percentiles of a bucket without durations are null.
  var json: JSONValue {
    .members([
      "start": .string(start.iso8601), "count": .count(count), "failed": .count(failed),
      "throttled": .count(throttled), "p50": .optional(p50) ?? .null, "p95": .optional(p95) ?? .null,
      "p99": .optional(p99) ?? .null,
    ])
  }
}
