import LogParsing
import StateReading

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

  init(sample: [UInt8], path: String, forced: String?, userFormats: [UserTextLog] = []) {
    self.path = path
    if sample.isEmpty {
      reasonForRefusal = "empty"
      return
    }
    if let forced {
      reader = userFormats.first { $0.info.id == forced }.map { .log($0) } ?? Self.reader(forced)
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
    for format in userFormats { consider(.log(format), format.confidence(in: text)) }
    for format in LogFormats.all {
      // Nothing can be more certain, and at a tie the earlier wins.
      if best?.confidence ?? 0 >= 1 { break }
      consider(.log(format), format.confidence(in: text))
    }
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
