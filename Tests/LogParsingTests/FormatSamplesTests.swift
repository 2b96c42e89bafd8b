import Foundation
import Inputs
import LogParsing
import SyncModel
import TestSupport
import Testing

/// Every sample of every format, through detection and reading.
struct FormatSamplesTests {
  /// A file in `Samples/formats`, named by the folder of its format.
  struct Sample: Sendable, CustomTestStringConvertible {
    let format: String
    let name: String
    var testDescription: String { "\(format)/\(name)" }
  }

  static let samples: [Sample] = {
    let folder = packageFolder.appendingPathComponent("Samples/formats").path
    let manager = FileManager.default
    return ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).sorted().flatMap { format in
      ((try? manager.contentsOfDirectory(atPath: "\(folder)/\(format)")) ?? []).sorted()
        .filter { !$0.hasPrefix(".") && $0 != "README.md" }.map { Sample(format: format, name: $0) }
    }
  }()

  @Test func everyFormatHasSamples() {
    let ids = LogFormats.all.map(\.info.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.filter { id in !Self.samples.contains { $0.format == id } } == [])
  }

  @Test(arguments: samples) func noOtherFormatClaimsTheSample(_ sample: Sample) throws {
    let bytes = try bytes(of: sample)
    let input = InputSample(path: sample.name, bytes: Array(bytes.prefix(65_536)))
    let scores = LogFormats.all.map { (id: $0.info.id, score: $0.confidence(in: input)) }
    let best = scores.max { $0.score < $1.score }?.score ?? 0
    let winner = scores.first { $0.score == best }?.id
    #expect(winner == sample.format, "\(scores.filter { $0.score > 0 })")
  }

  @Test(arguments: samples) func readsTheSampleAsRecorded(_ sample: Sample) throws {
    let recorder = try read(bytes(of: sample), as: sample)
    expectGolden(recorder.text, at: "Tests/Goldens/readings/\(sample.format)/\(sample.name).txt")
  }

  @Test(arguments: samples) func readsTheSampleWithCarriageReturns(_ sample: Sample) throws {
    let bytes = try bytes(of: sample)
    guard !bytes.contains(0x0D) else { return }
    let plain = try read(bytes, as: sample)
    let windows = try read(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, as: sample)
    #expect(windows.errors.map(\.serverCode) == plain.errors.map(\.serverCode))
    #expect(windows.errors.map(\.code) == plain.errors.map(\.code))
    #expect(windows.requests.count == plain.requests.count)
    #expect(windows.observations.map(\.subject) == plain.observations.map(\.subject))
  }

  @Test(arguments: samples) func survivesTheSampleCutAndDamagedAnywhere(_ sample: Sample) throws {
    let bytes = try bytes(of: sample)
    for step in 0..<24 {
      let cut = bytes.count * step / 24
      _ = try? read(Array(bytes[..<cut]), as: sample)
      var damaged = bytes
      for offset in stride(from: step, to: bytes.count, by: 97) {
        damaged[offset] = UInt8(truncatingIfNeeded: offset &* 31)
      }
      let recorder = try? read(damaged, as: sample)
      #expect(recorder?.tallies.isEmpty != true)
    }
  }

  private func bytes(of sample: Sample) throws -> [UInt8] {
    let file = packageFolder.appendingPathComponent("Samples/formats/\(sample.format)/\(sample.name)")
    return [UInt8](try Data(contentsOf: file))
  }

  private func read(_ bytes: [UInt8], as sample: Sample) throws -> RecordingSink {
    let format = try #require(LogFormats.all.first { $0.info.id == sample.format })
    let recorder = RecordingSink()
    try format.read(ByteSource(path: sample.name, bytes: bytes), options: ReadingOptions(), into: recorder)
    return recorder
  }
}
