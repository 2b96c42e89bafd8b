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
    // What is smaller than the sample is read before a second thread has begun.
    let isSmall = input.sample.count < 65_536
    let readers = (0..<(isSmall ? 1 : min(4, processorCount()))).map { _ in HTTPArchiveReader(options: options) }
    let secrets = SecretLedger(sink: sink)
    var failure: InputError?
    do throws(InputError) {
      let workers = readers.map { reader in { (piece: ArrayPiece) in reader.read(piece) } }
      let pipeline = OrderedPipeline(workers: workers) { () throws(InputError) in try splitter.next() }
      try pipeline.run { values in
        for value in values {
          if case .observation(let sighting) = value, sighting.kind == .secret {
            secrets.merge(sighting)
          } else {
            value.add(to: sink)
          }
        }
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
  private let values = RecordedValues()
  private let options: ReadingOptions
  private let parser = JSONParser()
  private var counts = HTTPArchiveTally()
  private var addresses: [String: WebAddress?] = [:]

  init(options: ReadingOptions) {
    recorder = WebRecorder(sink: values, options: options)
    self.options = options
  }

  /// What was counted over all pieces so far.
  var tally: HTTPArchiveTally {
    var tally = counts
    tally.web = recorder.tally
    return tally
  }

  /// Reads the entries of a piece and frees it.
  func read(_ piece: ArrayPiece) -> [RecordedValues.Value] {
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
    let address = address(of: url)
    guard address != nil || WebAddress.isSessionService(url), request["method"]?.string != "OPTIONS" else {
      counts.foreignEntries += 1
      return
    }
    record(entry, request: request, url: url, address: address, line: line)
  }

  /// The parts of a URL; a page asks the same few again and again.
  private func address(of url: String) -> WebAddress? {
    if let known = addresses[url] { return known }
    let address = WebAddress.first(in: url)
    if addresses.count >= 256 { addresses.removeAll(keepingCapacity: true) }
    addresses[url] = .some(address)
    return address
  }

  private func record(_ entry: JSONValue, request: JSONValue, url: String, address: WebAddress?, line: Int) {
    let origin = Origin(source: options.source, line: line)
    let response = entry["response"]
    var exchange = WebExchange(origin: origin)
    exchange.time = entry["startedDateTime"]?.string.flatMap(TimestampText.whole)
    exchange.method = request["method"]?.string
    exchange.url = url
    exchange.address = address
    exchange.client = "har\(options.source)"
    exchange.status = response?["status"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    exchange.transportError = (response?["_error"] ?? entry["_error"])?.string
    if exchange.status != 0 { exchange.durationMs = duration(entry["time"]?.number) }
    exchange.requestHeaders = headers(request)
    exchange.answerHeaders = response.map(headers) ?? []
    noteSecrets(exchange, url: url, origin: origin)
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

  private func noteSecrets(_ exchange: WebExchange, url: String, origin: Origin) {
    _ = recorder.secrets.redact(url, at: origin, time: exchange.time)
    for header in exchange.requestHeaders + exchange.answerHeaders where header.mayHoldSecret {
      _ = recorder.secrets.redact("\(header.name): \(header.value)", at: origin, time: exchange.time)
    }
  }

  private func headers(_ message: JSONValue) -> [WebHeader] {
    message["headers"]?.elements.compactMap { header in
      guard let name = header["name"]?.string, let value = header["value"]?.string else { return nil }
      return WebHeader(name: name, value: value)
    } ?? []
  }

  private func duration(_ milliseconds: Double?) -> Int64? {
    milliseconds.flatMap { $0 >= 0 && $0 < 1e12 ? Int64($0.rounded()) : nil }
  }

  private func size(_ value: JSONValue?) -> Int64? {
    value?.integer.flatMap { $0 > 0 ? $0 : nil }
  }
}
