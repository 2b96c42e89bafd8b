import SyncModel

/// Reads the CloudKit errors that native frameworks print, out of any text: for readers of other formats, whose entries
/// may hold such a print.
///
/// Not for use on several threads at once.
package final class PrintedErrorReader {
  private let scanner = ErrorScanner()

  package init() {}

  /// Returns the failures of a text in order, each once however often it is printed; secrets are replaced.
  ///
  /// The origin is that of the text's first line; errors in later lines get later origins.
  package func errors(in text: String, origin: Origin, time: Timestamp? = nil) -> [ErrorReport] {
    let prepared = ErrorText(text, number: origin.line, time: time)
    return reports(of: scanner.errors(in: prepared), in: prepared, source: origin.source)
  }

  /// Returns every print of an error in order, also those that repeat one before.
  package func prints(in text: String, origin: Origin) -> [ErrorReport] {
    let prepared = ErrorText(text, number: origin.line)
    return scanner.errors(in: prepared).flatMap { reports(of: [$0], in: prepared, source: origin.source) }
  }

  private func reports(of errors: [ScannedError], in text: ErrorText, source: Int32) -> [ErrorReport] {
    let collector = ErrorCollector()
    let folder = ErrorFolder(sink: collector, source: source)
    for error in errors { folder.add(error, of: text, context: EntryContext()) }
    folder.flush()
    return collector.errors
  }
}

/// Keeps errors, and nothing else.
private final class ErrorCollector: RecordSink {
  private(set) var errors: [ErrorReport] = []

  func add(_ batch: RequestBatch) {}
  func add(_ request: RequestRecord) {}
  func add(_ error: ErrorReport) { errors.append(error) }
  func add(_ page: PageRecord) {}
  func add(_ activity: Activity) {}
  func add(_ observation: Observation) {}
  func add(_ state: StoreState) {}
  func add(_ tally: InputTally) {}
}
