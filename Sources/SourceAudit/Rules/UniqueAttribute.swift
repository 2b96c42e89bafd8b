import SwiftSyntax
import SyncModel

/// A uniqueness constraint in a model that CloudKit mirrors.
struct UniqueAttribute: AuditRule {
  let info = CheckInfo(
    id: "unique-attribute", title: "A model that CloudKit mirrors has a unique attribute", severity: .error,
    explanation: """
      CloudKit cannot keep values unique over devices that write at the same time, so a store that is mirrored to \
      CloudKit refuses models with unique constraints: the container cannot be made, or nothing is ever synced.
      """,
    advice: [
      "Remove '.unique' and '#Unique' from mirrored models, and merge duplicates after an import",
      "Keep models that need it in a configuration with 'cloudKitDatabase: .none'",
    ])

  let examples = Examples(
    triggering: [
      """
      import SwiftData
      @Model final class Note {
        ↓@Attribute(.unique) var id: UUID = UUID()
      }
      let configuration = ModelConfiguration(cloudKitDatabase: .private("iCloud.notes"))
      """,
      Example(
        """
        import SwiftData
        @Model final class Note {
          ↓#Unique<Note>([\\.id])
          var id: UUID = UUID()
        }
        """,
        with: ["App.swift": "import SwiftData\nlet configuration = ModelConfiguration(cloudKitDatabase: .automatic)"]),
      """
      import CoreData
      let container = NSPersistentCloudKitContainer(name: "Notes")
      func constrain(_ entity: NSEntityDescription) { ↓entity.uniquenessConstraints = [["id"]] }
      """,
    ],
    nonTriggering: [
      """
      import SwiftData
      @Model final class Note {
        @Attribute(.unique) var id: UUID = UUID()
      }
      let configuration = ModelConfiguration(cloudKitDatabase: .none)
      """,
      """
      import SwiftData
      @Model final class Note {
        @Attribute(.externalStorage) var image: Data?
      }
      let configuration = ModelConfiguration(cloudKitDatabase: .automatic)
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    constraints(file) + models(file)
  }

  private func models(_ file: SourceFile) -> [SourceFinding] {
    guard isMirrored(file), file.index.hasAny(["unique", "Unique"]) else { return [] }
    let finder = UniqueFinder(viewMode: .sourceAccurate)
    finder.walk(file.tree)
    return finder.places.map {
      file.finding(info, at: $0, "CloudKit does not support unique attributes", api: "Schema.Attribute.Option.unique")
    }
  }

  private func isMirrored(_ file: SourceFile) -> Bool {
    if file.project.mirrorsSwiftData { return true }
    guard !file.project.mentions("cloudKitDatabase") else { return false }
    // A configuration that says nothing mirrors as soon as the app has the entitlement.
    return file.project.entitlements.contains {
      $0.strings["com.apple.developer.icloud-services"]?.contains { $0.hasPrefix("CloudKit") } == true
    }
  }

  private func constraints(_ file: SourceFile) -> [SourceFinding] {
    guard file.index.has("uniquenessConstraints"), file.project.mentions("NSPersistentCloudKitContainer") else {
      return []
    }
    return file.index.assignments.compactMap { assignment in
      guard assignment.target.lastName == "uniquenessConstraints",
        assignment.values.first?.as(ArrayExprSyntax.self)?.elements.isEmpty == false
      else { return nil }
      return file.finding(
        info, at: assignment.node, "CloudKit does not support uniqueness constraints",
        api: "NSEntityDescription.uniquenessConstraints")
    }
  }
}

extension SyntaxIndex {
  /// True when a configuration asks for a database other than `.none`.
  var mirrorsSwiftData: Bool {
    guard has("cloudKitDatabase") else { return false }
    return calls.contains { call in
      call.name == "ModelConfiguration" && call.argument("cloudKitDatabase").map { $0.lastName != "none" } == true
    }
  }
}

/// Collects `@Attribute(.unique)` and `#Unique` inside of types with `@Model`.
private final class UniqueFinder: SyntaxVisitor {
  var places: [Syntax] = []

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if node.attributeName.code == "Attribute", isInModel(Syntax(node)),
      node.arguments?.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "unique" }) == true
    {
      places.append(Syntax(node))
    }
    return .skipChildren
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.macroName.text == "Unique", isInModel(Syntax(node)) { places.append(Syntax(node)) }
    return .skipChildren
  }

  private func isInModel(_ node: Syntax) -> Bool {
    guard let model = node.nearest(ClassDeclSyntax.self) else { return false }
    return model.attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.code == "Model" }
  }
}
