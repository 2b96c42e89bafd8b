import SyncModel

/// An error as it was printed, before it becomes an `ErrorReport`.
struct ScannedError {
  /// How it was printed; the later the richer.
  enum Form: Int, Comparable {
    /// A number with its domain or name: `CKErrorDomain:25`.
    case short
    /// A sentence whose words fix the code.
    case sentence
    /// A count of codes: `codes=[14: 250]`.
    case counted
    /// An internal number in a userInfo dump: `NSDebugDescription = "CKInternalErrorDomain: 2022"`.
    case number
    /// `Error Domain=… Code=…`
    case nsError
    /// `<CKError …>`
    case canonical

    static func < (left: Form, right: Form) -> Bool { left.rawValue < right.rawValue }
  }

  var form: Form
  /// Where it stands in the text.
  var range: Range<Int>
  var domain = "CKErrorDomain"
  var code: Int
  var underlying: UnderlyingCode?
  var message: String?
  var item: String?
  var zone: String?
  var retryAfterMs: Int64?
  var operationID: String?
  var requestID: String?
  var containerID: String?
  var count = 1
  var items: [ScannedError]?
  var omitted = 0
  var itemsAreRedacted = false
  /// True when the text ends inside the error.
  var isCut = false

  init(form: Form, range: Range<Int>, code: Int) {
    self.form = form
    self.range = range
    self.code = code
  }
}

extension ScannedError {
  /// Sets code and underlying code from a printed name and numbers, by the rules of the printed form.
  ///
  /// A single number of 1,000 or more is an internal number; the public code then comes from the name.
  ///
  /// Returns false when the numbers mean no CloudKit error.
  mutating func setCodes(name: String, first: Int, second: Int?, secondDomain: String?, isUnderlyingClass: Bool) -> Bool
  {
    if let second { underlying = UnderlyingCode(domain: secondDomain ?? "CKInternalErrorDomain", code: second) }
    if CloudKitNumbers.isPublic(first), !isUnderlyingClass {
      code = first
      return true
    }
    guard first >= 1000 else { return false }
    underlying = UnderlyingCode(code: first)
    guard let known = CloudKitNumbers.publicCode(name: name, number: first) else { return false }
    code = known
    return true
  }
}
