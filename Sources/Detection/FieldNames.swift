/// The fields that index errors name.
enum FieldNames {
  /// The field that an error names.
  static func first(of failure: Failure) -> String? {
    let message = failure.error.message ?? failure.error.text
    return Wording.name(after: "Field '", in: message) ?? Wording.name(after: "field '", in: message)
      ?? Wording.name(after: "Field \u{2018}", in: message)
  }

  /// "Field 'mood' has", "fields 'mood' and 'date' have", "A field has".
  static func title(of group: FailureGroup) -> String {
    let names = group.distinct(first)
    guard let text = Wording.named(names, "field") else { return "A field has" }
    return "\(text) \(names.count == 1 ? "has" : "have")"
  }
}
