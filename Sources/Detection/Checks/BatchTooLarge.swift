import SyncModel

/// 27/1020, 12/1020 on older systems, BAD_REQUEST about a length.
struct BatchTooLarge: CauseCheck {
  let cause = Cause.batchTooLarge
  let info = CheckInfo(
    id: "batch-too-large", title: "A request has too many items", severity: .error,
    explanation: """
      A request may have 400 items, saves and deletes together, and about 2 MB without assets; Web Services take 200 \
      operations. A larger one is refused as a whole, mostly by the device, and never succeeds however long one waits.
      """,
    advice: [
      "Split into batches of at most 400 items, 200 for Web Services, parents and their children together",
      "On a further limitExceeded halve the batch and send at once: there is nothing to wait for",
    ])

  func title(of group: FailureGroup) -> String {
    let sizes = group.failures.compactMap { Self.size(in: $0.error.message ?? $0.error.text) }
    guard let largest = sizes.max() else {
      let isWeb = group.failures.allSatisfy { $0.error.domain == "CloudKit" }
      let limit = isWeb ? "200 operations" : "400 items or 2 MB"
      return "Requests over the limit of \(limit): \(Wording.number(group.requests)) refused"
    }
    let many = group.requests > 1 ? ", \(Wording.number(group.requests)) refused" : ""
    return "Request with \(Wording.number(largest)) items; the limit is 400\(many)"
  }

  /// The number in "contains 1360 items".
  private static func size(in message: String) -> Int? {
    guard let found = message.firstRange(of: "contains ") else { return nil }
    return Int(message[found.upperBound...].prefix { $0.isNumber })
  }
}
