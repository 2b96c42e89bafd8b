import SwiftSyntax
import SyncModel

/// Acceptance of shares in an app that does not declare it.
struct SharingNotDeclared: AuditRule {
  let info = CheckInfo(
    id: "sharing-not-declared", title: "Shares are accepted in code, but Info.plist lacks CKSharingSupported",
    severity: .error,
    explanation: """
      A share link opens the app only when its Info.plist says CKSharingSupported. Without it the system offers the \
      App Store or does nothing, and the callback that accepts the share is never called.
      """,
    advice: ["Add the Boolean key CKSharingSupported with the value true to the Info.plist of the app"])

  let examples = Examples(
    triggering: [
      Example(
        """
        import CloudKit
        final class Delegate: UIResponder, UIApplicationDelegate {
          func application(_ application: UIApplication, ↓userDidAcceptCloudKitShareWith metadata: CKShare.Metadata) {
            accept(metadata)
          }
        }
        """,
        with: ["Info.plist": plist("<key>CFBundleName</key><string>Notes</string>")])
    ],
    nonTriggering: [
      Example(
        """
        import CloudKit
        final class Delegate: UIResponder, UIApplicationDelegate {
          func application(_ application: UIApplication, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata) {
            accept(metadata)
          }
        }
        """,
        with: [
          "Info.plist": plist("<key>CFBundleName</key><string>Notes</string><key>CKSharingSupported</key><true/>")
        ]),
      Example(
        """
        import CloudKit
        func windowScene(_ scene: UIWindowScene, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata) {}
        """,
        with: [
          "Info.plist": plist("<key>CFBundleName</key><string>Notes</string>"),
          "App.xcconfig": "INFOPLIST_KEY_CKSharingSupported = YES",
        ]),
      """
      import CloudKit
      func windowScene(_ scene: UIWindowScene, userDidAcceptCloudKitShareWith metadata: CKShare.Metadata) {}
      """,
    ])

  var isAboutProject: Bool { true }

  func findings(in file: SourceFile) -> [SourceFinding] {
    let project = file.project
    guard file.index.has("userDidAcceptCloudKitShareWith"),
      project.propertyLists.contains(where: { list in list.keys.contains { $0.hasPrefix("CFBundle") } }),
      !project.propertyLists.contains(where: { $0.enabled.contains("CKSharingSupported") }),
      !project.buildSettings.contains(where: { $0.text.contains("CKSharingSupported") })
    else { return [] }
    return file.index.functions.compactMap { function in
      let parameter = function.signature.parameterClause.parameters.first {
        $0.firstName.text == "userDidAcceptCloudKitShareWith"
      }
      return parameter.map {
        file.finding(
          info, at: $0.firstName, "no Info.plist of the audit declares CKSharingSupported", api: "CKSharingSupported")
      }
    }
  }
}

/// A property list with the entries, for examples.
func plist(_ entries: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0"><dict>\(entries)</dict></plist>
  """
}
