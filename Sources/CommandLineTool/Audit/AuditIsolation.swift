import Foundation
import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Keeps a trap or a hang on one source from ending the audit.
///
/// The tool starts itself again as a worker that does the whole audit and notes, for each thread, the file in hand. When
/// the worker dies, those files are tried one by one, the guilty are named, and the audit runs again without them. The
/// worker writes its report last of all, so nothing is ever written twice.
struct AuditIsolation {
  /// The worker finds the folder of the supervisor's notes here.
  private static let folderVariable = "CKDIAG_AUDIT_FOLDER"
  /// Seconds that one file may take before it counts as hung.
  private static let limitVariable = "CKDIAG_AUDIT_FILE_SECONDS"
  private static let hungExitCode: Int32 = 86

  private let folder: String?
  private let executable: String?
  private let secondsPerFile: Double

  init(_ environment: CommandEnvironment) {
    folder = environment.variables[Self.folderVariable]
    executable = environment.executable
    secondsPerFile = environment.variables[Self.limitVariable].flatMap { Double($0) } ?? 60
  }

  /// True for the process that the user started, when it can start itself again.
  var isSupervisor: Bool { folder == nil && executable != nil }

  // MARK: - The worker

  /// Files that must be left out, with the reason.
  var abandoned: [String: String] {
    guard let folder, let text = try? String(contentsOfFile: folder + "/abandoned", encoding: .utf8) else { return [:] }
    var abandoned: [String: String] = [:]
    for line in text.split(separator: "\0") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { abandoned[String(parts[1])] = String(parts[0]) }
    }
    return abandoned
  }

  /// What the auditor calls before and after each file.
  func marker() -> @Sendable (Int, String?) -> Void {
    guard let folder else { return { _, _ in } }
    let log = WorkLog(path: folder + "/work", secondsPerFile: secondsPerFile, hungExitCode: Self.hungExitCode)
    return { thread, path in log.note(path, thread: thread) }
  }

  /// Says that all files were done: what dies later is not theirs.
  func finish() {
    if let folder { unlink(folder + "/work") }
  }

  // MARK: - The supervisor

  /// Runs workers until one gets through; nil when no worker can be started.
  func supervise(in environment: CommandEnvironment) throws(CommandFailure) -> ExitCode? {
    guard let executable else { return nil }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-\(UUID().uuidString)").path
    guard mkdir(folder, 0o700) == 0 else { return nil }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let arguments = CommandLine.arguments
    var abandoned: [String: String] = [:]
    for _ in 0..<20 {
      try note(abandoned, in: folder)
      guard let status = Self.run(executable, arguments, folder) else { return nil }
      if let code = Self.exitCode(status), code != Self.hungExitCode { return ExitCode(rawValue: code) ?? .unusable }
      let reason =
        Self.exitCode(status) == Self.hungExitCode
        ? "took too long, not audited" : "the parser stopped on it, not audited"
      let suspects = WorkLog.paths(in: folder + "/work").filter { abandoned[$0] == nil }
      guard !suspects.isEmpty else { throw CommandFailure("the audit stopped unexpectedly") }
      // With several files in hand each is tried alone; when none fails alone, all are left out.
      let guilty = suspects.count == 1 ? suspects : suspects.filter { Self.fails($0, executable, folder) }
      for path in guilty.isEmpty ? suspects : guilty { abandoned[path] = reason }
    }
    throw CommandFailure("too many sources stop the audit", help: "leave their folder out with --exclude")
  }

  private func note(_ abandoned: [String: String], in folder: String) throws(CommandFailure) {
    let text = abandoned.map { "\($0.value)\t\($0.key)\0" }.sorted().joined()
    do { try text.write(toFile: folder + "/abandoned", atomically: true, encoding: .utf8) } catch {
      throw CommandFailure("cannot write to the temporary folder '\(folder)'")
    }
  }

  private static func fails(_ path: String, _ executable: String, _ folder: String) -> Bool {
    let arguments = [executable, "audit", "--quiet", "--no-ignore", "--fail-on", "never", path]
    guard let status = run(executable, arguments, folder) else { return false }
    return exitCode(status).map { $0 == hungExitCode } ?? true
  }

  /// The exit code of a finished process; nil when a signal ended it.
  private static func exitCode(_ status: Int32) -> Int32? { status & 0x7F == 0 ? (status >> 8) & 0xFF : nil }

  /// Starts a worker and waits for it; nil when it cannot be started.
  private static func run(_ executable: String, _ arguments: [String], _ folder: String) -> Int32? {
    var process = pid_t()
    let variables = ProcessInfo.processInfo.environment.merging([
      folderVariable: folder,
      // The crash that is caught here needs no trace on standard error.
      "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
    let environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    let words = arguments.map { strdup($0) } + [nil]
    defer { for text in environment + words { free(text) } }
    guard posix_spawn(&process, executable, nil, nil, words, environment) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    return status
  }
}

/// The file that each thread of a worker has in hand, kept where the supervisor finds it after a crash.
///
/// Each thread writes its own part of the file.
private final class WorkLog: Sendable {
  private static let slotSize = 4096
  private let descriptor: Int32
  /// Since when each thread has its file.
  private let started = Locked<[Int: Date]>([:])

  init(path: String, secondsPerFile: Double, hungExitCode: Int32) {
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let watchdog = Thread { [weak self] in
      while let self {
        Thread.sleep(forTimeInterval: min(0.5, secondsPerFile / 4 + 0.01))
        if self.hasFile(olderThan: secondsPerFile) { _exit(hungExitCode) }
      }
    }
    watchdog.start()
  }

  func note(_ path: String?, thread: Int) {
    started.with { $0[thread] = path == nil ? nil : Date() }
    var bytes = Array((path ?? "").utf8.prefix(Self.slotSize - 1))
    bytes.append(0)
    pwrite(descriptor, bytes, bytes.count, off_t(thread * Self.slotSize))
  }

  private func hasFile(olderThan seconds: Double) -> Bool {
    started.with { $0.values.contains { Date().timeIntervalSince($0) > seconds } }
  }

  /// The files in hand by a log that a dead worker left.
  static func paths(in log: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: log) else { return [] }
    return stride(from: 0, to: data.count, by: slotSize).compactMap { start in
      let slot = data[(data.startIndex + start)...].prefix(slotSize).prefix { $0 != 0 }
      return slot.isEmpty ? nil : String(decoding: slot, as: UTF8.self)
    }
  }
}
