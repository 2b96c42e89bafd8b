import Foundation
import TestSupport
import Testing

/// Secrets of the input must be neither in a report nor in a store.
struct SecretsTests {
  /// Each must be found by kind and printed by none.
  static let secrets = [
    "7393db5914dc8332b8b87666c66066c5539afc7103832775dcbe8e7fd0737adb", "158__54__secretsession", "sessioncookie-abc",
    "10482735961", "auth-14598a7d-6f93-4dde-aee9-41e40b9437f5",
    "a1a2a3a4a5a6a7a8a9b0b1b2b3b4b5b6b7b8b9c0c1c2c3c4c5c6c7c8c9d0d1d2", "MEUCIQDsecretsignatureAAAA=",
    "jane.roe@private-mail.org",
  ]

  static let inputs: [(name: String, text: String)] = [
    (
      "traffic.har",
      #"""
      {"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-05T10:00:00.000Z","time":5,"request":{"method":"POST",
      "url":"https://p00-ckdatabasews.icloud.com/database/1/iCloud.a/production/private/records/query?ckAPIToken=\#(secrets[0])&ckWebAuthToken=\#(secrets[1])&dsid=\#(secrets[3])&clientId=\#(secrets[4])",
      "headers":[{"name":"Cookie","value":"X-APPLE-WEBAUTH-TOKEN=\#(secrets[2])"},
      {"name":"X-Apple-CloudKit-Request-KeyID","value":"\#(secrets[5])"},
      {"name":"X-Apple-CloudKit-Request-SignatureV1","value":"\#(secrets[6])"}],
      "postData":{"text":"{\"users\":[{\"emailAddress\":\"\#(secrets[7])\"}]}"}},
      "response":{"status":401,"headers":[{"name":"Set-Cookie","value":"a=\#(secrets[2])"}],"content":{"text":
      "{\"serverErrorCode\":\"AUTHENTICATION_FAILED\",\"reason\":\"no user \#(secrets[7])\"}"}}}]}}
      """#
    ),
    (
      "client.log",
      """
      2026-01-05 10:00:00 INFO     Processing user: \(secrets[7])
      2026-01-05 10:00:01 DEBUG    POST https://p00-ckdatabasews.icloud.com:443/database/1/com.apple.photos.cloud/production/private/records/query?clientId=\(secrets[4])&dsid=\(secrets[3])&ckAPIToken=\(secrets[0])
      2026-01-05 10:00:01 ERROR    Bad Request (400): {"serverErrorCode":"BAD_REQUEST","reason":"bad user \(secrets[7])"}
      """
    ),
    (
      "server.log",
      """
      🌐 CloudKit Request: POST https://api.apple-cloudkit.com/database/1/iCloud.a/production/public/records/query?ckAPIToken=\(secrets[0])&ckWebAuthToken=\(secrets[1])
         Headers: [(field: Cookie: a=\(secrets[2]), next: 65535), (field: X-Apple-CloudKit-Request-KeyID: \(secrets[5]), next: 65535), (field: X-Apple-CloudKit-Request-SignatureV1: \(secrets[6]), next: 65535)]
      ✅ CloudKit Response: 401
      📄 Response Body:
      { "serverErrorCode" : "AUTHENTICATION_FAILED", "reason" : "no access for \(secrets[7])" }
      """
    ),
    (
      "device.log",
      """
      2026-01-05 10:00:00.000000+0000 0x1 Error 0x0 1 0 App: Sharing with \(secrets[7]) failed: <CKError 0x1: "Permission Failure" (10/2007); server message = "no access for \(secrets[7])"; op = A1B2C3D4E5F60718>
      """
    ),
  ]

  @Test(arguments: inputs.indices) func keepsEverySecretOutOfReportsAndStore(index: Int) throws {
    let (name, text) = Self.inputs[index]
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-secrets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    for format in ["text", "html", "markdown", "json", "openmetrics", "csv", "jsonl"] {
      let run = try runCkdiag(
        ["analyze", "--verbose", "--db", "\(format).db", "--format", format, name], folder: folder)
      #expect(run.exitCode == 1 || run.exitCode == 0, "\(format): \(run.errors)")
      for secret in Self.secrets {
        #expect(!run.output.contains(secret) && !run.errors.contains(secret), "\(secret) in \(format) of \(name)")
      }
      if format == "json" { #expect(run.output.contains("secrets-in-log"), "\(name)") }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != name }
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
      for secret in Self.secrets {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(file) after \(name)")
      }
    }
  }
}
