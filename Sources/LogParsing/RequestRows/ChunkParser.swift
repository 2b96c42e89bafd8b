import SyncModel

/// What a worker made of one chunk.
struct ParsedChunk {
  var batch = RequestBatch()
  var pages = PageBatch()
  var errors: [ErrorReport] = []
  var secrets: [(kind: String, line: Int64)] = []
  var records = 0
  var unrecognized = 0
  var firstUnrecognized: String?
}

extension ParsedChunk {
  /// Takes what a builder made since the last chunk.
  mutating func take(from builder: RequestRowBuilder) {
    batch = builder.take()
    pages = builder.takePages()
    swap(&errors, &builder.errors)
    swap(&secrets, &builder.secrets)
  }
}

/// Turns the records of a chunk into rows; one for each worker.
protocol ChunkParser: AnyObject {
  func parse(_ chunk: RecordChunk) -> ParsedChunk
  /// What was counted over all chunks.
  var tally: EntryTally { get }
  /// Keys or columns that are not understood.
  var unknownKeys: [String] { get }
}
