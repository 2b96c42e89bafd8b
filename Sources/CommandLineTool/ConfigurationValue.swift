/// A value of a configuration file.
enum ConfigurationValue: Decodable, Equatable {
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([ConfigurationValue])
  case section([String: ConfigurationValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .flag(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([ConfigurationValue].self) {
      self = .list(value)
    } else {
      self = .section(try container.decode([String: ConfigurationValue].self))
    }
  }

  /// What stands behind a flag on the command line; nil for what is no single value.
  var word: String? {
    switch self {
    case .text(let text): text
    case .number(let number): Int64(exactly: number).map { String($0) } ?? String(number)
    case .flag, .list, .section: nil
    }
  }
}
