import Foundation
import Inputs
import LogParsing
import SyncModel
import TestSupport
import Testing

/// What is said of the signatures of refused server-to-server requests.
struct SignatureTests {
  /// Made with openssl for date, body and subpath below; the private key was not kept.
  static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEpu+YEMa7H9/zqWtStBrnqNxdYEFx
    8IW0Ory2qhoJNLl73Xa3AyhySoqNjXpIeCLdME9sa8H8LHpRyELLovaLeA==
    -----END PUBLIC KEY-----

    """
  static let signature =
    "MEUCIQC5Ltc0zLCDfnCttc17Ui8+la4rJqAcRpcdvL0jBWhxqAIgCt+VcEQgVqJ2dRyttCIiDJ9SxJEUGxa9vXg596C2kIE="
  static let keyID = String(repeating: "a1", count: 32)

  @Test func seesTheFaultsOfEachHeader() throws {
    let raw = Data(UInt8(0)..<64).base64EncodedString()
    #expect(try subjects() == ["unknown"])
    #expect(try subjects(signature: raw) == ["raw-signature"])
    #expect(try subjects(signature: "no base64!") == ["base64"])
    #expect(try subjects(signature: Data(UInt8(0)..<70).base64EncodedString()) == ["not-der"])
    #expect(try subjects(date: "2026-01-05T10:00:00.123Z") == ["fraction"])
    #expect(try subjects(date: "2026-01-05T11:00:00+01:00") == ["time-zone"])
    #expect(try subjects(date: "5 January 2026") == ["date-form"])
    #expect(try subjects(date: "2026-01-05T09:49:59Z") == ["clock-skew"])
    #expect(try subjects(date: "2026-01-05T09:50:01Z") == ["unknown"])
    #expect(try subjects(database: "private") == ["database"])
    #expect(try subjects(keyID: "abc") == ["key-id"])
    #expect(try subjects(status: 200) == [])
  }

  @Test func verifiesTheSignatureWithTheKey() throws {
    #expect(try subjects(key: Self.publicKey) == ["key"])
    #expect(try subjects(body: #"{"query":{"recordType":"Other"}}"#, key: Self.publicKey) == ["mismatch"])
    #expect(try subjects(date: "2026-01-05T10:00:01Z", key: Self.publicKey) == ["mismatch"])
    #expect(try subjects(key: "no key") == ["unknown"])
  }

  private func subjects(
    signature: String = signature, date: String = "2026-01-05T10:00:00Z", database: String = "public",
    keyID: String = keyID, body: String = #"{"query":{"recordType":"Note"}}"#, status: Int = 401, key: String? = nil
  ) throws -> [String] {
    let escaped = body.replacingOccurrences(of: "\"", with: "\\\"")
    let har = """
      {"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-05T10:00:00.000Z","time":5,"request":{
      "method":"POST","url":"https://api.apple-cloudkit.com/database/1/iCloud.com.example.App/production/\(database)/records/query",
      "headers":[{"name":"X-Apple-CloudKit-Request-KeyID","value":"\(keyID)"},
      {"name":"X-Apple-CloudKit-Request-ISO8601Date","value":"\(date)"},
      {"name":"X-Apple-CloudKit-Request-SignatureV1","value":"\(signature)"}],
      "postData":{"text":"\(escaped)"}},"response":{"status":\(status),"headers":[],"content":{}}}]}}
      """
    var options = ReadingOptions()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-key-\(UUID().uuidString).pem")
    defer { try? FileManager.default.removeItem(at: file) }
    if let key {
      try Data(key.utf8).write(to: file)
      options.publicKeyPath = file.path
    }
    let recorder = RecordingSink()
    try format("har").read(ByteSource(path: "a.har", bytes: Array(har.utf8)), options: options, into: recorder)
    let faults = recorder.observations.filter { $0.kind == .signatureFault }
    for fault in faults { #expect(!fault.text.contains(keyID) && !fault.text.contains(signature)) }
    return faults.map(\.subject)
  }
}
