/// A type as far as the audit needs to know it.
package indirect enum SwiftType: Hashable, Sendable {
  /// A class, struct, enum, protocol or generic parameter, with the names of its outer types: `CKRecord.ID`.
  case named(String)
  case optional(SwiftType)
  case array(SwiftType)
  case dictionary(key: SwiftType, value: SwiftType)
  /// Elements by position; `labels` has "" for an element without one.
  case tuple([SwiftType?], labels: [String])
  case function(parameters: [SwiftType?], result: SwiftType?)
  /// `Result<success, any Error>`.
  case result(success: SwiftType?)
  /// The type itself as a value: `CKRecord` in `CKRecord(recordType: "Note")`.
  case metatype(SwiftType)
}

extension SwiftType {
  /// The name behind optionals: `CKRecord` of `CKRecord?`; nil for arrays, tuples, functions and the like.
  package var name: String? {
    switch self {
    case .named(let name): name
    case .optional(let wrapped): wrapped.name
    default: nil
    }
  }

  /// The type without its optionals.
  package var unwrapped: SwiftType {
    if case .optional(let wrapped) = self { return wrapped.unwrapped }
    return self
  }

  /// What a loop over the value yields: the element of an array or set, the pair of a dictionary.
  package var element: SwiftType? {
    switch unwrapped {
    case .array(let element): element
    case .dictionary(let key, let value): .tuple([key, value], labels: ["key", "value"])
    default: nil
    }
  }
}

extension SwiftType: CustomStringConvertible {
  /// The type as Swift writes it; `_` for a part that is not known.
  package var description: String {
    func list(_ types: [SwiftType?]) -> String { types.map { $0?.description ?? "_" }.joined(separator: ", ") }
    return switch self {
    case .named(let name): name
    case .optional(let wrapped): wrapped.isFunctionType ? "(\(wrapped))?" : "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .tuple(let elements, let labels):
      "("
        + zip(elements, labels).map { ($1.isEmpty ? "" : "\($1): ") + ($0?.description ?? "_") }.joined(separator: ", ")
        + ")"
    case .function(let parameters, let result): "(\(list(parameters))) -> \(result?.description ?? "_")"
    case .result(let success): "Result<\(success?.description ?? "_"), any Error>"
    case .metatype(let instance): "\(instance).Type"
    }
  }

  private var isFunctionType: Bool { if case .function = self { true } else { false } }
}
