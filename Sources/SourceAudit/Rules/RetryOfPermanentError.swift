import SwiftSyntax
import SyncModel

/// An error that time cannot heal among those that are tried again.
struct RetryOfPermanentError: AuditRule {
  let info = CheckInfo(
    id: "retry-of-permanent-error", title: "An error that time cannot heal is retried", severity: .warning,
    explanation: """
      Without an account, with a full iCloud, with arguments that the server refuses, the same request fails again \
      however long the app waits. The retries cost battery and requests, and the user is never told what to do.
      """,
    advice: [
      "Give the error a branch of its own that tells the user or repairs the cause",
      "Wait for the CKAccountChanged notification after 'notAuthenticated'",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func onError(_ error: CKError, again: @escaping () -> Void) {
        switch error.code {
        case .networkFailure, ↓.notAuthenticated, .zoneBusy:
          queue.asyncAfter(deadline: .now() + (error.retryAfterSeconds ?? 3), execute: again)
        default: break
        }
      }
      """,
      """
      import CloudKit
      let retryableCodes: Set<CKError.Code> = [.networkFailure, .serviceUnavailable, ↓.quotaExceeded]
      """,
      """
      import CloudKit
      extension CKError {
        var isRetryable: Bool {
          switch code {
          case .networkUnavailable, .requestRateLimited, ↓.permissionFailure: return true
          default: return false
          }
        }
      }
      """,
      """
      import CloudKit
      func shouldRetry(_ error: CKError) -> Bool {
        error.code == .networkFailure || error.code == ↓.notAuthenticated
      }
      """,
      """
      import CloudKit
      func upload(_ record: CKRecord) {
        send(record) { error in
          if let error = error as? CKError, error.code == ↓.quotaExceeded {
            DispatchQueue.main.asyncAfter(deadline: .now() + 60) { self.upload(record) }
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func onError(_ error: CKError, again: @escaping () -> Void) {
        switch error.code {
        case .networkFailure, .zoneBusy:
          queue.asyncAfter(deadline: .now() + (error.retryAfterSeconds ?? 3), execute: again)
        case .notAuthenticated: waitForAccount(then: again)
        default: break
        }
      }
      """,
      """
      import CloudKit
      extension CKError {
        var isFatal: Bool { [.notAuthenticated, .quotaExceeded, .networkFailure].contains(code) }
        var isRetryable: Bool {
          switch code {
          case .notAuthenticated, .quotaExceeded: return false
          default: return true
          }
        }
      }
      """,
      """
      import CloudKit
      func text(_ error: CKError) -> String {
        switch error.code {
        case .networkFailure, .notAuthenticated: return "Please try again"
        default: return "Failed"
        }
      }
      """,
    ])

  private let permanent: Set = [
    "badContainer", "missingEntitlement", "notAuthenticated", "permissionFailure", "invalidArguments",
    "serverRejectedRequest", "assetFileNotFound", "incompatibleVersion", "constraintViolation", "badDatabase",
    "quotaExceeded", "tooManyParticipants", "managedAccountRestricted", "participantMayNeedVerification",
  ]

  func findings(in file: SourceFile) -> [SourceFinding] {
    let index = file.index
    let retried = index.errorBranches(on: permanent).filter { isRetried($0, index) }.map(\.place)
    let listed = index.members.filter { member in
      permanent.contains(member.declName.baseName.text) && (isInRetryList(member, index) || isInQuestion(member, index))
    }
    var seen: Set<SyntaxIdentifier> = []
    return (retried + listed).compactMap { place in
      guard seen.insert(place.id).inserted else { return nil }
      let code = place.declName.baseName.text
      return file.finding(info, at: place, "'\(code)' does not go away by waiting", api: "CKError.Code.\(code)")
    }
  }

  private func isRetried(_ branch: ErrorBranch, _ index: SyntaxIndex) -> Bool {
    let isMixed = branch.codes.contains(where: ErrorCodeNames.transient.contains)
    if saysYes(branch) { return isMixed || branch.codes.count == 1 }
    let repairs = ["account", "user", "alert", "notify", "present", "sign"]
    guard
      !index.anyName(
        in: branch.body,
        { name in
          name.hasAnyWord(repairs) && !ErrorCodeNames.all.contains(name)
        })
    else { return false }
    if index.delay(in: branch.body) != nil { return true }
    let own = branch.node.function
    let again = index.calls(in: branch.body).contains { own.map($0.isCall) == true || $0.name.soundsLikeRetry }
    return isMixed && (again || branch.body.retriesByContinue)
  }

  /// True for `return true` in a function or property that says whether to retry.
  private func saysYes(_ branch: ErrorBranch) -> Bool {
    guard ["return true", "true"].contains(branch.body.code), let name = nameOfQuestion(branch.node) else {
      return false
    }
    return name.hasAnyWord(["retr", "transient", "temporary"]) && !name.hasAnyWord(["non", "not", "cannot"])
  }

  private func nameOfQuestion(_ node: Syntax) -> String? {
    for outer in node.ancestors {
      if let function = outer.as(FunctionDeclSyntax.self) { return function.name.text }
      if let binding = outer.as(PatternBindingSyntax.self) { return binding.pattern.code }
    }
    return nil
  }

  /// True for `isRetryable: Bool { code == .a || code == .b }`, and for a list that is asked with `contains`.
  private func isInQuestion(_ member: MemberAccessExprSyntax, _ index: SyntaxIndex) -> Bool {
    guard let name = nameOfQuestion(Syntax(member)), name.hasAnyWord(["retr", "transient", "temporary"]),
      !name.hasAnyWord(["non", "not", "cannot"])
    else { return false }
    let comparison = index.comparisons.first {
      $0.node.contains(member) && ($0.left.contains(member) || $0.right.contains(member))
    }
    let array = member.parent?.parent?.parent?.as(ArrayExprSyntax.self)
    let list = array?.parent?.parent?.as(FunctionCallExprSyntax.self)
    guard comparison?.symbol == "==" || list?.name == "contains" else { return false }
    let text = (comparison.map { Syntax($0.node) } ?? list.map { Syntax($0) })?.code ?? ""
    guard text.contains("code") || text.contains("CKError"), !text.hasPrefix("!") else { return false }
    for outer in member.ancestors {
      if outer.is(IfExprSyntax.self) || outer.is(GuardStmtSyntax.self) || outer.is(SwitchCaseSyntax.self) {
        return false
      }
      if outer.as(PrefixOperatorExprSyntax.self)?.operator.text == "!" { return false }
      if outer.is(FunctionDeclSyntax.self) || outer.is(PatternBindingSyntax.self) { return true }
    }
    return false
  }

  /// True in the array of a constant such as `retryableCodes`.
  private func isInRetryList(_ member: MemberAccessExprSyntax, _ index: SyntaxIndex) -> Bool {
    guard let array = member.parent?.parent?.parent?.as(ArrayExprSyntax.self),
      let binding = array.nearest(PatternBindingSyntax.self), binding.initializer?.value.contains(array) == true
    else { return false }
    let isOfCodes =
      binding.typeAnnotation?.type.code.contains("CKError") == true || array.code.contains("CKError")
      || binding.initializer?.value.code.contains("CKError") == true
    let name = binding.pattern.code
    return isOfCodes && name.hasAnyWord(["retr", "transient", "temporary"]) && !name.hasAnyWord(["non", "not"])
  }
}
