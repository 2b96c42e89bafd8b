import Foundation
import SyncModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a command may know of the moment and the machine; tests pass their own.
package struct CommandEnvironment: Sendable {
  package var version: String
  package var now: Timestamp
  package var variables: [String: String]
  package var currentDirectory: String
  /// Writes to standard output; a closed pipe ends the process quietly.
  package var writeOutput: @Sendable (String) -> Void
  /// Writes to standard error.
  package var writeError: @Sendable (String) -> Void
  package var outputIsTerminal: Bool
  package var errorIsTerminal: Bool
  /// The tool's own file, for a command that starts itself again; nil = it must not.
  package var executable: String?

  package init(
    version: String, now: Timestamp, variables: [String: String], currentDirectory: String,
    writeOutput: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
    outputIsTerminal: Bool, errorIsTerminal: Bool
  ) {
    self.version = version
    self.now = now
    self.variables = variables
    self.currentDirectory = currentDirectory
    self.writeOutput = writeOutput
    self.writeError = writeError
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
  }
}

extension CommandEnvironment {
  /// Writes a failure to standard error, with its next step where there is one.
  func tell(_ failure: CommandFailure) {
    writeError("ckdiag: error: \(failure.message)\n")
    if let help = failure.help { writeError("help: \(help)\n") }
  }

  /// The environment of the process.
  ///
  /// `CKDIAG_NOW` (milliseconds since 1970) replaces the clock, so that a run can be repeated to the byte.
  package static func ofProcess(version: String) -> CommandEnvironment {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    let variables = processVariables()
    let now =
      variables["CKDIAG_NOW"].flatMap { Int64($0) }
      ?? Int64(clock.tv_sec) * 1000 + Int64(clock.tv_nsec) / 1_000_000
    let directory = getcwd(nil, 0)
    defer { free(directory) }
    var environment = CommandEnvironment(
      version: version, now: Timestamp(milliseconds: now), variables: variables,
      currentDirectory: directory.map { String(cString: $0) } ?? ".",
      writeOutput: { write($0, to: 1) }, writeError: { write($0, to: 2) },
      outputIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1)
    environment.executable = Bundle.main.executablePath
    return environment
  }
}

private func processVariables() -> [String: String] {
  var variables: [String: String] = [:]
  var entry = environ
  while let text = entry.pointee {
    let pair = String(cString: text)
    if let equals = pair.firstIndex(of: "=") {
      variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    entry += 1
  }
  return variables
}

/// Writes all of a text; a reader that went away ends the process with success, as `| head` expects.
private func write(_ text: String, to descriptor: Int32) {
  var copy = text
  copy.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while let base = rest.baseAddress, !rest.isEmpty {
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, base, rest.count)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, base, rest.count)
      #else
        let count = Glibc.write(descriptor, base, rest.count)
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        exit(errno == EPIPE && descriptor == 1 ? 0 : 2)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
