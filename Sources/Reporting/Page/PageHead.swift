import HTML
import SyncModel

/// The head of every page that is written; its policy lets nothing be loaded from anywhere.
func pageHead(title: String, toolVersion: String, styles: [StaticString]) -> Node {
  tag("head") {
    tag("meta", Attribute("charset", "utf-8"))
    tag("meta", Attribute("name", "viewport"), Attribute("content", "width=device-width, initial-scale=1"))
    tag("meta", Attribute("name", "color-scheme"), Attribute("content", "light dark"))
    tag(
      "meta", Attribute("http-equiv", "Content-Security-Policy"),
      Attribute("content", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:")
    )
    tag("meta", Attribute("name", "generator"), Attribute("content", "ckdiag \(toolVersion)"))
    tag("link", Attribute("rel", "icon"), Attribute("href", "data:,"))
    tag("title") { title }
    tag("style") { for style in styles { Node.trusted(style) } }
  }
}

extension Report {
  /// The head of the page.
  var pageHead: Node {
    Reporting.pageHead(
      title: "CloudKit report: \(verdict.sentence)", toolVersion: toolVersion, styles: [pageStyle, pageStyleOfParts])
  }

  /// Verdict, tiles, data quality and the list of what follows.
  func pageOpening(sections: [(id: String, title: String)]) -> Node {
    tag("header") {
      tag("a", .class("skip"), .link(to: "main")) { "Skip to the findings" }
      tag("p", .class("eyebrow")) {
        tag("b") { "CloudKit report" }
        if let period, let span = Moments.span(period.start, period.end) { " · \(span)" }
      }
      tag("h1", .class("verdict \(verdict.level.rawValue)")) { verdict.sentence }
      for sentence in opening { tag("p", .class("headline")) { sentence } }
      if !keyNumbers.isEmpty {
        tag("ul", .class("tiles")) { for number in keyNumbers { number.node } }
      }
      if !dataQuality.isEmpty { tag("p", .class("quality")) { dataQuality.joined(separator: " ") } }
      if sections.count > 2 {
        tag("nav", Attribute("aria-label", "Sections")) {
          tag("ul") {
            for section in sections { tag("li") { tag("a", .link(to: section.id)) { section.title } } }
          }
        }
      }
    }
  }

  /// What holds for the whole page.
  var pageEnd: Node {
    tag("footer") {
      if hasPercentiles { tag("p") { percentileDefinition } }
      tag("p") { "Made by ckdiag \(toolVersion) on \(generatedAt.readable) UTC. Every time on this page is UTC." }
    }
  }
}

extension KeyNumber {
  /// A tile: name, number, what it is made of, change, trend.
  fileprivate var node: Node {
    tag("li", .class(isTrouble ? "trouble" : "calm")) {
      tag("span", .class("label")) { label }
      tag("span", .class("value")) { value }
      if !detail.isEmpty { tag("small") { detail } }
      if let change { tag("small", .class("change")) { change } }
      if trend.count > 1, let top = trend.compactMap({ $0 }).max(), top > 0 {
        tag(
          "svg", Attribute("viewBox", "0 0 \(trend.count * 10) 100"), Attribute("preserveAspectRatio", "none"),
          Attribute("aria-hidden", "true")
        ) {
          tag("path", .class(isTrouble ? "fail" : "bar"), Attribute("d", path(top)))
        }
      }
    }
  }

  private func path(_ top: Double) -> String {
    trend.enumerated().compactMap { index, value in
      guard let value, value > 0, value.isFinite else { return nil }
      let height = number(max(4, value / top * 100))
      return "M\(index * 10 + 1) 100v-\(height)h8v\(height)z"
    }.joined()
  }
}
