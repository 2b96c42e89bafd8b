/// What a reader hands its values to; the store is one, a test's recorder another.
///
/// Calls come from one thread, in the order of the input. A sink never fails towards the reader: a store that cannot
/// write remembers the error and raises it when the input ends.
package protocol RecordSink: AnyObject {
  /// Takes a batch of the hot path.
  func add(_ batch: RequestBatch)
  func add(_ request: RequestRecord)
  func add(_ error: ErrorReport)
  func add(_ page: PageRecord)
  /// Takes pages of the hot path; a sink that does not know batches gets them one by one.
  func add(_ pages: PageBatch)
  func add(_ activity: Activity)
  func add(_ observation: Observation)
  func add(_ state: StoreState)
  /// Takes what the input held besides records.
  func add(_ tally: InputTally)
}

extension RecordSink {
  package func add(_ pages: PageBatch) {
    for page in pages.records { add(page) }
  }
}

/// What a reader counted in one input, or in a part of it: tallies of one input are added up.
package struct InputTally: Equatable, Sendable {
  package var bytes: Int64
  package var lines: Int
  /// Entries that were understood, whatever they gave.
  package var records: Int
  package var unrecognizedLines: Int
  /// The first line that was not recognised, at most 200 characters.
  package var firstUnrecognized: String?
  /// True when the input ends inside an entry.
  package var isTruncated: Bool
  /// For people, each with its number where it has one: "3 entries without a time".
  package var notes: [String]

  package init(
    bytes: Int64 = 0, lines: Int = 0, records: Int = 0, unrecognizedLines: Int = 0, firstUnrecognized: String? = nil,
    isTruncated: Bool = false, notes: [String] = []
  ) {
    self.bytes = bytes
    self.lines = lines
    self.records = records
    self.unrecognizedLines = unrecognizedLines
    self.firstUnrecognized = firstUnrecognized
    self.isTruncated = isTruncated
    self.notes = notes
  }
}
