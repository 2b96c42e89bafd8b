/// Finds out whether the times of an input carry no zone, so that nobody takes its local times for UTC unawares.
package enum ZonelessTimes {
  /// The note of an input whose times carry none.
  package static let note = "times without a zone: taken as UTC"

  /// True when lines tell dates with times and none of them a zone; the first date of a line decides.
  package static func areAll(in sample: [UInt8]) -> Bool {
    var isFound = false
    let allHaveNone = sample.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        // A cut last line may have lost its zone.
        if end == bytes.count, start > 0 { break }
        let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if let hasZone = zoneOfFirstTime(in: line) {
          if hasZone { return false }
          isFound = true
        }
        start = end + 1
      }
      return true
    }
    return isFound && allHaveNone
  }

  /// Whether the first time that stands where times of entries stand has a zone; nil without one.
  private static func zoneOfFirstTime(in line: UnsafeRawBufferPointer) -> Bool? {
    let last = min(line.count, 4096) - 19
    guard last >= 0 else { return nil }
    for start in 0...last where isDigit(line[start]) && (start == 0 || !isDigit(line[start - 1])) {
      guard let clock = clock(line, at: start) else { continue }
      let (hasZone, end) = zone(line, at: clock)
      // Behind the beginning of a line only a value of its own is the entry's time: others stand in messages.
      guard start <= 40 && !isJSON(line) || isBorder(line, start - 1) && isBorder(line, end) else { continue }
      return hasZone
    }
    return nil
  }

  /// The end of `2026-08-14 15:04:03.734` or of its relatives with slashes, when one stands at the offset.
  private static func clock(_ line: UnsafeRawBufferPointer, at start: Int) -> Int? {
    let date = UnsafeRawBufferPointer(rebasing: line[start..<min(line.count, start + 12)])
    var index = start
    if date.count > 10, date[4] == 0x2D || date[4] == 0x2F, date[7] == date[4] {
      guard ClockReading.digits(line, start, 4) != nil, ClockReading.digits(line, start + 5, 2) != nil,
        ClockReading.digits(line, start + 8, 2) != nil
      else { return nil }
      index += 10
    } else {
      // 7/8/2026, 10:00:00
      guard let first = date.firstIndex(of: 0x2F), first <= 2,
        let second = date[(first + 1)...].firstIndex(of: 0x2F), second - first <= 3,
        ClockReading.digits(line, start + second + 1, 4) != nil
      else { return nil }
      index += second + 5
    }
    let separator = index
    while index < line.count, index - separator < 2, [0x20, 0x2C, 0x54].contains(line[index]) { index += 1 }
    guard index > separator else { return nil }
    return ClockReading.timeOfDay(line, at: index)?.end
  }

  private static func zone(_ line: UnsafeRawBufferPointer, at start: Int) -> (isTold: Bool, end: Int) {
    var index = start
    // ` AM`, ` PM`
    if index + 2 < line.count, line[index] == 0x20, [0x41, 0x50].contains(line[index + 1]), line[index + 2] == 0x4D {
      index += 3
    }
    let (_, end) = ClockReading.zone(line, at: index)
    if end > index { return (true, end) }
    let rest = line[min(line.count, index)...].prefix(5)
    if rest.starts(with: [0x20, 0x47, 0x4D, 0x54]) { return (true, index + 4) }
    // ` -0400`
    if rest.count > 2, rest.first == 0x20 {
      let (_, behind) = ClockReading.zone(line, at: index + 1)
      if behind > index + 1 { return (true, behind) }
    }
    return (false, index)
  }

  private static func isJSON(_ line: UnsafeRawBufferPointer) -> Bool {
    // A bracket alone also begins the lines of many text logs.
    line.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x5B }.map { [0x7B, 0x22].contains($0) } ?? false
  }

  /// True outside the line and at what separates values.
  private static func isBorder(_ line: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    !line.indices.contains(index) || [0x22, 0x2C, 0x3B, 0x09, 0x0D].contains(line[index])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { ClockReading.isDigit(byte) }
}
