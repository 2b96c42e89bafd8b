import SyncModel

/// What an entry says around the errors that it holds.
struct EntryContext {
  /// The operation or request class, such as `CKModifyRecordsOperation`.
  var operation: String?
  var operationID: String?
  var containerID: String?
  /// True for lines of Core Data's mirroring, which prints every error twice or more.
  var isCoreData = false
}
