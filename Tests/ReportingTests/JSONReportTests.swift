import Foundation
import Reporting
import SyncModel
import TestSupport
import Testing

struct JSONReportTests {
  @Test(arguments: [true, false]) func isValidJSON(isRich: Bool) throws {
    let text = try render(isRich ? FixedReports.rich : FixedReports.empty, as: "json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["schemaVersion"] as? String == "1.0.0")
    for key in ["inputs", "errors", "serverErrors", "items", "activity", "syncState", "findings"] {
      #expect(object[key] is [Any], "\(key) must be a list")
    }
  }

  @Test func keysAreSortedOnEveryLevel() throws {
    var keysByDepth: [Int: String] = [:]
    for line in try render(FixedReports.rich, as: "json").split(separator: "\n") {
      let depth = line.prefix { $0 == " " }.count
      keysByDepth = keysByDepth.filter { $0.key <= depth }
      let rest = line.dropFirst(depth)
      guard rest.hasPrefix("\""), let end = rest.range(of: "\": ") else { continue }
      let key = String(rest[rest.index(after: rest.startIndex)..<end.lowerBound])
      if let previous = keysByDepth[depth] { #expect(previous < key) }
      keysByDepth[depth] = key
    }
  }

  @Test func absentKnowledgeIsNullOrAbsent() throws {
    let text = try render(FixedReports.empty, as: "json")
    #expect(text.contains("\"period\": null"))
    #expect(text.contains("\"rateLimit\": null"))
    #expect(text.contains("\"requests\": null"))
    #expect(!text.contains("comparison"))
  }

  @Test func numbersThatJSONCannotSayAreNull() {
    var text = ""
    JSONValue.array([.number(.nan), .number(.infinity), .number(-0.0), .number(1e300), .number(0.1), .number(3)])
      .write(to: &text, indent: nil)
    #expect(text == "[null,null,0,1e+300,0.1,3]")
  }

  @Test func everyScalarSurvives() throws {
    var all = ""
    for value in (0...0x2FF).map({ UInt32($0) }) + [0x2028, 0x2029, 0x1F600, 0x10FFFF] {
      if let scalar = Unicode.Scalar(value) { all.unicodeScalars.append(scalar) }
    }
    var text = ""
    JSONValue.array([.string(all)]).write(to: &text, indent: nil)
    let back = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String])
    #expect(back.map { Array($0.unicodeScalars) } == [Array(all.unicodeScalars)])
  }
}
