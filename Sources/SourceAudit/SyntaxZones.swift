import SwiftSyntax

/// The zone of a record or record id as far as the source tells it.
enum ZoneOrigin: Equatable {
  case defaultZone
  /// The source text of the zone's expression.
  case zone(String)
}

extension SyntaxIndex {
  /// True for the id of the default zone, written out or through a local or constant.
  func isDefaultZone(_ expression: ExprSyntax, depth: Int = 4) -> Bool {
    guard depth > 0 else { return false }
    let text = expression.code.filter { !$0.isWhitespace }
    let names = ["CKRecordZone.default().zoneID", "CKRecordZone.ID.default", ".default", "CKRecordZoneID.default"]
    if names.contains(text) || text.contains("ID.defaultZoneName") { return true }
    guard let reference = expression.bare.as(DeclReferenceExprSyntax.self),
      let value = initialValue(ofName: reference.baseName.text, at: Syntax(reference)),
      !value.is(DeclReferenceExprSyntax.self)
    else { return false }
    return isDefaultZone(value, depth: depth - 1)
  }

  /// The zone in which a record is made, or nil when the source does not tell.
  func zone(ofRecord record: ExprSyntax, depth: Int = 6) -> ZoneOrigin? {
    guard depth > 0 else { return nil }
    let bare = record.bare
    if let reference = bare.as(DeclReferenceExprSyntax.self) {
      guard let value = initialValue(ofName: reference.baseName.text, at: Syntax(reference)),
        !value.bare.is(DeclReferenceExprSyntax.self)
      else { return nil }
      return zone(ofRecord: value, depth: depth - 1)
    }
    guard let call = bare.as(FunctionCallExprSyntax.self), call.makes("CKRecord") else { return nil }
    if let zone = call.argument("zoneID") { return origin(zone) }
    if let id = call.argument("recordID") { return zone(ofID: id, depth: depth - 1) }
    return call.labels == ["recordType"] ? .defaultZone : nil
  }

  /// The zone of a record id, or nil when the source does not tell.
  func zone(ofID id: ExprSyntax, depth: Int = 6) -> ZoneOrigin? {
    guard depth > 0 else { return nil }
    let bare = id.bare
    if let member = bare.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "recordID" {
      return member.base.flatMap { zone(ofRecord: $0, depth: depth - 1) }
    }
    if let reference = bare.as(DeclReferenceExprSyntax.self) {
      guard let value = initialValue(ofName: reference.baseName.text, at: Syntax(reference)),
        !value.bare.is(DeclReferenceExprSyntax.self)
      else { return nil }
      return zone(ofID: value, depth: depth - 1)
    }
    guard let call = bare.as(FunctionCallExprSyntax.self), call.makes("CKRecord.ID") || call.makes("CKRecordID") else {
      return nil
    }
    if let zone = call.argument("zoneID") { return origin(zone) }
    return call.labels == ["recordName"] ? .defaultZone : nil
  }

  private func origin(_ zone: ExprSyntax) -> ZoneOrigin {
    isDefaultZone(zone) ? .defaultZone : .zone(zone.code.filter { !$0.isWhitespace })
  }
}
