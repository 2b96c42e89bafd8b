import CSQLite
import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The right to fill a store: a locked file beside it that says who has it and since when.
///
/// The system takes the lock back when its owner ends, also by `kill -9`, so that a dead owner is no lock.
final class StoreLock {
  private let path: String
  private let descriptor: Int32

  /// Waits so many milliseconds for another owner to end, then throws `locked` with the owner.
  init?(store: String, command: String, waitingMs: Int) throws(StorageError) {
    let path = Self.path(of: store)
    var waited = 0
    while true {
      let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard number >= 0 else {
        throw .cannotOpen(path: path, reason: String(cString: strerror(errno)).lowercased())
      }
      if flock(number, LOCK_EX | LOCK_NB) == 0 {
        // The owner before may have removed the file between our opening and locking it.
        if Self.isFile(number, at: path) {
          self.path = path
          descriptor = number
          note(command)
          return
        }
        close(number)
        continue
      }
      let isTaken = errno == EWOULDBLOCK
      close(number)
      // A file system without locks: SQLite's own must do.
      guard isTaken else { return nil }
      guard waited < waitingMs else { throw .locked(path: store, owner: Self.owner(of: store)) }
      usleep(50_000)
      waited += 50
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  private static func path(of store: String) -> String { store + "-lock" }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
      && opened.st_dev == named.st_dev
  }

  private func note(_ command: String) {
    let text = "\(getpid())\n\(Self.now.milliseconds)\n\(command)\n"
    ftruncate(descriptor, 0)
    _ = text.utf8CString.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count - 1) }
  }

  private static var now: Timestamp {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    return Timestamp(milliseconds: Int64(clock.tv_sec) * 1000 + Int64(clock.tv_nsec) / 1_000_000)
  }

  /// Who has the lock of a store and since when, in words; nil = nobody says so.
  static func owner(of store: String) -> String? {
    let number = open(path(of: store), O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    guard lines.count >= 3, let process = Int32(lines[0]), let start = Int64(lines[1]) else { return nil }
    // Without the lock only a process that lives still says something.
    guard kill(process, 0) == 0 || errno == EPERM else { return nil }
    let seconds = max(0, now.milliseconds - start) / 1000
    return "'ckdiag \(lines[2])' (process \(process)) since \(Timestamp(milliseconds: start).readable) UTC, "
      + "for \(age(seconds))"
  }

  private static func age(_ seconds: Int64) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    default: "\(seconds / 3600) h"
    }
  }
}
