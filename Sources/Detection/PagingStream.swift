import SyncModel

/// The chains of pages of one stream, put together in the order of the log.
struct PagingStream {
  /// A page and its place among all pages of the log.
  struct Step {
    /// All pages of the log: shared, so that a step is small.
    var pages: [PageRecord]
    var position: Int

    var page: PageRecord { pages[position] }
  }

  /// Pages that follow each other from cursor to cursor.
  struct Chain {
    var steps: [Step]
    /// The cursor that the next page must be asked with; nil when nothing is to come.
    var expected: String?
    /// The last answered page, or the first page while none is.
    var last: Step

    init(_ step: Step) {
      steps = [step]
      last = step
      take(step.page)
    }

    /// True while more was promised than was asked for.
    var isOpen: Bool { expected != nil }

    /// The last answered page as if it had the items of all pages; their number is nil when a page does not tell.
    var lastPageWithAllItems: PageRecord {
      var page = last.page
      let answered = steps.map(\.page).filter(\.hasAnswer)
      let isFromStart = answered.first?.cursorIn == nil
      let known = answered.compactMap(\.items)
      page.items = isFromStart && known.count == answered.count ? known.reduce(0, &+) : nil
      return page
    }

    /// True for a first page that nobody read on from.
    var isDeadStart: Bool { steps.count == 1 && last.page.cursorIn == nil && last.page.hasAnswer }

    /// The largest number of other pages between two of this chain.
    var longestGap: Int {
      zip(steps, steps.dropFirst()).map { $1.position - $0.position - 1 }.max() ?? 0
    }

    mutating func append(_ step: Step) {
      steps.append(step)
      if step.page.hasAnswer { last = step }
      take(step.page)
    }

    private mutating func take(_ page: PageRecord) {
      guard page.hasAnswer else {
        // A page that failed was asked for: its cursor is not dropped, and is asked with again.
        expected = nil
        retried = page.cursorIn
        return
      }
      retried = nil
      expected = page.promisedCursor
    }

    /// The cursor of a request that failed, which a retry asks with again.
    private(set) var retried: String?
  }

  private(set) var chains: [Chain] = []
  /// Indexes of the chains that wait for a cursor, newest last.
  private var waiting: [String: [Int]] = [:]
  /// The newest chain that asked with a cursor.
  private var askedWith: [String: Int] = [:]
  /// No chain behind this one is open.
  private var lastThatMayBeOpen = -1

  mutating func add(_ step: Step) {
    let page = step.page
    guard let index = chain(for: page) else {
      chains.append(Chain(step))
      remember(page, chains.count - 1)
      return
    }
    chains[index].append(step)
    remember(page, index)
  }

  /// The chain that a page continues; nil for one that begins a chain.
  private mutating func chain(for page: PageRecord) -> Int? {
    guard let cursor = page.cursorIn else { return nil }
    if cursor == PageRecord.unknownCursor { return newestOpenChain() }
    if let index = waiting[cursor]?.popLast() { return index }
    // Nobody waits for the cursor: a chain that asked with it before and is still open asks with it again.
    guard let index = askedWith[cursor], chains[index].isOpen || chains[index].retried != nil else { return nil }
    forget(index)
    return index
  }

  /// A page without its request may continue any chain; the newest open one takes it.
  private mutating func newestOpenChain() -> Int? {
    while lastThatMayBeOpen >= 0, !chains[lastThatMayBeOpen].isOpen { lastThatMayBeOpen -= 1 }
    guard lastThatMayBeOpen >= 0 else { return nil }
    forget(lastThatMayBeOpen)
    return lastThatMayBeOpen
  }

  private mutating func forget(_ index: Int) {
    guard let expected = chains[index].expected, let place = waiting[expected]?.lastIndex(of: index) else { return }
    waiting[expected]?.remove(at: place)
  }

  private mutating func remember(_ page: PageRecord, _ index: Int) {
    if chains[index].isOpen { lastThatMayBeOpen = max(lastThatMayBeOpen, index) }
    if let cursor = page.cursorIn { askedWith[cursor] = index }
    if let cursor = chains[index].expected ?? chains[index].retried { waiting[cursor, default: []].append(index) }
  }
}

extension PageRecord {
  /// The line that shows the page; made of its values where the store keeps no text.
  var shownText: String {
    guard text.isEmpty else { return text }
    let more = moreComing.map { ", moreComing \($0)" } ?? ""
    return "\(subject): cursor \(cursorIn ?? "none") → \(cursorOut ?? "none")\(more)"
  }

  /// The cursor that a client must ask with to get the rest; nil when the answer says that there is no rest.
  fileprivate var promisedCursor: String? {
    switch kind {
    case .query: moreComing == false ? nil : cursorOut
    case .zoneChanges, .databaseChanges: moreComing == true ? cursorOut : nil
    }
  }
}
