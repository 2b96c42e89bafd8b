import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The vertical axis of a chart: where a number stands, from 0 at the bottom to 1 at the top, and which are marked.
struct ChartAxis {
  var marks: [(at: Double, value: Double)]
  private var low: Double
  private var high: Double
  private var isLogarithmic: Bool

  /// An axis from 0 to a round number at or above the highest.
  static func linear(upTo highest: Double) -> ChartAxis {
    let highest = max(highest, 1)
    let step = roundSteps(in: highest / 4, highest).first ?? highest
    let top = (highest / step).rounded(.up) * step
    let count = max(1, Int((top / step).rounded()))
    let marks = (0...count).map { (at: Double($0) / Double(count), value: Double($0) * step) }
    return ChartAxis(marks: marks, low: 0, high: top, isLogarithmic: false)
  }

  /// A logarithmic axis around positive numbers, marked at 1, 2 and 5 of each power of ten or at the powers alone.
  static func logarithmic(from lowest: Double, to highest: Double) -> ChartAxis {
    let lowest = max(lowest, 1)
    let highest = max(highest, lowest * 1.01)
    let all = roundSteps(in: lowest / 10, highest * 10)
    let low = all.last { $0 <= lowest } ?? lowest
    let high = all.first { $0 >= highest } ?? highest
    var values = all.filter { $0 >= low && $0 <= high }
    if values.count > 7 { values = values.filter { log10($0) == log10($0).rounded() } }
    let axis = ChartAxis(marks: [], low: low, high: high, isLogarithmic: true)
    return ChartAxis(marks: values.map { (axis.position($0), $0) }, low: low, high: high, isLogarithmic: true)
  }

  /// Where a number stands; numbers outside stand on the border.
  func position(_ value: Double) -> Double {
    let share =
      isLogarithmic
      ? (log10(max(value, low)) - log10(low)) / max(log10(high) - log10(low), 1e-9)
      : (value - low) / max(high - low, 1e-9)
    return share.isFinite ? min(1, max(0, share)) : 0
  }

  private static func roundSteps(in low: Double, _ high: Double) -> [Double] {
    guard low > 0, high.isFinite else { return [] }
    var power = pow(10, log10(low).rounded(.down))
    var steps: [Double] = []
    while power <= high * 10, steps.count < 200 {
      steps += [1, 2, 5].map { $0 * power }
      power *= 10
    }
    return steps.filter { $0 >= low * 0.999 && $0 <= high * 10 }
  }
}

/// The horizontal axis of a chart: marks at round times of UTC.
struct TimeAxis {
  var start: Timestamp
  var end: Timestamp

  /// From 0 at the left to 1 at the right.
  func position(_ moment: Timestamp) -> Double {
    let length = Double(end.milliseconds) - Double(start.milliseconds)
    guard length > 0 else { return 0 }
    return min(1, max(0, (Double(moment.milliseconds) - Double(start.milliseconds)) / length))
  }

  /// At most about seven marks; every second one is minor and gives way on a small screen.
  var marks: [(at: Double, text: String, isMinor: Bool)] {
    let seconds = Int((end.milliseconds &- start.milliseconds) / 1000)
    guard seconds > 0 else { return [(0, start.readable, false)] }
    let steps = [
      1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600,
      2_592_000, 7_776_000, 31_536_000,
    ]
    let step = steps.first { seconds / $0 <= 7 } ?? max(31_536_000, seconds / 7)
    let stepMs = Int64(step) * 1000
    var moment = (start.milliseconds / stepMs) * stepMs
    if moment < start.milliseconds { moment &+= stepMs }
    var marks: [(at: Double, text: String, isMinor: Bool)] = []
    while moment <= end.milliseconds, marks.count < 20 {
      let mark = Timestamp(milliseconds: moment)
      marks.append((position(mark), Moments.mark(mark, spacingSeconds: step), marks.count % 2 == 1))
      moment &+= stepMs
    }
    return marks
  }
}
