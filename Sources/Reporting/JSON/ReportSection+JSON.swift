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
            "statement": row.statement.isEmpty ? nil : .string(row.statement),
          ])
        }),
      "remarks": .texts(remarks),
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
