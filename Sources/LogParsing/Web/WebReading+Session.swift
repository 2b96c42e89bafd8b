import CloudKitFacts
import SyncModel

extension WebReading {
  /// What the exchange says about the signature of a server-to-server key or about a web session.
  func observations(_ origin: Origin, _ evidence: String) -> [Observation] {
    guard let refusal else { return [] }
    if SignatureInspection.isSigned(exchange) { return signatureFaults(origin, evidence) }
    let speaksOfToken = failures.contains { $0.reason?.lowercased().holds("token") == true }
    let subject = refusal == .unclear && !hasSessionTraces && !speaksOfToken ? nil : sessionSubject(refusal)
    // That nobody is signed in yet is what the error itself says.
    if subject == "sign-in-required" { return [] }
    guard let subject else {
      return [observation(.signatureFault, "unclear", origin, evidence)]
    }
    return [observation(.sessionFault, subject, origin, evidence)]
  }

  private enum Refusal {
    /// 401 or AUTHENTICATION_FAILED, which signatures, tokens and sessions have in common.
    case unclear
    /// 421 or AUTHENTICATION_REQUIRED.
    case signInRequired
    /// The account is the reason, not the request.
    case account
  }

  private var refusal: Refusal? {
    for failure in failures {
      let reason = failure.reason ?? ""
      if reason.holds("private db access disabled") { return .account }
      if reason.holds("no auth method found") { return .account }
      if reason.holds("manually finish setting up") { return .account }
      if failure.code == "AUTHENTICATION_FAILED" { return .unclear }
      if failure.code == "AUTHENTICATION_REQUIRED" { return .signInRequired }
    }
    if answer?["status"]?.integer == 13, isSessionService { return .account }
    switch exchange.status {
    case 401: return .unclear
    case 421, 450: return .signInRequired
    case 402 where isSessionService: return .account
    default: return nil
    }
  }

  private var isSessionService: Bool { exchange.url.map(WebAddress.isSessionService) ?? false }

  private var hasSessionTraces: Bool {
    if isSessionService { return true }
    guard let address = exchange.address else { return false }
    let traces = ["ckWebAuthToken", "ckAPIToken", "ckSession", "dsid", "clientId"]
    return address.database == "private" || address.database == "shared"
      || address.parameterNames.contains { traces.contains($0) }
      || address.host?.holds("ckdatabasews") == true
  }

  private func sessionSubject(_ refusal: Refusal) -> String {
    switch refusal {
    case .signInRequired:
      if failures.isEmpty { return "session-expired" }
      return exchange.address?.parameterNames.contains("ckWebAuthToken") == true ? "web-token" : "sign-in-required"
    case .account:
      if failures.contains(where: { $0.reason?.holds("no auth method") == true }) { return "security-keys" }
      if failures.contains(where: { $0.reason?.holds("private db access") == true }) { return "account-disabled" }
      return answer?["status"]?.integer == 13 ? "advanced-data-protection" : "account-disabled"
    case .unclear:
      guard let names = exchange.address?.parameterNames else { return isSessionService ? "web-token" : "api-token" }
      return names.contains("ckAPIToken") && !names.contains("ckWebAuthToken") ? "api-token" : "web-token"
    }
  }

  private func signatureFaults(_ origin: Origin, _ evidence: String) -> [Observation] {
    var faults = SignatureInspection.faults(of: exchange)
    if let verifier, let fault = SignatureInspection.verification(of: exchange, body: requestBody, with: verifier) {
      faults.insert(fault, at: 0)
    }
    guard !faults.isEmpty else { return [observation(.signatureFault, "unknown", origin, evidence)] }
    return faults.map { observation(.signatureFault, $0.subject, origin, "\(evidence): \($0.text)") }
  }

  private func observation(
    _ kind: Observation.Kind, _ subject: String, _ origin: Origin, _ text: String
  ) -> Observation {
    Observation(
      origin: origin, time: exchange.time, kind: kind, subject: subject,
      value: exchange.status.map(Int64.init), text: text)
  }
}
