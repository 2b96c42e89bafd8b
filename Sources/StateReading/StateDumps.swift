/// Every kind of sync-state store and dump, the narrower before the wider.
package enum StateDumps {
  package static let all: [any StateDump] = [
    CoreDataStore(),
    SQLiteDataStore(),
    SQLiteDatabase(),
    WriteAheadLog(),
    SQLScript(),
    SQLiteOutput(),
    ReportedState(),
    TokenList(),
    DriveDump(),
    SyncEngineState(),
  ]
}
