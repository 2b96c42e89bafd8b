extension Schedule {
  /// A oneshot service and its timer, for the user's own manager.
  var systemdUnits: [ScheduleFile] {
    let starts = commands.map { command in
      "ExecStart=" + command.map(Self.systemdWord).joined(separator: " ")
    }
    let service = """
      [Unit]
      Description=ckdiag report of CloudKit logs

      [Service]
      Type=oneshot
      WorkingDirectory=\(Self.systemdPath(folder))
      # Inputs that cannot be read must not keep the report and the alerts from being made.
      \(starts[0].replacingPrefix("ExecStart=", "ExecStart=-"))
      \(starts.dropFirst().dropLast().joined(separator: "\n"))
      # Exit code 1 when an alert fires: the unit fails, and OnFailure= can tell somebody.
      \(starts.last ?? "")
      Nice=10

      """
    let day: String
    switch rhythm {
    case .daily: day = ""
    case .weekly(let number):
      day = Self.weekdays[number].prefix(1).uppercased() + Self.weekdays[number].dropFirst().prefix(2) + " "
    }
    let timer = """
      [Unit]
      Description=ckdiag report \(words)

      [Timer]
      OnCalendar=\(day)*-*-* \(time):00
      Persistent=true
      RandomizedDelaySec=5min

      [Install]
      WantedBy=timers.target

      """
    return [
      ScheduleFile(path: ".config/systemd/user/ckdiag.service", text: service),
      ScheduleFile(path: ".config/systemd/user/ckdiag.timer", text: timer),
    ]
  }

  /// A word of ExecStart: `%` and `$` mean something there, and quotes keep blanks together.
  private static func systemdWord(_ word: String) -> String {
    var text = ""
    var needsQuotes = word.isEmpty
    for character in word {
      switch character {
      case "%": text += "%%"
      case "$": text += "$$"
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      default: text.append(character)
      }
      if character == " " || character == "'" || character == "\"" || character == ";" || character == "\\" {
        needsQuotes = true
      }
    }
    return needsQuotes ? "\"\(text)\"" : text
  }

  /// A path of a setting: it is taken to the end of the line, only `%` means something.
  private static func systemdPath(_ path: String) -> String {
    path.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, _ other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
