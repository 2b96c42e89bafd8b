import HTML
import SyncModel

/// Requests, failures and latency over time, one above the other on the same time axis.
struct TimelineCharts {
  let timeline: Timeline
  private let buckets: [TimelineBucket]
  private let slot: Double
  private let time: TimeAxis

  /// nil when there is no time to draw over.
  init?(_ timeline: Timeline?) {
    guard let timeline, timeline.buckets.count > 1, let first = timeline.buckets.first, let last = timeline.buckets.last
    else { return nil }
    self.timeline = timeline
    buckets = timeline.buckets
    slot = 1000 / Double(buckets.count)
    let length = Int64(clamping: timeline.bucketSeconds).multipliedReportingOverflow(by: 1000).partialValue
    time = TimeAxis(start: first.start, end: last.start.advanced(byMilliseconds: length))
  }

  /// The section with all charts and the table of their numbers.
  var node: Node {
    tag("section", .id("over-time")) {
      tag("h2") { "Over time" }
      requests
      if buckets.contains(where: { $0.failed > 0 || $0.throttled > 0 }) { failures }
      if buckets.contains(where: { $0.p50 != nil }) { latency }
      tag("details", .class("more")) {
        tag("summary") { "The numbers of the \(Quantity.count(buckets.count)) steps" }
        tag("div") { table.node(sortable: true) }
      }
    }
  }

  private var step: String { Quantity.seconds(Double(timeline.bucketSeconds)) }

  private var requests: Node {
    let axis = ChartAxis.linear(upTo: Double(buckets.map(\.count).max() ?? 0))
    let busiest = buckets.max { $0.count < $1.count }
    return ChartFrame(
      title: "Requests in steps of \(step)",
      summary: "Requests over time; most, \(Quantity.count(busiest?.count ?? 0)), in the step from"
        + " \(busiest?.start.readable ?? "") UTC.",
      height: 130, marks: axis.marks.map { ($0.at, Quantity.plain($0.value)) }, time: time, showsTime: true
    ).node {
      tag("path", .class("bar"), Attribute("d", bars { axis.position(Double($0.count)) }))
      hovers
    }
  }

  private var failures: Node {
    let axis = ChartAxis.linear(upTo: Double(buckets.map { max($0.failed, $0.throttled) }.max() ?? 0))
    let worst = buckets.max { $0.failed < $1.failed }
    var keys = [(name: "failed", colour: ChartFrame.colour("fail"))]
    if buckets.contains(where: { $0.throttled > 0 }) { keys.append(("throttled", ChartFrame.colour("halt"))) }
    return ChartFrame(
      title: "Failures",
      summary: "Failed requests over time; most, \(Quantity.count(worst?.failed ?? 0)), in the step from"
        + " \(worst?.start.readable ?? "") UTC.",
      height: 90, keys: keys, marks: axis.marks.map { ($0.at, Quantity.plain($0.value)) }, time: time
    ).node {
      tag("path", .class("fail"), Attribute("d", bars { axis.position(Double($0.failed)) }))
      // Throttled requests stand inside the failures and are marked by a narrow bar in front of them.
      tag("path", .class("halt"), Attribute("d", bars(width: 0.34) { axis.position(Double($0.throttled)) }))
      hovers
    }
  }

  private var latency: Node {
    let values = buckets.flatMap { [$0.p50, $0.p95, $0.p99] }.compactMap { $0 }.filter { $0.isFinite && $0 > 0 }
    let axis = ChartAxis.logarithmic(from: values.min() ?? 1, to: values.max() ?? 10)
    return ChartFrame(
      title: "Latency, logarithmic",
      summary: "p50, p95 and p99 over time, from \(Quantity.milliseconds(values.min() ?? 0)) to"
        + " \(Quantity.milliseconds(values.max() ?? 0)).",
      height: 190,
      keys: [
        ("p99", ChartFrame.colour("p99")), ("p95", ChartFrame.colour("p95")), ("p50", ChartFrame.colour("p50")),
      ], marks: axis.marks.map { ($0.at, Quantity.mark(milliseconds: $0.value)) }, time: time
    ).node {
      tag("path", .class("line l50"), Attribute("d", line(axis, \.p50)))
      tag("path", .class("line l95"), Attribute("d", line(axis, \.p95)))
      tag("path", .class("line l99"), Attribute("d", line(axis, \.p99)))
      hovers
    }
  }

  private func bars(width: Double = 0.8, height: (TimelineBucket) -> Double) -> String {
    buckets.enumerated().compactMap { index, bucket in
      let share = height(bucket)
      guard share > 0 else { return nil }
      let left = (Double(index) + (1 - width) / 2) * slot
      let top = max(share * 100, 0.8)
      return "M\(number(left)) 100v-\(number(top))h\(number(slot * width))v\(number(top))z"
    }.joined()
  }

  private func line(_ axis: ChartAxis, _ value: (TimelineBucket) -> Double?) -> String {
    var path = ""
    var isDrawing = false
    for (index, bucket) in buckets.enumerated() {
      guard let amount = value(bucket) else {
        isDrawing = false
        continue
      }
      let point = "\(number((Double(index) + 0.5) * slot)) \(number(100 - axis.position(amount) * 100))"
      // A point without neighbours is a line of no length: its round ends show it.
      path += isDrawing ? "L\(point)" : "M\(point)h0"
      isDrawing = true
    }
    return path
  }

  private var hovers: [Node] {
    buckets.enumerated().map { index, bucket in
      tag(
        "rect", .class("hover"), Attribute("x", number(Double(index) * slot)), Attribute("width", number(slot)),
        Attribute("height", "100")
      ) {
        tag("title") { words(bucket) }
      }
    }
  }

  private func words(_ bucket: TimelineBucket) -> String {
    var parts = [Quantity.counted(bucket.count, "request")]
    if bucket.failed > 0 { parts.append("\(Quantity.count(bucket.failed)) failed") }
    if bucket.throttled > 0 { parts.append("\(Quantity.count(bucket.throttled)) throttled") }
    for (name, value) in [("p50", bucket.p50), ("p95", bucket.p95), ("p99", bucket.p99)] {
      if let value { parts.append("\(name) \(Quantity.milliseconds(value))") }
    }
    return "\(bucket.start.readable.dropLast(3)) UTC: \(parts.joined(separator: ", "))"
  }

  private var table: DataTable {
    DataTable(
      columns: [
        .words("From (UTC)"), .number("Requests"), .number("Failed"), .number("Throttled"), .number("p50"),
        .number("p95"), .number("p99"),
      ],
      rows: buckets.map { bucket in
        [
          .moment(bucket.start), .count(bucket.count), .trouble(bucket.failed), .trouble(bucket.throttled),
          .milliseconds(bucket.p50), .milliseconds(bucket.p95), .milliseconds(bucket.p99),
        ]
      }
    ).withoutEmptyColumns()
  }
}
