import SwiftSyntax
import SyncModel

/// An exported asset id that outlives the moment it is good for.
struct AssetIDPersisted: AuditRule {
  let info = CheckInfo(
    id: "asset-id-persisted", title: "An exported asset id is stored or sent", severity: .error,
    explanation: """
      'CKAsset.ExportedAssetID' can be encoded, but it is bound to the device and to a short time: it names a \
      file that was handed to another process. Read back later or on another device it leads to \
      nothing, and the asset is lost.
      """,
    advice: [
      "Import the asset at once with 'CKAsset(importing:)', and keep the record id instead",
      "Copy the file when it must be kept",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      struct Draft: Codable {
        var name: String
        ↓var photo: CKAsset.ExportedAssetID
      }
      """,
      """
      import CloudKit
      func keep(_ id: CKAsset.ExportedAssetID) throws {
        UserDefaults.standard.↓set(try JSONEncoder().encode(id), forKey: "photo")
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func take(_ id: CKAsset.ExportedAssetID, into record: CKRecord) throws {
        record["photo"] = try CKAsset(importing: id)
      }
      """,
      """
      import CloudKit
      struct Handoff { var photo: CKAsset.ExportedAssetID }
      """,
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.has("ExportedAssetID") else { return [] }
    return file.index.bindings.compactMap { propertyFinding($0, file) }
      + file.index.calls.compactMap { callFinding($0, file) }
  }

  private func propertyFinding(_ binding: PatternBindingSyntax, _ file: SourceFile) -> SourceFinding? {
    guard binding.typeAnnotation?.type.code.contains("ExportedAssetID") == true, binding.accessorBlock == nil,
      let variable = binding.nearest(VariableDeclSyntax.self), variable.parent?.is(MemberBlockItemSyntax.self) == true,
      let type = binding.enclosingType, isStored(type)
    else { return nil }
    return file.finding(info, at: variable, "the id is encoded with its type", api: "CKAsset.ExportedAssetID")
  }

  private func isStored(_ type: DeclSyntax) -> Bool {
    let attributes = type.as(ClassDeclSyntax.self)?.attributes ?? type.as(StructDeclSyntax.self)?.attributes ?? []
    return !Set(type.inheritedTypes).isDisjoint(with: ["Codable", "Encodable", "NSManagedObject"])
      || attributes.contains { ["Model", "Table"].contains($0.as(AttributeSyntax.self)?.attributeName.code ?? "") }
  }

  /// A write of something that is made of an exported id.
  private func callFinding(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> SourceFinding? {
    let isStore = call.name == "set" && call.labels.contains("forKey") || call.name == "setValue"
    let isEncode = call.name == "encode" && !isInsideStore(call)
    guard isStore || isEncode, let value = call.arguments.first?.expression, let name = call.nameToken,
      file.index.names(in: value).contains(where: { isExported($0.text, at: Syntax(call), file.index) })
    else { return nil }
    return file.finding(
      info, at: name, "an exported asset id is good for a short time on this device only",
      api: "CKAsset.ExportedAssetID")
  }

  private func isInsideStore(_ call: FunctionCallExprSyntax) -> Bool {
    call.ancestors.lazy.compactMap { $0.as(FunctionCallExprSyntax.self) }.contains {
      $0.name == "set" || $0.name == "setValue"
    }
  }

  private func isExported(_ name: String, at node: Syntax, _ index: SyntaxIndex) -> Bool {
    index.type(ofName: name, at: node)?.hasSuffix("ExportedAssetID") == true
  }
}
