import SyncModel

/// Moments and periods for people, always in UTC.
enum Moments {
  /// From a first to a last moment, without the zone's name.
  static func span(_ first: Timestamp?, _ last: Timestamp?) -> String? {
    switch (first, last) {
    case (nil, nil): nil
    case (let moment?, nil), (nil, let moment?): moment.readable
    case (let first?, let last?):
      first.readable == last.readable
        ? first.readable
        : "\(first.readable) to \(sameDay(first, last) ? String(last.readable.dropFirst(11)) : last.readable)"
    }
  }

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
