/// What starts the commands of a schedule.
enum ScheduleKind: String, CaseIterable {
  case systemd, launchd, cron, github

  /// The files, in the order in which they are printed.
  func files(for schedule: Schedule) -> [ScheduleFile] {
    switch self {
    case .systemd: schedule.systemdUnits
    case .launchd: [schedule.launchAgent]
    case .cron: [ScheduleFile(text: schedule.crontab)]
    case .github: [schedule.workflow]
    }
  }

  /// What is to be done with the files once they are in place.
  var nextStep: String {
    switch self {
    case .systemd: "systemctl --user daemon-reload && systemctl --user enable --now ckdiag.timer"
    case .launchd: "launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/ckdiag.report.plist"
    case .cron: "crontab -e, and add the line"
    case .github: "git add .github/workflows/ckdiag.yml"
    }
  }

  /// Whether the files lie in the home folder; those of GitHub lie in the repository.
  var belongsToHome: Bool { self != .github }
}
