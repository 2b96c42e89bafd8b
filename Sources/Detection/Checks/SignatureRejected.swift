import Storage
import SyncModel

/// Requests of a server-to-server key that the server refuses to believe.
struct SignatureRejected: FailureCheck {
  let info = CheckInfo(
    id: "signature-rejected", title: "A server-to-server signature was rejected", severity: .error,
    explanation: """
      The server answered AUTHENTICATION_FAILED to a request that is signed with a server-to-server key. It never says \
      what is wrong: key, date, message and encoding must all be right at once.
      """,
    advice: [
      "Check that the key was made for the environment in the URL: each environment has keys of its own",
      "Sign date:base64(SHA-256 of the body):subpath, with the subpath from /database/ on, without host and query",
      "Send the very date that was signed, ISO 8601 in UTC without a fraction, at most 10 minutes old",
      "Send the signature as base64 of DER (70 to 72 bytes), not of raw r and s (64 bytes)",
      "Use the public database only, and the key id of CloudKit Console (64 hexadecimal digits)",
    ])

  func findings(in log: FailureLog) throws(StorageError) -> [Finding] {
    let failures = log.failures(.signatureRejected)
    let observed = try ObservedRefusals(.signatureFault, in: log)
    guard !failures.isEmpty || observed.proofs.count > 0 else { return [] }
    let faults = observed.subjects.compactMap { Fault(rawValue: $0) }
    let requests = observed.lines.union(log.lines(ofRefusals: .signatureRejected)).count
    let count = Wording.counted(requests, "request")
    let title =
      faults.first.map { "Server-to-server signature rejected: \($0.title) (\(count))" }
      ?? "Server-to-server signature or token rejected: \(count)"
    let advice = faults.map(\.advice) + (faults.isEmpty ? info.advice : [])
    let proofs = (faults.isEmpty ? failures.flatMap(\.proofs) : []) + observed.proofs.proofs
    return [
      try log.finding(info, title: title, advice: advice, occurrences: requests, proofs: proofs.inOrder)
    ]
  }

  /// A fault that a reader saw in the headers, by the subject of its observation.
  private enum Fault: String {
    case rawSignature = "raw-signature"
    case notDER = "not-der"
    case base64
    case fraction
    case timeZone = "time-zone"
    case dateForm = "date-form"
    case clockSkew = "clock-skew"
    case database
    case keyID = "key-id"
    case mismatch
    case key

    var title: String {
      switch self {
      case .rawSignature: "raw r and s instead of DER"
      case .notDER: "the signature is not DER"
      case .base64: "the signature is not base64"
      case .fraction: "the date has a fraction of a second"
      case .timeZone: "the date is not in UTC"
      case .dateForm: "the date is not ISO 8601"
      case .clockSkew: "the date is more than 10 minutes off"
      case .database: "not the public database"
      case .keyID: "the key id is malformed"
      case .mismatch: "it does not match the body and the subpath"
      case .key: "it is right, but not for this key id or environment"
      }
    }

    var advice: String {
      switch self {
      case .rawSignature, .notDER:
        "Encode the ECDSA signature as DER (a sequence of r and s, 70 to 72 bytes) before base64"
      case .base64: "Encode the DER bytes of the signature as base64, not as hexadecimal digits or base64url"
      case .fraction: "Format the date without milliseconds, such as 2026-01-25T22:15:43Z, and sign that very text"
      case .timeZone: "Format the date in UTC with a final Z, and sign that very text"
      case .dateForm: "Format the date as ISO 8601, such as 2026-01-25T22:15:43Z"
      case .clockSkew: "Set the clock of the server (NTP), and sign each request right before it is sent"
      case .database: "Use the public database: server-to-server keys work with no other"
      case .keyID: "Copy the key id from CloudKit Console: 64 hexadecimal digits"
      case .key: "Check that the key id belongs to this private key and to the environment in the URL"
      case .mismatch: "Sign date:base64(SHA-256 of the body):subpath with exactly the bytes that are sent"
      }
    }
  }
}
