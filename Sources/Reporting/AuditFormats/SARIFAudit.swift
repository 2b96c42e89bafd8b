import SyncModel

/// SARIF 2.1.0 on one line, for GitHub code scanning and other dashboards.
struct SARIFAudit: AuditFormat {
  let info = ReportFormatInfo(
    id: "sarif", title: "SARIF 2.1.0, for code scanning", fileExtensions: ["sarif"])

  func render(_ report: AuditReport, style: RenderingStyle, to output: inout some TextOutputStream) {
    let ids = Set(report.findings.map(\.finding.id))
    let rules = report.rules.filter { ids.contains($0.id) }
    let extra = ids.subtracting(rules.map(\.id)).sorted()
    let names = rules.map(\.id) + extra
    let indices = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    var run: [String: JSONValue] = [
      "tool": .object([
        "driver": .object([
          "name": .string("ckdiag"), "semanticVersion": .string(report.toolVersion),
          "rules": .array(rules.map { Self.rule($0) } + extra.map { .object(["id": .string($0)]) }),
        ])
      ]),
      "columnKind": .string("unicodeCodePoints"),
      "invocations": .array([Self.invocation(report)]),
      "results": .array(report.findings.map { Self.result($0, index: indices[$0.finding.id] ?? 0, report) }),
    ]
    if let root = report.sourceRoot {
      run["originalUriBaseIds"] = .object([Self.rootName: .object(["uri": .string(Self.uri(root) + "/")])])
    }
    JSONValue.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"),
      "runs": .array([.object(run)]),
    ]).write(to: &output, indent: nil)
    output.write("\n")
  }

  private static func rule(_ info: CheckInfo) -> JSONValue {
    let advice = info.advice.map { "- \($0)" }.joined(separator: "\n")
    return .object([
      "id": .string(info.id),
      "shortDescription": .object(["text": .string(info.title)]),
      "fullDescription": .object(["text": .string(info.explanation)]),
      "help": .object([
        "text": .string(info.explanation + "\n" + advice), "markdown": .string(info.explanation + "\n\n" + advice),
      ]),
      "defaultConfiguration": .object(["level": .string(level(info.severity))]),
      "properties": .object(["tags": .texts(["CloudKit"])]),
    ])
  }

  private static func level(_ severity: Severity) -> String { severity.rawValue }

  private static func invocation(_ report: AuditReport) -> JSONValue {
    .members([
      "executionSuccessful": .bool(!report.notes.contains(where: \.isFailure)),
      "toolExecutionNotifications": .array(
        report.notes.map { note in
          let sample = note.paths.prefix(5).joined(separator: ", ")
          return .object([
            "level": .string(note.isFailure ? "error" : "note"),
            "message": .object(["text": .string("\(note.text) (\(note.paths.count)): \(sample)")]),
          ])
        }),
    ])
  }

  private static func result(_ audited: AuditedFinding, index: Int, _ report: AuditReport) -> JSONValue {
    let finding = audited.finding
    return .members([
      "ruleId": .string(finding.id), "ruleIndex": .count(index), "level": .string(level(finding.severity)),
      "message": .object(["text": .string(finding.message)]),
      "locations": .array([.object(["physicalLocation": location(audited, report)])]),
      "partialFingerprints": .object(["ckdiag/v1": .string(audited.fingerprint)]),
      "fixes": fixes(audited, report),
    ])
  }

  private static func location(_ audited: AuditedFinding, _ report: AuditReport) -> JSONValue {
    let finding = audited.finding
    var region: [String: JSONValue] = [
      "startLine": .count(finding.line), "startColumn": .count(codePointColumn(finding.column, audited)),
      "endLine": .count(finding.endLine),
      "snippet": .object(["text": .string(audited.sourceLine)]),
    ]
    // The end of another line cannot be counted in code points without that line.
    if finding.endLine == finding.line { region["endColumn"] = .count(codePointColumn(finding.endColumn, audited)) }
    return .object(["artifactLocation": artifact(finding.path, report), "region": .object(region)])
  }

  private static func codePointColumn(_ column: Int, _ audited: AuditedFinding) -> Int {
    let before = audited.sourceLine.utf8.prefix(max(0, column - 1))
    return String(decoding: before, as: UTF8.self).unicodeScalars.count + max(0, column - 1 - before.count) + 1
  }

  private static func fixes(_ audited: AuditedFinding, _ report: AuditReport) -> JSONValue? {
    let finding = audited.finding
    guard !finding.fixIts.isEmpty else { return nil }
    return .array([
      .object([
        "description": .object(["text": .string("Replace with '\(finding.fixIts[0].replacement)'")]),
        "artifactChanges": .array([
          .object([
            "artifactLocation": artifact(finding.path, report),
            "replacements": .array(
              finding.fixIts.map {
                .object([
                  "deletedRegion": .object([
                    "byteOffset": .count($0.start), "byteLength": .count($0.end - $0.start),
                  ]),
                  "insertedContent": .object(["text": .string($0.replacement)]),
                ])
              }),
          ])
        ]),
      ])
    ])
  }

  private static let rootName = "%SRCROOT%"

  /// Where a file is; a relative path names its base where that is not the working directory.
  private static func artifact(_ path: String, _ report: AuditReport) -> JSONValue {
    let hasBase = report.sourceRoot != nil && !path.hasPrefix("/")
    return .members(["uri": .string(uri(path)), "uriBaseId": hasBase ? .string(rootName) : nil])
  }

  /// A relative path as a URI reference; absolute ones become `file:` URIs.
  private static func uri(_ path: String) -> String {
    let allowed: (UInt8) -> Bool = { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        true
      default: false
      }
    }
    let plain = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
    var uri = plain.hasPrefix("/") ? "file://" : ""
    for byte in plain.utf8 {
      if allowed(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + String(repeating: "0", count: 2 - digits.count) + digits
      }
    }
    return uri
  }
}
