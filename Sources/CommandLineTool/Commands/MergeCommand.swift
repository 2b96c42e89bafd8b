import Arguments
import Foundation
import Storage

/// Puts the stores of several machines or apps into one.
struct MergeCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "merge", summary: "put stores of several machines or apps into one, each input once",
      operands: "STORE…", minimumOperands: 1,
      flags: [Flag("output", short: "o", value: "FILE", help: "the store to put them into; it may exist already")],
      examples: [("ckdiag merge office.sqlite home.sqlite -o all.sqlite", "one store with the inputs of both")])
  }

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    guard let target = arguments.value("output") else {
      throw CommandFailure("'merge' needs a store to write", help: "add -o FILE")
    }
    func place(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    for path in arguments.operands {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure("cannot open the store '\(path)': no such file")
      }
      if place(path) == place(target) { throw CommandFailure("'\(path)' cannot be merged into itself") }
    }
    var (added, known) = (0, 0)
    do throws(StorageError) {
      let store = try EventStore(path: target, lockedBy: "merge")
      for path in arguments.operands {
        let result = try store.merge(path)
        added += result.added
        known += result.known
      }
    } catch {
      throw CommandFailure(error)
    }
    environment.writeOutput("\(added) \(added == 1 ? "input" : "inputs") added, \(known) already known\n")
    return .clean
  }
}
