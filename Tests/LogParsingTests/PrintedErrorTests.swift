import Foundation
import Inputs
import LogParsing
import SyncModel
import TestSupport
import Testing

/// Prints of errors as people paste them, each with its whole reading.
struct PrintedErrorTests {
  static let samples: [String] = {
    let folder = packageFolder.appendingPathComponent("Samples/ckerror").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".log") }
      .sorted()
  }()

  @Test func samplesAreThere() { #expect(Self.samples.count >= 24) }

  @Test(arguments: samples) func readsThePrintAsRecorded(_ name: String) throws {
    let file = packageFolder.appendingPathComponent("Samples/ckerror/\(name)")
    let recorder = RecordingSink()
    let format = try #require(LogFormats.all.last)
    try format.read(
      ByteSource(path: name, bytes: [UInt8](try Data(contentsOf: file))), options: ReadingOptions(), into: recorder)
    expectGolden(recorder.text, at: "Tests/Goldens/readings/ckerror/\(name).txt")
  }
}
