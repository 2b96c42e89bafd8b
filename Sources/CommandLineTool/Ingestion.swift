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
  /// Formats that the user described; they are asked before the built-in ones.
  var userFormats: [UserTextLog] = []
  var options = ReadingOptions()
  /// The numbers that the store gave to the inputs, in order.
  private(set) var sources: [Int32] = []
  /// One line for each input that could not be read, or not to its end.
  private(set) var failures: [CommandFailure] = []
  /// How many inputs the store had already.
  private(set) var alreadyKnown = 0
  /// The store's own file, which is no input; nil = it has none.
  var storePath: String?
  /// Whether the hourly counts of each input are made with it.
  var rollsUp = false
  /// The log files of which the store now holds everything; state dumps are none, they belong to an app.
  private(set) var finishedLogs: [String] = []
  /// Whether everything at the path that is being read went in and was a log.
  private var isFinished = true
  /// Files to remember, so that the next run need not read them.
  private var knownFiles: [KnownFile] = []
  /// State dumps that were skipped because another input has the same content: two equal ones prove no standstill.
  private(set) var twins: [(path: String, known: String)] = []
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
    if list.paths.isEmpty, list.failures.isEmpty {
      let names = operands.map { "'\($0)'" }.joined(separator: ", ")
      failures.append(
        CommandFailure("there is nothing to read in \(names)", help: "name files, or a folder that holds some"))
    }
    let own = ownFiles
    for path in list.paths {
      let stamp = FileStamp(ofFileAt: path)
      if let stamp, own.contains(where: { $0.inode == stamp.inode && $0.device == stamp.device }) { continue }
      try read(path, stamp)
      if knownFiles.count >= 1000 { try rememberFiles() }
    }
    try rememberFiles()
  }

  /// Reads one file, unless it is as it was when it was last read to its end.
  private mutating func read(_ path: String, _ stamp: FileStamp?) throws(StorageError) {
    if let stamp, let known = try store.sources(of: path, stamp: stamp) {
      sources += known
      alreadyKnown += known.count
      finishedLogs.append(path)
      return
    }
    let (failed, first) = (failures.count, sources.count)
    var storageFailure: StorageError?
    isFinished = true
    forEachSource(at: path, onFailure: { failures.append(CommandFailure($0)) }) { source throws(InputError) in
      guard storageFailure == nil else { return }
      do throws(StorageError) { try read(source) } catch { storageFailure = error }
    }
    if let storageFailure { throw storageFailure }
    guard isFinished, failures.count == failed, path != "-" else { return }
    finishedLogs.append(path)
    if let stamp, stamp.isSettled, stamp == FileStamp(ofFileAt: path) {
      knownFiles.append(KnownFile(path: path, stamp: stamp, sources: Array(sources[first...])))
    }
  }

  private mutating func rememberFiles() throws(StorageError) {
    // A temporary store is asked once.
    if storePath != nil { try store.remember(knownFiles) }
    knownFiles = []
  }

  /// The store, and the files that SQLite, the lock and a crontab keep beside it.
  private var ownFiles: [FileStamp] {
    guard let storePath else { return [] }
    return ["", "-wal", "-shm", "-journal", "-lock", ".lock"].compactMap { FileStamp(ofFileAt: storePath + $0) }
  }

  /// Reads one content in one transaction, unless the store has it.
  private mutating func read(_ original: ByteSource) throws(StorageError) {
    let prefix = ContentMeter.prefixDigest(original.sample)
    let candidates = original.sample.isEmpty ? [] : try store.knownContents(prefix: prefix)
    if let known = known(original, among: candidates) {
      skip(known, at: original.path)
      return
    }
    let meter = ContentMeter(lengths: candidates.map(\.fingerprint.length))
    let (source, choice, packaging): (ByteSource, FormatChoice, TextPackaging?)
    do throws(InputError) { (source, choice, packaging) = try open(meter.measuring(original)) } catch {
      failures.append(CommandFailure(error))
      return
    }
    let session = try IngestSession(store: store, path: source.path, now: now)
    session.rollsUp = rollsUp
    choices.append(choice)
    let sink = RedactingSink(session)
    if let packaging { sink.add(InputTally(notes: [packaging.note])) }
    if case .log = choice.reader {} else { isFinished = false }
    do throws(InputError) {
      switch choice.reader {
      case .log(let format):
        var options = options
        options.source = session.source
        try format.read(source, options: options, into: sink)
        if ZonelessTimes.areAll(in: source.sample) { sink.add(InputTally(notes: [ZonelessTimes.note])) }
      case .state(let dump):
        try dump.read(source, options: StateReadingOptions(source: session.source), into: sink)
      case nil:
        sink.add(InputTally(bytes: Int64(source.sample.count), notes: [choice.reasonForRefusal]))
      }
    } catch {
      failures.append(CommandFailure(error))
      if case .refused = error {
        session.abandon()
        return
      }
      // What was readable is kept, and said to be incomplete.
      sink.add(InputTally(isTruncated: true, notes: [CommandFailure(error).message]))
    }
    if let known = candidates.first(where: { $0.fingerprint.whole == meter.hash.digest }) {
      session.abandon()
      skip(known, at: original.path)
      return
    }
    // A content that begins with all of an earlier one is the same log, grown, whatever its name.
    for candidate in candidates where meter.prefixes[candidate.fingerprint.length] == candidate.fingerprint.whole {
      try session.replace(candidate.source)
    }
    let fingerprint = ContentFingerprint(prefix: prefix, whole: meter.hash.digest, length: meter.hash.length)
    try session.commit(format: choice.reader?.id, fingerprint: fingerprint)
    sources.append(session.source)
  }

  /// Chooses the reader of an input, and takes away what somebody put around every line of a log.
  private func open(_ source: ByteSource) throws(InputError) -> (ByteSource, FormatChoice, TextPackaging?) {
    let choice = FormatChoice(sample: source.sample, path: source.path, forced: forcedFormat, userFormats: userFormats)
    guard forcedFormat == nil, case .log(let format) = choice.reader, LogFormats.texts.contains(format.info.id),
      let packaging = TextPackaging(sample: source.sample)
    else { return (source, choice, nil) }
    let plain = try packaging.unpacked(source)
    let plainChoice = FormatChoice(sample: plain.sample, path: plain.path, forced: nil, userFormats: userFormats)
    return (plain, plainChoice, packaging)
  }

  private mutating func skip(_ known: KnownContent, at path: String) {
    sources.append(known.source)
    alreadyKnown += 1
    if !(store.format(of: known.source).map { id in
      (LogFormats.all.map(\.info.id) + userFormats.map(\.info.id)).contains(id)
    } ?? false) {
      isFinished = false
      if path != known.path { twins.append((path, known.path)) }
    }
  }

  /// The input of the store with the content of a plain file, found without parsing it.
  private func known(_ source: ByteSource, among candidates: [KnownContent]) -> KnownContent? {
    guard !candidates.isEmpty, source.plainFilePath != nil else { return nil }
    let meter = ContentMeter()
    do throws(InputError) {
      try meter.readToEnd(of: try ByteSource.reopened(source))
    } catch {
      return nil
    }
    return candidates.first { $0.fingerprint.whole == meter.hash.digest }
  }
}

extension Ingestion {
  /// Writes what failed, and with `isVerbose` how each input was recognised, to standard error.
  func tell(isVerbose: Bool, in environment: CommandEnvironment) {
    for failure in failures { environment.tell(failure) }
    for twin in twins.prefix(5) {
      environment.writeError("ckdiag: '\(twin.path)' is skipped: it has the same content as '\(twin.known)'\n")
    }
    if twins.count > 5 { environment.writeError("ckdiag: \(twins.count - 5) more are skipped for the same reason\n") }
    guard isVerbose else { return }
    for choice in choices {
      let tried = choice.candidates.prefix(4).map { "\($0.id) \(Int($0.confidence * 100)) %" }.joined(separator: ", ")
      environment.writeError(
        "ckdiag: '\(choice.path)' is read as \(choice.reader?.id ?? "nothing (\(choice.reasonForRefusal))")"
          + (tried.isEmpty ? "\n" : " (recognised: \(tried))\n"))
    }
  }
}
