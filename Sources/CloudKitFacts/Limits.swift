/// The limits of CloudKit that are documented or were seen in its own error texts.
package enum Limits {
  /// Items in one request (CKError.Code.limitExceeded).
  package static let itemsPerRequest = 400
  /// Bytes of one request without assets (CKError.Code.limitExceeded).
  package static let bytesPerRequest = 2 * 1024 * 1024
  /// Bytes of one record without assets ("record too large").
  package static let bytesPerRecord = 1024 * 1024
  /// References to one record ("Limit exceeded for number of owning references to single record"), about.
  package static let referencesToOneRecord = 750
  /// Values in an IN comparison ("Query filter exceeds the limit of values: 250").
  package static let valuesInFilter = 250
  /// Characters of a record name, all ASCII (CKRecord.ID).
  package static let recordNameCharacters = 255
  /// Operations in one records/modify of Web Services, as measured by client libraries.
  package static let webServicesOperations = 200
  /// Records in one page of changes/zone, as measured.
  package static let webServicesPage = 200
  /// Minutes for which a server-to-server signature is accepted.
  package static let signatureMinutes = 10
  /// Days for which CloudKit Console keeps log entries.
  package static let consoleLogDays = 7
}
