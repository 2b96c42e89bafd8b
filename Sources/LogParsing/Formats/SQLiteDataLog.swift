import Inputs
import SyncModel

/// The event lines and drawn tables of SQLiteData's logger, and of loggers modelled on it.
struct SQLiteDataLog: LogFormat {
  let info = FormatInfo(
    id: "sqlite-data-log", title: "SQLiteData log", origin: "The logger of SQLiteData's sync engine in debug builds.")
  private static let event = ErrorPatterns.make(
    #"\((?:private|shared|public|global)\.db\) (?:stateUpdate|sign|switch|will|did|fetched|sent|nextRecord)"#)

  func confidence(in sample: InputSample) -> Double {
    let matcher = Self.event.makeMatcher()
    return sample.lines.contains(where: matcher.matches) ? 0.93 : 0
  }

  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError) {
    try DeviceLogReader(sink: sink, options: options).read(input, into: sink)
  }
}
