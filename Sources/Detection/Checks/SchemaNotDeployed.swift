import SyncModel

/// A type or field is missing in Production (12/2006, 11/2003), or the schema could not be initialised (134060).
struct SchemaNotDeployed: CauseCheck {
  let cause = Cause.schemaNotDeployed
  let info = CheckInfo(
    id: "schema-not-deployed", title: "The Production schema lacks a record type or field", severity: .error,
    explanation: """
      Development creates types and fields on the fly, Production does not: what was not deployed makes every save of \
      such a record fail, but only in builds from TestFlight and the App Store. Neither waiting nor the record is the \
      matter. With Core Data the names begin with CD_.
      """,
    advice: [
      "Deploy the schema from Development to Production in CloudKit Console",
      "With Core Data run initializeCloudKitSchema in Development first, with every entity and one share",
      "Deploy each container of an app that has several",
    ])

  func subject(of failure: Failure) -> String { Names(failure).title }

  func title(of group: FailureGroup) -> String {
    let titles = FailureGroup.distinct(group.failures.map { Names($0).title })
    guard titles.count > 1 else { return titles.first ?? info.title }
    return "Production schema lacks \(titles.count) fields or types (\(Wording.counted(group.count, "failure")))"
  }

  func explanation(of group: FailureGroup) -> String? {
    if group.failures.allSatisfy({ Names.concernsEitherSchema($0) }) {
      return """
        The schema of the environment that was asked has no such type or field: Production when it was not deployed, \
        Development when no record with it was ever saved there. Neither waiting nor the query is the matter, unless \
        the name is misspelled.
        """
    }
    guard group.failures.allSatisfy({ $0.error.code == 134060 }) else { return nil }
    return """
      Core Data could not set up the CloudKit schema. initializeCloudKitSchema works only in Development, with a \
      signed-in account and a model that keeps CloudKit's rules; the reason stands in NSLocalizedFailureReason.
      """
  }

  /// What the server says is missing.
  private struct Names {
    let title: String

    init(_ failure: Failure) {
      let message = failure.error.message ?? failure.error.text
      let place = Self.concernsEitherSchema(failure) ? "in the schema" : "in Production"
      let field = Wording.name(after: "field '", in: message)
      let type =
        Wording.name(after: "in record '", in: message) ?? Wording.name(after: "in type: '", in: message)
        ?? Wording.name(after: "record type: '", in: message) ?? Self.word(after: "new type ", in: message)
        ?? Self.word(after: "record type: ", in: message)
      switch (field, type) {
      case (let field?, let type?):
        title = "Field \(Wording.quoted(field)) of type \(Wording.quoted(type)) is missing \(place)"
      case (let field?, nil): title = "Field \(Wording.quoted(field)) is missing \(place)"
      case (nil, let type?): title = "Record type \(Wording.quoted(type)) is missing \(place)"
      case (nil, nil):
        title =
          failure.error.domain == "NSCocoaErrorDomain"
          ? "CloudKit schema could not be initialised by Core Data (134060)"
          : "Production schema lacks a record type or field"
      }
    }

    /// Development creates what a save needs; only a query for a type can miss one there.
    static func concernsEitherSchema(_ failure: Failure) -> Bool {
      (failure.error.message ?? failure.error.text).lowercased().contains("did not find")
    }

    private static func word(after phrase: String, in message: String) -> String? {
      guard let found = message.firstRange(of: phrase) else { return nil }
      let word = message[found.upperBound...].prefix { !$0.isWhitespace && !"\"',;>".contains($0) }
      return word.isEmpty ? nil : String(word)
    }
  }
}
