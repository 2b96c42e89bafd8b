import Foundation
import SwiftSyntax

/// What the files of one audit know of each other.
///
/// A class in spirit and a value in practice: it is complete before the first rule runs.
package struct AuditProject: Sendable {
  /// `Info.plist` and other property lists that name a bundle or declare CloudKit use.
  package var propertyLists: [PropertyListFile] = []
  /// `.entitlements` files.
  package var entitlements: [PropertyListFile] = []
  /// `.ckdb` files: a path and the schema's text.
  package var schemas: [ProjectFile] = []
  /// `project.pbxproj`, `Package.swift` and `.xcconfig` files, for settings that replace a property list.
  package var buildSettings: [ProjectFile] = []
  /// Lowest versions that the app runs on, by platform; empty = every deprecation counts.
  package var deploymentTargets: [String: Version] = [:]
  /// Words of `watchedWords` that some Swift file of the audit holds outside comments.
  private var mentioned: Set<String> = []
  /// Folders of example apps whose sources name an expired token without touching any token.
  private var examplesNamingExpiry: Set<String> = []
  /// True when some `ModelConfiguration` asks for CloudKit by name.
  private(set) var mirrorsSwiftData = false
  /// What the Swift files declare.
  private(set) var types = TypeTable()

  /// Texts that Swift files of the audit give names to, for rules that follow keys and record types.
  private(set) var texts: Set<TextConstant> = []

  package init() {}
}

/// A file that is no Swift source.
package struct ProjectFile: Sendable {
  package var path: String
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// A property list or entitlements file, with what rules ask of it.
package struct PropertyListFile: Sendable {
  package var path: String
  /// Top-level keys.
  package var keys: Set<String>
  /// Strings of a top-level key: its value, or the strings of its array.
  package var strings: [String: [String]]
  /// Top-level keys whose value is true or `YES`.
  package var enabled: Set<String>

  /// Reads a property list in any of Apple's formats; nil when it is none.
  package init?(path: String, contents: Data) {
    guard let root = try? PropertyListSerialization.propertyList(from: contents, format: nil) as? [String: Any]
    else { return nil }
    self.path = path
    keys = Set(root.keys)
    strings = root.compactMapValues { value in
      (value as? String).map { [$0] } ?? (value as? [Any])?.compactMap { $0 as? String }
    }
    enabled = Set(root.filter { ($0.value as? Bool) == true || ($0.value as? String) == "YES" }.keys)
  }
}

extension AuditProject {
  /// Words that rules ask for across files with `mentions(_:)`.
  package static let watchedWords: Set<String> = [
    "accountStatus", "CKAccountChanged", "CKAccountStatus", "accountChange", "retryAfterSeconds", "limitExceeded",
    "changeTokenExpired", "userDeletedZone", "serverRecordChanged", "CKShare", "CKSubscription", "CKSyncEngine",
    "CKSyncEngineDelegate", "userDidAcceptCloudKitShareWith", "NSPersistentCloudKitContainer", "ModelConfiguration",
    "cloudKitDatabase", "encodeSystemFields", "registerForRemoteNotifications", "shouldSendContentAvailable",
  ]

  /// True when some Swift file of the audit holds the word, one of `watchedWords`, outside comments and strings.
  package func mentions(_ word: String) -> Bool { mentioned.contains(word) }

  /// True when some Swift file names `changeTokenExpired` that may handle it for a fetch in the file of a path.
  ///
  /// An alert in an example app does nothing for the library beside it.
  func mayHandleExpiry(forFetchIn path: String) -> Bool {
    mentions("changeTokenExpired") || examplesNamingExpiry.contains { path.hasPrefix($0) }
  }

  /// Adds what a file declares.
  package mutating func add(_ file: SourceFile) { add(ProjectPart(file, readsConstants: true)) }

  mutating func add(_ part: ProjectPart) {
    mentioned.formUnion(part.mentioned)
    if let folder = part.exampleNamingExpiry { examplesNamingExpiry.insert(folder) }
    texts.formUnion(part.texts)
    if part.mirrorsSwiftData { mirrorsSwiftData = true }
    types.sources.merge(part.declarations)
  }
}

extension AuditProject {
  /// Adds a file that is no Swift source, by what its name says; unknown kinds are left out.
  ///
  /// Returns false for a property list that cannot be read.
  @discardableResult
  package mutating func addFile(path: String, contents: Data) -> Bool {
    func text() -> ProjectFile { ProjectFile(path: path, text: String(decoding: contents, as: UTF8.self)) }
    if path.hasSuffix(".entitlements") {
      guard let list = PropertyListFile(path: path, contents: contents) else { return false }
      entitlements.append(list)
    } else if path.hasSuffix(".plist") {
      guard let list = PropertyListFile(path: path, contents: contents) else { return false }
      propertyLists.append(list)
    } else if path.hasSuffix(".ckdb") {
      schemas.append(text())
    } else if path.hasSuffix(".pbxproj") || path.hasSuffix(".xcconfig") {
      buildSettings.append(text())
    }
    return true
  }
}

/// What one Swift file adds to its project.
struct ProjectPart: Sendable {
  var mentioned: Set<String>
  /// The folder of the example app that the file belongs to, when it names an expired token and touches none.
  var exampleNamingExpiry: String?
  var texts: [TextConstant]
  var mirrorsSwiftData: Bool
  var declarations: DeclarationTable
  /// The types of a file that uses the name of a retired block.
  var typesNearRetiredBlocks: [String] = []
  /// Types whose constants the file reads, when a schema makes their texts matter.
  var typesOfConstants: Set<String> = []

  init(_ file: SourceFile, readsConstants: Bool = false) {
    texts = readsConstants ? TextConstant.all(in: file) : []
    mentioned = file.index.distinctNames.intersection(AuditProject.watchedWords)
    if mentioned.contains("changeTokenExpired"), let folder = Self.exampleFolder(of: file.path),
      !file.index.distinctNames.contains(where: { $0 != "changeTokenExpired" && $0.hasAnyWord(["token"]) })
    {
      mentioned.remove("changeTokenExpired")
      exampleNamingExpiry = folder
    }
    mirrorsSwiftData = file.index.mirrorsSwiftData
    declarations = DeclarationTable(file.tree)
    if !file.index.distinctNames.isDisjoint(with: RetiredNames.blockNames) {
      typesNearRetiredBlocks = Array(declarations.types.keys)
    }
    guard readsConstants else { return }
    for member in file.index.members {
      guard let name = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text, name.first?.isUppercase == true
      else { continue }
      typesOfConstants.insert(name)
    }
  }

  /// The path up to a folder that is named as those of example apps are, with a slash at its end.
  private static func exampleFolder(of path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let names: Set = ["example", "examples", "demo", "demos", "sample", "samples"]
    guard let index = parts.dropLast().lastIndex(where: { names.contains($0.lowercased()) }) else { return nil }
    return parts[...index].joined(separator: "/") + "/"
  }
}
