import Inputs
import SyncModel

/// A kind of log that can be recognised and read.
package protocol LogFormat: Sendable {
  var info: FormatInfo { get }
  /// The share of the sample's entries that this format recognises, 0 to 1; the best wins, at a tie the earlier in the
  /// registry.
  func confidence(in sample: InputSample) -> Double
  /// Reads the whole input; origins are lines of it, values come in its order.
  func read(_ input: ByteSource, options: ReadingOptions, into sink: any RecordSink) throws(InputError)
}

/// What is known of a format before it reads anything.
package struct FormatInfo: Equatable, Sendable {
  /// Kebab-case, permanent and public: `console-json`.
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

/// The beginning of an input, for detection.
package struct InputSample: Sendable {
  package var path: String
  /// At most 64 KiB, UTF-8 as far as the input is; the last line may be cut.
  package var bytes: [UInt8]
  /// The lines without their ends; the cut last one is left out unless it is the only one.
  package var lines: [String]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var lines = Self.lines(of: bytes)
    if bytes.count >= 65_536, lines.count > 1 { lines.removeLast() }
    self.lines = lines
  }

  /// Splits at what Unicode calls a line end; CR LF is one.
  private static func lines(of bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = 0
    var offset = 0
    while offset < bytes.count {
      let length = lineEndLength(bytes, at: offset)
      if length > 0 {
        lines.append(String(decoding: bytes[start..<offset], as: UTF8.self))
        start = offset + length
      }
      offset += max(1, length)
    }
    lines.append(String(decoding: bytes[start...], as: UTF8.self))
    return lines
  }

  /// How many bytes the line end at a place takes; 0 = there is none.
  private static func lineEndLength(_ bytes: [UInt8], at offset: Int) -> Int {
    func follows(_ distance: Int, _ byte: UInt8) -> Bool {
      offset + distance < bytes.count && bytes[offset + distance] == byte
    }
    switch bytes[offset] {
    case 0x0A, 0x0B, 0x0C: return 1
    case 0x0D: return follows(1, 0x0A) ? 2 : 1
    case 0xC2: return follows(1, 0x85) ? 2 : 0
    case 0xE2: return follows(1, 0x80) && (follows(2, 0xA8) || follows(2, 0xA9)) ? 3 : 0
    default: return 0
    }
  }
}

/// What the user said about the inputs.
package struct ReadingOptions: Equatable, Sendable {
  /// The order of day and month in dates such as 7/8/2026.
  package enum DateOrder: String, CaseIterable, Sendable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
  }

  package var dateOrder: DateOrder?
  /// `development` or `production`, for logs that do not say.
  package var environment: String?
  /// The number that the store gave to the input; goes into every origin.
  package var source: Int32
  /// Path of a PEM file with the public key of a server-to-server key.
  package var publicKeyPath: String?

  package init(
    dateOrder: DateOrder? = nil, environment: String? = nil, source: Int32 = 0, publicKeyPath: String? = nil
  ) {
    self.dateOrder = dateOrder
    self.environment = environment
    self.source = source
    self.publicKeyPath = publicKeyPath
  }
}
