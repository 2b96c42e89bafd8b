/// Every log format, the narrower before the wider: at equal confidence the earlier wins.
package enum LogFormats {
  package static let all: [any LogFormat] = [
    HTTPArchive(),
    MistKitLog(),
    PHPErrorDump(),
    WebExchanges(),
    CloudKitJSErrors(),
    KeiLog(),
    PythonClientLog(),
    WebServicesBodies(),
    ConsoleJSON(),
    ConsoleCSV(),
    RequestLog(),
    ConsoleLines(),
    UnifiedLogNDJSON(),
    UnifiedLogJSON(),
    UnifiedLogDefault(),
    UnifiedLogCompact(),
    UnifiedLogSyslog(),
    XcodeConsole(),
    NSLogText(),
    ConsoleAppCopy(),
    XcodeMetadata(),
    CoreDataDebugLog(),
    SQLiteDataLog(),
    SyncEngineLog(),
    PlainText(),
  ]

  /// Ids of the formats of lines that people paste and programs quote, so that something may stand around them.
  package static let texts: Set<String> = [
    "unified-log", "unified-log-compact", "unified-log-syslog", "xcode-console", "nslog", "console-app",
    "xcode-console-metadata", "core-data-log", "sqlite-data-log", "sync-engine-log", "plain-text",
  ]
}
