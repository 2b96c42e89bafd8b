import SyncModel

/// Moments and periods for people, always in UTC.
enum Moments {
  /// From a first to a last moment, with the zone.
  static func span(_ first: Timestamp?, _ last: Timestamp?) -> String? {
    guard let start = first ?? last, let end = last ?? first else { return nil }
    let zone = isDateless(start) && isDateless(end) ? ", day unknown" : " UTC"
    let (from, to) = (readable(start), readable(end))
    if from == to { return from + zone }
    return "\(from) to \(sameDay(start, end) ? String(end.readable.dropFirst(11)) : to)" + zone
  }

  /// A moment without the zone's name; the time alone where the log has no dates.
  static func readable(_ moment: Timestamp) -> String {
    isDateless(moment) ? String(moment.readable.dropFirst(11)) : moment.readable
  }

  /// Readers count the time of logs without dates from the beginning of 1970, when there was no CloudKit.
  private static func isDateless(_ moment: Timestamp) -> Bool { (0..<172_800_000).contains(moment.milliseconds) }

  /// The length of a period: `7 d`, `3 h 20 min`.
  static func length(of period: Period) -> String {
    Quantity.mark(milliseconds: Double(period.end.milliseconds) - Double(period.start.milliseconds))
  }

  /// As short as the distance between two marks of an axis allows: `Nov 23`, `07:00`, `07:00:15`.
  static func mark(_ moment: Timestamp, spacingSeconds: Int) -> String {
    let parts = moment.parts
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let day = "\(months[max(0, min(11, parts.month - 1))]) \(parts.day)"
    if spacingSeconds >= 86_400 { return day }
    let time = String(moment.readable.dropFirst(11).prefix(spacingSeconds >= 60 ? 5 : 8))
    return parts.hour == 0 && parts.minute == 0 && parts.second == 0 ? day : time
  }

  private static func sameDay(_ left: Timestamp, _ right: Timestamp) -> Bool {
    left.readable.prefix(10) == right.readable.prefix(10)
  }
}
