import SyncModel

/// A fetch among millions, with what tells whether it belongs to a loop.
package struct FetchRequest: Equatable, Sendable {
  package var origin: Origin
  package var time: Timestamp
  package var requestClass: Int64
  /// The number of the user's symbol; 0 = none.
  package var user: Int64
  /// The operation id as a number; nil = none, or in another form.
  package var operation: Int64?
}

/// Counts how often numbers occur in 16 KiB to 2 MiB: now and then too high, never too low.
struct FrequencySketch {
  private let bits: UInt64
  private var counts: [UInt8]
  private let threshold: UInt8
  private var reported = 0

  /// Makes a sketch for about so many numbers: a slot for every four keeps it in the processor's cache and the counts
  /// close to the truth.
  init(reportingAt threshold: UInt8, expecting numbers: Int) {
    self.threshold = threshold
    bits = UInt64(min(21, max(14, Int.bitWidth - (numbers / 4).leadingZeroBitCount)))
    counts = [UInt8](repeating: 0, count: 1 << Int(bits))
  }

  /// Counts numbers; the body gets the places, among them, of those whose count has just reached the threshold, which
  /// happens once to each of at most 1,000 numbers.
  ///
  /// Many at a time, because most of their slots are far away in memory, and are waited for together that way.
  mutating func count(_ numbers: [Int64], ifReached body: (Int) -> Void) {
    let (shift, threshold) = (64 - bits, threshold)
    counts.withUnsafeMutableBufferPointer { counts in
      for (place, number) in numbers.enumerated() {
        // Fibonacci hashing: the upper bits of a product with 2^64 / golden ratio are spread evenly.
        let slot = Int((UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> shift)
        let known = counts[slot]
        guard known < threshold else { continue }
        counts[slot] = known + 1
        guard known + 1 == threshold, reported < 1000 else { continue }
        reported += 1
        body(place)
      }
    }
  }
}
