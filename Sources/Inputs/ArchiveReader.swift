import CArchive

/// Reads the members of an archive, or the content of a compressed file, one after the other.
final class ArchiveReader {
  private let archive: OpaquePointer
  private let feed: Feed

  /// What libarchive's callback reads from.
  private final class Feed {
    let source: ByteSource
    var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    var failure: InputError?

    init(_ source: ByteSource) { self.source = source }

    deinit { buffer.deallocate() }

    func next() -> Int {
      do throws(InputError) { return try source.read(into: buffer) } catch {
        failure = error
        return 0
      }
    }
  }

  /// True when the first bytes are those of a compressed file or an archive that libarchive reads.
  static func recognizes(_ sample: [UInt8]) -> Bool {
    let magics: [[UInt8]] = [
      [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x28, 0xB5, 0x2F, 0xFD], [0x42, 0x5A, 0x68],
      [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],
      [0x04, 0x22, 0x4D, 0x18],
    ]
    if magics.contains(where: { sample.starts(with: $0) }) { return true }
    return sample.count >= 262 && Array(sample[257..<262]) == Array("ustar".utf8)
  }

  init(_ source: ByteSource) throws(InputError) {
    guard let archive = archive_read_new() else { preconditionFailure("out of memory") }
    self.archive = archive
    feed = Feed(source)
    archive_read_support_filter_all(archive)
    for support in [
      archive_read_support_format_tar, archive_read_support_format_zip, archive_read_support_format_7zip,
      archive_read_support_format_raw,
    ] { _ = support(archive) }
    let status = archive_read_open(
      archive, Unmanaged.passUnretained(feed).toOpaque(), nil,
      { _, context, buffer in
        guard let context, let buffer else { return 0 }
        let feed = Unmanaged<Feed>.fromOpaque(context).takeUnretainedValue()
        let count = feed.next()
        buffer.pointee = UnsafeRawPointer(feed.buffer.baseAddress)
        return count
      }, nil)
    // From here on all members are there, so that `deinit` frees the archive also when this throws.
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw failure(path: source.path) }
  }

  deinit { archive_read_free(archive) }

  /// Goes to the next member that is a file.
  ///
  /// Returns its name, nil at the end; "data" is the name of the only member of a plain compressed file.
  func nextMember() throws(InputError) -> Member? {
    var entry: OpaquePointer?
    while true {
      switch archive_read_next_header(archive, &entry) {
      case ARCHIVE_EOF: return nil
      case ARCHIVE_OK, ARCHIVE_WARN: break
      default: throw failure(path: feed.source.path)
      }
      guard let entry, archive_entry_filetype(entry) == 0o100000 else { continue }
      let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
      let isRaw = archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_RAW
      return Member(
        name: isRaw ? nil : name.map { String(cString: $0) } ?? "?",
        modificationTime: archive_entry_mtime_is_set(entry) != 0 ? Double(archive_entry_mtime(entry)) : nil)
    }
  }

  /// A file in an archive.
  struct Member {
    /// nil for the content of a plain compressed file.
    var name: String?
    /// Seconds since 1970.
    var modificationTime: Double?
  }

  /// Reads on in the present member; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer, path: String) throws(InputError) -> Int {
    let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
    if count >= 0 { return count }
    throw failure(path: path)
  }

  private func failure(path: String) -> InputError {
    if let failure = feed.failure { return failure }
    let reason = archive_error_string(archive).map { String(cString: $0).lowercased() } ?? "damaged"
    return .damaged(path: path, reason: reason)
  }
}
