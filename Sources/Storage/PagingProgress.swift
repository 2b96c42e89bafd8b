import SyncModel

/// How far the streams of pages have come, in a few bytes each.
struct PagingProgress {
  /// What matters of a page here.
  struct Step {
    var cursorIn: CursorDigest
    var cursorOut: CursorDigest
    var more: Bool?
    var hasAnswer: Bool
  }

  private var streams: [Stream] = []
  /// The place of a stream by its key.
  private var places: [Int: Int] = [:]
  /// Rows of one stream often follow each other.
  private var last: (kind: PageRecord.Kind, name: String, place: Int)?

  /// The keys of the streams that do not page in one line from a start to an end.
  var suspicious: Set<Int> { Set(places.filter { streams[$0.value].isSuspicious }.map(\.key)) }

  /// The number that stands for a stream.
  static func key(_ kind: String, _ stream: String) -> Int {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(stream)
    return hasher.finalize()
  }

  /// Takes the next page of a stream.
  mutating func add(_ step: Step, _ kind: PageRecord.Kind, _ name: String) {
    if let last, last.kind == kind, last.name == name {
      streams[last.place].take(step)
      return
    }
    let place = place(kind, name)
    last = (kind, name, place)
    streams[place].take(step)
  }

  mutating func add(_ page: PageRecord) {
    let step = Step(
      cursorIn: CursorDigest(page.cursorIn), cursorOut: CursorDigest(page.cursorOut), more: page.moreComing,
      hasAnswer: page.hasAnswer)
    add(step, page.kind, page.stream)
  }

  mutating func add(_ pages: PageBatch) {
    let places = pages.streams.map { place($0.kind, $0.name) }
    for row in pages.rows {
      streams[places[row.stream]].take(
        Step(
          cursorIn: row.cursorIn.digest, cursorOut: row.cursorOut.digest,
          more: row.moreComing == RequestBatch.absent ? nil : row.moreComing != 0, hasAnswer: true))
    }
  }

  private mutating func place(_ kind: PageRecord.Kind, _ name: String) -> Int {
    let key = Self.key(kind.rawValue, name)
    if let known = places[key] { return known }
    streams.append(Stream(isQuery: kind == .query))
    places[key] = streams.count - 1
    return streams.count - 1
  }
}

extension PagingProgress {
  /// One stream.
  ///
  /// Streams in which several clients page at once look suspicious too: the analysis tells them apart.
  private struct Stream {
    private let isQuery: Bool
    /// The cursor that the next page of the chain is asked with; none = no chain is open.
    private var expected = CursorDigest.none
    /// The token of the last answer that ended a fetch of changes.
    private var newest = CursorDigest.none
    /// Pages that did not continue where the one before them ended, as far as they matter.
    private var breaks: UInt8 = 0
    private var hasUnknownCursors = false

    init(isQuery: Bool) { self.isQuery = isQuery }

    /// Three rounds of a loop make two breaks; a promise that nobody took up is one.
    var isSuspicious: Bool { hasUnknownCursors || breaks >= 2 || expected != .none }

    mutating func take(_ step: Step) {
      if step.cursorIn == .unknown { hasUnknownCursors = true }
      if expected != .none, step.cursorIn != expected {
        // A chain was left, or another one runs beside it.
        breaks = 2
      } else if expected == .none, step.cursorIn != .none, step.cursorIn != newest {
        breaks = min(2, breaks + 1)
      }
      guard step.hasAnswer else { return }
      let isUnfinished = isQuery ? step.cursorOut != .none && step.more != false : step.more == true
      if isUnfinished, step.cursorOut == step.cursorIn { breaks = 2 }
      expected = isUnfinished ? step.cursorOut : .none
      if !isUnfinished, !isQuery { newest = step.cursorOut }
    }
  }
}
