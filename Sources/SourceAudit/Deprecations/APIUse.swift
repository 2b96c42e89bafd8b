import CloudKitFacts
import SwiftSyntax

/// A place that uses, or may use, a retired API.
struct APIUse {
  /// How sure the audit is of the owner.
  enum Certainty: Equatable {
    /// The receiver's type is known.
    case resolved
    /// The receiver is not known, and nothing else that is known has the name.
    case onlyOne
    /// The receiver is not known, and every API of the name is retired.
    case allRetired([String])
    /// The receiver is not known, and something current has the name too: the others' names.
    case ambiguous([String])
    /// The compiler's choice between overloads depends on what the source does not show.
    case dependsOnOverload
  }

  var api: RetiredAPI
  /// Where the finding points.
  var token: TokenSyntax
  var certainty: Certainty
  /// An exhaustive switch has to name the case.
  var isForced = false
}

/// The catalog by the word that stands in a source.
struct RetiredNames: Sendable {
  private let apis: [String: [RetiredAPI]]
  /// Retired initialisers with argument labels.
  let initializers: [RetiredAPI]

  /// Leaves out members whose type is reported instead.
  init(_ statuses: Set<RetiredAPI.Status>) {
    var apis: [String: [RetiredAPI]] = [:]
    for api in RetiredAPI.all where statuses.contains(api.status) && !api.isMemberOfDeprecatedType {
      apis[Self.word(of: api), default: []].append(api)
    }
    self.apis = apis
    initializers = apis.values.joined().filter { $0.kind == .initializer && $0.labels?.isEmpty == false }
  }

  subscript(word: String) -> [RetiredAPI] { apis[word] ?? [] }

  /// The names of all retired blocks.
  static let blockNames = Set(RetiredAPI.all.map(\.baseName).filter { $0.hasSuffix("Block") })

  /// An initialiser is found by its type's last name.
  private static func word(of api: RetiredAPI) -> String {
    guard api.kind == .initializer, let owner = api.owner else { return api.baseName }
    return owner.split(separator: ".").last.map(String.init) ?? owner
  }
}

extension RetiredAPI {
  /// True when the bare name is CloudKit's alone, so that it means the API whatever it is called on.
  var isDistinctive: Bool {
    if baseName.hasSuffix("Block") || name.hasPrefix("CK") { return true }
    if kind == .method { return labels.map { !$0.isEmpty } == true || baseName == "allUserIdentitiesFromContacts" }
    return Self.distinctive.contains(baseName)
  }

  private static let distinctive: Set<String> = [
    "isLongLived", "optionsByRecordZoneID", "resultsTruncated", "rootRecordID", "subscriptionOptions",
    "userDiscoverability",
  ]

  /// Current CloudKit members of the same name on other types.
  var currentNamesakes: [String] { baseName == "isLongLived" ? ["CKOperation.Configuration.isLongLived"] : [] }
}
