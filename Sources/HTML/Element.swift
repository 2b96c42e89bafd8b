/// A node of a document: an element, a text, or nothing but its children.
///
/// A text is always escaped. What stands unescaped in a document (names, styles, scripts) is a `StaticString`, so that
/// the compiler keeps out everything that was read from a file.
package indirect enum Node: Sendable {
  case text(String)
  case element(name: StaticString, attributes: [Attribute], children: [Node])
  case fragment([Node])
  /// The content of a `style` or `script` element, or a document type.
  case trusted(StaticString)

  /// Nothing.
  package static let nothing = Node.fragment([])
}

/// An attribute of an element; its value is escaped.
package struct Attribute: Sendable {
  package var name: StaticString
  /// nil is an attribute without a value: `open`, `hidden`.
  package var value: String?

  package init(_ name: StaticString, _ value: String?) {
    self.name = name
    self.value = value
  }
}

extension Attribute {
  /// The classes of an element, with spaces between them.
  package static func `class`(_ names: String) -> Attribute { Attribute("class", names) }
  /// The anchor of an element.
  package static func id(_ id: String) -> Attribute { Attribute("id", id) }
  /// A link to an anchor of the same document, the only links that a report has.
  package static func link(to id: String) -> Attribute { Attribute("href", "#" + id) }
  /// A custom property of the element's style, for sizes and shades that come from numbers.
  package static func property(_ name: StaticString, _ number: Double) -> Attribute {
    Attribute("style", "--\(name):\(number.isFinite ? number : 0)")
  }
}

/// Makes an element of its attributes and children.
package func tag(_ name: StaticString, _ attributes: Attribute..., @Content content: () -> [Node] = { [] }) -> Node {
  .element(name: name, attributes: attributes, children: content())
}

/// Collects nodes and texts in the order in which they are written.
@resultBuilder
package enum Content {
  package static func buildExpression(_ node: Node) -> [Node] { [node] }
  package static func buildExpression(_ nodes: [Node]) -> [Node] { nodes }
  package static func buildExpression(_ text: String) -> [Node] { text.isEmpty ? [] : [.text(text)] }
  package static func buildBlock(_ parts: [Node]...) -> [Node] { parts.flatMap { $0 } }
  package static func buildOptional(_ part: [Node]?) -> [Node] { part ?? [] }
  package static func buildEither(first part: [Node]) -> [Node] { part }
  package static func buildEither(second part: [Node]) -> [Node] { part }
  package static func buildArray(_ parts: [[Node]]) -> [Node] { parts.flatMap { $0 } }
}
