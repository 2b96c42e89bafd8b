import Foundation

/// What a run of the built tool gave.
package struct ToolRun: Equatable, Sendable {
  package var exitCode: Int32
  package var output: String
  package var errors: String

  package init(exitCode: Int32, output: String, errors: String) {
    self.exitCode = exitCode
    self.output = output
    self.errors = errors
  }
}

/// Runs the built `ckdiag` with a fixed clock, zone and locale, in the package's folder unless told otherwise.
package func runCkdiag(
  _ arguments: [String], input: Data = Data(), variables: [String: String] = [:], folder: URL? = nil
) throws -> ToolRun {
  let process = preparedTool(arguments, variables: variables, folder: folder)
  let folderOfStreams = FileManager.default.temporaryDirectory.appendingPathComponent("ckdiag-run-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folderOfStreams, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folderOfStreams) }
  // Files, not pipes: a pipe that nobody drains stops a talkative process.
  func stream(_ name: String, _ content: Data = Data()) throws -> FileHandle {
    let file = folderOfStreams.appendingPathComponent(name)
    try content.write(to: file)
    return try FileHandle(forUpdating: file)
  }
  process.standardInput = try stream("in", input)
  process.standardOutput = try stream("out")
  process.standardError = try stream("err")
  try process.run()
  process.waitUntilExit()
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folderOfStreams.appendingPathComponent(name)), as: UTF8.self)
  }
  return ToolRun(exitCode: process.terminationStatus, output: try text("out"), errors: try text("err"))
}

/// Starts the built `ckdiag` as `runCkdiag` does, without waiting for it; what it writes is lost.
package func startCkdiag(
  _ arguments: [String], variables: [String: String] = [:], folder: URL? = nil, input: Pipe? = nil
) throws -> Process {
  let process = preparedTool(arguments, variables: variables, folder: folder)
  process.standardInput = input ?? FileHandle.nullDevice
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  try process.run()
  return process
}

private func preparedTool(_ arguments: [String], variables: [String: String], folder: URL?) -> Process {
  let process = Process()
  process.executableURL = builtTool
  process.arguments = arguments
  process.currentDirectoryURL = folder ?? packageFolder
  let own = ProcessInfo.processInfo.environment
  process.environment = [
    "TZ": "UTC", "LC_ALL": "C", "CKDIAG_NOW": "1796022000000", "PATH": own["PATH"] ?? "", "HOME": own["HOME"] ?? "/",
  ].merging(variables) { $1 }
  return process
}

/// The tool that was built together with the tests.
private var builtTool: URL {
  #if os(macOS)
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("ckdiag")
    }
  #endif
  return Bundle.main.bundleURL.appendingPathComponent("ckdiag")
}

/// The path of the tool that was built together with the tests, for tests that start it in a shell.
package var builtToolPath: String { builtTool.path }
