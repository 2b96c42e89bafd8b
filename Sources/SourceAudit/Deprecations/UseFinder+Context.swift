import CloudKitFacts
import SwiftSyntax

extension UseFinder {
  /// True when the compiler is silent about a use: dead code, a deprecated declaration around it, an older target.
  func isSilenced(_ use: APIUse) -> Bool {
    var available: [String: Version] = [:]
    let hasTargets = !file.project.deploymentTargets.isEmpty
    var inner = Syntax(use.token)
    while let node = inner.parent {
      if let clause = node.as(IfConfigClauseSyntax.self), !clause.canBeActive { return true }
      if let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes, !attributes.isEmpty {
        if attributes.contains(where: { isDeprecation($0) }) { return true }
        for (platform, version) in attributes.introductions {
          available[platform] = max(available[platform] ?? version, version)
        }
      }
      if let conditional = node.as(IfExprSyntax.self), Syntax(conditional.body) == inner {
        for (platform, version) in conditional.conditions.introductions {
          available[platform] = max(available[platform] ?? version, version)
        }
      }
      if hasTargets, let items = node.as(CodeBlockItemListSyntax.self) {
        for item in items where item.position < inner.position {
          guard let statement = item.item.as(GuardStmtSyntax.self) else { continue }
          for (platform, version) in statement.conditions.introductions {
            available[platform] = max(available[platform] ?? version, version)
          }
        }
      }
      inner = node
    }
    return isBelowTargets(use.api, available)
  }

  /// True when every given deployment target lies below the version that deprecates the API.
  private func isBelowTargets(_ api: RetiredAPI, _ available: [String: Version]) -> Bool {
    let targets = file.project.deploymentTargets
    guard api.status == .deprecated, !targets.isEmpty, !api.deprecatedIn.isEmpty, api.deprecatedIn["swift"] == nil
    else { return false }
    return targets.allSatisfy { platform, target in
      guard let since = api.deprecatedVersion(on: platform).map(Version.init) else { return false }
      return max(target, available[platform] ?? target) < since
    }
  }

  /// `@available(*, deprecated)`, and `@available(iOS, deprecated: 15)` unless the target is older than that.
  private func isDeprecation(_ element: AttributeListSyntax.Element) -> Bool {
    guard let arguments = element.availabilityArguments, let first = arguments.first else { return false }
    guard let platform = first.argument.as(TokenSyntax.self)?.text else { return false }
    for argument in arguments {
      if argument.argument.as(TokenSyntax.self)?.text == "deprecated" { return true }
      guard let labeled = argument.argument.as(AvailabilityLabeledArgumentSyntax.self),
        labeled.label.text == "deprecated"
      else { continue }
      guard let target = file.project.deploymentTargets[platform] else { return true }
      return Version(labeled.value.trimmedDescription) <= target
    }
    return false
  }

  /// The conditions of `#if` around a use, outermost first: `#if os(iOS)`.
  func conditions(around use: APIUse) -> [String] {
    var conditions: [String] = []
    var node = use.token.parent
    while let current = node {
      if let written = current.as(IfConfigClauseSyntax.self)?.writtenCondition { conditions.insert(written, at: 0) }
      node = current.parent
    }
    return conditions
  }
}

/// A version such as `10.15`, compared number by number.
package struct Version: Comparable, Sendable {
  private let numbers: [Int]

  /// Reads numbers between dots; what is no number counts as 0.
  package init(_ text: String) {
    var numbers = text.split(separator: ".").map { Int($0) ?? 0 }
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  package static func < (left: Version, right: Version) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}

extension AttributeListSyntax.Element {
  /// The arguments of `@available(…)`.
  fileprivate var availabilityArguments: AvailabilityArgumentListSyntax? {
    guard let attribute = self.as(AttributeSyntax.self), attribute.attributeName.trimmedDescription == "available"
    else { return nil }
    return attribute.arguments?.as(AvailabilityArgumentListSyntax.self)
  }
}

extension AttributeListSyntax {
  /// Platform and version of `@available(iOS 15, *)`.
  fileprivate var introductions: [(platform: String, version: Version)] {
    flatMap { $0.availabilityArguments?.introductions ?? [] }
  }
}

extension AvailabilityArgumentListSyntax {
  fileprivate var introductions: [(platform: String, version: Version)] {
    compactMap { argument in
      guard let pair = argument.argument.as(PlatformVersionSyntax.self), let version = pair.version else { return nil }
      return (pair.platform.text, Version(version.trimmedDescription))
    }
  }
}

extension ConditionElementListSyntax {
  /// Platform and version of `#available(iOS 15, *)` among the conditions.
  fileprivate var introductions: [(platform: String, version: Version)] {
    flatMap { element -> [(platform: String, version: Version)] in
      guard let condition = element.condition.as(AvailabilityConditionSyntax.self),
        condition.availabilityKeyword.tokenKind == .poundAvailable
      else { return [] }
      return condition.availabilityArguments.introductions
    }
  }
}
