/// What changes when a file changes, as the file system tells it: to know a file again without reading it.
package struct FileStamp: Equatable, Sendable {
  package var bytes: Int64
  /// Nanoseconds since 1970, of the content.
  package var modifiedNs: Int64
  /// Nanoseconds since 1970, of content, name or rights; no program can set it.
  package var changedNs: Int64
  package var inode: Int64
  package var device: Int64

  package init(bytes: Int64, modifiedNs: Int64, changedNs: Int64, inode: Int64, device: Int64) {
    self.bytes = bytes
    self.modifiedNs = modifiedNs
    self.changedNs = changedNs
    self.inode = inode
    self.device = device
  }
}
