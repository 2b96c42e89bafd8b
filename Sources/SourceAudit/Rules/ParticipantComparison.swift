import SwiftSyntax
import SyncModel

/// Participants that are compared to see whether something about them changed.
struct ParticipantComparison: AuditRule {
  let info = CheckInfo(
    id: "participant-comparison", title: "Comparing participants does not tell that one of them changed",
    severity: .note,
    explanation: """
      '===' asks for the same object, and every fetch makes new ones. '==' asks for the same person: role, permission \
      and acceptance status are not compared. Neither tells that a participant changed.
      """,
    advice: [
      "Compare 'role', 'permission' and 'acceptanceStatus'",
      "Use 'participantID' as the identity in lists",
      "Keep '==' and 'contains' for the question whether it is the same person",
    ])

  let examples = Examples(
    triggering: [
      """
      import CloudKit
      func isOwner(_ participant: CKShare.Participant, _ share: CKShare) -> Bool { ↓participant === share.owner }
      """,
      """
      import CloudKit
      func didChange(_ old: CKShare, _ new: CKShare) -> Bool { ↓old.participants != new.participants }
      """,
      """
      import CloudKit
      import SwiftUI
      struct People: View {
        let share: CKShare
        var body: some View {
          ForEach(share.participants, id: ↓\\.self) { Row($0) }.onChange(of: ↓share.participants) { reload() }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      import CloudKit
      func isMe(_ participant: CKShare.Participant, _ share: CKShare) -> Bool {
        participant == share.currentUserParticipant && share.participants.contains(participant)
      }
      """,
      """
      import CloudKit
      func count(_ share: CKShare) -> Bool { share.participants.count != 1 }
      """,
      "let same = left.participants === right.participants",
    ])

  func findings(in file: SourceFile) -> [SourceFinding] {
    guard file.index.hasAny(["CKShare", "CKShareParticipant"]) else { return [] }
    return file.index.comparisons.compactMap { comparisonFinding($0, file) }
      + file.index.calls.flatMap { callFindings($0, file) }
  }

  private func comparisonFinding(_ comparison: SyntaxIndex.Comparison, _ file: SourceFile) -> SourceFinding? {
    let sides = [comparison.left, comparison.right]
    if comparison.symbol.count == 3 {
      guard sides.contains(where: { isParticipant($0, file.index) }),
        !sides.contains(where: { $0.is(NilLiteralExprSyntax.self) })
      else { return nil }
      return file.finding(
        info, at: comparison.left, "'\(comparison.symbol)' compares objects, and every fetch makes new participants",
        api: "CKShare.Participant")
    }
    guard sides.allSatisfy(isParticipantList) || isOldAndNew(sides) else { return nil }
    return file.finding(
      info, at: comparison.left, "'\(comparison.symbol)' does not see a changed role, permission or acceptance",
      api: "CKShare.participants")
  }

  /// True for `share.participants` and `Set(share.participants)`.
  private func isParticipantList(_ expression: ExprSyntax) -> Bool {
    if expression.bare.lastName == "participants" { return true }
    guard let call = expression.bare.as(FunctionCallExprSyntax.self), ["Set", "Array"].contains(call.name) else {
      return false
    }
    return call.unlabelledArgument?.bare.lastName == "participants"
  }

  /// True for `oldParticipant != newParticipant`: the same person before and after.
  private func isOldAndNew(_ sides: [ExprSyntax]) -> Bool {
    let names = sides.compactMap { $0.bare.path?.lowercased() }
    guard names.count == 2, names.allSatisfy({ $0.contains("participant") }) else { return false }
    return names.contains { $0.hasAnyWord(["old", "previous", "before", "cached"]) }
  }

  private func isParticipant(_ expression: ExprSyntax, _ index: SyntaxIndex) -> Bool {
    if let type = index.type(of: expression) { return ["CKShare.Participant", "CKShareParticipant"].contains(type) }
    return ["participant", "currentUserParticipant"].contains(expression.bare.lastName ?? "")
  }

  private func callFindings(_ call: FunctionCallExprSyntax, _ file: SourceFile) -> [SourceFinding] {
    if call.name == "onChange", let value = call.argument("of"), value.bare.lastName == "participants" {
      return [
        file.finding(
          info, at: value, "a changed role, permission or acceptance is not seen here", api: "CKShare.participants")
      ]
    }
    if call.name == "ForEach", call.unlabelledArgument?.bare.lastName == "participants", let id = call.argument("id"),
      id.code.filter({ !$0.isWhitespace }) == "\\.self"
    {
      return [
        file.finding(
          info, at: id, "a row does not change with its participant: use 'participantID'", api: "CKShare.participants")
      ]
    }
    return []
  }
}
