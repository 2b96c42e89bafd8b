import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileStamp {
  /// The stamp of a regular file; nil for anything else.
  package init?(ofFileAt path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.init(
      bytes: Int64(status.st_size), modifiedNs: Self.nanoseconds(modified), changedNs: Self.nanoseconds(changed),
      inode: Int64(truncatingIfNeeded: status.st_ino), device: Int64(truncatingIfNeeded: status.st_dev))
  }

  /// Whether the file has rested for two seconds: within a tick of the clock a file can change and keep its stamp.
  package var isSettled: Bool {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    return max(modifiedNs, changedNs) < Self.nanoseconds(clock) &- 2_000_000_000
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
