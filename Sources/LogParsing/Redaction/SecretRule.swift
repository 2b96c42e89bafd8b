import TextPatterns

/// One kind of secret and how its value is recognised: the group `value` of the pattern.
struct SecretRule: Sendable {
  let kind: String
  let pattern: Pattern

  /// Every rule; those for whole headers stand before those for single names inside them.
  static let all: [SecretRule] = [
    SecretRule("privateKey", #"-----BEGIN [A-Z ]*PRIVATE KEY-----(?<value>[A-Za-z0-9+/=\s\\]+)"#),
    SecretRule("sessionCookie", header("(?:Set-)?Cookie")),
    SecretRule("authorization", header("Authorization")),
    SecretRule("sessionCookie", named(#"X-APPLE-(?:WEBAUTH|DS-WEB-SESSION|UNIQUE-CLIENT|WEB-ID)[A-Z0-9_-]*"#)),
    SecretRule("ckAPIToken", named("ckAPIToken|(?:CLOUDKIT|CK)_API_TOKEN")),
    SecretRule("ckWebAuthToken", named("ckWebAuthToken|webAuthToken|ckSession|(?:CLOUDKIT|CK)_WEB_AUTH_TOKEN")),
    SecretRule(
      "managementToken", named("(?:CLOUDKIT|CK|CKTOOL)_(?:MANAGEMENT|USER)_TOKEN|managementToken|--(?:user-)?token")),
    SecretRule(
      "sessionToken",
      named(
        "dsWebAuthToken|session_?token|trust_?token|oauth_token|X-Apple-(?:Session|TwoSV-Trust)-Token|"
          + "X-Apple-ID-Session-Id|scnt|apnsToken")),
    SecretRule("password", named("password|passwd")),
    SecretRule("keyID", named("X-Apple-CloudKit-Request-KeyID|(?:CLOUDKIT|CK)_KEY_ID")),
    SecretRule("keyID", named("key_?id|kid", value: "[0-9a-f]{64}")),
    SecretRule("signature", named("X-Apple-CloudKit-Request-SignatureV1")),
    SecretRule("dsid", named("(?:x-apple-)?dsid|dsPrsID|personID", value: "[0-9]{5,20}")),
    SecretRule("clientId", #"(?<=[?&])clientId=(?<value>[^"'&\s,;\\}\])>]+)"#),
    SecretRule("clientId", named("clientId", value: "(?:auth-)?[0-9a-f]{8}-[0-9a-f-]{20,}")),
    SecretRule("sessionToken", #"(?<=[?&])tok=(?<value>[^"'&\s,;\\}\])>]+)"#),
    SecretRule(
      "email",
      #"(?<![A-Za-z0-9._%+/@-])(?<value>(?!git@)[A-Za-z0-9][A-Za-z0-9._%+-]*@(?:[A-Za-z0-9-]{1,63}\.)+"#
        + #"(?!(?:png|jpe?g|gif|heic|pdf|svg|js|swift|json|framework)\b)[A-Za-z]{2,24})(?![A-Za-z0-9@-])"#),
  ]

  private init(_ kind: String, _ source: String) {
    self.kind = kind
    do throws(PatternError) {
      pattern = try Pattern(source, isCaseInsensitive: true)
    } catch {
      preconditionFailure("the pattern for '\(kind)' is not valid at offset \(error.offset): \(error.reason)")
    }
  }

  /// A name and its value in a URL query, an assignment, JSON, a Python or PHP dump, a header list, or the
  /// name-and-value pairs of an HTTP archive.
  private static func named(_ names: String, value: String = #"[^"'&\s,;\\}\])>]+"#) -> String {
    let quote = #"(?:\\*["'])?"#
    let separator = #"(?:\s*(?:=>|[=:]|%3D)\s*|["']\s*,\s*\\*["']value\\*["']\s*:\s*|(?<=token)\s+)"#
    return #"(?<![A-Za-z0-9_])(?:"# + names + ")" + quote + separator + quote + "(?<value>" + value + ")"
  }

  /// A header whose whole value is secret: to the end of the quoted string, else to the end of the line.
  private static func header(_ name: String) -> String {
    #"(?<![A-Za-z0-9_-])"# + name + #"(?:\\*["']\s*(?::|,\s*\\*["']value\\*["']\s*:)\s*\\*["']|:\s*)"#
      + #"(?<value>(?:(?!, next: 65535)(?:[^"\r\n\\]|\\[^"nr]|\\"(?=[^,}\r\n])|(?<==)"|"(?=;)))+)"#
  }
}
