import Foundation
import Inputs
import LogParsing
import SyncModel
import TestSupport
import Testing

struct HTTPArchiveTests {
  @Test func readsErrorsWhereverTheyHide() throws {
    let recorder = try read(sample("har/cloudkit-web.har"))
    let lines = [
      "2: request succeeded 2026-01-05T10:00:00Z records/query environment=development database=PUBLIC "
        + "zone=_defaultZone status=200 types=Note ms=182 sent=74 received=93 requestID=8111111111111111",
      "6: request failed 2026-01-05T10:00:01Z records/modify environment=development database=PRIVATE status=200 "
        + "error=CONFLICT ms=240 sent=176 received=180 inserted=1 updated=1 deleted=0 reported",
      "10: request failed 2026-01-05T10:00:02Z users/current environment=development database=PRIVATE status=421 "
        + "error=AUTHENTICATION_REQUIRED ms=60 received=171 requestID=8222222222222222 reported",
      "18: request failed 2026-01-05T10:00:04Z changes/zone environment=development database=PRIVATE status=0 reported",
    ]
    #expect(recorder.batchLines == lines)
    let errors = recorder.errors.map {
      "\($0.serverCode ?? "-") \($0.httpStatus ?? -1) \($0.item ?? "-") \($0.message ?? "-")"
    }
    #expect(
      errors == [
        "CONFLICT 200 n1 record to update not latest", "AUTHENTICATION_REQUIRED 421 - request needs authorization",
        "- 0 - net::ERR_NETWORK_CHANGED",
      ])
    #expect(recorder.pages.map { $0.cursorOut != nil } == [true])
    #expect(recorder.observations == [])
  }

  @Test(arguments: [1, 7, 4096]) func readsTheSameInPiecesOfAnySize(pieceSize: Int) throws {
    let bytes = try sample("har/cloudkit-web.har")
    let recorder = RecordingSink()
    var position = 0
    let source = try ByteSource(path: "a.har") { (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
      let count = min(pieceSize, buffer.count, bytes.count - position)
      buffer.copyBytes(from: bytes[position..<position + count])
      position += count
      return count
    }
    try format("har").read(source, options: ReadingOptions(), into: recorder)
    let whole = try read(bytes)
    #expect(recorder.batchLines == whole.batchLines)
    #expect(recorder.errors == whole.errors)
    #expect(recorder.pages == whole.pages)
    #expect(recorder.tallies == whole.tallies)
  }

  @Test func keepsTheCompleteEntriesOfACutArchive() throws {
    let bytes = try sample("har/cloudkit-web.har")
    let recorder = try read(Array(bytes.prefix(2000)))
    #expect(recorder.batchLines.map { $0.prefix(20) } == ["2: request succeeded"])
    #expect(recorder.tallies.map(\.isTruncated) == [true])
  }

  @Test func takesSecretsFromURLsHeadersAndBodies() throws {
    let token = "7393db5914dc8332b8b87666c66066c5539afc7103832775dcbe8e7fd0737adb"
    let har = """
      {"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-05T10:00:00.000Z","time":5,"request":{"method":\
      "POST","url":"https://api.apple-cloudkit.com/database/1/iCloud.a/production/private/users/lookup/email?\
      ckAPIToken=\(token)&ckWebAuthToken=99__54__secretsession","headers":[{"name":"Cookie","value":"a=topsecretcookie"}],\
      "postData":{"text":"{\\"users\\":[{\\"emailAddress\\":\\"jane@example.org\\"}]}"}},"response":{"status":500,\
      "headers":[],"content":{"text":"<html><h1>Oops jane@example.org</h1></html>"}}}]}}
      """
    let recorder = try read(Array(har.utf8))
    #expect(
      Set(recorder.observations.filter { $0.kind == .secret }.map(\.subject)) == [
        "ckAPIToken", "ckWebAuthToken", "sessionCookie", "email",
      ])
    let everything =
      "\(recorder.batchLines)\(recorder.errors)\(recorder.pages)\(recorder.observations)\(recorder.tallies)"
    for secret in [token, "secretsession", "topsecretcookie", "jane@"] { #expect(!everything.contains(secret)) }
    #expect(recorder.errors.map(\.message) == ["Oops ‹redacted:email›"])
  }

  @Test func readsALargeArchiveInTheOrderOfItsEntries() throws {
    let token = "7393db5914dc8332b8b87666c66066c5539afc7103832775dcbe8e7fd0737adb"
    let count = 12_000
    let entries = (0..<count).map { number in
      """
      {"startedDateTime":"2026-01-05T10:00:00.000Z","time":5,"request":{"method":"POST","url":\
      "https://api.apple-cloudkit.com/database/1/iCloud.a/production/private/records/modify?ckAPIToken=\(token)",\
      "headers":[]},"response":{"status":200,"headers":[],"content":{"text":"{\\"records\\":[{\\"recordName\\":\
      \\"n\(number)\\",\\"serverErrorCode\\":\\"CONFLICT\\"}]}"}}}
      """
    }
    let recorder = try read(Array("{\"log\":{\"entries\":[\n\(entries.joined(separator: ",\n"))]}}".utf8))
    #expect(recorder.batches.flatMap(\.rows).map(\.line) == (2..<count + 2).map { Int64($0) })
    #expect(recorder.errors.map { $0.item ?? "" } == (0..<count).map { "n\($0)" })
    let secrets = recorder.observations.map { "\($0.origin.line) \($0.subject) \($0.value ?? 0)" }
    #expect(secrets == ["2 ckAPIToken 1", "3 ckAPIToken 1", "4 ckAPIToken 1", "\(count + 1) ckAPIToken \(count - 3)"])
    #expect(recorder.tallies.map(\.records) == [count])
  }

  private func read(_ bytes: [UInt8]) throws -> RecordingSink {
    let recorder = RecordingSink()
    try format("har").read(ByteSource(path: "a.har", bytes: bytes), options: ReadingOptions(), into: recorder)
    return recorder
  }
}

/// The format with an id.
func format(_ id: String) throws -> any LogFormat {
  try #require(LogFormats.all.first { $0.info.id == id })
}

/// The bytes of a sample, by its path in `Samples/formats`.
func sample(_ path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: packageFolder.appendingPathComponent("Samples/formats/\(path)")))
}
