/// Tells in one pass over the bytes whether a line could hold anything that the readers know.
enum EntryFilter {
  /// Four letters of each wording, lower case; bits 0x20 do not count.
  private static let fragments = [
    // Errors and their fields.
    "cker", "ckun", "ckin", "ckex", "kret", "ckpa", "nser", "doma", "code", "1344", "1340", "r 40",
    "etry", "odes", "optional(",
    // Sentences that fix a code, names that stand alone.
    "oplo", "erya", "rtab", "sche", "urge", "owni", "twic", "y ex", "hrot", "imit", "iffe", "upli", "maxi", "e ty",
    "red ", "d ch", "zone", "oken", "n it", "busy", "tial", "und ", "unav",
    // Core Data, engine, libraries, system.
    "ta+c", "loud", "cksy", "irro", "dasd", "minat", "nifi", "ecom", "acco", "hcha", "dcha", "eupd", "signi", "signo",
    "itcha", "ndbo", "backg", "icy,", "port", "etad", "eeded", "ecord", "endi", "items", "esta", "ding ", "cision",
    "hand", "aught", "ormin", "tcc ", "ends", "setu", "fatal", "proc", "aded", "engin", "arch", "tryi",
    "-[ck", "+[ck",
  ]

  private static let table: [Bool] = {
    var table = [Bool](repeating: false, count: 1 << 14)
    for fragment in fragments where fragment.utf8.count >= 4 {
      let key = fragment.utf8.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      table[slot(key)] = true
    }
    // The rules of drawn tables: "┃ " and "│ ".
    for last: UInt32 in [0x83, 0x82] { table[slot(0x2000_94E2 | last << 16)] = true }
    return table
  }()

  /// True when a line must be looked at; false is certain.
  static func mayMatter(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 4 else { return false }
    return table.withUnsafeBufferPointer { table in
      for offset in 0...(bytes.count - 4)
      where table[slot(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))] {
        return true
      }
      return false
    }
  }

  @inline(__always)
  private static func slot(_ four: UInt32) -> Int {
    Int(((UInt32(littleEndian: four) | 0x2020_2020) &* 0x9E37_79B1) >> 18)
  }
}
