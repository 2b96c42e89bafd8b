import SyncModel

/// BAD_REQUEST, 12 and 15 that no narrower check explains.
struct RecordRejected: CauseCheck {
  let cause = Cause.recordRejected
  let info = CheckInfo(
    id: "record-rejected", title: "The server rejects a request as invalid", severity: .error,
    explanation: """
      The server does not accept what it was sent, and would not accept it a second time. The reason stands in the \
      server message of the device log or in the reason of a Web Services answer; a Console entry does not tell it.
      """,
    advice: [
      "Read the device's log of the same time for 'server message ='; the request id is the same",
      "Compare the Production schema with Development: types, fields and their value types",
      "Do not send the same request again",
    ])

  func subject(of failure: Failure) -> String {
    failure.recordTypes == "_pcs_data" ? "_pcs_data" : failure.error.message ?? failure.error.operation ?? ""
  }

  func title(of group: FailureGroup) -> String {
    if isAboutProtectionData(group) {
      return "Saves of protection data (_pcs_data) rejected \(Wording.times(group.count))"
    }
    if let message = group.messages.first, group.messages.count == 1 {
      return "Rejected \(Wording.times(group.count)): \(message)"
    }
    let what = group.operations.count == 1 ? group.operations[0] : "Requests"
    let place = Wording.named(group.zones, "zone").map { " in \($0)" } ?? ""
    return "\(what)\(place) rejected as invalid \(Wording.times(group.count))"
  }

  func explanation(of group: FailureGroup) -> String? {
    if isAboutProtectionData(group) {
      return """
        _pcs_data is the protection data that goes along with saved records, not a record type of the app, and it \
        never appears in a schema. Why it is rejected cannot be told from Console entries; what has been found \
        elsewhere: a fault on Apple's side when the app's own saves succeed; a CKShare saved while cloudkit.share is \
        missing in Production; a schema written by hand and never initialised; the account's key hierarchy.
        """
    }
    guard group.mentions("invalid attempt to set value type") else { return nil }
    return "The field has another type in the schema than the value that was sent. Deploying the schema does not help."
  }

  func advice(for group: FailureGroup) -> [String]? {
    if isAboutProtectionData(group) {
      return [
        "Look whether the app's own records of the same time were saved: then the schema is not the cause",
        "If a share was saved: create one share in Development and deploy the schema",
        "Read 'server message =' in the device's log of the same time, and report it to Apple",
        "Do not create a record type _pcs_data",
      ]
    }
    if group.mentions("appdefaultzone") {
      return [
        "Save to a custom zone of the private database: the default zone keeps no history of changes",
        "Read the default zone with queries; a change fetch or CKSyncEngine never gets its records",
      ]
    }
    if group.mentions("default zone") {
      return [
        "Send atomic: false for the default zone and the public database, and handle the error of each record",
        "Or use a custom zone of the private database",
      ]
    }
    if group.mentions("invalid attempt to set value type") {
      return ["Send the type that the schema has, or use a new field name: a type cannot be changed after deployment"]
    }
    return nil
  }

  private func isAboutProtectionData(_ group: FailureGroup) -> Bool {
    group.failures.contains { $0.recordTypes == "_pcs_data" }
  }
}
