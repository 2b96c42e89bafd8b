/// Which bodies of a file rules may come to from an anchor: they follow the calls of functions of the file, some steps
/// far, and ask who calls a function.
struct BodyLinks {
  /// Of each body.
  private(set) var isLinked: [Bool]
  /// Of each member: true when it holds an anchor outside of its body, or calls a function with one.
  private(set) var isForced: [Bool]

  /// One more than any rule goes.
  private static let steps = 2

  private let scanner: BodyScanner
  private var parts: [[BodyScanner.Part]] = []

  init(_ scanner: BodyScanner) {
    self.scanner = scanner
    isLinked = Array(repeating: false, count: scanner.bodies.count)
    isForced = Array(repeating: false, count: scanner.members.count)
  }

  /// Adds bodies with anchors.
  mutating func add(bodies: [Int]) {
    for number in bodies { isLinked[number] = true }
  }

  /// Adds the members that hold an anchor outside of their bodies.
  mutating func add(parts isAnchored: [Bool], _ parts: [[BodyScanner.Part]]) {
    isForced = isAnchored
    self.parts = parts
  }

  /// Adds what calls a function with an anchor, and what all of them call.
  mutating func follow() {
    let anchored = Set(scanner.bodies.indices.filter { isLinked[$0] }.map { scanner.bodies[$0].name }).subtracting([0])
    for number in scanner.bodies.indices where !isLinked[number] {
      isLinked[number] = calls(anchored, in: scanner.bodies[number].names)
    }
    for number in parts.indices where !isForced[number] {
      isForced[number] = parts[number].contains { calls(anchored, in: $0.names) }
    }
    var called: Set<UInt64> = []
    for number in parts.indices where isForced[number] { for part in parts[number] { add(part.names, to: &called) } }
    for number in scanner.bodies.indices where isLinked[number] { add(scanner.bodies[number].names, to: &called) }
    for _ in 0..<Self.steps {
      let new = scanner.bodies.indices.filter { !isLinked[$0] && called.contains(scanner.bodies[$0].name) }
      for number in new {
        isLinked[number] = true
        add(scanner.bodies[number].names, to: &called)
      }
    }
  }

  private func calls(_ functions: Set<UInt64>, in names: Range<Int>) -> Bool {
    scanner.names[names].contains { $0.isCall && functions.contains($0.hash) }
  }

  private func add(_ names: Range<Int>, to called: inout Set<UInt64>) {
    for name in scanner.names[names] where name.isCall { called.insert(name.hash) }
  }
}
