import Arguments
import Reporting
import Storage
import SyncModel

/// Says what a store holds and whether it is sound, and removes what is old.
struct DatabaseCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "db", summary: "say what a store holds and whether it is sound, or remove what is old",
      operands: "info|prune", minimumOperands: 1, maximumOperands: 1, operandChoices: ["info", "prune"],
      flags: [
        Flag("db", value: "FILE", help: "the store"),
        Flag("format", value: "FORMAT", choices: ["text", "json"], help: "form of 'info' (default: text)"),
        Flag("keep-raw", value: "SPAN", help: "what 'prune' keeps of everything: the last 30d, 12w"),
        Flag(
          "keep-rollups", value: "SPAN",
          help: "what 'prune' keeps of the hourly counts of requests: 104w, 2y (default: all)"),
        Flag("dry-run", help: "say what 'prune' would remove"),
      ],
      examples: [
        ("ckdiag db info --db sync.sqlite", "rows, period, sizes, last ingest and integrity"),
        (
          "ckdiag db prune --db sync.sqlite --keep-raw 30d --keep-rollups 2y",
          "keep requests for 30 days and their hourly counts for two years, and give the space back"
        ),
      ])
  }

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    let task = arguments.operands[0]
    guard ["info", "prune"].contains(task) else {
      throw CommandFailure("'db' knows no '\(task)'", help: "ckdiag db info --db FILE, or ckdiag db prune")
    }
    guard let path = arguments.value("db") else {
      throw CommandFailure("'db \(task)' needs a store", help: "add --db FILE")
    }
    if task == "prune" { return try prune(path, arguments, in: environment) }
    let facts: StoreFacts
    do throws(StorageError) { facts = try EventStore(path: path, isWritable: false).facts() } catch {
      throw CommandFailure(error)
    }
    environment.writeOutput(
      arguments.value("format") == "json" ? facts.json(path: path) : facts.text(path: path))
    return facts.faults.isEmpty ? .clean : .findings
  }

  private func prune(
    _ path: String, _ arguments: ParsedArguments, in environment: CommandEnvironment
  ) throws(CommandFailure) -> ExitCode {
    guard let text = arguments.value("keep-raw"), let span = TimeExpression.span(text) else {
      throw CommandFailure("'db prune' must be told what to keep", help: "add --keep-raw 90d")
    }
    var rolledBefore: Timestamp?
    if let text = arguments.value("keep-rollups") {
      guard let kept = TimeExpression.span(text), kept >= span else {
        throw CommandFailure(
          "'\(text)' is no length of time for '--keep-rollups'", help: "write 52w or 2y, no less than '--keep-raw'")
      }
      rolledBefore = environment.now.advanced(byMilliseconds: -kept)
    }
    let moment = environment.now.advanced(byMilliseconds: -span).startOfHour
    let isTrial = arguments.has("dry-run")
    let rows: PrunedRows
    do throws(StorageError) {
      // Opened to read first: a store that does not exist is not made.
      let reader = try EventStore(path: path, isWritable: false)
      rows =
        isTrial
        ? try reader.prunable(before: moment, rolledBefore: rolledBefore)
        : try EventStore(path: path, lockedBy: "db prune").prune(before: moment, rolledBefore: rolledBefore)
    } catch {
      throw CommandFailure(error)
    }
    environment.writeOutput(
      "\(isTrial ? "would remove" : "removed") \(Quantity.counted(rows.requests, "request")) and "
        + "\(Quantity.counted(rows.others, "other value")) from before \(moment.readable) UTC"
        + (rows.rolledHours > 0 ? " and \(Quantity.counted(rows.rolledHours, "hourly count"))" : "")
        + (isTrial ? "\n" : "; \(Quantity.bytes(rows.bytes)) given back\n"))
    return .clean
  }
}

extension StoreFacts {
  /// For people, one fact a line.
  func text(path: String) -> String {
    var lines = [
      "\(path): \(Quantity.bytes(bytes)), \(Quantity.bytes(freeBytes)) of them free; schema \(schemaVersion)",
      "Inputs       \(Quantity.count(inputs))",
      "Period       \(period.map { "\($0.start.readable) to \($0.end.readable) UTC" } ?? "none")",
      "Oldest raw   \(oldestRequest.map { "request of \($0.readable) UTC" } ?? "no request")",
      "Last ingest  \(lastIngest.map { "\($0.readable) UTC" } ?? "never")",
      "Integrity    \(faults.isEmpty ? "ok" : "\(faults.count) faults")",
    ]
    lines += faults.map { "  \($0)" }
    lines.append("")
    let rows = tables.map { [$0.name, Quantity.count($0.rows), $0.bytes.map { Quantity.bytes($0) } ?? "–"] }
    let titled = [["Table", "Rows", "Size"]] + rows
    let widths = (0..<3).map { column in titled.map { $0[column].count }.max() ?? 0 }
    for row in titled {
      let padded = row.enumerated().map { column, text in
        let blanks = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 ? text + blanks : blanks + text
      }
      lines.append(padded.joined(separator: "  "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// For scripts; absent knowledge is null.
  func json(path: String) -> String {
    func moment(_ time: Timestamp?) -> JSONValue { time.map { .string($0.iso8601) } ?? .null }
    let value = JSONValue.object([
      "path": .string(path), "schemaVersion": .integer(Int64(schemaVersion)), "bytes": .integer(bytes),
      "freeBytes": .integer(freeBytes), "inputs": .integer(inputs), "start": moment(period?.start),
      "end": moment(period?.end), "oldestRequest": moment(oldestRequest), "lastIngest": moment(lastIngest),
      "integrity": .array(faults.map { .string($0) }),
      "tables": .array(
        tables.map { table in
          .object([
            "name": .string(table.name), "rows": .integer(table.rows),
            "bytes": table.bytes.map { .integer($0) } ?? .null,
          ])
        }),
    ])
    var text = ""
    value.write(to: &text)
    return text + "\n"
  }
}
