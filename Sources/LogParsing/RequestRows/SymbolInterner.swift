import SyncModel

/// Gives numbers to the texts and classes of one worker, and remembers which the writer has not heard of.
final class SymbolInterner {
  private let table = ByteTable()
  private var last: UInt32 = 0
  private var lastClass: UInt32 = 0
  private let classTable = ByteTable()
  /// Kinds of secrets that were replaced in new texts; whoever knows the line takes them.
  var secretsFound: [String] = []
  private(set) var newSymbols: [String] = []
  private(set) var newClasses: [RequestClass] = []

  /// The number of a text, from 1.
  @inline(__always)
  func number(of text: UnsafeRawPointer, _ length: Int) -> UInt32 {
    number(of: text, length, ByteTable.hash(text, length))
  }

  /// The hash of a text whose number will be asked for soon: its slot is on the way into the cache from now on.
  @inline(__always)
  func announce(_ text: UnsafeRawPointer, _ length: Int) -> UInt64 { table.announce(text, length) }

  /// Fetches what an announced text is compared with; to be called when the slot has had time to arrive.
  @inline(__always)
  func fetchKey(_ hash: UInt64) { table.fetchKey(hash) }

  /// The number of a text whose hash is known, from 1.
  @inline(__always)
  func number(of text: UnsafeRawPointer, _ length: Int, _ hash: UInt64) -> UInt32 {
    table.value(of: text, length, hash) {
      last += 1
      let (clean, secrets) = Redactor.redact(
        String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self))
      secretsFound += secrets
      newSymbols.append(clean)
      return last
    }
  }

  /// The number of a text, from 1.
  func number(of text: String) -> UInt32 {
    var copy = text
    return copy.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return number(of: UnsafeRawPointer(base), bytes.count)
    }
  }

  /// The number of a class, from 1.
  func number(of requestClass: RequestClass) -> UInt32 {
    let c = requestClass
    var key = (
      c.environment, c.database, c.zone, c.operation, c.operationGroup, c.platform, c.clientOS, c.interface, c.status,
      c.error, c.recordTypes, UInt32(c.outcome) << 8 | UInt32(c.flags)
    )
    return withUnsafeBytes(of: &key) { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return classTable.value(of: base, bytes.count) {
        lastClass += 1
        newClasses.append(requestClass)
        return lastClass
      }
    }
  }

  /// Hands over what is new since the last call.
  func takeNew() -> (symbols: [String], classes: [RequestClass]) {
    defer {
      newSymbols = []
      newClasses = []
    }
    return (newSymbols, newClasses)
  }
}

/// The symbols of one field: raw bytes to the symbol of their normalised text, and what the text means.
final class FieldSymbols {
  private let table = ByteTable()
  private let interner: SymbolInterner
  private let normalize: (String) -> String?
  private let classify: (String) -> UInt8
  /// Makes the symbols of a field; `normalize` gives nil for texts that mean "absent", `classify` any small number.
  init(
    _ interner: SymbolInterner, normalize: @escaping (String) -> String? = { $0 },
    classify: @escaping (String) -> UInt8 = { _ in 0 }
  ) {
    self.interner = interner
    self.normalize = normalize
    self.classify = classify
  }

  /// The symbol of a text and the meaning of the text.
  @inline(__always)
  func symbol(of text: UnsafeRawPointer, _ length: Int) -> (symbol: UInt32, meaning: UInt8) {
    guard length > 0 else { return (0, 0) }
    let packed = table.value(of: text, length) { learn(text, length) }
    return (packed >> 8, UInt8(truncatingIfNeeded: packed))
  }

  /// The symbol in the upper 24 bits, the meaning in the lower 8; texts beyond 16 million symbols count as absent.
  private func learn(_ text: UnsafeRawPointer, _ length: Int) -> UInt32 {
    let raw = String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
    let normal = EntryText.isAbsent(raw) ? nil : normalize(raw)
    guard let normal else { return 0 }
    let symbol = interner.number(of: normal)
    return symbol < 1 << 24 ? symbol << 8 | UInt32(classify(normal)) : 0
  }
}
