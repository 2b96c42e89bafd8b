/// A part of some bytes; half the size of an optional range.
struct ByteSpan: Equatable {
  private var start: UInt32 = 0
  private var length: UInt32 = 0

  /// No part.
  static let none = ByteSpan()

  private init() {}

  /// Makes a span; one that does not fit is none.
  init(_ range: Range<Int>) {
    guard let first = UInt32(exactly: range.lowerBound), let count = UInt32(exactly: range.count) else { return }
    start = first
    length = count
  }

  var isEmpty: Bool { length == 0 }

  /// The bytes that it stands for.
  @inline(__always)
  func bytes(of whole: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: whole[Int(start)..<Int(start) + Int(length)])
  }

  /// The text that it stands for; nil for none.
  func text(of whole: UnsafeRawBufferPointer) -> String? {
    isEmpty ? nil : String(decoding: bytes(of: whole), as: UTF8.self)
  }
}
