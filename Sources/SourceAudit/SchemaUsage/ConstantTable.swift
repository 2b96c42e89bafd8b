import SwiftSyntax

/// The constants of all audited files, by the names that reach them: `Note.recordType`, `Keys.title`.
package struct ConstantTable: Sendable {
  /// A constant before it is evaluated.
  struct Constant: Sendable {
    /// The types around it and its own name: `["Note", "Keys", "title"]`.
    var path: [String]
    /// What it is initialised with or what its getter returns; nil for an enum case with an implicit raw value.
    var value: ExprSyntax?
    /// The text, when it is known without its file.
    var text: String?
    /// The number of the file in the table.
    var file: Int
  }

  private(set) var byName: [String: [Constant]] = [:]
  package let files: [SourceFile]

  /// Collects the constants of all files.
  package init(_ files: [SourceFile]) {
    self.files = files
    for (number, file) in files.enumerated() {
      let collector = ConstantCollector(file: number)
      collector.walk(file.tree)
      for constant in collector.constants { byName[constant.path.last ?? "", default: []].append(constant) }
    }
  }

  /// The constants of one file, and of the others of its project those that are plain texts.
  init(_ file: SourceFile) {
    self.init([file])
    for other in file.project.texts
    where byName[other.path.last ?? ""]?.contains(where: { $0.path == other.path }) != true {
      byName[other.path.last ?? "", default: []].append(.init(path: other.path, text: other.text, file: 0))
    }
  }

  /// The constants that a dotted path can mean, seen from inside the given types.
  ///
  /// A bare name is looked up in the types around it and among the globals; a longer path may leave out outer types.
  func constants(at path: [String], inside types: [String]) -> [Constant] {
    guard let name = path.last, let candidates = byName[name] else { return [] }
    for depth in stride(from: types.count, through: 0, by: -1) {
      let wanted = Array(types.prefix(depth)) + path
      let exact = candidates.filter { $0.path == wanted }
      if !exact.isEmpty { return exact }
    }
    guard path.count > 1 else { return [] }
    return candidates.filter { $0.path.suffix(path.count) == path[...] }
  }

  /// The constants that an implicit member such as `.title` can mean.
  func members(named name: String) -> [Constant] { (byName[name] ?? []).filter { $0.path.count > 1 } }
}

/// A constant whose value is a plain text: what files of a project know of each other.
struct TextConstant: Hashable, Sendable {
  var path: [String]
  var text: String

  /// The texts that a file gives names to, those of enum cases among them.
  static func all(in file: SourceFile) -> [TextConstant] {
    let collector = ConstantCollector(file: 0)
    collector.walk(file.tree)
    return collector.constants.compactMap { constant in
      let text = constant.value == nil ? constant.path.last : constant.value?.stringValue
      return text.map { TextConstant(path: constant.path, text: $0) }
    }
  }
}

/// Walks a file for constants with a value.
private final class ConstantCollector: SyntaxVisitor {
  private(set) var constants: [ConstantTable.Constant] = []
  private let file: Int
  private var types: [String] = []
  private var enumsWithRawTexts: [Bool] = []

  init(file: Int) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter([node.name.text]) }
  override func visitPost(_ node: StructDeclSyntax) { leave(1) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter([node.name.text]) }
  override func visitPost(_ node: ClassDeclSyntax) { leave(1) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter([node.name.text]) }
  override func visitPost(_ node: ActorDeclSyntax) { leave(1) }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let inherited = node.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    enumsWithRawTexts.append(inherited.contains("String") || inherited.contains("CodingKey"))
    return enter([node.name.text])
  }

  override func visitPost(_ node: EnumDeclSyntax) {
    enumsWithRawTexts.removeLast()
    leave(1)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { enter(names(of: node)) }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave(names(of: node).count) }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let value = node.initializer?.value ?? returned(by: node.accessorBlock)
    {
      constants.append(.init(path: types + [name], value: value, file: file))
    }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    if enumsWithRawTexts.last == true || node.rawValue != nil {
      constants.append(.init(path: types + [node.name.text], value: node.rawValue?.value, file: file))
    }
    return .skipChildren
  }

  private func returned(by block: AccessorBlockSyntax?) -> ExprSyntax? {
    guard case .getter(let items) = block?.accessors, items.count == 1, let only = items.first else { return nil }
    return only.item.as(ExprSyntax.self) ?? only.item.as(ReturnStmtSyntax.self)?.expression
  }

  private func names(of node: ExtensionDeclSyntax) -> [String] {
    node.extendedType.trimmedDescription.split(separator: ".").map(String.init)
  }

  private func enter(_ names: [String]) -> SyntaxVisitorContinueKind {
    types += names
    return .visitChildren
  }

  private func leave(_ count: Int) { types.removeLast(count) }
}

extension SyntaxProtocol {
  /// The names of the types and extensions around a node, from the outside to the inside.
  var typeNames: [String] {
    ancestors.compactMap { node in
      node.as(DeclSyntax.self)?.typeName.map { $0.split(separator: ".").map(String.init) }
    }
    .reversed().flatMap { $0 }
  }
}
