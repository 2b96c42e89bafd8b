import Arguments
import Foundation

/// Prints or installs what a timer needs to take logs in, report and alert regularly.
struct ScheduleCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "schedule", summary: "write the timer that ingests, reports and alerts every day or week",
      maximumOperands: 0,
      flags: [
        Flag("every", value: "RHYTHM", choices: ["day", "week"], help: "how often (default: week)"),
        Flag("at", value: "HH:MM", help: "the time of day (default: 07:00)"),
        Flag("on", value: "WEEKDAY", choices: Schedule.weekdays, help: "the day of a weekly report (default: monday)"),
        Flag("db", value: "FILE", help: "the store"),
        Flag("inputs", value: "DIR", help: "the folder or file that new logs are put in"),
        Flag("reports", value: "DIR", help: "the folder of the report archive"),
        Flag("tool", value: "FILE", help: "the ckdiag that is started (default: this one)"),
        Flag("keep-raw", value: "SPAN", help: "also forget what is older than 90d (default: keep everything)"),
        Flag("keep-rollups", value: "SPAN", help: "with '--keep-raw', forget hourly counts older than 2y too"),
        Flag("notify", value: "COMMAND", help: "the shell command that gets alerts as JSON"),
        Flag(
          "kind", value: "KIND", choices: ScheduleKind.allCases.map(\.rawValue),
          help: "what starts it (default: launchd on macOS, else systemd)"),
        Flag("install", help: "write the files to their places instead of printing them"),
      ],
      examples: [
        (
          "ckdiag schedule --every week --at 07:00 --db sync.sqlite --inputs Logs --reports Reports --install",
          "every Monday at seven"
        ),
        (
          "ckdiag schedule --every day --kind cron --db sync.sqlite --inputs Logs --reports Reports",
          "a line for crontab -e"
        ),
      ])
  }

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    let kind = try kind(arguments)
    let schedule = try schedule(arguments, kind, environment)
    let files = kind.files(for: schedule)
    guard arguments.has("install") else {
      for file in files {
        if let path = file.path { environment.writeOutput("# \(place(of: path, kind, environment))\n") }
        environment.writeOutput(file.text + (files.count > 1 ? "\n" : ""))
      }
      environment.writeError(
        "Nothing was written. With --install the files go to their places; then:\n  \(kind.nextStep)\n")
      return .clean
    }
    for file in files {
      guard let path = file.path else {
        throw CommandFailure("'--install' cannot change a crontab", help: "run crontab -e and add the printed line")
      }
      let place = place(of: path, kind, environment)
      do {
        try FileManager.default.createDirectory(
          atPath: String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)]), withIntermediateDirectories: true)
      } catch {
        throw CommandFailure("cannot make the folder of '\(place)'")
      }
      try ReportOutput.write(file.text, to: place)
      environment.writeOutput("wrote \(place)\n")
    }
    environment.writeOutput("next: \(kind.nextStep)\n")
    return .clean
  }

  private func place(of path: String, _ kind: ScheduleKind, _ environment: CommandEnvironment) -> String {
    kind.belongsToHome ? "\(environment.variables["HOME"] ?? "~")/\(path)" : "\(environment.currentDirectory)/\(path)"
  }

  private func kind(_ arguments: ParsedArguments) throws(CommandFailure) -> ScheduleKind {
    #if os(macOS)
      let usual = ScheduleKind.launchd
    #else
      let usual = ScheduleKind.systemd
    #endif
    return arguments.value("kind").flatMap { ScheduleKind(rawValue: $0) } ?? usual
  }

  private func schedule(
    _ arguments: ParsedArguments, _ kind: ScheduleKind, _ environment: CommandEnvironment
  ) throws(CommandFailure) -> Schedule {
    func needed(_ flag: String) throws(CommandFailure) -> String {
      guard let value = arguments.value(flag) else {
        throw CommandFailure("'schedule' needs '--\(flag)'", help: "ckdiag help schedule shows a whole line")
      }
      guard !value.contains(where: \.isNewline) else { throw CommandFailure("'--\(flag)' must be one line") }
      // Timers start in another folder; a workflow starts in its repository.
      return kind == .github || value.hasPrefix("/") ? value : "\(environment.currentDirectory)/\(value)"
    }
    let time = arguments.value("at") ?? "07:00"
    let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...23).contains(hour),
      (0...59).contains(minute)
    else { throw CommandFailure("'\(time)' is no time of day for '--at'", help: "write 07:00") }
    let isDaily = arguments.value("every") == "day"
    if isDaily, arguments.has("on") { throw CommandFailure("'--on' goes with '--every week'") }
    let day = arguments.value("on").flatMap { Schedule.weekdays.firstIndex(of: $0) } ?? 0
    if arguments.value("notify")?.contains(where: \.isNewline) == true {
      throw CommandFailure("'--notify' must be one line")
    }
    for flag in ["keep-raw", "keep-rollups"] {
      if let span = arguments.value(flag), TimeExpression.span(span) == nil {
        throw CommandFailure("'\(span)' is no length of time for '--\(flag)'", help: "write 90d or 12w")
      }
    }
    if arguments.has("keep-rollups"), !arguments.has("keep-raw") {
      throw CommandFailure("'--keep-rollups' goes with '--keep-raw'")
    }
    return Schedule(
      rhythm: isDaily ? .daily : .weekly(day), hour: hour, minute: minute,
      tool: arguments.value("tool") ?? (kind == .github ? nil : environment.executable) ?? "ckdiag",
      store: try needed("db"),
      inputs: try needed("inputs"), reports: try needed("reports"), folder: environment.currentDirectory,
      notify: arguments.value("notify"), keepRaw: arguments.value("keep-raw"),
      keepRollups: arguments.value("keep-rollups"))
  }
}
