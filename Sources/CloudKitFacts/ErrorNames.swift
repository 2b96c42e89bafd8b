/// Names of errors for people, whatever their domain.
package enum ErrorNames {
  /// Returns the name of a code: `requestRateLimited`, `mirroringNotInitialized`; nil where none is known.
  package static func name(domain: String, code: Int) -> String? {
    switch domain {
    case "CKErrorDomain": CloudKitErrorCode.numbered(code)?.name ?? InternalErrorNumbers.privateName(of: code)
    case "CKInternalErrorDomain": InternalErrorNumbers.name(of: code)
    case "NSCocoaErrorDomain": CocoaErrorCode.numbered(code)?.name
    case "NSURLErrorDomain": urlErrors[code]
    default: nil
    }
  }

  private static let urlErrors: [Int: String] = [
    -999: "cancelled", -1000: "badURL", -1001: "timedOut", -1003: "cannotFindHost", -1004: "cannotConnectToHost",
    -1005: "networkConnectionLost", -1006: "dnsLookupFailed", -1009: "notConnectedToInternet",
    -1011: "badServerResponse", -1018: "internationalRoamingOff", -1020: "dataNotAllowed",
    -1200: "secureConnectionFailed",
  ]
}
