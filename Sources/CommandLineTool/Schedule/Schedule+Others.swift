extension Schedule {
  /// A property list for launchd; a moment that was slept through is made up for after waking.
  var launchAgent: ScheduleFile {
    var moment = [
      "      <key>Hour</key><integer>\(hour)</integer>", "      <key>Minute</key><integer>\(minute)</integer>",
    ]
    // launchd counts from Sunday, 0.
    if case .weekly(let day) = rhythm { moment.append("      <key>Weekday</key><integer>\((day + 1) % 7)</integer>") }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
        <dict>
          <key>Label</key><string>ckdiag.report</string>
          <key>ProgramArguments</key>
          <array>
            <string>/bin/sh</string>
            <string>-c</string>
            <string>\(Self.xml(script))</string>
          </array>
          <key>WorkingDirectory</key><string>\(Self.xml(folder))</string>
          <key>StartCalendarInterval</key>
          <dict>
      \(moment.joined(separator: "\n"))
          </dict>
          <key>LowPriorityIO</key><true/>
        </dict>
      </plist>

      """
    return ScheduleFile(path: "Library/LaunchAgents/ckdiag.report.plist", text: text)
  }

  /// One line of a crontab; the lock keeps a slow run and the next one apart.
  var crontab: String {
    let day: String
    // cron counts from Sunday, 0.
    switch rhythm {
    case .daily: day = "*"
    case .weekly(let number): day = "\((number + 1) % 7)"
    }
    let line =
      "cd \(Self.quoted(folder)) && flock -n \(Self.quoted(store + ".lock")) sh -c \(Self.quoted(script))"
    // A percent sign ends the command of a crontab.
    let escaped = line.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\%")
    return "\(minute) \(hour) * * \(day) \(escaped)\n"
  }

  /// A workflow that keeps the store in the cache and the reports as an artifact; GitHub counts in UTC.
  var workflow: ScheduleFile {
    let day: String
    switch rhythm {
    case .daily: day = "*"
    case .weekly(let number): day = "\((number + 1) % 7)"
    }
    let steps = zip(["Take in new logs", "Report"] + (keepRaw == nil ? [] : ["Prune"]) + ["Alert"], commands).map {
      name, command in
      "      - name: \(name)\n        run: |\n          \(command.map(Self.quoted).joined(separator: " "))"
    }
    let text = """
      name: ckdiag
      on:
        schedule:
          - cron: "\(minute) \(hour) * * \(day)"
        workflow_dispatch:
      concurrency: ckdiag
      permissions:
        contents: read
      jobs:
        report:
          # A runner on which ckdiag is installed.
          runs-on: self-hosted
          steps:
            - uses: actions/checkout@v4
            - uses: actions/cache@v4
              with:
                path: |
                  \(store)
                  \(reports)
                key: ckdiag-${{ github.run_id }}
                restore-keys: ckdiag-
      \(steps.dropLast().joined(separator: "\n"))
            - uses: actions/upload-artifact@v4
              with:
                name: ckdiag-reports
                path: \(Self.yaml(reports))
      \(steps.last ?? "")

      """
    return ScheduleFile(path: ".github/workflows/ckdiag.yml", text: text)
  }

  private static func xml(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }

  private static func yaml(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
