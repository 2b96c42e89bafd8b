import SyncModel

extension TextCanvas {
  /// The numbers that a reader looks at first, one a line.
  mutating func add(keyNumbers: [KeyNumber]) {
    guard !keyNumbers.isEmpty else { return }
    heading("Key numbers")
    let labels = keyNumbers.map { DisplayText.width($0.label) }.max() ?? 0
    let values = keyNumbers.map { DisplayText.width($0.value) }.max() ?? 0
    for number in keyNumbers {
      let value = DisplayText.padded(number.value, to: values, right: true)
      let rest = [number.detail, number.change.map { "change \($0)" } ?? ""].filter { !$0.isEmpty }
      let opening = "  \(DisplayText.padded(number.label, to: labels))  "
      let used = DisplayText.width(opening) + values + 2
      let detail = DisplayText.cut(rest.joined(separator: "; "), to: width - used)
      let shown = number.isTrouble ? painted(value, .error) : value
      line(detail.isEmpty ? opening + shown : "\(opening)\(shown)  \(detail)")
    }
  }

  /// Sums of bytes, where any are known.
  mutating func add(_ bytes: ByteTotals) {
    let parts = [
      bytes.sent.map { "\(Quantity.bytes($0)) sent" }, bytes.received.map { "\(Quantity.bytes($0)) received" },
      bytes.insertedRecords.map { "\(Quantity.bytes($0)) in inserted records" },
      bytes.updatedRecords.map { "\(Quantity.bytes($0)) in updated records" },
      bytes.deletedRecords.map { "\(Quantity.bytes($0)) in deleted records" },
    ].compactMap { $0 }
    guard !parts.isEmpty else { return }
    paragraph("Data: " + parts.joined(separator: ", ") + ".", indent: 2)
  }

  /// The requests over time as rows of bars.
  mutating func add(_ timeline: Timeline) {
    let buckets = timeline.buckets
    guard let first = buckets.first, let last = buckets.last, buckets.count > 1 else { return }
    heading("Over time")
    let rows: [(name: String, values: [Double?], sums: Bool)] = [
      ("requests", buckets.map { Double($0.count) }, true), ("failed", buckets.map { Double($0.failed) }, true),
      ("throttled", buckets.map { Double($0.throttled) }, true), ("p50", buckets.map(\.p50), false),
      ("p95", buckets.map(\.p95), false), ("p99", buckets.map(\.p99), false),
    ]
    let room = min(buckets.count, width - 2 - 11 - 2 - 12)
    for row in rows {
      let values = Sparkline.joined(row.values, to: room) { part in
        row.sums ? part.reduce(0, +) : part.max() ?? 0
      }
      guard let top = values.compactMap({ $0 }).max(), top > 0 else { continue }
      let most = row.sums ? Quantity.plain(top) : Quantity.milliseconds(top)
      let bars = DisplayText.padded(Sparkline.bars(values), to: values.count)
      line("  \(DisplayText.padded(row.name, to: 9))  \(bars)  \(most)")
    }
    let size = (buckets.count + room - 1) / room
    let length = Quantity.seconds(Double(timeline.bucketSeconds) * Double(size))
    let end = last.start.advanced(byMilliseconds: Int64(clamping: timeline.bucketSeconds) &* 1000)
    let span = Moments.span(first.start, end) ?? ""
    paragraph(
      "One bar is \(length), \(span). Bars start at 0, the number behind them is the highest, · is zero.",
      indent: 2,
      paint: .quiet)
  }
}
