import LogParsing
import SyncModel
import TestSupport
import Testing

struct RedactorTests {
  /// A text with one secret and the kind it must be named by.
  struct Example: Sendable {
    let text: String
    let secret: String
    let kind: String

    init(_ kind: String, _ secret: String, _ text: String) {
      self.text = text
      self.secret = secret
      self.kind = kind
    }
  }

  static let token = "7393db5914dc8332b8b87666c66066c5539afc7103832775dcbe8e7fd0737adb"
  static let examples: [Example] = [
    Example(
      "ckAPIToken", token,
      "POST https://api.apple-cloudkit.com/database/1/a/b/public/records/query?ckAPIToken=\(token)&x=1"),
    Example("ckAPIToken", token, #"{"name":"ckAPIToken","value":"\#(token)"}"#),
    Example("ckAPIToken", token, "     ckAPIToken: \(token)"),
    Example("ckWebAuthToken", "158__54__ABC%2Bdef==", "?ckWebAuthToken=158__54__ABC%2Bdef==&ckAPIToken=REDACTED"),
    Example("ckWebAuthToken", "29__33__Zx9", #"{"webAuthToken" : "29__33__Zx9"}"#),
    Example("sessionCookie", "v=3:t=AQ==", #"Cookie: X-APPLE-WEBAUTH-TOKEN="v=3:t=AQ=="; other=abc"#),
    Example("sessionCookie", "s3cr3tlogin", #"    "X-APPLE-WEBAUTH-LOGIN": "s3cr3tlogin""#),
    Example("sessionCookie", "d=104827", #"'X-APPLE-WEBAUTH-USER': 'd=104827'"#),
    Example("dsid", "10482735961", "&clientId=REDACTED&dsid=10482735961"),
    Example("dsid", "10482735961", #"{'dsid': '10482735961'}"#),
    Example(
      "clientId", "auth-14598a7d-6f93-4dde-aee9-41e40b9437f5", "?clientId=auth-14598a7d-6f93-4dde-aee9-41e40b9437f5"),
    Example("keyID", token, "(field: X-Apple-CloudKit-Request-KeyID: \(token), next: 65535)"),
    Example("signature", "MEUCIQDx/+a=", "X-Apple-CloudKit-Request-SignatureV1: MEUCIQDx/+a="),
    Example("signature", "MEUCIQDx/+a=", #"{"name": "x-apple-cloudkit-request-signaturev1", "value": "MEUCIQDx/+a="}"#),
    Example("email", "jane.doe+ck@mail.example.org", "shared with jane.doe+ck@mail.example.org now"),
    Example("authorization", "Bearer abc.def", "Authorization: Bearer abc.def"),
    Example("managementToken", "c0ffee00aa", "cktool save-token --token c0ffee00aa"),
    Example("ckAPIToken", token, "redirect=https%3A%2F%2Fx%2F%3Fa%3D1%26ckAPIToken%3D\(token)%26b"),
    Example("ckAPIToken", token, #"{"url":"https://x/database?a=1\u0026ckAPIToken=\#(token)"}"#),
    Example("ckAPIToken", token, "{b'ckAPIToken': b'\(token)'}"),
    Example("ckAPIToken", token, "params={'ckAPIToken': ['\(token)'], 'x': ['1']}"),
    Example("ckAPIToken", token, "[('ckAPIToken', '\(token)'), ('x', '1')]"),
    Example("ckAPIToken", token, #"["ckAPIToken"]=> string(64) "\#(token)""#),
    Example("ckWebAuthToken", "29__33__Zx9", #"ckWebAuthToken: Optional("29__33__Zx9")"#),
    Example("ckWebAuthToken", "29__33__Zx9", "<key>ckWebAuthToken</key> <string>29__33__Zx9</string>"),
    Example("ckWebAuthToken", "29__33__Zx9", #"web_auth_token: Some("29__33__Zx9")"#),
    Example("signature", "MEUCIQDx/+a=", #"X-Apple-Cloudkit-Request-Signaturev1:[]string{"MEUCIQDx/+a="}"#),
    Example("keyID", token, "headers: ['X-Apple-CloudKit-Request-KeyID', '\(token)', 'Accept', '*/*']"),
    Example("sessionToken", "AbC123==", "'X-Apple-Repair-Session-Token': 'AbC123=='"),
    Example("sessionCookie", "DAWTKNV2s3cr3t", "<Cookie myacinfo=\"DAWTKNV2s3cr3t\" for .apple.com/>"),
    Example("sessionCookie", "s3cr3t", #"map[Cookie:[X-APPLE-WEBAUTH-USER=s3cr3t]]"#),
    Example("authorization", "abcdefghijklmnop1234", "-H 'Bearer abcdefghijklmnop1234'"),
    Example("authorization", "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOi", "jwt eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJhYmMifQ.c2ln"),
    Example("ckAPIToken", token, "apiTokenAuth: { apiToken: '\(token)', persist: true }"),
    Example("ckAPIToken", token, "the server refuses token \(token) here"),
    Example("sessionToken", "AAAABQ==", "'X-Apple-I-MD-M': 'AAAABQ=='"),
    Example("sessionToken", "s3cr3t", "refresh_token=s3cr3t&x"),
    Example("sessionToken", "s3cr3t", "https://example.org/?a=1&token=s3cr3t&b"),
    Example("keyID", token, "signed with key ID \(token)."),
    Example("email", "jane%2Bck%40mail.example.org", "next=https%3A%2F%2Fx%3Fuser%3Djane%2Bck%40mail.example.org%26b"),
    Example("deviceToken", token, "device token: \(token)"),
    Example("authorization", "QmFz", #"error: "Authorization": "Basic QmFz=" Error <private>"#),
    Example("sessionCookie", "s3cr3t", "Cookie: a=REDACTED; b=s3cr3t"),
    Example("privateKey", "MHcCAQEEIB", "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIB\n-----END EC PRIVATE KEY-----"),
  ]

  @Test(arguments: examples)
  func replacesTheSecretByItsKind(_ example: Example) {
    let (text, kinds) = Redactor.redact(example.text)
    #expect(!text.contains(example.secret))
    #expect(text.contains("‹redacted:\(example.kind)›"))
    #expect(kinds.contains(example.kind))
    #expect(Redactor.redact(text).kinds == [])
  }

  @Test(arguments: [
    "POST records/query?ckAPIToken=REDACTED&ckWebAuthToken=aaaa***1111",
    "icon@2x.png loaded, git@github.com:a/b.git, at f@https://x/y.js",
    "clientID: com.apple.sharingd, dsid=<private>, password: nil",
    #"{"reason":"request needs authorization","redirectURL":"https://example.org/"}"#,
    #"["ckAPIToken", "ckWebAuthToken", "dsid"] are removed"#,
    "Cookie: a=REDACTED; b=***;", "device token: <private>, apiToken: YOUR_TOKEN, 100%40 of it, key id abc",
    "tokens/create, syncToken : AAAA, Session started, keyID: abc",
    "2026-01-05 10:00:00.123456+0000 0x1f3 Default 0x0 412 0 cloudd: (CloudKitDaemon) [com.apple.cloudkit:CK] hi",
    "", "a", "abc", "日本語のログ行です",
  ])
  func leavesInnocentTextAlone(_ text: String) {
    let result = Redactor.redact(text)
    #expect(result.text == text)
    #expect(result.kinds == [])
  }

  @Test func reportsTheFirstLinesAndThenANumber() {
    let recorder = RecordingSink()
    let ledger = SecretLedger(sink: recorder, linesPerKind: 2)
    for line in 1...5 {
      let text = ledger.redact("dsid=1048273596\(line)", at: Origin(line: line))
      #expect(text == "dsid=‹redacted:dsid›")
    }
    ledger.finish()
    let seen = recorder.observations.map { "\($0.origin.line) \($0.subject) \($0.value ?? 0)" }
    #expect(seen == ["1 dsid 1", "2 dsid 1", "5 dsid 3"])
  }
}
