import TextPatterns

/// One kind of secret and how its value is recognised: the group `value` of the pattern.
struct SecretRule: Sendable {
  let kind: String
  let pattern: Pattern
  /// Four letters each, lower case: a text without any of them holds no such secret.
  ///
  /// `-` and `_` keep their value; none at all stands for `@`.
  let fragments: [String]

  /// Every rule, at most 32; those for whole headers stand before those for single names inside them.
  static let all: [SecretRule] = [
    SecretRule("privateKey", ["key-"], #"-----BEGIN [A-Z ]*PRIVATE KEY-----(?<value>[A-Za-z0-9+/=\s\\]+)"#),
    SecretRule("sessionCookie", ["cook"], header("(?:Set-)?Cookie")),
    SecretRule("authorization", ["hori"], header("(?:Proxy-)?Authorization")),
    SecretRule("authorization", ["eare"], #"\bBearer\s+(?<value>[A-Za-z0-9._~+/=-]{16,})"#),
    SecretRule(
      "authorization", ["eyjh", "eyj0", "eyjr", "eyjj", "eyjp"],
      #"(?<![A-Za-z0-9_-])(?<value>eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*)"#),
    SecretRule(
      "sessionCookie", ["ebau", "b-se", "ue-c", "b-id", "myac", "aasp"],
      named(#"X-APPLE-(?:WEBAUTH|DS-WEB-SESSION|UNIQUE-CLIENT|WEB-ID)[A-Z0-9_-]*|myacinfo|aasp"#)),
    SecretRule("ckAPIToken", ["ckap", "i_to"], named("ckAPIToken|(?:CLOUDKIT|CK)_API_TOKEN")),
    SecretRule("ckAPIToken", ["apit", "i_to"], named("api_?token", value: "[0-9a-f]{64}")),
    SecretRule(
      "ckWebAuthToken", ["ckwe", "ebau", "ckse", "h_to"],
      named("ckWebAuthToken|web_?auth_?token|ckSession|(?:CLOUDKIT|CK)_WEB_AUTH_TOKEN")),
    SecretRule(
      "managementToken", ["t_to", "r_to", "ttok", "--to", "r-to"],
      named("(?:CLOUDKIT|CK|CKTOOL)_(?:MANAGEMENT|USER)_TOKEN|managementToken|--(?:user-)?token")),
    SecretRule(
      "sessionToken", ["ebau", "ntok", "ttok", "htok", "dtok", "_tok", "-tok", "n-id", "i-md", "scnt", "stok"],
      named(
        "dsWebAuthToken|(?:session|trust|access|refresh|id)_?token|oauth_token|X-Apple-(?:[A-Z]+-){0,3}Token|"
          + "X-Apple-ID-Session-Id|X-Apple-I-MD(?:-M)?|scnt|apnsToken")),
    SecretRule("deviceToken", ["etok", "_tok", "e to"], named("device[_ ]?token", value: "[0-9a-f]{64}")),
    SecretRule("password", ["assw"], named("password|passwd", mayBePair: false)),
    SecretRule("keyID", ["keyi", "key_"], named("X-Apple-CloudKit-Request-KeyID|(?:CLOUDKIT|CK)_KEY_ID")),
    SecretRule(
      "keyID", ["keyi", "key_", "kid\"", "kid'", "kid=", "kid:"], named("key_?id|kid", value: "[0-9a-f]{64}")),
    SecretRule("signature", ["urev"], named("X-Apple-CloudKit-Request-SignatureV1")),
    SecretRule("ckAPIToken", ["ken "], #"\btoken (?<value>[0-9a-f]{64})\b"#),
    SecretRule("keyID", ["y id"], #"\bkey id (?<value>[0-9a-f]{64})\b"#),
    SecretRule(
      "dsid", ["dsid", "dspr", "soni"], named("(?:x-apple-)?dsid|dsPrsID|personID", value: "[0-9]{5,20}")),
    SecretRule("clientId", ["ntid"], #"(?<=[?&])clientId=(?<value>[^"'&\s,;\\}\])>]+)"#),
    SecretRule("clientId", ["ntid"], named("clientId", value: "(?:auth-)?[0-9a-f]{8}-[0-9a-f-]{20,}")),
    SecretRule("sessionToken", ["&tok", "?tok"], #"(?<=[?&])tok(?:en)?=(?<value>[^"'&\s,;\\}\])>]+)"#),
    SecretRule(
      "email", "abcdefghijklmnopqrstuvwxyz".map { "%40\($0)" },
      #"(?:(?<![A-Za-z0-9._+-])|(?<=%[0-9A-Fa-f]{2}))(?<value>[A-Za-z0-9](?:[A-Za-z0-9._+-]|%2B)*%40"#
        + #"(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24})(?![A-Za-z0-9])"#),
    SecretRule(
      "email", [],
      #"(?<![A-Za-z0-9._%+/@-])(?<value>(?!git@)[A-Za-z0-9][A-Za-z0-9._%+-]*@(?:[A-Za-z0-9-]{1,63}\.)+"#
        + #"(?!(?:png|jpe?g|gif|heic|pdf|svg|js|swift|json|framework)\b)[A-Za-z]{2,24})(?![A-Za-z0-9@-])"#),
  ]

  private init(_ kind: String, _ fragments: [String], _ source: String) {
    self.kind = kind
    self.fragments = fragments
    do throws(PatternError) {
      pattern = try Pattern(source, isCaseInsensitive: true)
    } catch {
      preconditionFailure("the pattern for '\(kind)' is not valid at offset \(error.offset): \(error.reason)")
    }
  }

  /// A name and its value in a URL query (plain, percent-encoded or escaped in JSON), an assignment, JSON, a property
  /// list, a header list, the name-and-value pairs of an HTTP archive, or what Python, PHP, Go, Rust and Swift print.
  ///
  /// `mayBePair` allows `"name", "value"`, which a list of names looks like too.
  private static func named(
    _ names: String, value: String = #"[^"'&\s,;\\}\])>]+"#, mayBePair: Bool = true
  ) -> String {
    let start = #"(?:(?<![A-Za-z0-9_])|(?<=%26)|(?<=%3F)|(?<=u0026)|(?<=%2526))"#
    let quote = #"(?:b?\\*["'])?"#
    let nextName = #"(?!ck[A-Z]|X-Apple|dsid|clientId|value|name)"#
    // A name that is a string of its own, not the end of a sentence.
    let pair = mayBePair ? #"|(?(<quoted>)["']\s*,\s*\\*b?["']"# + nextName + "|(?!))" : ""
    let separator =
      #"(?:\]?\s*(?:=>|[=:]|%3D|%253D|\\*u003d)\s*|["']\s*,\s*\\*["']value\\*["']\s*:\s*|(?<=token)\s+"#
      + #"|</key>\s*<string>"# + pair + ")"
    let wrapper = #"(?:\[\]string\{|\[\s*|(?:Optional|Some)\(|string\([0-9]+\)\s+)?"#
    return start + #"(?<quoted>(?<=["']))?(?:"# + names + ")" + quote + separator + wrapper + quote
      + "(?<value>" + value + ")"
  }

  /// A header whose whole value is secret: to the end of the quoted string, else to the end of the line.
  private static func header(_ name: String) -> String {
    #"(?<![A-Za-z0-9_-])(?<quoted>(?<=["']))?"# + name
      + #"(?:\\*["']\s*(?::|,\s*\\*["']value\\*["']\s*:|(?(<quoted>),|(?!)))\s*"#
      + #"(?:\[\]string\{|\[\s*)?b?\\*["']|:\s*)"#
      + #"(?<value>(?:(?!, next: 65535)(?:[^"\r\n\\]|\\[^"nr]|\\"(?=[^,}\r\n])|(?<==)"(?=[^\s"',;}\])])|"(?=;)))+)"#
  }
}
