import Dispatch
import Inputs
import SyncModel

/// Reads and indexes the pieces of a log on a thread of its own, a few of them ahead of who takes them.
final class LogChunkPipeline {
  /// A piece that is being made.
  private final class Slot: Sendable {
    let chunk = Locked<LogChunk?>(nil)
    let group = DispatchGroup()
  }

  /// What the reading thread works with.
  private final class Work: @unchecked Sendable {
    // Unchecked: used by one block at a time of a serial queue, and by the taking thread only before the first block.
    let reader: LogChunkReader
    let style: LogChunk.Style

    init(_ reader: LogChunkReader, _ style: LogChunk.Style) {
      self.reader = reader
      self.style = style
    }

    func next(reusing used: LogChunk?) -> LogChunk? {
      let chunk = reader.next(reusing: used)
      chunk?.index(style)
      return chunk
    }
  }

  private let work: Work
  private let queue = DispatchQueue(label: "ckdiag.pieces")
  private var slots: [Slot] = []
  private var hasBegun = false
  private var spare: LogChunk?
  private static let ahead = 2

  init(_ input: ByteSource, style: LogChunk.Style) { work = Work(LogChunkReader(input), style) }

  /// Why the input could not be read to its end; known when there is no further piece.
  var failure: InputError? { work.reader.failure }

  /// The next piece, or nil at the end.
  func next() -> LogChunk? {
    guard hasBegun else {
      hasBegun = true
      // A log of one piece needs no thread.
      let chunk = work.next(reusing: nil)
      if !work.reader.isExhausted { for _ in 0..<Self.ahead { begin() } }
      return chunk
    }
    guard let slot = slots.first else { return nil }
    slot.group.wait()
    slots.removeFirst()
    let chunk = slot.chunk.with { $0 }
    if chunk != nil { begin() }
    return chunk
  }

  /// Gives a piece back that is not needed any more.
  func recycle(_ chunk: LogChunk) { spare = chunk }

  private func begin() {
    let slot = Slot()
    slots.append(slot)
    let used = spare
    spare = nil
    queue.async(group: slot.group) { [work] in
      let chunk = work.next(reusing: used)
      slot.chunk.with { $0 = chunk }
    }
  }
}
