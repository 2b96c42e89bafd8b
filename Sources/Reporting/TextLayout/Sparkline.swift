/// A row of bars in one line of text.
enum Sparkline {
  private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Bars from 0 to the highest value: `·` is zero, a space is no data.
  static func bars(_ values: [Double?]) -> String {
    let top = values.compactMap { $0 }.max() ?? 0
    return String(
      values.map { value in
        guard let value, value.isFinite else { return " " }
        guard value > 0, top > 0 else { return "·" }
        let step = (value / top * 8).rounded(.up)
        return levels[min(7, max(0, Int(step) - 1))]
      })
  }

  /// At most the given number of values: equally many neighbours are joined by the given rule.
  ///
  /// Joining two here and one there would draw waves that are not in the values.
  static func joined(_ values: [Double?], to columns: Int, by rule: ([Double]) -> Double) -> [Double?] {
    guard columns > 0, values.count > columns else { return values }
    let size = (values.count + columns - 1) / columns
    return stride(from: 0, to: values.count, by: size).map { start in
      let part = values[start..<min(start + size, values.count)].compactMap { $0 }
      return part.isEmpty ? nil : rule(part)
    }
  }
}
