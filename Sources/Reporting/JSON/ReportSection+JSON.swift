import SyncModel

extension PeriodComparison {
  /// The numbers of now and then.
  var json: JSONValue {
    .object([
      "period": .object(["start": .string(period.start.iso8601), "end": .string(period.end.iso8601)]),
      "label": .string(label),
      "rows": .array(
        rows.map { row in
          .members([
            "name": .string(row.name), "unit": .string(row.unit), "now": .optional(row.now) ?? .null,
            "then": .optional(row.then) ?? .null, "significant": .bool(row.isSignificant),
            "judgement": .string(row.judgement.rawValue),
            "statement": row.statement.isEmpty ? nil : .string(row.statement),
          ])
        }),
      "remarks": .texts(remarks), "headline": .string(headline),
      "codes": .array(
        codes.map { .object(["code": .string($0.code), "now": .count($0.now), "then": .count($0.then)]) }),
      "operations": .array(
        operations.map { row in
          .object([
            "operation": .string(row.operation), "now": row.now.json, "then": row.then.json,
            "judgement": .string(row.judgement.rawValue),
          ])
        }),
    ])
  }
}

extension ComparedOperation.Numbers {
  fileprivate var json: JSONValue {
    .object([
      "count": .count(requests), "failed": .count(failed), "share": .number(share), "p95": .optional(p95) ?? .null,
    ])
  }
}

extension ReportSection {
  /// A section: its table row by row as texts, its heat map row by row as numbers.
  var json: JSONValue {
    .members([
      "id": .string(id), "title": .string(title), "sentences": .texts(sentences),
      "table": table.map { table in
        .object([
          "columns": .texts(table.columns.map(\.title)), "rows": .array(table.rows.map { .texts($0) }),
        ])
      },
      "heatMap": heatMap.map { map in
        .object([
          "rows": .texts(map.rowNames), "columns": .texts(map.columnNames), "unit": .string(map.unit),
          "values": .array(map.values.map { row in .array(row.map { $0.map { .number($0) } ?? .null }) }),
        ])
      },
    ])
  }
}
