import Inputs
import LogParsing
import StateReading
import Storage
import SyncModel

/// Takes inputs into a store: opens each, finds its format, reads it in one transaction.
struct Ingestion {
  let store: EventStore
  let now: Timestamp
  /// The id of the format to read everything with; nil = the best by confidence.
  var forcedFormat: String?
  var options = ReadingOptions()
  /// The numbers that the store gave to the inputs, in order.
  private(set) var sources: [Int32] = []
  /// One line for each input that could not be read, or not to its end.
  private(set) var failures: [CommandFailure] = []
  /// How formats were chosen, for `--verbose`.
  private(set) var choices: [FormatChoice] = []

  init(store: EventStore, now: Timestamp) {
    self.store = store
    self.now = now
  }

  /// Reads all operands; a store that cannot be written ends it.
  mutating func read(operands: [String]) throws(StorageError) {
    let list = InputList(operands: operands)
    failures += list.failures.map(CommandFailure.init)
    var storageFailure: StorageError?
    for path in list.paths where storageFailure == nil {
      forEachSource(at: path, onFailure: { failures.append(CommandFailure($0)) }) { source throws(InputError) in
        guard storageFailure == nil else { return }
        do throws(StorageError) { try read(source) } catch { storageFailure = error }
      }
    }
    if let storageFailure { throw storageFailure }
  }

  /// Reads one content in one transaction.
  private mutating func read(_ source: ByteSource) throws(StorageError) {
    let session = try IngestSession(store: store, path: source.path, now: now)
    let choice = FormatChoice(sample: source.sample, path: source.path, forced: forcedFormat)
    choices.append(choice)
    do throws(InputError) {
      switch choice.reader {
      case .log(let format):
        var options = options
        options.source = session.source
        try format.read(source, options: options, into: session)
      case .state(let dump):
        try dump.read(source, options: StateReadingOptions(source: session.source), into: session)
      case nil:
        session.add(InputTally(bytes: Int64(source.sample.count), notes: [choice.reasonForRefusal]))
      }
    } catch {
      failures.append(CommandFailure(error))
      if case .refused = error {
        session.abandon()
        return
      }
      // What was readable is kept, and said to be incomplete.
      session.add(InputTally(isTruncated: true, notes: [CommandFailure(error).message]))
    }
    try session.commit(format: choice.reader?.id)
    sources.append(session.source)
  }
}

/// Which reader an input got, and why.
struct FormatChoice {
  /// A log format or a kind of state dump.
  enum Reader {
    case log(any LogFormat)
    case state(any StateDump)

    /// The public id.
    var id: String {
      switch self {
      case .log(let format): format.info.id
      case .state(let dump): dump.info.id
      }
    }
  }

  var path: String
  var reader: Reader?
  /// Every reader that recognised something, best first.
  var candidates: [(id: String, confidence: Double)] = []
  /// For people, why nothing reads the input.
  var reasonForRefusal = ""

  init(sample: [UInt8], path: String, forced: String?) {
    self.path = path
    if sample.isEmpty {
      reasonForRefusal = "empty"
      return
    }
    if let forced {
      reader = Self.reader(forced)
      return
    }
    var best: (reader: Reader, confidence: Double)?
    func consider(_ candidate: Reader, _ confidence: Double) {
      guard confidence > 0 else { return }
      candidates.append((candidate.id, confidence))
      if confidence > best?.confidence ?? 0 { best = (candidate, confidence) }
    }
    for dump in StateDumps.all { consider(.state(dump), dump.confidence(inFirstBytes: sample, path: path)) }
    if sample.prefix(4096).contains(0), best == nil {
      reasonForRefusal = "binary, and none of the kinds of store that ckdiag reads"
      return
    }
    let text = InputSample(path: path, bytes: sample)
    for format in LogFormats.all { consider(.log(format), format.confidence(in: text)) }
    candidates.sort { $0.confidence > $1.confidence }
    reader = best?.reader ?? LogFormats.all.last.map { .log($0) }
  }

  /// The reader with the given id.
  static func reader(_ id: String) -> Reader? {
    if let format = LogFormats.all.first(where: { $0.info.id == id }) { return .log(format) }
    return StateDumps.all.first { $0.info.id == id }.map { .state($0) }
  }

  /// The ids of all readers, for help and completion.
  static var allIDs: [String] { LogFormats.all.map(\.info.id) + StateDumps.all.map(\.info.id) }
}
