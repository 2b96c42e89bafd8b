import CloudKitFacts
import Foundation
import Inputs
import SyncModel

/// HTTP archives (HAR 1.2) as browsers and proxies export them, of any size: one entry is in memory at a time.
struct HTTPArchive: LogFormat {
  let info = FormatInfo(
    id: "har", title: "HTTP archive (HAR 1.2)",
    origin: "The network panel of a browser or a proxy such as Charles or Proxyman, exported as HAR.")

  func confidence(in sample: InputSample) -> Double {
    let start = String(decoding: sample.bytes.prefix(4096), as: UTF8.self)
    guard start.drop(while: \.isWhitespace).first == "{", start.holds("\"log\"") else { return 0 }
    let signs: [StaticString] = ["\"entries\"", "\"creator\"", "\"startedDateTime\"", "\"browser\""]
    return signs.contains { start.holds($0) } ? 1 : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    let splitter = ArraySplitter(input, key: "entries", keyDepth: 2)
    let readers = (0..<workerCount(for: input, atMost: 4)).map { HTTPArchiveReader(worker: $0, options: options) }
    let secrets = SecretLedger(sink: sink)
    var failure: InputError?
    do throws(InputError) {
      let workers = readers.map { reader in { (piece: ArrayPiece) in reader.read(piece) } }
      let pipeline = OrderedPipeline(workers: workers) { () throws(InputError) in try splitter.next() }
      try pipeline.run { part in
        var values = part
        for sighting in values.observations where sighting.kind == .secret { secrets.merge(sighting) }
        values.observations.removeAll { $0.kind == .secret }
        values.add(to: sink)
      }
    } catch {
      failure = error
    }
    secrets.finish()
    var tally = HTTPArchiveTally()
    for reader in readers { tally.add(reader.tally) }
    sink.add(
      InputTally(
        bytes: splitter.bytesRead, lines: splitter.line, records: tally.web.records,
        isTruncated: splitter.isTruncated, notes: tally.notes))
    if let failure { throw failure }
  }
}

/// What was counted over the entries of an archive.
struct HTTPArchiveTally {
  var web = WebTally()
  var entries = 0
  var damagedEntries = 0
  var foreignEntries = 0

  /// Adds what another reader counted in the same archive.
  mutating func add(_ other: HTTPArchiveTally) {
    web.add(other.web)
    entries += other.entries
    damagedEntries += other.damagedEntries
    foreignEntries += other.foreignEntries
  }

  /// For people, each with its number.
  var notes: [String] {
    var notes = web.notes
    if foreignEntries > 0 { notes.append("\(foreignEntries) of \(entries) entries are no requests to CloudKit") }
    if damagedEntries > 0 { notes.append("\(damagedEntries) of \(entries) entries are damaged") }
    return notes
  }
}

/// Reads pieces of one archive; each worker has a reader of its own.
final class HTTPArchiveReader {
  private let recorder: WebRecorder
  private let values: ValueCollector
  private let options: ReadingOptions
  private let parser = JSONParser()
  private let client: String
  private var counts = HTTPArchiveTally()
  private var urls: [String: KnownURL] = [:]

  /// What a URL tells; a page asks the same few again and again.
  private struct KnownURL {
    var address: WebAddress?
    /// False for what is no request to CloudKit.
    var isOfInterest: Bool
    /// The URL without its secrets, and their kinds.
    var redacted: (text: String, kinds: [String])
  }

  init(worker: Int, options: ReadingOptions) {
    values = ValueCollector(batchingFor: worker)
    recorder = WebRecorder(sink: values, options: options)
    self.options = options
    client = "har\(options.source)"
  }

  /// What was counted over all pieces so far.
  var tally: HTTPArchiveTally {
    var tally = counts
    tally.web = recorder.tally
    return tally
  }

  /// Reads the entries of a piece and frees it.
  func read(_ piece: ArrayPiece) -> RecordedValues {
    defer { piece.bytes.deallocate() }
    for (range, line) in piece.elements {
      read(UnsafeRawBufferPointer(rebasing: piece.bytes[range]), line: line)
    }
    recorder.secrets.finish()
    return values.take()
  }

  private func read(_ bytes: UnsafeRawBufferPointer, line: Int) {
    counts.entries += 1
    // Most entries of a page are images and scripts; they are not worth parsing.
    guard JSONParser.bytes(bytes, contain: "database") || JSONParser.bytes(bytes, contain: "setup") else {
      counts.foreignEntries += 1
      return
    }
    guard let entry = parser.parse(bytes), let request = entry["request"] else {
      counts.damagedEntries += 1
      return
    }
    let url = request["url"]?.string ?? ""
    let known = known(url)
    guard known.isOfInterest, request["method"]?.string != "OPTIONS" else {
      counts.foreignEntries += 1
      return
    }
    record(entry, request: request, url: url, known: known, line: line)
  }

  private func known(_ url: String) -> KnownURL {
    if let known = urls[url] { return known }
    let address = WebAddress.first(in: url)
    let known = KnownURL(
      address: address, isOfInterest: address != nil || WebAddress.isSessionService(url), redacted: Redactor.redact(url)
    )
    if urls.count >= 256 { urls.removeAll(keepingCapacity: true) }
    urls[url] = known
    return known
  }

  private func record(_ entry: JSONValue, request: JSONValue, url: String, known: KnownURL, line: Int) {
    let origin = Origin(source: options.source, line: line)
    let response = entry["response"]
    var exchange = WebExchange(origin: origin)
    exchange.time = entry["startedDateTime"]?.withStringBytes { TimestampText.whole($0) } ?? nil
    exchange.method = request["method"]?.string
    exchange.url = url
    exchange.address = known.address
    exchange.client = client
    exchange.status = response?["status"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    exchange.transportError = (response?["_error"] ?? entry["_error"])?.string
    if exchange.status != 0 { exchange.durationMs = duration(entry["time"]?.number) }
    exchange.requestHeaders = headers(request)
    exchange.answerHeaders = response.map(headers) ?? []
    noteSecrets(exchange, known, origin: origin)
    let content = response?["content"]
    exchange.bytesSent = size(request["bodySize"]) ?? request["postData"]?["text"]?.withStringBytes { Int64($0.count) }
    exchange.bytesReceived = size(response?["bodySize"]) ?? size(content?["size"])
    if content?["encoding"]?.string == "base64" {
      let encoded = content?["text"]?.withStringBytes { Data($0) } ?? Data()
      let body = Data(base64Encoded: encoded, options: .ignoreUnknownCharacters).map { [UInt8]($0) } ?? []
      body.withUnsafeBytes { finish(exchange, request, content: nil, body: $0) }
    } else {
      finish(exchange, request, content: content?["text"], body: nil)
    }
  }

  /// Records the exchange with its bodies where they stand in the parser's memory.
  private func finish(
    _ exchange: WebExchange, _ request: JSONValue, content: JSONValue?, body: UnsafeRawBufferPointer?
  ) {
    var exchange = exchange
    let sent = request["postData"]?["text"]?.withStringBytes { $0 }
    var answer = body ?? content?.withStringBytes { $0 }
    if let received = answer, exchange.bytesReceived == nil { exchange.bytesReceived = Int64(received.count) }
    if answer?.isEmpty == true { answer = nil }
    for part in [sent, answer].compactMap({ $0 }) { recorder.noteSecrets(inBody: part, at: exchange.origin) }
    recorder.record(exchange, requestBody: sent, answerBody: answer)
  }

  private func noteSecrets(_ exchange: WebExchange, _ url: KnownURL, origin: Origin) {
    let ledger = recorder.secrets
    for kind in url.redacted.kinds { ledger.note(kind, at: origin, time: exchange.time, text: url.redacted.text) }
    for header in exchange.requestHeaders + exchange.answerHeaders where header.mayHoldSecret {
      _ = ledger.redact("\(header.name): \(header.value)", at: origin, time: exchange.time)
    }
  }

  /// The headers that tell something: most of an archive's are of no interest.
  private func headers(_ message: JSONValue) -> [WebHeader] {
    guard let all = message["headers"] else { return [] }
    var headers: [WebHeader] = []
    for header in all.elements {
      guard let name = header["name"], let value = header["value"], Self.isOfInterest(name, value),
        let name = name.string, let value = value.string
      else { continue }
      headers.append(WebHeader(name: name, value: value))
    }
    return headers
  }

  /// True for `Date`, `Retry-After`, `X-Apple-…` and whatever may hold a secret, in its name or its value.
  private static func isOfInterest(_ name: JSONValue, _ value: JSONValue) -> Bool {
    name.withStringBytes { bytes in
      let first = (bytes.first ?? 0) | 0x20
      return first == 0x64 || first == 0x72 || first == 0x78 || Redactor.mayHoldSecret(bytes)
    } == true || value.withStringBytes { Redactor.mayHoldSecret($0) } == true
  }

  private func duration(_ milliseconds: Double?) -> Int64? {
    milliseconds.flatMap { $0 >= 0 && $0 < 1e12 ? Int64($0.rounded()) : nil }
  }

  private func size(_ value: JSONValue?) -> Int64? {
    value?.integer.flatMap { $0 > 0 ? $0 : nil }
  }
}
