/// What runs when: the commands of a regular report, and its moment.
struct Schedule: Equatable {
  /// How often.
  enum Rhythm: Equatable {
    case daily
    /// 0 is Monday.
    case weekly(Int)
  }

  var rhythm: Rhythm
  /// 0 to 23.
  var hour: Int
  /// 0 to 59.
  var minute: Int
  /// The tool's file, or its name where it is found on the path.
  var tool: String
  var store: String
  var inputs: String
  var reports: String
  /// Where the commands run, so that they find `.ckdiag.json`.
  var folder: String
  /// What gets the alerts as JSON; nil = nothing.
  var notify: String?
  /// How long raw values are kept: `90d`; nil = for ever.
  var keepRaw: String?
  /// How long hourly counts are kept, only with `keepRaw`: `2y`; nil = for ever.
  var keepRollups: String?

  static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// The words of the commands: take in, report, prune where that is wanted, alert.
  var commands: [[String]] {
    let last = rhythm == .daily ? "day" : "week"
    return [
      [tool, "ingest", inputs, "--db", store, "--quiet"],
      [
        tool, "report", "--db", store, "--last", last, "--compare", "previous", "--reports", reports, "--fail-on",
        "never",
      ],
    ] + pruning
      + [[tool, "alert", "--db", store] + (notify.map { ["--notify", $0] } ?? [])]
  }

  private var pruning: [[String]] {
    guard let keepRaw else { return [] }
    return [
      [tool, "db", "prune", "--db", store, "--keep-raw", keepRaw] + (keepRollups.map { ["--keep-rollups", $0] } ?? [])
    ]
  }

  /// `07:05`.
  var time: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }

  /// `every Monday at 07:00`.
  var words: String {
    switch rhythm {
    case .daily: "every day at \(time)"
    case .weekly(let day):
      "every \(Self.weekdays[day].prefix(1).uppercased() + Self.weekdays[day].dropFirst()) at \(time)"
    }
  }

  /// The commands for a shell: each runs whatever became of the one before, the last decides.
  var script: String { commands.map { $0.map(Self.quoted).joined(separator: " ") }.joined(separator: "; ") }

  /// A word for a POSIX shell.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    guard !plain || word.isEmpty else { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

/// A file of a schedule.
struct ScheduleFile: Equatable {
  /// Relative to the home folder, or to the working directory for GitHub; nil = it cannot be installed by writing a file.
  var path: String?
  var text: String
}
