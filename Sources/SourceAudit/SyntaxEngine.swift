import SwiftSyntax

extension SyntaxIndex {
  /// The implementations of a CKSyncEngineDelegate method, told by name and the label `syncEngine`.
  func engineCallbacks(named name: String) -> [FunctionDeclSyntax] {
    guard has("CKSyncEngine") || has("syncEngine") else { return [] }
    return functions(named: name).filter { function in
      function.body != nil
        && function.signature.parameterClause.parameters.contains { $0.firstName.text == "syncEngine" }
    }
  }

  /// The switch over the event of a `handleEvent(_:syncEngine:)`.
  func eventSwitch(of handler: FunctionDeclSyntax) -> SwitchExprSyntax? {
    guard let event = handler.parameterNames.first else { return nil }
    return switches.first { handler.contains($0) && $0.subject.path == event }
  }
}

extension SwitchExprSyntax {
  /// The cases, with `#if` looked through.
  var allCases: [SwitchCaseSyntax] { Self.cases(of: cases) }

  private static func cases(of list: SwitchCaseListSyntax) -> [SwitchCaseSyntax] {
    list.flatMap { element -> [SwitchCaseSyntax] in
      if let branch = element.as(SwitchCaseSyntax.self) { return [branch] }
      guard let conditional = element.as(IfConfigDeclSyntax.self) else { return [] }
      return conditional.clauses.flatMap { clause -> [SwitchCaseSyntax] in
        clause.elements?.as(SwitchCaseListSyntax.self).map { cases(of: $0) } ?? []
      }
    }
  }

  /// The case whose label names an enum case.
  func branch(named name: String) -> SwitchCaseSyntax? {
    allCases.first { branch in
      branch.label.tokens(viewMode: .sourceAccurate).contains {
        $0.text == name && $0.previousToken(viewMode: .sourceAccurate)?.text == "."
      }
    }
  }

  /// The `default` or `@unknown default`.
  var defaultBranch: SwitchCaseSyntax? { allCases.first { $0.label.is(SwitchDefaultLabelSyntax.self) } }
}

extension SwitchCaseSyntax {
  /// True when nothing is done but to leave, log or print.
  var doesNothing: Bool {
    statements.allSatisfy { statement in
      if statement.leaves { return true }
      guard let call = statement.item.as(FunctionCallExprSyntax.self) else { return false }
      let receiver = call.receiver?.lastName ?? ""
      return call.name.hasAnyWord(["print", "log"]) || receiver.hasAnyWord(["log"])
    }
  }
}
