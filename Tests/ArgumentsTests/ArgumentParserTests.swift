import Arguments
import Testing

struct ArgumentParserTests {
  private let command = CommandDefinition(
    name: "cook", summary: "cook a dish", operands: "DISH…", minimumOperands: 1, maximumOperands: 2,
    flags: [
      Flag("time", short: "t", value: "MINUTES", help: "how long"),
      Flag("style", value: "STYLE", choices: ["fried", "boiled"], help: "how"),
      Flag("spice", value: "NAME", isRepeatable: true, help: "what goes in"),
      Flag("quiet", short: "q", help: "say nothing"),
    ])

  @Test(
    arguments: [
      (["egg"], ["egg"], [:]),
      (["--time", "3", "egg"], ["egg"], ["time": ["3"]]),
      (["egg", "--time=3"], ["egg"], ["time": ["3"]]),
      (["-t", "3", "egg"], ["egg"], ["time": ["3"]]),
      (["-t3", "egg", "-q"], ["egg"], ["time": ["3"], "quiet": [""]]),
      (["--time", "-3", "-"], ["-"], ["time": ["-3"]]),
      (["--spice", "salt", "--spice=pepper", "egg"], ["egg"], ["spice": ["salt", "pepper"]]),
      (["--time=", "--", "--quiet"], ["--quiet"], ["time": [""]]),
      (["--style", "fried", "a", "b"], ["a", "b"], ["style": ["fried"]]),
    ] as [([String], [String], [String: [String]])])
  func readsEverySpelling(arguments: [String], operands: [String], values: [String: [String]]) throws {
    let parsed = try parseArguments(arguments, for: command)
    #expect(parsed.operands == operands)
    #expect(parsed.values == values)
  }

  @Test(
    arguments: [
      ([], ArgumentError.tooFewOperands(expected: "DISH…")),
      (["a", "b", "c"], .tooManyOperands(first: "c")),
      (["--tmie", "3", "egg"], .unknownFlag("--tmie", suggestion: "--time")),
      (["--sty", "fried", "egg"], .unknownFlag("--sty", suggestion: "--style")),
      (["--colour", "egg"], .unknownFlag("--colour", suggestion: nil)),
      (["-x", "egg"], .unknownFlag("-x", suggestion: nil)),
      (["egg", "--time"], .missingValue(flag: "time")),
      (["--quiet=yes", "egg"], .unexpectedValue(flag: "quiet")),
      (["--time", "1", "--time", "2", "egg"], .repeated(flag: "time")),
      (
        ["--style", "friend", "egg"],
        .invalidValue(flag: "style", value: "friend", choices: ["fried", "boiled"], suggestion: "fried")
      ),
    ] as [([String], ArgumentError)])
  func namesWhatIsWrong(arguments: [String], expected: ArgumentError) {
    #expect(throws: expected) { try parseArguments(arguments, for: command) }
  }

  @Test func splitsCommasOnlyWhenAsked() {
    let parsed = ParsedArguments(values: ["spice": ["salt,pepper", "dill"]])
    #expect(parsed.all("spice") == ["salt,pepper", "dill"])
    #expect(parsed.all("spice", splittingCommas: true) == ["salt", "pepper", "dill"])
    #expect(parsed.value("spice") == "dill")
    #expect(!parsed.has("time"))
  }

  @Test(
    arguments: [
      ("analyse", "analyze"), ("ANALYZE", "analyze"), ("reprot", "report"), ("comp", "completions"), ("sch", nil),
      ("schem", "schema"),
      ("xyz", nil), ("", nil), ("s", nil), ("schemata", "schema"),
    ] as [(String, String?)])
  func suggestsOnlyWhatIsNear(word: String, expected: String?) {
    #expect(nearest(to: word, in: ["analyze", "report", "completions", "schema", "schedule"]) == expected)
  }

  @Test func helpPageFollowsTheWidth() {
    var wide = command
    wide.examples = [("ckdiag cook egg", "a boiled egg that is neither too hard nor too soft for breakfast")]
    #expect(
      wide.helpPage(tool: "ckdiag", width: 50) == """
        Cook a dish.

        Usage: ckdiag cook [FLAGS] DISH…

        Flags:
          -t, --time MINUTES  how long
              --style STYLE   how (fried, boiled)
              --spice NAME    what goes in
          -q, --quiet         say nothing

        Examples:
          ckdiag cook egg
              a boiled egg that is neither too hard nor
              too soft for breakfast

        """)
  }
}
