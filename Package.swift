// swift-tools-version: 6.2
import Foundation
import PackageDescription

// MARK: - SwiftSyntax

/// The folder with the compiled SwiftSyntax modules of the toolchain, found beside the `swiftc` that is on PATH.
///
/// Linux toolchains ship them in `usr/lib/swift/host`; Xcode does not, so macOS takes the swift-syntax package.
let toolchainSyntaxFolder: String? = {
  #if os(Linux)
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders {
      let compiler = URL(fileURLWithPath: "\(folder)/swiftc").resolvingSymlinksInPath()
      let host = compiler.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("lib/swift/host").path
      if FileManager.default.fileExists(atPath: host + "/SwiftSyntax.swiftmodule") { return host }
    }
  #endif
  return nil
}()

let syntaxModules = ["SwiftParser", "SwiftSyntax"]
let packageDependencies: [Package.Dependency] =
  toolchainSyntaxFolder == nil
  ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.0")] : []
let syntaxProducts: [Target.Dependency] =
  toolchainSyntaxFolder == nil ? syntaxModules.map { .product(name: $0, package: "swift-syntax") } : []

/// An importer of `SourceAudit` must also find the modules that it imports.
let importersOfSwiftSyntax: Set = [
  "SourceAudit", "SourceAuditTests", "CommandLineTool", "CommandLineToolTests", "ckdiag", "EndToEndTests", "Benchmarks",
]

/// Debian's pkg-config file asks for a macro that the package manager refuses with a warning, and its headers need no
/// search path; Homebrew's folder must be asked for.
#if os(Linux)
  let simdjsonPkgConfig: String? = nil
#else
  let simdjsonPkgConfig: String? = "simdjson"
#endif

// MARK: - Targets, in dependency order

let package = Package(
  name: "ckdiag",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "ckdiag", targets: ["ckdiag"])],
  dependencies: packageDependencies,
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    .systemLibrary(
      name: "CSimdjson", pkgConfig: simdjsonPkgConfig, providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "CJSON", dependencies: ["CSimdjson"],
      // The module map links only what Swift imports, and simdjson is imported by C++ alone.
      linkerSettings: [.linkedLibrary("simdjson")]),

    .target(name: "SyncModel"),
    .target(name: "CloudKitFacts", dependencies: ["SyncModel"]),
    .target(name: "TextPatterns", dependencies: ["CPCRE2"]),
    .target(name: "Inputs", dependencies: ["CArchive", "SyncModel"]),
    .target(
      name: "LogParsing",
      dependencies: [
        "CJSON", "CloudKitFacts", "Inputs", "SyncModel", "TextPatterns",
        // Elsewhere CryptoKit verifies signatures.
        .target(name: "COpenSSL", condition: .when(platforms: [.linux])),
      ]),
    .target(name: "Storage", dependencies: ["CSQLite", "CloudKitFacts", "SyncModel"]),
    .target(
      name: "StateReading", dependencies: ["CJSON", "CSQLite", "CloudKitFacts", "Inputs", "SyncModel", "TextPatterns"]),
    .target(name: "Telemetry", dependencies: ["CloudKitFacts", "Storage", "SyncModel"]),
    .target(name: "Detection", dependencies: ["CloudKitFacts", "Storage", "SyncModel", "Telemetry"]),
    .target(name: "SchemaLanguage", dependencies: ["SyncModel"]),
    .target(
      name: "SourceAudit",
      dependencies: ["CloudKitFacts", "SchemaLanguage", "SyncModel", "TextPatterns"] + syntaxProducts),
    .target(name: "HTML"),
    .target(name: "Reporting", dependencies: ["CloudKitFacts", "HTML", "SyncModel"]),
    .target(name: "Arguments"),
    .target(
      name: "CommandLineTool",
      dependencies: [
        "Arguments", "CloudKitFacts", "Detection", "Inputs", "LogParsing", "Reporting", "SchemaLanguage", "SourceAudit",
        "StateReading", "Storage", "SyncModel", "Telemetry", "TextPatterns",
      ]),
    .executableTarget(name: "ckdiag", dependencies: ["CommandLineTool"]),

    .target(name: "TestSupport", dependencies: ["CSQLite", "SyncModel"], path: "Tests/TestSupport"),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

/// What the tests of a module need besides the module, SyncModel and TestSupport; in dependency order.
let tests: [(module: String, also: [Target.Dependency])] = [
  ("SyncModel", []),
  ("CloudKitFacts", []),
  ("TextPatterns", []),
  ("Inputs", []),
  ("LogParsing", ["CloudKitFacts", "Inputs", "TextPatterns"]),
  ("Storage", ["CSQLite"]),
  ("StateReading", ["CSQLite", "Inputs"]),
  ("Telemetry", ["Storage"]),
  ("Detection", ["CloudKitFacts", "Inputs", "LogParsing", "StateReading", "Storage"]),
  ("SchemaLanguage", []),
  ("SourceAudit", ["CloudKitFacts", "SchemaLanguage", "TextPatterns"]),
  ("HTML", []),
  ("Reporting", []),
  ("Arguments", []),
  (
    "CommandLineTool",
    ["Arguments", "Detection", "Inputs", "LogParsing", "Reporting", "SourceAudit", "StateReading", "Storage"]
  ),
]
let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
for test in tests where FileManager.default.fileExists(atPath: "\(packageFolder)/Tests/\(test.module)Tests") {
  package.targets.append(
    .testTarget(
      name: "\(test.module)Tests",
      dependencies: [.target(name: test.module), "TestSupport"] + (test.module == "SyncModel" ? [] : ["SyncModel"])
        + test.also))
}
package.targets.append(.testTarget(name: "EndToEndTests", dependencies: ["SyncModel", "TestSupport", "ckdiag"]))

// MARK: - Settings

/// Warnings are errors; SwiftSyntax flags only where it is imported, so that no other module depends on it by accident.
func settings(for target: String) -> [SwiftSetting] {
  // Release builds trust what debug builds, and so all tests, check: that no two accesses to a value overlap. In the loops
  // over millions of rows these checks cost more than the work.
  var settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error), .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
  ]
  if let folder = toolchainSyntaxFolder, importersOfSwiftSyntax.contains(target) {
    settings.append(.unsafeFlags(["-I", folder]))
  }
  return settings
}

for target in package.targets where target.type != .system && target.name != "CJSON" {
  target.swiftSettings = settings(for: target.name)
  if let folder = toolchainSyntaxFolder, importersOfSwiftSyntax.contains(target.name) {
    target.linkerSettings =
      [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
      + syntaxModules.map { .linkedLibrary($0) }
  }
}

#if os(Linux)
  // An installed binary finds the toolchain's libraries beside it, see .ci/install.
  package.targets.first { $0.name == "ckdiag" }?.linkerSettings?
    .append(.unsafeFlags(["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/ckdiag"]))
#endif
