import SyncModel

/// Gives numbers to the texts and classes of one worker, and remembers which the writer has not heard of.
final class SymbolInterner {
  private let table = ByteTable()
  private var last: UInt32 = 0
  private var lastClass: UInt32 = 0
  private var classes: [RequestClass: UInt32] = [:]
  private var previous: (requestClass: RequestClass, number: UInt32)?
  /// Kinds of secrets that were replaced in new texts; whoever knows the line takes them.
  var secretsFound: [String] = []
  private(set) var newSymbols: [String] = []
  private(set) var newClasses: [RequestClass] = []

  /// The number of a text, from 1.
  @inline(__always)
  func number(of text: UnsafeRawPointer, _ length: Int) -> UInt32 {
    table.value(of: text, length) {
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
    if let previous, previous.requestClass == requestClass { return previous.number }
    let number: UInt32
    if let known = classes[requestClass] {
      number = known
    } else {
      lastClass += 1
      number = lastClass
      classes[requestClass] = number
      newClasses.append(requestClass)
    }
    previous = (requestClass, number)
    return number
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
  /// Symbol and meaning by local number; 0 = absent.
  private var symbols: [UInt32] = [0]
  private var meanings: [UInt8] = [0]

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
    let local = Int(table.value(of: text, length) { learn(text, length) })
    return (symbols[local], meanings[local])
  }

  private func learn(_ text: UnsafeRawPointer, _ length: Int) -> UInt32 {
    let raw = String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
    let normal = EntryText.isAbsent(raw) ? nil : normalize(raw)
    symbols.append(normal.map { interner.number(of: $0) } ?? 0)
    meanings.append(normal.map(classify) ?? 0)
    return UInt32(symbols.count - 1)
  }
}
