import HTML
import Testing

struct DocumentTests {
  private func written(_ document: Document) -> String {
    var text = ""
    document.write(to: &text)
    return text
  }

  @Test func writesOneElementALine() {
    let document = Document {
      tag("html", Attribute("lang", "en")) {
        tag("head") {
          tag("meta", Attribute("charset", "utf-8"))
          tag("style") { Node.trusted("a{color:red}") }
        }
        tag("body") {
          tag("p", .class("a b")) {
            "one "
            tag("b") { "two" }
          }
          tag("pre") { tag("code") { "x\ny" } }
          tag("details", Attribute("open", nil)) { tag("br") }
          tag("div")
        }
      }
    }
    #expect(
      written(document) == """
        <!DOCTYPE html>
        <html lang="en">
         <head>
          <meta charset="utf-8">
          <style>
        a{color:red}
          </style>
         </head>
         <body>
          <p class="a b">one <b>two</b></p>
          <pre><code>x
        y</code></pre>
          <details open>
           <br>
          </details>
          <div></div>
         </body>
        </html>

        """)
  }

  @Test func escapesTextAndValues() {
    let evil = "</b><script>alert('1')</script>\" onload=\"x & y"
    let text = written(Document { tag("b", Attribute("title", evil)) { evil } })
    let safe = "&lt;/b&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot; onload=&quot;x &amp; y"
    #expect(text == "<!DOCTYPE html>\n<b title=\"\(safe)\">\(safe)</b>\n")
  }

  @Test func replacesWhatNoDocumentMayHold() {
    #expect(escaped("a\u{0}b\u{1B}[31m\u{202E}c\u{9B}\td\n") == "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}c\u{FFFD}\td\n")
  }

  /// Every scalar of the first planes stays itself or becomes a replacement; none opens or closes anything.
  @Test func noScalarEscapes() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let result = escaped(String(scalar))
      #expect(!result.contains { "<>\"'".contains($0) })
      #expect(!result.contains("&") || result.hasSuffix(";"))
    }
  }

  @Test func buildsFromConditionsAndLoops() {
    let document = Document {
      tag("ul") {
        for number in 1...2 { tag("li") { "\(number)" } }
        if false { tag("li") { "never" } }
        if true { tag("li") { "3" } } else { tag("li") { "never" } }
      }
    }
    #expect(written(document) == "<!DOCTYPE html>\n<ul>\n <li>1</li>\n <li>2</li>\n <li>3</li>\n</ul>\n")
  }
}
