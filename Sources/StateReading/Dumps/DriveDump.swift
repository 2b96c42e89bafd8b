import CloudKitFacts
import Inputs
import SyncModel
import TextPatterns

/// What `brctl dump` prints: the state of iCloud Drive, which is not that of an app's container.
struct DriveDump: StateDump {
  let info = StateDumpInfo(
    id: "icloud-drive-dump", title: "brctl dump of iCloud Drive",
    origin: "`brctl dump` on a Mac, or brctl-dump.txt of a sysdiagnose; useful for documents in iCloud only.")

  func confidence(inFirstBytes sample: [UInt8], path: String) -> Double {
    let text = String(decoding: sample, as: UTF8.self)
    guard text.holds("dump taken at") || text.holds("brctl") else { return 0 }
    let marks = ["BRCSyncBudgetThrottle", "SyncHealthReport", "sync-up{", "upload{[", "client_state", "bird"]
    return marks.filter(text.contains).count >= 2 ? 0.95 : 0
  }

  func read(_ input: ByteSource, options: StateReadingOptions, into sink: any RecordSink) throws(InputError) {
    guard
      let items = try? Pattern(
        #"> (upload|sync-up)\{\[(.*?) attempts:(\d+) (?:.*?)last:(\S+)(?: ago)? (?:.*?)next:([0-9.]+[smhd]|ready)"#),
      let errors = try? Pattern(#"^(\w+Error): <NSError:\w+\((\w+):(-?\d+)\) - (.*)>"#)
    else { return }
    let (item, failure) = (items.makeMatcher(), errors.makeMatcher())
    var content = DumpContent()
    var state = StoreState(
      origin: Origin(source: options.source, line: 1), identity: "iCloud Drive", kind: .iCloudDrive)
    let reader = LineReader(input)
    var waiting = 0
    while let bytes = try reader.next() {
      guard bytes.count < 4096 else { continue }
      let line = String(decoding: bytes, as: UTF8.self)
      if line.hasPrefix("dump taken at") {
        state.observedAt = TimeWords.moment(line)
      } else if let groups = item.groups(in: line) {
        content.records += 1
        if let note = Self.note(of: groups) {
          waiting += 1
          if state.notes.count < 50 { state.notes.append(note) }
        }
      } else if let groups = failure.groups(in: line.trimmed), let code = groups[3].flatMap({ Int($0) }) {
        content.records += 1
        let text = "\(groups[1] ?? ""): \(groups[2] ?? "") \(code), \(groups[4] ?? "")"
        state.notes.append(text)
        content.errors.append(
          ErrorReport(
            origin: Origin(source: options.source, line: reader.number), time: state.observedAt,
            domain: groups[2] ?? "", code: code, message: groups[4], operation: "iCloud Drive", text: line.trimmed))
      }
    }
    state.pendingUploads = waiting
    state.notes.append("iCloud Drive, not an app's CloudKit container")
    content.states = [state]
    content.deliver(to: sink, tally: InputTally(bytes: reader.bytesRead, lines: reader.number))
  }

  /// What is remarkable about an item: it waits for its next attempt, or was scheduled and never tried.
  private static func note(of groups: [String?]) -> String? {
    let kind = groups[1] ?? ""
    let flags = groups[2] ?? ""
    let attempts = groups[3].flatMap { Int($0) } ?? 0
    let next = groups[5] ?? "ready"
    if attempts > 0, next != "ready" {
      return "\(kind): an item waits \(next) after \(counted(attempts, "failed attempt"))"
    }
    if flags.contains("scheduled"), attempts == 0 {
      return "\(kind): an item scheduled \(groups[4] ?? "?") ago was never tried"
    }
    return nil
  }
}
