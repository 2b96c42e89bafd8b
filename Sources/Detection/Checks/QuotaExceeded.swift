import SyncModel

/// 25 / QUOTA_EXCEEDED.
struct QuotaExceeded: CauseCheck {
  let cause = Cause.quotaExceeded
  let info = CheckInfo(
    id: "quota-exceeded", title: "The iCloud storage is full", severity: .error,
    explanation: """
      There is no room: in a private database in the user's own iCloud storage, in a shared one in the owner's, in the \
      public one in the container's. Waiting for the delay that may be printed frees nothing. CKSyncEngine does not \
      retry, so that the change leaves its queue.
      """,
    advice: [
      "Tell the user to free or buy iCloud storage, and stop uploading until then",
      "Keep the changes and queue them again later: CKSyncEngine drops them",
      "In the public database look at the container's own quota",
    ])

  func title(of group: FailureGroup) -> String {
    "iCloud storage is full: \(Wording.counted(group.requests, "request")) refused"
  }
}
