import SyncModel

extension Report {
  /// The definition that stands once in every report with percentiles.
  var percentileDefinition: String {
    "Percentiles are nearest rank: the ceil(p·n)-th smallest of n values, never interpolated."
      + (requests?.rolledBefore == nil
        ? "" : " They are approximate, within 0.05 %: hourly counts stand for the older requests.")
  }

  /// What must be known of a period whose requests are not all there any more.
  private var pruning: String? {
    guard let requests, let moment = requests.rolledBefore else { return nil }
    return
      "Of requests before \(moment.readable) UTC hourly counts are left: percentiles are approximate (within 0.05 %), "
      + "hours count whole, findings, delays and errors of device logs are of later moments only"
      + (requests.affectedUsersAreKnown ? "." : ", and affected users by attribute are unknown.")
  }

  /// What was read, what was not understood, and the period, in sentences.
  var dataQuality: [String] {
    var sentences = inputs.isEmpty ? [] : [reading + "."]
    if let period, let span = Moments.span(period.start, period.end) {
      sentences.append("Period: \(span)\(period.start == period.end ? "" : " (\(Moments.length(of: period)))").")
    }
    if let gap = longestGap { sentences.append("Longest time without a request: \(gap).") }
    if let pruning { sentences.append(pruning) }
    if !filters.isEmpty { sentences.append("Restricted to \(filters.joined(separator: ", ")).") }
    return sentences
  }

  private var reading: String {
    let lines = Quantity.sum(inputs.map(\.lines))
    let records = Quantity.sum(inputs.map(\.records))
    let foreign = Quantity.sum(inputs.map(\.unrecognizedLines))
    let cut = inputs.count { $0.isTruncated }
    let unread = inputs.count { $0.format == nil }
    var clauses = ["Read " + Quantity.counted(inputs.count, "input")]
    if lines > 0 { clauses[0] += " with " + Quantity.counted(lines, "line") }
    if records == 0 {
      clauses.append("nothing was recognised")
    } else {
      clauses.append(Quantity.counted(records, "record") + " recognised")
      if foreign > 0 {
        let share = lines > 0 ? " (\(Quantity.percent(Double(foreign) / Double(lines))))" : ""
        clauses.append("\(Quantity.counted(foreign, "line")) not recognised\(share)")
      } else if lines > 0 {
        clauses.append("every line understood")
      }
    }
    if cut > 0 { clauses.append("\(Quantity.counted(cut, "input")) cut short") }
    if unread > 0 { clauses.append("\(Quantity.counted(unread, "input")) of no known format") }
    return clauses.joined(separator: "; ")
  }

  private var longestGap: String? {
    guard let timeline = requests?.timeline else { return nil }
    var longest = 0
    var current = 0
    for bucket in timeline.buckets {
      current = bucket.count == 0 ? current + 1 : 0
      longest = max(longest, current)
    }
    // A pause of some minutes is nothing to worry about, and a bucket may be empty by chance.
    let seconds = Double(longest) * Double(timeline.bucketSeconds)
    return longest > 1 && seconds >= 600 ? "about " + Quantity.seconds(seconds) : nil
  }
}
