import SyncModel

extension TextCanvas {
  /// A chapter under its heading; at most `rows` rows of its table.
  mutating func add(_ chapter: Chapter, rows: Int) {
    heading(chapter.title)
    for sentence in chapter.sentences { paragraph(sentence, indent: 2) }
    if let table = chapter.table, !table.rows.isEmpty {
      for text in TextTable.lines(table, width: width, rows: rows, paint: self) { line(text) }
    }
    if let heatMap = chapter.heatMap { add(heatMap) }
  }

  /// The state of every store.
  mutating func add(_ stores: [(name: String, store: StoreSummary)]) {
    guard !stores.isEmpty else { return }
    heading("Sync state")
    for (index, store) in stores.enumerated() {
      if index > 0 { line() }
      add(store.store, named: store.name)
    }
  }

  private mutating func add(_ store: StoreSummary, named name: String) {
    let state = store.state
    let kind = " (\(state.kind.rawValue))"
    line(
      "  " + DisplayText.clipped(DisplayText.oneLine(name), to: width - 2 - kind.count) + painted(kind, .quiet))
    if !store.verdict.isEmpty { paragraph(Self.sentence(store.verdict), indent: 2, paint: .heading) }
    for sentence in store.sentences { paragraph(sentence, indent: 2) }
    for table in [store.entityTable, store.zoneTable].compactMap({ $0 }) {
      for text in TextTable.lines(table, width: width, rows: 12, paint: self, indent: 4) { line(text) }
    }
  }

  /// A grid of shades; the legend names the darkest.
  mutating func add(_ map: HeatMap) {
    let top = map.values.flatMap { $0 }.compactMap { $0 }.filter(\.isFinite).max() ?? 0
    let names = min(map.rowNames.map { DisplayText.width($0) }.max() ?? 0, width / 3)
    let columns = map.columnNames.count
    guard columns > 0, !map.rowNames.isEmpty else { return }
    let cell = max(1, min(3, (width - 4 - names) / columns))
    let shown = min(columns, (width - 4 - names) / cell)
    line(String(repeating: " ", count: names + 4) + painted(columnMarks(map, shown: shown, cell: cell), .quiet))
    for (name, values) in zip(map.rowNames, map.values) {
      let label = DisplayText.padded(DisplayText.clipped(DisplayText.oneLine(name), to: names), to: names)
      let shades = values.prefix(shown).map { String(repeating: shade($0, top: top), count: cell) }.joined()
      line("  \(label)  \(shades)")
    }
    let cut = shown < columns ? " The last \(columns - shown) columns did not fit." : ""
    paragraph(
      "Darkest: \(Quantity.plain(top)) \(map.unit). A dot is zero, an empty cell is no data.\(cut)", indent: 2,
      paint: .quiet)
  }

  private func shade(_ value: Double?, top: Double) -> Character {
    guard let value, value.isFinite else { return " " }
    guard value > 0, top > 0 else { return "·" }
    let share = value / top
    return share > 0.75 ? "█" : share > 0.5 ? "▓" : share > 0.25 ? "▒" : "░"
  }

  private func columnMarks(_ map: HeatMap, shown: Int, cell: Int) -> String {
    var marks = ""
    for (index, name) in map.columnNames.prefix(shown).enumerated() {
      let start = index * cell
      let taken = DisplayText.width(marks)
      guard taken == 0 || taken + 1 <= start else { continue }
      let name = DisplayText.oneLine(name)
      guard start + DisplayText.width(name) <= shown * cell else { continue }
      marks += String(repeating: " ", count: start - taken) + name
    }
    return marks
  }
}
