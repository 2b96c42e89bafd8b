/// Numbers durations so that few numbers stand for all: exact below 2,048 ms, within 0.05 % above.
package enum DurationBuckets {
  /// Durations below this have a bucket each; above, every doubling has half as many.
  private static let exact: Int64 = 2048

  /// The bucket of a duration of 0 or more, in milliseconds.
  package static func bucket(of duration: Int64) -> UInt32 {
    guard duration >= exact else { return UInt32(max(0, duration)) }
    let shift = Int64.bitWidth - duration.leadingZeroBitCount - 11
    return UInt32(Int64(shift) * 1024 + (duration >> Int64(shift)))
  }

  /// The duration in the middle of a bucket.
  package static func duration(of bucket: UInt32) -> Int64 {
    guard Int64(bucket) >= exact else { return Int64(bucket) }
    let shift = min(52, Int64(bucket) / 1024 - 1)
    return (1024 + Int64(bucket) % 1024) << shift + (Int64(1) << shift) / 2
  }
}
