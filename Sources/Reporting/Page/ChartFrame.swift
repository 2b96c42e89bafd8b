import HTML

/// A chart whose drawing stretches with the page while its words keep their size.
///
/// The drawing is an SVG of 1,000 × 100 units that fills the plot; labels are text beside it, placed by share.
struct ChartFrame {
  var title: String
  /// Read aloud instead of the drawing.
  var summary: String
  var height: Double
  var keys: [(name: String, colour: Attribute)] = []
  var marks: [(at: Double, text: String)]
  var time: TimeAxis
  var showsTime = true

  /// The figure with the given drawing.
  func node(@Content drawing: () -> [Node]) -> Node {
    tag("figure", .class("chart")) {
      tag("figcaption") {
        tag("b") { title }
        for key in keys { tag("span", .class("key"), key.colour) { key.name } }
      }
      tag("div", .class("plot"), .property("h", height)) {
        for mark in marks { tag("span", .class("y"), .property("at", mark.at)) { mark.text } }
        tag(
          "svg", Attribute("viewBox", "0 0 1000 100"), Attribute("preserveAspectRatio", "none"),
          Attribute("role", "img"), Attribute("aria-label", summary)
        ) {
          tag("path", .class("grid"), Attribute("d", gridPath))
          drawing()
          tag("path", .class("base"), Attribute("d", "M0 100H1000"))
        }
      }
      if showsTime {
        tag("div", .class("axis")) {
          tag("b") { "UTC" }
          for mark in time.marks {
            tag("span", .class(Self.style(mark.at, isMinor: mark.isMinor)), .property("at", rounded(mark.at))) {
              mark.text
            }
          }
        }
      }
    }
  }

  private var gridPath: String {
    let lines = marks.filter { $0.at > 0 }.map { "M0 \(number(100 - $0.at * 100))H1000" }
    return (lines.isEmpty ? ["M0 100H1000"] : lines).joined()
  }

  /// Labels at the borders stay inside them.
  private static func style(_ share: Double, isMinor: Bool) -> String {
    (isMinor ? "minor" : "major") + (share < 0.04 ? " first" : share > 0.96 ? " last" : "")
  }

  /// A colour of the style sheet for a key.
  static func colour(_ property: StaticString) -> Attribute { Attribute("style", "--k:var(--\(property))") }
}

/// A coordinate with at most one decimal.
func number(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e9 else { return "0" }
  let tenths = Int((value * 10).rounded())
  return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}

/// A share with at most three decimals.
func rounded(_ share: Double) -> Double { share.isFinite ? (share * 1000).rounded() / 1000 : 0 }
