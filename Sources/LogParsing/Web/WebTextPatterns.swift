import CloudKitFacts
import TextPatterns

/// The patterns by which lines of web clients are recognised, with the working memory for one reader.
final class WebTextPatterns {
  /// Request, status and header lines.
  let mistKitRequest = matcher(#"🌐 CloudKit Request: ([A-Z]+) (\S+)"#)
  let mistKitStatus = matcher(#"CloudKit Response: (\d{3})\b"#)
  let swiftLogPrefix = matcher(
    #"^.{0,60}?\bcom\.brightdigit\.MistKit[\w.]*\s*:(?:\s[^\[\]]*)?\s*\[[\w.]+\](?= )"#)
  /// `[req-17]`, `request_id=17`, `[acct=1]`: what tells requests that are on their way at once apart.
  let tag = matcher(
    #"(?:^|[\[( ])(?:req(?:uest)?(?:[_-]?id)?|rid|trace(?:[_-]?id)?|(acct|account|user|client|session)(?:[_-]?id)?)"#
      + #"[=:#-]"?([A-Za-z0-9_-]{1,40})\b"#, isCaseInsensitive: true)
  let listedHeader = matcher(#"\(field: ([A-Za-z0-9-]+): ([^,]*?), next: \d+\)"#)
  let method = matcher(#"\b(GET|POST|PUT|DELETE|OPTIONS|HEAD|PATCH)\b"#)
  let signatureHeader = matcher(
    #"(X-Apple-CloudKit-Request-(?:KeyID|ISO8601Date|SignatureV1))(?:(?:["']?\s*[:=]|["']\s*,)\s*["']?([^\s,"')\]}]+))?"#,
    isCaseInsensitive: true)
  let answerHeader = matcher(
    #"(?:^|[<\s"'])(Retry-After|Date|X-Apple-Request-UUID)["']?\s*:\s*["']?([A-Za-z0-9][^"'\r\n]*)"#,
    isCaseInsensitive: true)

  /// Statuses: with a name in front, behind a word that says so, or with their reason phrase.
  let phraseAndStatus = matcher(
    "(?<phrase>\(phrases)) \\((?<status>\\d{3})\\)(?=[\\s:.]*(?:\\{|$))", isCaseInsensitive: true)
  let wordAndStatus = matcher(
    #"(?:\bHTTP(?:/[\d.]+)?(?: (?:status(?: code)?|error))?[:=]? ?|\banswered (?:with )?|\bresponded (?:with )?"#
      + #"|\breturned |\bcompleted |\bresponse:? |\bstatus of |\bstatus(?:_?code| code)?["']?\s*[:=]?\s*|(?:→|←|->|<-|=>) ?)(?<status>\d{3})(?![\d%-]|[.,]\d|\s*(?:ms|s|bytes|items)\b)"#,
    isCaseInsensitive: true)
  let statusAndPhrase = matcher(
    "(?<![\\d.,:-])(?<status>\\d{3}) \\(?(?<phrase>OK|\(phrases))\\b", isCaseInsensitive: true)
  let accessLogStatus = matcher(
    #"(?:HTTP/[\d.]+["'] |<Response \[|<-- |\b(?:GET|POST) https?://\S+ |\bStatus Code: )(?<status>[1-5]\d\d)\b(?![.:\d])"#
  )
  /// The time that a request took, behind its status.
  let took = matcher(
    #"(?|\((?:took )?(\d{1,7}) ?ms(?:\)|,)|\bin (\d{1,7}) ?ms\b|\bduration_?ms["']?[=:] ?(\d{1,7})\b)"#,
    isCaseInsensitive: true)

  /// Errors in words.
  let keiNamed = matcher("CloudKit server error: (\(codes)) (?:—|–|-|:) (.*)")
  let fieldCode = matcher(
    #"\b(?:serverErrorCode|ckErrorCode|error_code|server_error_code)["']?\s*[=:]\s*["']?([A-Z][A-Z0-9_]{3,})"#)
  let fieldReason = matcher(#"\b_?reason["']?\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|([^,;}\r\n]+))"#)
  let fieldItem = matcher(
    #"(?|\b_?record_?[nN]ame["']?\s*(?:=>|[=:])\s*["']?([^"'\s,;>)\]}]+)(?=[^)\]}]*[eE]rror_?[cC]ode)"#
      + #"|[eE]rror_?[cC]ode[^)\]}]*?\b_?record_?[nN]ame["']?\s*(?:=>|[=:])\s*["']?([^"'\s,;>)\]}]+))"#)
  let statusAndCode = matcher("\\b[1-5]\\d\\d[ :,]+(\(codes))(?![A-Z_])[\\s:,—-]*(.*)")
  let fieldRetryAfter = matcher(
    #"(?|\bretry_?after(?:_?s(?:econds)?)?["']?\s*(?:=>|[=:])\s*["']?(\d[\d.]*)"#
      + #"|\bretry after (\d[\d.]*) ?(?:s|sec|secs|seconds?)\b)"#, isCaseInsensitive: true)
  let optionalCode = matcher("serverErrorCode: Optional\\(\"(\(codes))\"\\)")
  let optionalReason = matcher("reason: Optional\\(\"([^\"]*)\"\\)")
  let codeAndReason = matcher("(?:Error|error|Exception): (\(codes))[:,]? (.*)")
  let serverErrorCodeLine = matcher("Server Error Code: (\(codes))")
  let reasonLine = matcher(#"^\s*(?:│\s*)?Reason: (\S.*)$"#)
  let codeThenReason = matcher("(?:\\b([^\\s:;,]+): )?(?<![A-Z_])(\(codes)) \\(([^()]{3,200})\\)")
  let codeInParentheses = matcher("^(?:.*?(?:ERROR|WARN\\w*|Exception|error)\\W+)?(.*?[a-z.]) ?\\((\(codes))\\)")
  let keiReason = matcher(#"CloudKit server error: (.*?)(?=\s+(?:error_code|retryable)=|$)"#)
  let recordError = matcher(
    "CloudKit (?:per-)?record error(?: on ([^\\s:]+))?(?: \\([^)]*\\))?:?.*?\\b(\(codes))\\b[\\s:—-]*(.*)")
  let cloudKitAndCode = matcher(
    "(?i:cloudkit)(?i:[ .]\\w+)* (?i:error|failed|failure|rejected)\\b[^A-Z]{0,40}(?<![A-Z_])(\(codes))(?![A-Z_])[\\s:—-]*(.*)"
  )

  /// Lines that tell something else.
  let maskedError = matcher(
    #"(?:Cannot read propert(?:y|ies) |undefined is not an object|null is not an object|KeyError: |"#
      + #"has no attribute )[^\n]*?\b(reason|serverErrorCode|_?ckErrorCode|retryAfter|errorCode|records)\b"#
      + #"|Unexpected token '?<'? ?in JSON|Unexpected token '<'|is not valid JSON|\[object Object\]"#
      + #"|JSONDecodeError|Expecting value: line 1 column 1"#)
  let exceptionReason = matcher(#"\b(\w+Exception: [^"{}]+)"#)
  let shareWithoutApp = matcher(#"Unable to find applicationIdentifier for containerId"#)
  let sessionTrouble = matcher(#"CKAUTHunknownError|AUTH_PERSIST_ERROR|SIGN_IN_FAILED"#)
  let cloudKitWord = matcher(#"cloudkit|ckdatabase|icloud|serverErrorCode|\bCK[A-Z]"#, isCaseInsensitive: true)
  let phpMember = matcher(
    #"\["(\w+)"(?::[^\]]*)?\]\s*=>\s*(?:string\(\d+\) "([^"]*)"|(?:int|float)\(([\d.]+)\)|NULL|bool\(\w+\))"#)

  /// What a line must hold at least to be worth the other patterns: one pass decides.
  static let interest = Pattern.compiled(
    #"\{|^\s*Reason: |<- |<-- |←|Status Code|\[\s*\{|^\s*\[|^\s*["']?_?(?:server|reason|uuid|record|retry|redirect|error|message|zone|ck|extension)\w*["']?\s*:"#
      + #"|object\(CloudKit|\]=>|/database/|/setup/|idmsa|\b(?:GET|POST) |\([1-5]\d\d\)|\b[1-5]\d\d \(?[A-Z]|\bHTTP"#
      + #"|answer|respon|returned|\bstatus|→|->|=>|body|request|payload|X-Apple|Retry.?After|\bdate:|cloudkit"#
      + #"|Error.?Code|\([A-Z_]{4,}\)|Optional\(|Cannot read|not an object|KeyError|has no attribute|Unexpected token"#
      + #"|valid JSON|object Object|JSONDecode|Expecting value|applicationIdentifier|CKAUTH|AUTH_PERSIST|SIGN_IN_FAILED"#
      + #"|(?:Error|Exception): [A-Z_]{4}|Network error occurred"#, isCaseInsensitive: true)

  private static let phrases =
    "Bad Request|Unauthorized|Forbidden|Not Found|Conflict|Gone|Precondition Failed|Payload Too Large|Misdirected Request|"
    + "Request Entity Too Large|Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable|"
    + "Service Temporarily Unavailable|Gateway Time-?out|Authentication required for Account\\.?"
  private static let codes =
    ServerErrorCode.all.map(\.name).sorted { $0.count > $1.count }.joined(separator: "|")

  private static func matcher(_ source: String, isCaseInsensitive: Bool = false) -> Matcher {
    Pattern.compiled(source, isCaseInsensitive: isCaseInsensitive).makeMatcher()
  }

  /// The status that a line tells, with its reason phrase where it has one; numbers that only look like one are left.
  func status(in text: String) -> (code: Int, phrase: String?)? {
    for matcher in [phraseAndStatus, accessLogStatus, wordAndStatus, statusAndPhrase] {
      guard matcher.matches(text), let digits = group("status", of: matcher, in: text), let code = Int(digits),
        (100...599).contains(code)
      else { continue }
      return (code, group("phrase", of: matcher, in: text))
    }
    return nil
  }

  private func group(_ name: String, of matcher: Matcher, in text: String) -> String? {
    guard let range = matcher.range(of: name) else { return nil }
    return String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }
}
