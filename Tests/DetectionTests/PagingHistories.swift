import SyncModel
import TestSupport

/// The page requests of one client for one query or zone, and what they are.
struct PagingHistory {
  /// How a history was built.
  enum Plan: CaseIterable {
    /// Some pages, each with the cursor of the one before, to the end.
    case complete
    /// The same finished query again and again, with the same cursors.
    case runAgain
    /// Changes with an unmoved token and nothing more to come.
    case polling
    /// Empty pages whose token moves.
    case emptyPages
    /// A page that fails is asked for again until it comes.
    case retried
    /// Several clients that the log does not tell apart read the same query at once.
    case severalClients
    case startedAgain, cursorKept, cursorUnmoved, cursorsInACircle, tokenNotStored
    /// The first page and no other.
    case droppedFirst
    /// Some pages, and then no more.
    case droppedLater
  }

  /// What a plan must be found to be.
  enum Verdict: Hashable {
    case sound, loop, dropped
  }

  let plan: Plan
  let kind: PageRecord.Kind
  let name: String
  private(set) var pages: [PageRecord] = []

  var verdict: Verdict {
    switch plan {
    case .complete, .runAgain, .polling, .emptyPages, .retried, .severalClients: .sound
    case .startedAgain, .cursorKept, .cursorUnmoved, .cursorsInACircle, .tokenNotStored: .loop
    case .droppedFirst, .droppedLater: .dropped
    }
  }

  init(plan: Plan, name: String, using random: inout SeededGenerator) {
    self.plan = plan
    self.name = name
    let needsToken = [.polling, .emptyPages, .tokenNotStored].contains(plan)
    let needsQuery = [.runAgain, .severalClients].contains(plan)
    kind = needsToken ? .zoneChanges : needsQuery || Bool.random(using: &random) ? .query : .zoneChanges
    build(using: &random)
  }

  private mutating func build(using random: inout SeededGenerator) {
    let length = Int.random(in: 2...6, using: &random)
    let rounds = Int.random(in: 3...9, using: &random)
    switch plan {
    case .complete: run(length)
    case .runAgain: for _ in 0..<rounds { run(length) }
    case .polling: for _ in 0..<rounds { page(from: "T", to: "T", more: false, items: 0) }
    case .emptyPages: for step in 0..<30 { page(from: cursor(step), to: cursor(step + 1), more: step < 29, items: 0) }
    case .retried: retried(length, using: &random)
    case .severalClients: severalClients(length, using: &random)
    case .startedAgain: for _ in 0..<rounds { page(from: nil, to: cursor(1), more: true) }
    case .cursorKept:
      page(from: nil, to: cursor(1), more: true)
      for round in 0..<rounds { page(from: cursor(1), to: cursor(2 + round % 2), more: true) }
    case .cursorUnmoved:
      page(from: nil, to: cursor(1), more: true)
      for _ in 0..<rounds { page(from: cursor(1), to: cursor(1), more: true, items: 0) }
    case .cursorsInACircle:
      page(from: nil, to: cursor(1), more: true)
      for _ in 0..<rounds {
        page(from: cursor(1), to: cursor(2), more: true)
        page(from: cursor(2), to: cursor(1), more: true)
      }
    case .tokenNotStored: for _ in 0..<rounds { page(from: "T", to: "U", more: false) }
    case .droppedFirst: page(from: nil, to: cursor(1), more: true)
    case .droppedLater:
      run(length)
      pages.removeLast()
    }
  }

  private func cursor(_ number: Int) -> String { "\(name)-\(number)" }

  private mutating func run(_ length: Int) {
    for step in 0..<length {
      page(from: step == 0 ? nil : cursor(step), to: cursor(step + 1), more: step < length - 1)
    }
  }

  private mutating func retried(_ length: Int, using random: inout SeededGenerator) {
    for step in 0..<length {
      let from = step == 0 ? nil : cursor(step)
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        page(from: from, to: nil, more: nil, items: nil)
        pages[pages.count - 1].hasAnswer = false
      }
      page(from: from, to: cursor(step + 1), more: step < length - 1)
    }
  }

  /// Each client goes its own way through the same pages; the order between them is random.
  private mutating func severalClients(_ length: Int, using random: inout SeededGenerator) {
    var positions = [Int](repeating: 0, count: Int.random(in: 2...5, using: &random))
    while let client = positions.indices.filter({ positions[$0] < length }).randomElement(using: &random) {
      let step = positions[client]
      page(from: step == 0 ? nil : cursor(step), to: cursor(step + 1), more: step < length - 1)
      positions[client] += 1
    }
  }

  private mutating func page(from cursorIn: String?, to cursorOut: String?, more: Bool?, items: Int? = 10) {
    var page = PageRecord(origin: Origin(line: 0), kind: kind, stream: name, subject: name)
    page.cursorIn = cursorIn
    // A query ends without a cursor, changes end with a token and without more.
    page.cursorOut = kind == .query && more == false ? nil : cursorOut
    page.moreComing = kind == .query ? nil : more
    page.items = items
    pages.append(page)
  }
}
