import SyncModel

/// 16, 17, 35, expired asset addresses (410), numbers of the asset transfer.
struct AssetUnavailable: CauseCheck {
  let cause = Cause.assetUnavailable
  let info = CheckInfo(
    id: "asset-unavailable", title: "An asset cannot be read", severity: .error,
    explanation: """
      The file of an asset vanished or changed before it was uploaded, or the address of a download expired: such \
      addresses live for about an hour. The record itself is still there.
      """,
    advice: [
      "Fetch the record again right before each download instead of listing everything first",
      "Keep the file of a CKAsset unchanged until the save has finished, outside of temporary folders",
    ])

  func title(of group: FailureGroup) -> String {
    if group.failures.contains(where: { $0.error.httpStatus == 410 }) {
      return "Addresses of assets have expired: \(Wording.counted(group.count, "download")) failed (410 Gone)"
    }
    let names = Wording.named(group.items, "record").map { " of \($0)" } ?? ""
    return "Assets\(names) unavailable \(Wording.times(group.count))"
  }
}
