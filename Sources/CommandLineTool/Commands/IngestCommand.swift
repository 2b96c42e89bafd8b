import Arguments
import Storage
import SyncModel

/// Takes inputs into a store without reporting: for timers and drop folders.
struct IngestCommand: Command {
  var definition: CommandDefinition {
    CommandDefinition(
      name: "ingest", summary: "add logs, traffic and sync stores to a store, each content once",
      operands: "INPUT…", minimumOperands: 1,
      flags: [
        Flag("db", value: "FILE", help: "the store; it is created when it does not exist"),
        Flag("quiet", short: "q", help: "say nothing when all went well"),
        Flag("move-to", value: "DIR", help: "move logs there once the store holds all of them"),
        Flag("delete-after", help: "delete logs once the store holds all of them"),
      ] + InputFlags.flags,
      examples: [
        ("ckdiag ingest Exports/ --db sync.sqlite", "new and grown files of a folder, from a timer"),
        ("ckdiag ingest Drop/ --db sync.sqlite --move-to Done", "a drop folder that empties itself"),
        ("ckdiag ingest logs.tar.gz --db sync.sqlite", "the members of an archive"),
      ])
  }

  func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode {
    guard let path = arguments.value("db") else {
      throw CommandFailure("'ingest' needs a store", help: "add --db FILE")
    }
    let inputs = try InputFlags(arguments)
    let folder = try DropFolder(arguments)
    var ingestion: Ingestion
    let sources: [StoredSource]
    do throws(StorageError) {
      let store = try EventStore(path: path, lockedBy: "ingest")
      ingestion = Ingestion(store: store, now: environment.now)
      ingestion.forcedFormat = inputs.format
      ingestion.userFormats = inputs.userFormats
      ingestion.options = inputs.options
      ingestion.storePath = path
      ingestion.rollsUp = true
      try ingestion.read(operands: arguments.operands)
      // Inputs of `analyze` and of older stores have none yet.
      try store.rollUp()
      store.scope.sources = Set(ingestion.sources)
      sources = try store.sources()
    } catch {
      throw CommandFailure(error)
    }
    let isCleared = folder?.clear(ingestion.finishedLogs, in: environment) ?? true
    ingestion.tell(isVerbose: inputs.isVerbose, in: environment)
    if !arguments.has("quiet") {
      let fresh = ingestion.sources.count - ingestion.alreadyKnown
      let records = sources.reduce(0) { $0 + $1.summary.records }
      environment.writeOutput(
        "\(fresh) \(fresh == 1 ? "input" : "inputs") added, \(ingestion.alreadyKnown) already known; "
          + "\(records) records in them\n")
    }
    return ingestion.failures.isEmpty && isCleared ? .clean : .unusable
  }
}
