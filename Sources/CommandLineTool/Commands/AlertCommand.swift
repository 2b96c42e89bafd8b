import Arguments
import Foundation
import Storage
import SyncModel

/// Tells what of a store has passed a limit since it was last looked at.
struct AlertCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "alert", summary: "tell which rules of .ckdiag.json a store has broken since the last look",
      maximumOperands: 0,
      flags: [
        Flag("db", value: "FILE", help: "the store; it also keeps which alerts have fired"),
        Flag(
          "format", value: "FORMAT", choices: ["text", "json", "slack", "markdown"],
          help: "form of the output (default: text)"),
        Flag("notify", value: "COMMAND", help: "a shell command that gets what fired and cleared as JSON"),
        Flag("dry-run", help: "show every rule with its value; remember nothing and notify nobody"),
      ],
      examples: [
        ("ckdiag alert --db sync.sqlite", "exit code 1 and a line for each rule that fires"),
        ("ckdiag alert --db sync.sqlite --dry-run", "how far each rule is from firing"),
        (
          "ckdiag alert --db sync.sqlite --notify 'mail -s CloudKit ops@example.com'",
          "the JSON as a mail, only when something fired or cleared"
        ),
      ])
  }

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    guard let path = arguments.value("db") else { throw CommandFailure("'alert' needs a store", help: "add --db FILE") }
    let configuration = try Configuration.load(arguments, in: environment)
    let rules = try AlertRule.all(in: configuration?.alerts, of: configuration?.path ?? "")
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure("cannot open the store '\(path)': no such file", help: "ckdiag ingest makes one")
    }
    if rules.isEmpty {
      environment.writeError("ckdiag: no rules; 'alerts' in .ckdiag.json holds them, see docs/scheduling.md\n")
      return .clean
    }
    do throws(StorageError) {
      let store = try EventStore(path: path)
      var meter = AlertMeter(store: store, now: environment.now)
      if arguments.has("dry-run") {
        var readings: [(rule: AlertRule, reading: AlertMeter.Reading)] = []
        for rule in rules { readings.append((rule, try meter.reading(of: rule))) }
        let message = AlertMessage(readings: readings, store: path, now: environment.now)
        environment.writeOutput(message.text(as: arguments.value("format") ?? "text"))
        return .clean
      }
      let old = try store.alertStates()
      var states: [String: AlertState] = [:]
      var events: [AlertEvent] = []
      for rule in rules {
        let next = AlertEvent.next(rule, try meter.reading(of: rule), after: old[rule.name], now: environment.now)
        states[rule.name] = next.state
        if let event = next.event { events.append(event) }
      }
      let message = AlertMessage(events: events, store: path, now: environment.now)
      environment.writeOutput(message.text(as: arguments.value("format") ?? "text"))
      // An alert that could not be sent has not been told: it fires again.
      if let command = arguments.value("notify"), !events.isEmpty {
        if let failure = notify(command, message.json) {
          environment.tell(failure)
          return .unusable
        }
      }
      if states != old { try store.setAlertStates(states) }
      return events.contains { $0.kind != .cleared } ? .findings : .clean
    } catch {
      throw CommandFailure(error)
    }
  }

  private func notify(_ command: String, _ text: String) -> CommandFailure? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let pipe = Pipe()
    process.standardInput = pipe
    do {
      try process.run()
      // A command that does not read is no failure; SIGPIPE is ignored.
      try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try? pipe.fileHandleForWriting.close()
    } catch {
      return CommandFailure("cannot start '\(command)'")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      return CommandFailure(
        "'\(command)' ended with exit code \(process.terminationStatus)", help: "the alerts count as not told")
    }
    return nil
  }
}
