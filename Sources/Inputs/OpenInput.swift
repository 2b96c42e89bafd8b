/// Opens an input and calls the body with each content in it: the file's own, or that of each member of an archive.
///
/// The body gets decoded bytes. Errors of one member end that member only where the archive allows to go on; each is
/// handed to `onFailure`.
package func forEachSource(
  at path: String, onFailure: (InputError) -> Void, _ body: (ByteSource) throws(InputError) -> Void
) {
  do throws(InputError) {
    try descend(into: try ByteSource.file(path), depth: 0, onFailure: onFailure, body)
  } catch {
    onFailure(error)
  }
}

/// Archives in archives are opened this deep; deeper ones are handed on as bytes.
private let maximumDepth = 4

private func descend(
  into source: ByteSource, depth: Int, onFailure: (InputError) -> Void, _ body: (ByteSource) throws(InputError) -> Void
) throws(InputError) {
  guard depth < maximumDepth, ArchiveReader.recognizes(source.sample) else {
    try body(TextEncoding.converted(source))
    return
  }
  let reader = try ArchiveReader(source)
  while let member = try reader.nextMember() {
    // A plain compressed file has no members: its content is the input itself.
    let path = member.name.map { "\(source.path)//\($0)" } ?? source.path
    if let name = member.name?.split(separator: "/").last, name.hasPrefix("._") || name == ".DS_Store" { continue }
    do throws(InputError) {
      let content = try ByteSource(path: path, modificationTime: member.modificationTime ?? source.modificationTime) {
        (buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int in
        try reader.read(into: buffer, path: path)
      }
      try descend(into: content, depth: depth + 1, onFailure: onFailure, body)
    } catch {
      onFailure(error)
    }
  }
}

extension ByteSource {
  /// Opens the plain file of a source once more, from its beginning.
  package static func reopened(_ source: ByteSource) throws(InputError) -> ByteSource {
    guard let path = source.plainFilePath else {
      throw .unreadable(path: source.path, reason: "can be read only once")
    }
    return try TextEncoding.converted(ByteSource.file(path))
  }
}
