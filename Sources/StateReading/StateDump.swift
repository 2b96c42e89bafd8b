import Inputs
import SyncModel

/// A kind of sync-state store or dump that can be recognised and read.
package protocol StateDump: Sendable {
  var info: StateDumpInfo { get }
  /// 0 to 1; how sure it is that the input is of this kind.
  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double
  /// Reads the store or dump; stores on disk are opened strictly read-only.
  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError)
}

/// What is known of a kind of dump before it reads anything.
package struct StateDumpInfo: Equatable, Sendable {
  /// Kebab-case, permanent and public: `core-data-store`.
  package var id: String
  package var title: String
  /// Where such an input comes from, one sentence.
  package var origin: String

  package init(id: String, title: String, origin: String) {
    self.id = id
    self.title = title
    self.origin = origin
  }
}

/// What goes into every value read.
package struct StateReadingOptions: Equatable, Sendable {
  /// The number that the store gave to the input; goes into every origin.
  package var source: Int32

  package init(source: Int32 = 0) {
    self.source = source
  }
}
