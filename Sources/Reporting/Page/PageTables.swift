import HTML
import SyncModel

extension DataTable {
  /// A page stays quick to open: rows beyond this are counted, not shown.
  private static let rowLimit = 150

  /// The table as HTML; every number carries its value for sorting.
  func node(sortable: Bool, extra: [(title: String, cells: [Node])] = []) -> Node {
    let shown = rows.prefix(Self.rowLimit)
    return tag("div", .class("scroll"), Attribute("role", "group"), Attribute("tabindex", "0")) {
      tag("table", .class(sortable && rows.count > 1 ? "sortable" : "plain")) {
        tag("thead") {
          tag("tr") {
            for column in columns {
              tag("th", .class(column.isNumber ? "n" : "w"), Attribute("scope", "col")) { column.title }
            }
            for column in extra { tag("th", .class("w"), Attribute("scope", "col")) { column.title } }
          }
        }
        tag("tbody") {
          for (index, row) in shown.enumerated() {
            tag("tr") {
              for (column, cell) in zip(columns.indices, row) { node(cell, column: column) }
              for column in extra where column.cells.indices.contains(index) { column.cells[index] }
            }
          }
        }
      }
      if rows.count > shown.count {
        tag("p", .class("soft")) { "and \(Quantity.count(rows.count - shown.count)) more; the JSON report has all." }
      }
    }
  }

  private func node(_ cell: Cell, column: Int) -> Node {
    let text = DisplayText.cut(cell.text, to: 300)
    if column == 0 {
      return .element(name: "th", attributes: [Attribute("scope", "row")] + value(cell), children: Self.breakable(text))
    }
    let isShare = columns[column].title == "Share" || columns[column].title == "Time"
    let names = [
      columns[column].isNumber ? "n" : cell.isMoment ? "m" : "w", cell.isTrouble ? "trouble" : "",
      isShare ? "share" : "",
    ]
    var attributes = [Attribute.class(names.filter { !$0.isEmpty }.joined(separator: " "))] + value(cell)
    if isShare { attributes.append(.property("v", rounded(cell.value ?? 0))) }
    return .element(name: "td", attributes: attributes, children: text.isEmpty ? [] : [.text(text)])
  }

  /// A long name may be broken behind its dots and slashes.
  private static func breakable(_ name: String) -> [Node] {
    guard name.utf8.count > 20 else { return [.text(name)] }
    var nodes: [Node] = []
    var part = ""
    for character in name {
      part.append(character)
      if "./:_-".contains(character), part.utf8.count > 3 {
        nodes += [.text(part), tag("wbr")]
        part = ""
      }
    }
    return nodes + [.text(part)]
  }

  private func value(_ cell: Cell) -> [Attribute] {
    cell.value.map { [Attribute("data-v", $0 == $0.rounded() ? Quantity.digits($0) : "\($0)")] } ?? []
  }
}

extension HeatMap {
  /// The grid as a table: shades for the eye, numbers for everyone else.
  var node: Node {
    let top = values.flatMap { $0 }.compactMap { $0 }.filter(\.isFinite).max() ?? 0
    return tag("div", .class("scroll"), Attribute("role", "group"), Attribute("tabindex", "0")) {
      tag("table", .class(columnNames.count > 31 ? "heat dense" : "heat")) {
        tag("thead") {
          tag("tr") {
            tag("th")
            for name in columnNames { tag("th", Attribute("scope", "col")) { name } }
          }
        }
        tag("tbody") {
          for (name, row) in zip(rowNames, values) {
            tag("tr") {
              tag("th", Attribute("scope", "row")) { name }
              for (column, value) in zip(columnNames, row) { cell(value, top: top, place: "\(name), \(column)") }
            }
          }
        }
      }
      tag("p", .class("soft")) {
        "Strongest shade: \(Quantity.plain(top)) \(unit). No shade is zero, no cell is no data."
      }
    }
  }

  private func cell(_ value: Double?, top: Double, place: String) -> Node {
    guard let value, value.isFinite else { return tag("td", .class("none")) }
    let words = Attribute("title", "\(place): \(Quantity.plain(value)) \(unit)")
    guard value > 0, top > 0 else { return tag("td", words) }
    // The root keeps small numbers visible beside one that towers.
    let share = rounded((value / top).squareRoot())
    return tag("td", .class(share > 0.6 ? "hot" : "some"), .property("v", share), words) { Quantity.plain(value) }
  }
}
