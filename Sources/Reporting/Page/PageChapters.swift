import HTML
import SyncModel

extension Chapter {
  /// The chapter as a section of the page.
  func node(extra: [(title: String, cells: [Node])] = []) -> Node {
    tag("section", .id(id)) {
      tag("h2") { title }
      if !sentences.isEmpty { tag("div", .class("words")) { for sentence in sentences { tag("p") { sentence } } } }
      if let table, !table.rows.isEmpty { table.node(sortable: true, extra: extra) }
      if let heatMap { heatMap.node }
    }
  }

  /// Without the columns that need a whole page of width.
  var narrow: Chapter {
    guard let table else { return self }
    let kept = table.columns.indices.filter { table.columns[$0].rank < 4 || table.columns[$0].title == "Share" }
    var copy = self
    copy.table = DataTable(
      columns: kept.map { table.columns[$0] }, rows: table.rows.map { row in kept.map { row[$0] } })
    return copy
  }
}

extension RequestGrouping {
  /// From p50 to p99 of every row on one logarithmic axis; nil when no row has durations.
  var latencyRanges: (title: String, cells: [Node])? {
    let known = rows.compactMap(\.latencyMs)
    guard let low = known.map(\.p50).min(), let high = known.map(\.p99).max(), high > 0 else { return nil }
    let axis = ChartAxis.logarithmic(from: low, to: high)
    let cells = rows.map { row -> Node in
      guard let latency = row.latencyMs else { return tag("td", .class("range")) }
      let (p50, p95, p99) = (axis.position(latency.p50), axis.position(latency.p95), axis.position(latency.p99))
      return tag("td", .class("range"), Attribute("data-v", "\(latency.p95)")) {
        tag(
          "svg", Attribute("viewBox", "0 0 1000 10"), Attribute("preserveAspectRatio", "none"),
          Attribute("role", "img"), Attribute("aria-label", "p50 to p99")
        ) {
          tag("rect", .class("r99"), x(p50), Attribute("y", "3"), width(p99 - p50), Attribute("height", "4"))
          tag("rect", .class("r95"), x(p50), Attribute("y", "2"), width(p95 - p50), Attribute("height", "6"))
          tag("rect", .class("r50"), x(p50), Attribute("y", "0"), Attribute("width", "8"), Attribute("height", "10"))
        }
      }
    }
    return ("p50 | p95 – p99, log", cells)
  }

  private func x(_ share: Double) -> Attribute { Attribute("x", number(share * 990)) }
  private func width(_ share: Double) -> Attribute { Attribute("width", number(max(4, share * 990))) }
}
