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
  ]
}
