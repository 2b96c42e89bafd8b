import HTML
import SyncModel

extension Report {
  /// The ranked findings; nil when there are none.
  var pageFindings: Node? {
    let findings = rankedFindings
    guard !findings.isEmpty else { return nil }
    return tag("section", .id("findings")) {
      tag("h2") { "Findings" }
      tag("ol", .class("findings")) {
        for (index, finding) in findings.enumerated() {
          finding.node(number: index + 1, isOpen: index == 0)
        }
      }
    }
  }
}

extension Finding {
  fileprivate func node(number: Int, isOpen: Bool) -> Node {
    tag("li", .id("finding-\(number)")) {
      Node.element(
        name: "details", attributes: isOpen ? [Attribute("open", nil)] : [],
        children: [
          tag("summary") {
            tag("span", .class("severity \(severity.rawValue)")) { severity.rawValue }
            tag("span", .class("title")) { title }
            tag("span", .class("soft")) { occurrences > 1 ? "\(Quantity.count(occurrences))×" : "once" }
          },
          details,
        ])
    }
  }

  private var details: Node {
    tag("div", .class("body")) {
      if !explanation.isEmpty { tag("p") { codeWords(explanation) } }
      if !advice.isEmpty {
        tag("ul") { for phrase in advice { tag("li") { codeWords(TextCanvas.sentence(phrase)) } } }
      }
      if !evidence.isEmpty { log }
      tag("p", .class("soft")) {
        if let span = Moments.span(firstSeen, lastSeen) { "Seen \(span). " }
        "Check: "
        tag("code") { id }
      }
    }
  }

  private var log: Node {
    var parts: [(path: String, lines: [Evidence])] = []
    for entry in evidence {
      if parts.last?.path == entry.path {
        parts[parts.count - 1].lines.append(entry)
      } else {
        parts.append((entry.path, [entry]))
      }
    }
    return tag("div", .class("log")) {
      for part in parts {
        tag("p", .class("path")) { part.path }
        tag("ol") {
          for entry in part.lines {
            tag("li") {
              tag("span", .class("n")) { entry.line > 0 ? String(entry.line) : "" }
              tag("span", .class("t")) { DisplayText.excerpt(entry.text, around: entry.focus, to: 600) }
            }
          }
        }
      }
    }
  }
}

/// Words in which what stands between backticks is code.
private func codeWords(_ words: String) -> [Node] {
  let parts = words.split(separator: "`", omittingEmptySubsequences: false)
  guard parts.count % 2 == 1 else { return [.text(words)] }
  return parts.enumerated().filter { !$0.element.isEmpty }.map { index, part in
    index % 2 == 1 ? tag("code") { String(part) } : .text(String(part))
  }
}
