import SyncModel

/// What Docker Compose and tools like it put before every line of a container: `app-1  | …`, `[app] 2026-…Z …`.
enum ContainerPrefix {
  /// The number of bytes before the line as the program wrote it, and the moment among them; nil without a prefix.
  static func find(in line: UnsafeRawBufferPointer) -> (length: Int, time: Timestamp?)? {
    guard let first = line.first else { return nil }
    var end = first == 0x5B ? 1 : 0
    let start = end
    while end < line.count, end - start < 60, isName(line[end]) { end += 1 }
    guard end > start, end + 1 < line.count else { return nil }
    if first == 0x5B {
      guard line[end] == 0x5D, line[end + 1] == 0x20, let (time, length) = moment(line, from: end + 2) else {
        return nil
      }
      return (end + 2 + length, time)
    }
    // A number ends the name of a container; other columns may hold anything.
    guard (0x30...0x39).contains(line[end - 1]) else { return nil }
    while end < line.count, line[end] == 0x20 { end += 1 }
    guard end + 1 < line.count, line[end] == 0x7C, line[end + 1] == 0x20 else { return nil }
    let moment = moment(line, from: end + 2)
    return (end + 2 + (moment?.length ?? 0), moment?.time)
  }

  /// A moment with a zone and the blank behind it.
  private static func moment(_ line: UnsafeRawBufferPointer, from start: Int) -> (time: Timestamp, length: Int)? {
    guard start < line.count, let (time, length) = TimestampText.prefix(of: line[start...]),
      start + length < line.count, line[start + length] == 0x20, line[start + length - 1] == 0x5A
    else { return nil }
    return (time, length + 1)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || [0x2D, 0x2E, 0x5F, 0x3D, 0x23].contains(byte)
  }
}
