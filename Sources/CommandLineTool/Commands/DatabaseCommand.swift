import Arguments
import Reporting
import Storage
import SyncModel

/// Says what a store holds and whether it is sound.
struct DatabaseCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "db", summary: "say what a store holds, how large it is and whether it is sound",
      operands: "info", minimumOperands: 1, maximumOperands: 1, operandChoices: ["info"],
      flags: [
        Flag("db", value: "FILE", help: "the store"),
        Flag("format", value: "FORMAT", choices: ["text", "json"], help: "form of the output (default: text)"),
      ],
      examples: [("ckdiag db info --db sync.sqlite", "rows, period, sizes, last ingest and integrity")])
  }

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    guard arguments.operands == ["info"] else {
      throw CommandFailure("'db' knows no '\(arguments.operands[0])'", help: "ckdiag db info --db FILE")
    }
    guard let path = arguments.value("db") else {
      throw CommandFailure("'db info' needs a store", help: "add --db FILE")
    }
    let facts: StoreFacts
    do throws(StorageError) { facts = try EventStore(path: path, isWritable: false).facts() } catch {
      throw CommandFailure(error)
    }
    environment.writeOutput(
      arguments.value("format") == "json" ? facts.json(path: path) : facts.text(path: path, now: environment.now))
    return facts.faults.isEmpty ? .clean : .findings
  }
}

extension StoreFacts {
  /// For people, one fact a line.
  func text(path: String, now: Timestamp) -> String {
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
