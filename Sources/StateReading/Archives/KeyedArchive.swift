import Foundation

/// An `NSKeyedArchiver` archive, walked along its references without loading a class.
struct KeyedArchive {
  let list: BinaryPlist
  /// Numbers of the archived objects, in the order of `$objects`.
  private let objects: [Int]
  /// The names and values of `$top`.
  let roots: [(name: String, value: BinaryPlist.Object)]

  /// Reads an archive in binary or XML form; nil when the bytes are no keyed archive.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let list = BinaryPlist(Self.binary(bytes)), case .dictionary(let keys, let values)? = list.object(list.top)
    else { return nil }
    var objects: [Int]?
    var roots: [(String, BinaryPlist.Object)] = []
    for (key, value) in zip(keys, values) {
      guard case .text(let name)? = list.object(key) else { continue }
      if name == "$objects", case .array(let numbers)? = list.object(value) { objects = numbers }
      if name == "$top", case .dictionary(let names, let tops)? = list.object(value) {
        for (name, top) in zip(names, tops) {
          if case .text(let name)? = list.object(name), let top = list.object(top) { roots.append((name, top)) }
        }
      }
    }
    guard let objects else { return nil }
    self.list = list
    self.objects = objects
    self.roots = roots
  }

  /// Rewrites an XML list as a binary one, where references stand as `CF$UID` dictionaries.
  static func binary(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard !bytes.starts(with: Array("bplist".utf8)), bytes.prefix(512).contains(UInt8(ascii: "<")),
      let value = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil),
      let rewritten = try? PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
    else { return bytes }
    return Array(rewritten)[...]
  }

  /// Follows references to the object they mean.
  func resolve(_ object: BinaryPlist.Object?) -> BinaryPlist.Object? {
    var current = object
    // A reference to a reference does not occur; the bound ends circles of broken files.
    for _ in 0..<8 {
      guard let number = reference(current) else { return current }
      guard objects.indices.contains(number) else { return nil }
      current = list.object(objects[number])
    }
    return nil
  }

  /// The value of a key of an archived object, resolved; nil where it is absent or `$null`.
  func value(_ key: String, of object: BinaryPlist.Object?) -> BinaryPlist.Object? {
    guard case .dictionary(let keys, let values)? = object else { return nil }
    for (name, value) in zip(keys, values) where list.object(name) == .text(key) {
      let resolved = resolve(list.object(value))
      return resolved == .text("$null") || resolved == .null ? nil : resolved
    }
    return nil
  }

  /// The names of an archived object's keys.
  func keys(of object: BinaryPlist.Object?) -> [String] {
    guard case .dictionary(let keys, _)? = object else { return [] }
    return keys.compactMap { if case .text(let name)? = list.object($0) { name } else { nil } }
  }

  /// The members of an archived set or array, in their order.
  ///
  /// Arrays keep them in `NS.objects`, ordered sets under `NS.object.0`, `NS.object.1` …, which sort as numbers.
  func members(of object: BinaryPlist.Object?) -> [BinaryPlist.Object] {
    if case .array(let numbers)? = object { return numbers.compactMap { resolve(list.object($0)) } }
    guard case .dictionary(let keys, let values)? = object else { return [] }
    var numbered: [(Int, Int)] = []
    for (key, value) in zip(keys, values) {
      guard case .text(let name)? = list.object(key) else { continue }
      if name == "NS.objects", case .array(let numbers)? = list.object(value) {
        return numbers.compactMap { resolve(list.object($0)) }
      }
      if name.hasPrefix("NS.object."), let number = Int(name.dropFirst(10)) { numbered.append((number, value)) }
    }
    return numbered.sorted { $0.0 < $1.0 }.compactMap { resolve(list.object($0.1)) }
  }

  /// The entries of an archived dictionary.
  func entries(of object: BinaryPlist.Object?) -> [(key: BinaryPlist.Object, value: BinaryPlist.Object)] {
    func list(_ name: String) -> [BinaryPlist.Object?] {
      guard case .array(let numbers)? = value(name, of: object) else { return [] }
      return numbers.map { resolve(self.list.object($0)) }
    }
    return zip(list("NS.keys"), list("NS.objects")).compactMap { key, value in
      guard let key, let value else { return nil }
      return (key, value)
    }
  }

  func text(_ key: String, of object: BinaryPlist.Object?) -> String? {
    switch value(key, of: object) {
    case .text(let text)?: text
    // NSString and NSUUID objects of their own.
    case .some(let inner): if case .text(let text)? = value("NS.string", of: inner) { text } else { nil }
    case nil: nil
    }
  }

  func bool(_ key: String, of object: BinaryPlist.Object?) -> Bool {
    switch value(key, of: object) {
    case .bool(let flag)?: flag
    case .integer(let number)?: number != 0
    default: false
    }
  }

  func integer(_ key: String, of object: BinaryPlist.Object?) -> Int64? {
    if case .integer(let number)? = value(key, of: object) { number } else { nil }
  }

  /// Seconds since 2001, of an archived date.
  func date(_ key: String, of object: BinaryPlist.Object?) -> Double? {
    let date = value(key, of: object)
    if case .date(let seconds)? = date { return seconds }
    switch value("NS.time", of: date) {
    case .real(let seconds)?: return seconds
    case .integer(let seconds)?: return Double(seconds)
    default: return nil
    }
  }

  func data(_ object: BinaryPlist.Object?) -> ArraySlice<UInt8>? {
    if case .data(let range)? = object { return list.bytes[range] }
    if case .data(let range)? = value("NS.data", of: object) { return list.bytes[range] }
    return nil
  }

  private func reference(_ object: BinaryPlist.Object?) -> Int? {
    switch object {
    case .uid(let number)?: return number
    case .dictionary(let keys, let values)? where keys.count == 1:
      guard list.object(keys[0]) == .text("CF$UID"), case .integer(let number)? = list.object(values[0]) else {
        return nil
      }
      return Int(exactly: number)
    default: return nil
    }
  }
}
