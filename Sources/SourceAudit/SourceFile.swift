import Foundation
import SwiftParser
import SwiftSyntax
import SyncModel

/// A parsed Swift source with what the rules may ask of it.
package struct SourceFile: Sendable {
  /// As given on the command line or found below a given folder.
  package let path: String
  package let text: String
  package let tree: SourceFileSyntax
  /// What the other files of the audit declare; also holds property lists, entitlements and schemas.
  package var project: AuditProject
  /// The nodes that the misuse rules ask for.
  package let index: SyntaxIndex
  let lines: LineTable

  /// Parses a text that stands alone: its project knows this file and nothing else.
  package init(path: String, text: String) {
    self.init(path: path, text: text, project: AuditProject())
    project.add(self)
  }

  /// Parses a text as part of a project that already knows, or is yet to learn, what the file declares.
  package init(path: String, text: String, project: AuditProject) {
    self.path = path
    self.text = text
    self.project = project
    tree = Parser.parse(source: text)
    index = SyntaxIndex(tree)
    lines = LineTable(text)
  }

  /// Parses a text of which a skeleton is enough; the text itself stays what findings quote.
  init(path: String, text: String, reduced: SourceSkeleton.Reduced, project: AuditProject) {
    self.path = path
    self.text = text
    self.project = project
    tree = reduced.bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    index = SyntaxIndex(tree, hiding: reduced.names)
    lines = LineTable(text)
  }
}

extension SourceFile {
  /// The names of the modules that the file imports, in order.
  package var imports: [String] {
    tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text }
  }

  /// True when the file imports CloudKit or names one of its types.
  package var usesCloudKit: Bool { imports.contains("CloudKit") || text.holds("CK") }

  /// True for a file of a test target, told by its imports or by a folder named `…Tests`.
  package var isTest: Bool {
    Self.isTestPath(path) || imports.contains { $0 == "XCTest" || $0 == "Testing" }
  }

  /// True for a file in a folder named `…Tests`.
  static func isTestPath(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { $0.hasSuffix("Tests") }
  }

  /// 1-based line and 1-based UTF-8 column of a byte of the file.
  package func location(of position: AbsolutePosition) -> (line: Int, column: Int) {
    lines.location(of: position.utf8Offset)
  }

  /// The line on which a node's first token stands.
  package func line(of node: some SyntaxProtocol) -> Int {
    location(of: node.positionAfterSkippingLeadingTrivia).line
  }

  /// Makes a finding of a rule at a node, from its first token to its last, without the trivia around it.
  ///
  /// The message is the rule's title with a small first letter unless another is given.
  package func finding(
    _ info: CheckInfo, at node: some SyntaxProtocol, severity: Severity? = nil, message: String? = nil,
    api: String? = nil, explanation: String? = nil, advice: [String]? = nil, fixIts: [FixIt] = []
  ) -> SourceFinding {
    let start = location(of: node.positionAfterSkippingLeadingTrivia)
    let end = location(of: node.endPositionBeforeTrailingTrivia)
    return SourceFinding(
      id: info.id, severity: severity ?? info.severity, path: path, line: start.line, column: start.column,
      endLine: end.line, endColumn: end.column, message: message ?? info.title, api: api,
      explanation: explanation ?? info.explanation, advice: advice ?? info.advice, fixIts: fixIts)
  }
}

/// The offsets at which the lines of a text begin.
struct LineTable: Sendable {
  private let starts: [Int]

  /// Finds the lines of a text; a line ends with LF, CRLF or CR, as the compiler counts.
  init(_ text: String) {
    var copy = text
    starts = copy.withUTF8 { bytes in
      var starts = [0]
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && (index == bytes.count || bytes[index] != 10)) {
          starts.append(index)
        }
      }
      return starts
    }
  }

  /// The bytes of a line with its end.
  func range(ofLine number: Int, in count: Int) -> Range<Int>? {
    guard number > 0, number <= starts.count else { return nil }
    let start = starts[number - 1]
    let end = number < starts.count ? starts[number] : count
    return start <= end ? start..<end : nil
  }

  func location(of offset: Int) -> (line: Int, column: Int) {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }
}

extension SourceFile {
  /// Parses a text together with further files of its project, by name; the file kind follows from the name.
  package init(path: String, text: String, companions: [String: String]) {
    var project = AuditProject()
    for (name, contents) in companions.sorted(by: { $0.key < $1.key }) {
      if name.hasSuffix(".swift") {
        project.add(SourceFile(path: name, text: contents, project: AuditProject()))
      } else {
        project.addFile(path: name, contents: Data(contents.utf8))
      }
    }
    self.init(path: path, text: text, project: AuditProject())
    project.add(self)
    self.project = project
  }
}
