import SyncModel

/// Some pages of a log, without copies of them: a loop can have a million rounds.
package struct PageRun: RandomAccessCollection, Equatable, Sendable {
  private let pages: [PageRecord]
  private let positions: [Int32]

  /// Makes a run of the pages at some positions of a log.
  init(pages: [PageRecord], positions: [Int]) {
    self.pages = pages
    self.positions = positions.map { Int32(truncatingIfNeeded: $0) }
  }

  /// Makes a run of steps, which are all of one log.
  init(_ steps: [PagingStream.Step]) {
    pages = steps.first?.pages ?? []
    positions = steps.map { Int32(truncatingIfNeeded: $0.position) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { positions.count }

  package subscript(position: Int) -> PageRecord { pages[Int(positions[position])] }

  package static func == (left: PageRun, right: PageRun) -> Bool { left.elementsEqual(right) }
}
