import CloudKitFacts
import SourceAudit
import Testing

/// A source is made for each entry of the catalog in which it must be found, and one that only looks like it.
struct CatalogTests {
  @Test(arguments: RetiredAPI.all)
  func findsEachEntry(_ api: RetiredAPI) {
    let expected = api.isMemberOfDeprecatedType ? api.owner ?? "" : api.id
    let source = Self.use(of: api)
    #expect(Self.found(in: source).contains(expected), "\(source)")
  }

  @Test(arguments: RetiredAPI.all)
  func leavesLookalikesAlone(_ api: RetiredAPI) {
    let source = Self.lookalike(of: api)
    #expect(Self.found(in: source) == [], "\(source)")
  }

  @Test(arguments: RetiredAPI.all)
  func leavesCommentsAndStringsAlone(_ api: RetiredAPI) {
    let use = Self.use(of: api)
    let comment = use.split(separator: "\n").map { "/// " + $0 }.joined(separator: "\n")
    #expect(Self.found(in: comment + "\nlet text = ##\"\"\"\n\(use)\n\"\"\"##\n") == [])
  }

  @Test(arguments: RetiredAPI.all)
  func selectsTheSourceOfEachEntry(_ api: RetiredAPI) throws {
    #expect(try Prefilter().selects(Self.use(of: api)))
  }

  @Test func knowsEveryEntryOnce() {
    let keys = RetiredAPI.all.map { "\($0.kind) \($0.id)" }
    #expect(keys.count == Set(keys).count)
    #expect(RetiredAPI.all.count == 185)
    #expect(LegacyPair.all.count > 30)
  }

  // MARK: - Sources

  private static func found(in source: String) -> [String] {
    let file = SourceFile(path: "Made.swift", text: source)
    return (DeprecatedAPI().findings(in: file) + RemovedAPI().findings(in: file)).compactMap(\.api)
  }

  private static func arguments(_ labels: [String]) -> String {
    labels.enumerated().map { ($1.isEmpty ? "" : "\($1): ") + "a\($0)" }.joined(separator: ", ")
  }

  private static func use(of api: RetiredAPI) -> String {
    let owner = api.owner ?? ""
    let call = "(\(arguments(api.labels ?? [])))"
    return switch api.kind {
    case .property: "func f(_ x: \(owner)) {\n  print(x.\(api.name))\n}"
    case .method where api.baseName == "records":
      "func f(_ x: \(owner)) async throws {\n  let r: [CKRecord] = try await x.records\(call)\n}"
    case .method: "func f(_ x: \(owner)) {\n  x.\(api.baseName)\(call)\n}"
    case .initializer where owner == "CKRecordZone.ID":
      "func f(a0: String, a1: String?) {\n  _ = CKRecordZone.ID\(call)\n}"
    case .initializer: "let x = \(owner)\(call)"
    case .enumCase: "let x = \(owner).\(api.name)"
    case .constant: owner.isEmpty ? "print(\(api.name))" : "let x = \(owner).\(api.name)"
    case .type: "let x: \(api.id)? = nil"
    }
  }

  private static func lookalike(of api: RetiredAPI) -> String {
    let labels = api.labels ?? []
    let parameters = labels.enumerated().map { "\($1.isEmpty ? "_" : $1) a\($0): Int" }.joined(separator: ", ")
    let own = "func f(_ x: Own) {\n  print(x.\(api.baseName)\(api.labels == nil ? "" : "(\(arguments(labels)))"))\n}"
    return switch api.kind {
    case .property: "struct Own { var \(api.name): Int }\n\(own)"
    case .method: "struct Own { func \(api.baseName)(\(parameters)) {} }\n\(own)"
    case .initializer: "struct Own { init(\(parameters)) {} }\nlet x = Own(\(arguments(labels)))"
    case .enumCase:
      "enum Own { case \(api.name) }\nfunc f(_ x: Own) -> Bool { x == .\(api.name) || x == Own.\(api.name) }"
    case .constant where api.owner == nil: "func f(\(api.name): Int) {\n  print(\(api.name))\n}"
    case .constant: "struct Own { static let \(api.name) = 1 }\nlet x = Own.\(api.name)"
    case .type where api.owner == nil: "struct \(api.name) {}\nlet x: \(api.name)? = nil"
    case .type: "enum Own { struct \(api.name) {} }\nlet x: Own.\(api.name)? = nil"
    }
  }
}
