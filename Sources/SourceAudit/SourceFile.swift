import SwiftParser
import SwiftSyntax

/// A parsed Swift source with what the rules may ask of it.
package struct SourceFile: Sendable {
  /// As given on the command line or found below a given folder.
  package var path: String
  package var text: String
  package var tree: SourceFileSyntax
  package var locations: SourceLocationConverter
  /// The nodes that the misuse rules ask for.
  package var index: SyntaxIndex

  package init(path: String, text: String) {
    self.path = path
    self.text = text
    tree = Parser.parse(source: text)
    locations = SourceLocationConverter(fileName: path, tree: tree)
    index = SyntaxIndex(tree)
  }
}
