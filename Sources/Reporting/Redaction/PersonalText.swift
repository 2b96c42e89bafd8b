/// Replaces in a text of a log what names a person, a record or a machine.
struct PersonalText {
  private let bytes: [UInt8]
  private var offset = 0
  private var result: [UInt8] = []

  private init(_ text: String) {
    bytes = Array(text.utf8)
    result.reserveCapacity(bytes.count)
  }

  /// The text with pseudonyms for known values and for everything that looks like a name or an identifier.
  static func redacted(_ text: String, with names: inout Pseudonyms) -> String {
    var scan = PersonalText(text)
    while scan.offset < scan.bytes.count { scan.step(&names) }
    return String(decoding: scan.result, as: UTF8.self)
  }

  private mutating func step(_ names: inout Pseudonyms) {
    if let end = endOfIPv6 {
      result += Array(names.name(String(decoding: bytes[offset..<end], as: UTF8.self).lowercased(), .host).utf8)
      offset = end
      return
    }
    let end = endOfToken(from: offset)
    let token = Array(bytes[offset..<max(end, offset + 1)])
    if let known = names.known(at: offset, in: bytes, firstToken: token) {
      result += Array(known.name.utf8)
      offset += known.length
      return
    }
    guard end > offset else {
      result.append(bytes[offset])
      offset += 1
      return
    }
    let text = String(decoding: token, as: UTF8.self)
    if let kind = Self.keys[text.lowercased()], let value = value(from: end) {
      result += bytes[offset..<value.lowerBound]
      result += Array(names.name(String(decoding: bytes[value], as: UTF8.self), kind).utf8)
      offset = value.upperBound
      return
    }
    result += Array(replacement(text, end: end, &names).utf8)
    offset = end
  }

  /// Names in front of a value in JSON, a description or a URL query, and what the value is.
  private static let keys: [String: Pseudonyms.Kind] = [
    "recordname": .record, "record_name": .record, "recordid": .record, "ownername": .owner, "owner": .owner,
    "ownerrecordname": .owner, "zoneowner": .owner, "userid": .user, "user_id": .user, "user": .user,
    "userrecordname": .user, "userrecordid": .user, "createduserrecordname": .user, "modifieduserrecordname": .user,
    "username": .user, "fullname": .user, "firstname": .user, "lastname": .user, "givenname": .user,
    "familyname": .user, "hostname": .host, "devicename": .host, "computername": .host,
  ]

  private func endOfToken(from start: Int) -> Int {
    var end = start
    while end < bytes.count, Pseudonyms.isToken(bytes[end]) { end += 1 }
    return end
  }

  /// The value behind a key: quoted, or up to where an unquoted value ends; nil for anything but a plain value.
  private func value(from start: Int) -> Range<Int>? {
    var index = start
    var separators = 0
    while index < bytes.count, index < start + 8, let sign = Unicode.Scalar(UInt32(bytes[index])),
      "\"'\\ :=".unicodeScalars.contains(sign)
    {
      if sign == ":" || sign == "=" { separators += 1 }
      index += 1
    }
    guard separators > 0, index < bytes.count else { return nil }
    let quote = index > start ? bytes[index - 1] : 0
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    let ends = isQuoted ? [quote, UInt8(ascii: "\\"), 0x0A] : Array(" ,;&>)}]\"'\n\t:(".utf8)
    if !isQuoted, "<{[(".utf8.contains(bytes[index]) { return nil }
    var end = index
    while end < bytes.count, !ends.contains(bytes[end]) { end += 1 }
    return end > index ? index..<end : nil
  }

  private func replacement(_ token: String, end: Int, _ names: inout Pseudonyms) -> String {
    if let name = names.name(ofCut: token) { return name }
    let body = token.trimmingSuffix { $0 == "." }
    let rest = String(token.dropFirst(body.count))
    if isBehind("/Users/") || isBehind("/home/") || isBehind("\\Users\\") || isBehind("\\\\Users\\\\") {
      return ["Shared", "mobile", "root"].contains(body) ? token : names.name(body, .user) + rest
    }
    if let at = body.firstIndex(of: "@"), body[at...].contains("."), at != body.startIndex {
      return names.name(body, .user) + rest
    }
    if isHostColumn { return names.name(body, .host) + rest }
    if Self.isHost(body) || (isBehind("://") && !Self.isApple(body)) { return names.name(body, .host) + rest }
    let next = bytes[end...].prefix(2)
    if next.elementsEqual(Array(":(".utf8)) { return names.name(token, .record) }
    return Self.identifiers(in: token, &names)
  }

  private func isBehind(_ prefix: String) -> Bool {
    let wanted = Array(prefix.utf8)
    return offset >= wanted.count && bytes[(offset - wanted.count)..<offset].elementsEqual(wanted)
  }

  /// The end of an IPv6 address that begins here: at least two colons, four digits at most between them, and either
  /// eight groups or `::`.
  private var endOfIPv6: Int? {
    func isPart(_ byte: UInt8) -> Bool { Self.isHex(byte) || byte == UInt8(ascii: ":") }
    guard offset < bytes.count, isPart(bytes[offset]), offset == 0 || !isWord(bytes[offset - 1]) else { return nil }
    var end = offset
    while end < bytes.count, end - offset < 40, isPart(bytes[end]) { end += 1 }
    // Behind the sign of per cent the interface is named.
    if end < bytes.count, bytes[end] != UInt8(ascii: "%"), isWord(bytes[end]) { return nil }
    while end > offset + 2, bytes[end - 1] == UInt8(ascii: ":"), bytes[end - 2] != UInt8(ascii: ":") { end -= 1 }
    let text = String(decoding: bytes[offset..<end], as: UTF8.self)
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ $0.utf8.count <= 4 }), !text.contains(":::") else { return nil }
    let isShort = text.contains("::") && groups.count <= 9 && groups.count { !$0.isEmpty } >= 2
    // A time of day has three groups of two; a MAC address has six.
    guard isShort || groups.count == 8 && !groups.contains("") else { return nil }
    return end
  }

  private func isWord(_ byte: UInt8) -> Bool { Pseudonyms.isToken(byte) || byte == UInt8(ascii: ":") }

  /// True for the second column of `log show --style syslog` and of `/var/log`: behind the time, before the process.
  private var isHostColumn: Bool {
    let lineStart = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let before = bytes[lineStart..<offset]
    guard before.count >= 16, before.count <= 34, before.last == UInt8(ascii: " ") else { return false }
    let isTime = Self.endsInSyslogTime(before)
    guard isTime else { return false }
    // The process with its number in brackets comes next.
    var end = offset
    while end < bytes.count, bytes[end] > 0x20 { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: " "), !bytes[offset..<end].contains(UInt8(ascii: "[")) else {
      return false
    }
    let process = bytes[(end + 1)...].prefix { $0 != 0x0A }.prefix(80)
    guard let bracket = process.firstIndex(of: UInt8(ascii: "[")), bracket > process.startIndex else { return false }
    return process[process.index(after: bracket)...].prefix { (0x30...0x39).contains($0) }.count > 0
  }

  /// `2026-09-01 10:00:00.123456+0200 ` or `Sep  1 10:00:00 `.
  private static func endsInSyslogTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: " ")
    let isDated = parts.count == 2 && parts[0].utf8.count == 10 && parts[0].utf8.count { $0 == 0x2D } == 2
    let isMonth = parts.count == 3 && parts[0].utf8.count == 3 && Int(parts[1]) != nil
    guard isDated || isMonth, let clock = parts.last else { return false }
    return clock.utf8.count >= 8 && clock.utf8.count { $0 == 0x3A } >= 2
  }

  private static func isApple(_ host: String) -> Bool {
    ["apple.com", "icloud.com", "apple-cloudkit.com", "icloud-content.com", "localhost"].contains {
      host == $0 || host.hasSuffix("." + $0)
    }
  }

  /// A name of the local network or an IPv4 address.
  private static func isHost(_ token: String) -> Bool {
    if token.hasSuffix(".local"), token.count > 6 { return true }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { $0.count <= 3 && UInt8($0) != nil }
  }

  /// Replaces every UUID and every user record name (`_` and 32 hexadecimal digits) in a token.
  private static func identifiers(in token: String, _ names: inout Pseudonyms) -> String {
    guard token.utf8.count >= 33 else { return token }
    let bytes = Array(token.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if isUUID(bytes, at: index) {
        let value = String(decoding: bytes[index..<index + 36], as: UTF8.self)
        result += Array(names.name(value.uppercased(), .id).utf8)
        index += 36
      } else if isUser(bytes, at: index) {
        let value = String(decoding: bytes[index..<index + 33], as: UTF8.self)
        result += Array(names.name(value, .user).utf8)
        index += 33
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isUUID(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start + 36 <= bytes.count else { return false }
    return (0..<36).allSatisfy { index in
      let isDash = bytes[start + index] == UInt8(ascii: "-")
      return [8, 13, 18, 23].contains(index) ? isDash : isHex(bytes[start + index])
    }
  }

  private static func isUser(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start + 33 <= bytes.count, bytes[start] == UInt8(ascii: "_") else { return false }
    let ends = start + 33 == bytes.count || !isHex(bytes[start + 33])
    return ends && bytes[(start + 1)..<(start + 33)].allSatisfy(isHex)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }
}

extension String {
  /// Without the characters at the end for which the condition holds.
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    var copy = self
    while let last = copy.last, condition(last) { copy.removeLast() }
    return copy
  }
}
