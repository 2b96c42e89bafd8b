/// A whole HTML document, written with one element a line wherever a line end cannot be seen on the page.
package struct Document: Sendable {
  package var nodes: [Node]

  package init(@Content _ content: () -> [Node]) {
    nodes = content()
  }

  /// Writes the document; elements that hold text or stand in a `pre` stay on one line.
  package func write(to output: inout some TextOutputStream) {
    output.write("<!DOCTYPE html>\n")
    for node in nodes { node.writeBlock(to: &output, depth: 0) }
  }
}

extension Node {
  /// Writes the node on lines of its own.
  fileprivate func writeBlock<Output: TextOutputStream>(to output: inout Output, depth: Int) {
    switch self {
    case .fragment(let nodes):
      for node in nodes { node.writeBlock(to: &output, depth: depth) }
    case .trusted(let text):
      output.write(text.description)
      output.write(text.description.hasSuffix("\n") ? "" : "\n")
    case .text(let text):
      output.write(Self.indent(depth) + escaped(text) + "\n")
    case .element(let name, let attributes, let children):
      output.write(Self.indent(depth))
      guard breaks else {
        write(to: &output)
        output.write("\n")
        return
      }
      Self.writeStart(name, attributes, to: &output)
      output.write("\n")
      for child in children { child.writeBlock(to: &output, depth: depth + 1) }
      output.write("\(Self.indent(depth))</\(name)>\n")
    }
  }

  /// Writes the node without any line end of its own.
  private func write<Output: TextOutputStream>(to output: inout Output) {
    switch self {
    case .text(let text): output.write(escaped(text))
    case .trusted(let text): output.write(text.description)
    case .fragment(let nodes):
      for node in nodes { node.write(to: &output) }
    case .element(let name, let attributes, let children):
      Self.writeStart(name, attributes, to: &output)
      if Self.void.contains(name.description) { return }
      for child in children { child.write(to: &output) }
      output.write("</\(name)>")
    }
  }

  private static func writeStart(
    _ name: StaticString, _ attributes: [Attribute], to output: inout some TextOutputStream
  ) {
    output.write("<\(name)")
    for attribute in attributes {
      output.write(" \(attribute.name)")
      if let value = attribute.value { output.write("=\"\(escaped(value))\"") }
    }
    output.write(">")
  }

  /// True for an element whose children may stand on lines of their own: it has some, and none is text.
  private var breaks: Bool {
    guard case .element(let name, _, let children) = self, name.description != "pre" else { return false }
    return !children.isEmpty && children.allSatisfy(\.mayStandAlone)
  }

  private var mayStandAlone: Bool {
    switch self {
    case .text: false
    case .element, .trusted: true
    case .fragment(let nodes): nodes.allSatisfy(\.mayStandAlone)
    }
  }

  private static let void: Set<String> = ["br", "col", "hr", "img", "input", "link", "meta", "wbr"]

  private static func indent(_ depth: Int) -> String { String(repeating: " ", count: depth) }
}
