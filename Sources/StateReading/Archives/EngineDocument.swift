import CloudKitFacts
import Foundation
import SyncModel

/// The outer form of an engine state: `{"data": "<base64>"}`, a property list with `data`, an archive, or bare bytes.
struct EngineDocument {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    let start = bytes.firstIndex { !Self.isSpace($0) } ?? bytes.endIndex
    self.bytes = bytes[start...]
  }

  /// True for first bytes that look like an engine state in one of its forms.
  static func isLikely(_ sample: [UInt8]) -> Bool {
    let document = EngineDocument(sample)
    if document.bytes.starts(with: EngineState.compressionPrefix) { return true }
    if let inner = document.jsonPayload() { return startsInner(inner) }
    let text = String(decoding: sample, as: UTF8.self)
    if text.holds("CKSyncEngineState") || text.holds("pendingRecordModifications") {
      return sample.starts(with: Array("bplist".utf8)) || text.holds("<plist")
    }
    if let plain = Self.decodeBase64(document.bytes.prefix(4000)), startsInner(plain) { return true }
    // The property-list form: one `data` entry with base64 or bytes of an inner list.
    guard text.holds("<plist") || sample.starts(with: Array("bplist".utf8)) else { return false }
    return text.holds("<key>data</key>") && text.holds("YnBsaXN0MD")
      || text.holds("<key>data</key>") && text.holds("Q29tcHJlc3NlZFN0YXRlUHJlZml4")
      || (text.holds("data") && sample.dropFirst(8).count > 60 && containsInner(sample.dropFirst(8)))
  }

  func read(identity: String, origin: Origin) -> EngineState.Reading {
    if let inner = jsonPayload() { return EngineState.read(inner[...], identity: identity, origin: origin) }
    if let inner = listPayload() { return EngineState.read(inner, identity: identity, origin: origin) }
    if let inner = Self.decodeBase64(bytes), Self.startsInner(inner) {
      return EngineState.read(inner[...], identity: identity, origin: origin)
    }
    return EngineState.read(bytes, identity: identity, origin: origin)
  }

  private static func startsInner(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("bplist".utf8)) || bytes.starts(with: EngineState.compressionPrefix)
  }

  private static func containsInner(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("bplist00") || text.contains("CompressedStatePrefix-")
  }

  /// The value of `data` of a JSON object, decoded; tens of megabytes stay one array.
  private func jsonPayload() -> [UInt8]? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    guard let key = head.firstPlace(of: "\"data\"") else { return nil }
    let between = head[key.upperBound...].prefix { $0 != "\"" }
    guard between.allSatisfy({ $0 == ":" || $0.isWhitespace }) else { return nil }
    let start = bytes.startIndex + head[..<between.endIndex].utf8.count + 1
    guard start <= bytes.endIndex else { return nil }
    let rest = bytes[start...]
    let end = rest.firstIndex(of: UInt8(ascii: "\"")) ?? rest.endIndex
    return Self.decodeBase64(rest[..<end])
  }

  /// The `data` entry of a property list in any of its forms.
  private func listPayload() -> ArraySlice<UInt8>? {
    guard let list = BinaryPlist(KeyedArchive.binary(bytes)),
      case .dictionary(let keys, let values)? = list.object(list.top)
    else { return nil }
    for (key, value) in zip(keys, values) where list.object(key) == .text("data") {
      if case .data(let range)? = list.object(value) { return list.bytes[range] }
    }
    return nil
  }

  /// Base64 with line breaks and JSON's escaped slashes; nil at any other byte.
  ///
  private static func decodeBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count / 4 * 3)
    var buffer: UInt32 = 0
    var held = 0
    for byte in text {
      let value: UInt32
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte - 65)
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte - 97 + 26)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte - 48 + 52)
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="), UInt8(ascii: "\\"): continue
      case _ where isSpace(byte): continue
      default: return nil
      }
      buffer = buffer << 6 | value
      held += 6
      if held >= 8 {
        held -= 8
        plain.append(UInt8(truncatingIfNeeded: buffer >> UInt32(held)))
      }
    }
    return plain.isEmpty ? nil : plain
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
