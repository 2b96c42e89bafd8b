import Foundation
import TestSupport
import Testing

/// Secrets are planted in every sample of every format, in every spelling; none may reach a report or a store.
struct PlantedSecretsTests {
  /// A spelling with `%@` in the place of the secret, and the secret.
  private static let plants: [(text: String, secret: String)] = [
    ("https://api.apple-cloudkit.com/database/1/iCloud.a/production/private/records/query?ckAPIToken=%@&x=1", token(1)),
    ("?x=1&ckWebAuthToken=%@&remapEnums=true", "158__54__SecretWebTokenAAA%2Bx=="),
    ("next=https%3A%2F%2Fx%3Fa%3D1%26ckAPIToken%3D%@%26b", token(2)),
    (#"url=https://x/?a=1\u0026ckAPIToken=%@"#, token(3)),
    ("Cookie: X-APPLE-WEBAUTH-TOKEN=%@; other=1", "v=2:t=COOKIESECRET1"),
    ("'X-APPLE-WEBAUTH-USER': '%@'", "dCOOKIESECRET2"), ("{'ckWebAuthToken': ['%@']}", "29__LISTSECRET3"),
    ("[('ckAPIToken', '%@')]", token(4)), ("b'ckAPIToken': b'%@'", token(5)),
    (#"ckWebAuthToken: Optional("%@")"#, "29__OPTSECRET9"), ("Authorization: Bearer %@", "BEARERSECRET1234567890abc"),
    ("jwt eyJhbGciOiJFUzI1NiJ9.%@.c2lnbmF0dXJl", "eyJpc3MiOiJTRUNSRVQifQ"), ("dsid=%@", "10482735961"),
    ("shared with %@ now", "jane.roe.secret@private-mail.org"), ("X-Apple-CloudKit-Request-KeyID: %@", token(6)),
    ("X-Apple-CloudKit-Request-SignatureV1: %@", "MEUCIQDsecretsignatureAAAA="),
    ("clientId=auth-%@", "14598a7d-6f93-4dde-aee9-41e40b9437f5"), ("session_token: %@", "SESSIONSECRET77"),
    ("X-Apple-Session-Token: %@", "APPLESESSIONSECRET8"), ("password=%@", "hunter2SECRET"),
    ("X-Apple-I-MD-M: %@", "ANISETTESECRET/AA=="), ("refresh_token=%@", "REFRESHSECRET5"),
    ("https://example.org/?a=1&token=%@&b", "QUERYSECRET6"), ("apiToken: '%@'", token(7)),
    ("user%3D%@%26", "jane.secret%40mail.example.org"), ("signed with key ID %@.", token(8)),
    (#""Authorization": "Basic %@""#, "QmFzaWNTRUNSRVQ="), ("X-Apple-Auth-Token: %@", "AUTHSECRET9"),
  ]

  private static func token(_ number: Int) -> String {
    "7393db5914dc8332b8b87666c66066c5539afc7103832775dcbe8e7fd0737a0\(number)"
  }

  private static let samples: [String] = {
    let root = FileManager.default.currentDirectoryPath + "/Samples/formats"
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return paths.filter { path in
      let text = (try? Data(contentsOf: URL(fileURLWithPath: root + "/" + path))).flatMap {
        String(data: $0, encoding: .utf8)
      }
      return text.map { $0.utf8.count < 100_000 } ?? false
    }.sorted()
  }()

  @Test func thereAreSamples() { #expect(Self.samples.count > 50) }

  @Test(arguments: samples) func keepsPlantedSecretsToItself(_ sample: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-planted-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try String(contentsOfFile: "Samples/formats/" + sample, encoding: .utf8)
    let name = "input." + (sample.split(separator: ".").last.map(String.init) ?? "log")
    try Data(Self.planted(text).utf8).write(to: folder.appendingPathComponent(name))
    for format in ["json", "text", "html"] {
      let arguments = ["analyze", "--verbose", "--fail-on", "never", "--format", format]
      let run = try runCkdiag(arguments + (format == "json" ? ["--db", "store.db"] : []) + [name], folder: folder)
      for plant in Self.plants {
        #expect(
          !run.output.contains(plant.secret) && !run.errors.contains(plant.secret), "\(plant.secret) in \(format)")
      }
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file != name {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
      for plant in Self.plants {
        #expect(bytes.range(of: Data(plant.secret.utf8)) == nil, "\(plant.secret) in \(file)")
      }
    }
  }

  /// The text with a secret at the end of every line, or of every JSON string that has words.
  private static func planted(_ text: String) -> String {
    var next = 0
    func secret() -> String {
      defer { next += 1 }
      let plant = plants[next % plants.count]
      return plant.text.replacingOccurrences(of: "%@", with: plant.secret)
    }
    guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" else {
      return text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : $0 + " " + secret() }
        .joined(separator: "\n")
    }
    let words = /(":\s*")((?:[^"\\]|\\.)*? (?:[^"\\]|\\.)*?)"/
    return text.replacing(words) { match in
      let escaped = secret().replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
      return "\(match.output.1)\(match.output.2) \(escaped)\""
    }
  }
}
