/// Numbers in words and digits for people: grouped, rounded and with their unit.
package enum Quantity {
  /// A count with thousands separators: `12,345`.
  package static func count(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { grouped.append(",") }
      grouped.append(digit)
    }
    return (number < 0 ? "-" : "") + grouped
  }

  /// A count with thousands separators: `12,345`.
  package static func count(_ number: Int) -> String { count(Int64(number)) }

  /// A count with its noun: `1 error`, `12,345 errors`.
  package static func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// A share from 0 to 1 in percent: `0 %`, `0.04 %`, `3.3 %`, `100 %`.
  package static func percent(_ share: Double) -> String {
    guard share.isFinite else { return "–" }
    let percent = share * 100
    if percent == 0 { return "0 %" }
    if percent > 0, percent < 0.01 { return "<0.01 %" }
    if percent < 1, percent > -1 { return trimmed(percent, decimals: 2) + " %" }
    // Rounding must not turn a single success or failure into all or nothing.
    if percent < 100, percent > 99.9 { return ">99.9 %" }
    return trimmed(percent, decimals: abs(percent) >= 100 ? 0 : 1) + " %"
  }

  /// A duration given in milliseconds: `120 ms`, `2.1 s`, `4 min 12 s`, `3 h 20 min`, `2 d 3 h`.
  package static func milliseconds(_ amount: Double) -> String {
    guard amount.isFinite else { return "–" }
    let size = abs(amount)
    if size < 10, size != size.rounded() { return trimmed(amount, decimals: 1) + " ms" }
    if size < 999.5 { return fixed(amount, decimals: 0) + " ms" }
    if size < 9_995 { return fixed(amount / 1000, decimals: 2) + " s" }
    if size < 59_950 { return fixed(amount / 1000, decimals: 1) + " s" }
    guard let whole = Int64(exactly: (size / 1000).rounded()) else { return "\(amount) ms" }
    return (amount < 0 ? "-" : "") + clock(whole)
  }

  /// A duration on an axis, without zeros at its end: `200 ms`, `1 s`.
  static func mark(milliseconds amount: Double) -> String {
    abs(amount) < 1000 ? trimmed(amount, decimals: 1) + " ms" : seconds(amount / 1000)
  }

  /// A duration given in seconds.
  static func seconds(_ amount: Double) -> String {
    let size = abs(amount)
    return size >= 1 && size < 60 ? trimmed(amount, decimals: 2) + " s" : milliseconds(amount * 1000)
  }

  /// A size in bytes with decimal prefixes: `512 B`, `12.3 MB`.
  package static func bytes(_ amount: Int64) -> String {
    let size = Double(amount.magnitude)
    if size < 1000 { return "\(amount) B" }
    var scaled = size
    for unit in ["kB", "MB", "GB", "TB"] {
      scaled /= 1000
      if scaled < 999.5 || unit == "TB" {
        return (amount < 0 ? "-" : "") + (scaled < 99.95 ? trimmed(scaled, decimals: 1) : fixed(scaled, decimals: 0))
          + " \(unit)"
      }
    }
    return "\(amount) B"
  }

  /// A number with the given decimals, rounded half away from zero, thousands grouped.
  static func fixed(_ number: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    guard let scaled = Int64(exactly: (abs(number) * scale).rounded()) else { return "\(number)" }
    let sign = number < 0 && scaled != 0 ? "-" : ""
    if decimals == 0 { return sign + count(scaled) }
    let divisor = Int64(scale)
    let fraction = String(scaled % divisor)
    return sign + count(scaled / divisor) + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// A number with at most the given decimals, without zeros at its end.
  static func trimmed(_ number: Double, decimals: Int) -> String {
    var text = fixed(number, decimals: decimals)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// A number of any size with about three significant digits.
  package static func plain(_ number: Double) -> String {
    guard number.isFinite else { return "–" }
    let size = abs(number)
    return trimmed(number, decimals: size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4)
  }

  /// A whole number in digits alone, for machines.
  static func digits(_ number: Double) -> String { Int64(exactly: number).map(String.init) ?? "\(number)" }

  /// The sum, at most `Int.max`: a log may print any number.
  static func sum(_ numbers: [Int]) -> Int {
    numbers.reduce(0) { total, number in
      let (sum, overflows) = total.addingReportingOverflow(number)
      return overflows ? Int.max : sum
    }
  }

  private static func clock(_ seconds: Int64) -> String {
    let parts = [(seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return "0 s" }
    return parts[first..<min(first + 2, parts.count)].filter { $0.0 > 0 }.map { "\(count($0.0)) \($0.1)" }
      .joined(separator: " ")
  }
}
