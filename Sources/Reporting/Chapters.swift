import SyncModel

extension Report {
  /// Every part of the report behind the findings that has something to show, in reading order.
  ///
  /// Key numbers, the timeline and the state of stores are left to the format.
  var chapters: [Chapter] {
    var chapters: [Chapter] = []
    if let comparison { chapters += [Chapter(comparison), Chapter(operationsOf: comparison)].compactMap { $0 } }
    if let requests { chapters += requests.chapters(first: groupedBy) }
    chapters += [errorChapter, serverErrorChapter, itemChapter, rateLimitChapter, activityChapter].compactMap { $0 }
    chapters += sections.map(Chapter.init)
    return chapters
  }

  /// What was read, input by input.
  var inputChapter: Chapter? {
    guard !inputs.isEmpty else { return nil }
    let rows = inputs.map { input -> [DataTable.Cell] in
      let notes = (input.isTruncated ? ["cut short"] : []) + input.notes
      return [
        .words(input.path), .words(input.format ?? "unknown"),
        DataTable.Cell(text: Quantity.bytes(input.bytes), value: Double(input.bytes)), .count(input.lines),
        .count(input.records), .trouble(input.unrecognizedLines), .words(notes.joined(separator: "; ")),
      ]
    }
    let table = DataTable(
      columns: [
        .words("Input"), .words("Format", rank: 2), .number("Size", rank: 3), .number("Lines", rank: 1),
        .number("Records"), .number("Not recognised", rank: 1), .words("Notes", rank: 4),
      ], rows: rows)
    return Chapter(id: "inputs", title: "Inputs", sentences: dataQuality, table: table.withoutEmptyColumns())
  }

  /// What must be known of inputs, one text an input; those beyond the limit are counted.
  func inputNotes(limit: Int) -> [String] {
    let notes = inputs.compactMap { input -> String? in
      let notes = (input.isTruncated ? ["cut short"] : []) + input.notes
      return notes.isEmpty ? nil : "\(input.path): \(notes.joined(separator: "; "))"
    }
    guard notes.count > limit else { return notes }
    return notes.prefix(limit) + [
      "\(Quantity.counted(notes.count - limit, "more input")) with notes; see --format json"
    ]
  }

  private var errorChapter: Chapter? {
    guard !errors.isEmpty else { return nil }
    let rows = errors.map { error -> [DataTable.Cell] in
      [
        .words(error.name ?? CodeText.text(domain: error.domain, code: error.code, underlying: nil)),
        .words(error.domain), CodeText.cell(code: error.code, underlying: error.underlying),
        .words(CodeText.foreign(error.underlying)), .count(error.count), .count(error.printed),
        .optionalCount(error.collateral),
        .words(error.retryAfterSeconds.map { Quantity.seconds($0) }.joined(separator: ", ")),
        .moment(error.firstSeen), .moment(error.lastSeen),
      ]
    }
    let table = DataTable(
      columns: [
        .words("Error"), .words("Domain", rank: 4), .number("Code"), .words("Underlying", rank: 3), .number("Count"),
        .number("Printed", rank: 5), .number("Collateral", rank: 3), .words("Retry after", rank: 4),
        .words("First seen (UTC)", rank: 6), .words("Last seen (UTC)", rank: 5),
      ], rows: rows)
    return Chapter(
      id: "errors", title: "Errors",
      sentences: [
        "Count is failures that happened; one failure printed twice counts once. Collateral failed because another did."
      ], table: table.withoutEmptyColumns())
  }

  private var serverErrorChapter: Chapter? {
    guard !serverErrors.isEmpty else { return nil }
    let rows = serverErrors.map { error -> [DataTable.Cell] in
      [
        .words(error.code ?? error.httpStatus.map { "HTTP \($0)" } ?? "unknown"), .words(error.operation),
        DataTable.Cell(text: error.httpStatus.map(String.init) ?? "", value: error.httpStatus.map(Double.init)),
        .count(error.count), earlierCount(of: error.code),
        .words(error.retryAfterSeconds.map { Quantity.seconds($0) }.joined(separator: ", ")),
      ]
    }
    let table = DataTable(
      columns: [
        .words("Server code"), .words("Most often in", rank: 1), .number("HTTP", rank: 2), .number("Count"),
        .number("Then", rank: 1), .words("Retry after", rank: 3),
      ], rows: rows)
    return Chapter(id: "server-errors", title: "Server errors", table: table.withoutEmptyColumns())
  }

  /// How often a server code occurred in the earlier period; empty without one that has data.
  private func earlierCount(of code: String?) -> DataTable.Cell {
    guard let code, let comparison, comparison.hasData else { return .words("") }
    return .count(comparison.codes.first { $0.code == code }?.then ?? 0)
  }

  private var itemChapter: Chapter? {
    guard !items.isEmpty else { return nil }
    let rows = items.map { item -> [DataTable.Cell] in
      let code = CodeText.text(domain: item.domain ?? "CKErrorDomain", code: item.code, underlying: item.underlying)
      let cause = item.serverCode ?? code
      return [
        .words(item.item ?? "whole zone"), .words(item.zone), .words(cause), .count(item.count), .words(item.message),
      ]
    }
    let table = DataTable(
      columns: [
        .words("Item"), .words("Zone", rank: 2), .words("Cause"), .number("Count"), .words("Message", rank: 3),
      ],
      rows: rows)
    return Chapter(
      id: "items", title: "Failing items",
      sentences: ["Records, zones, subscriptions and shares that failed by themselves, not as collateral."],
      table: table.withoutEmptyColumns())
  }

  private var rateLimitChapter: Chapter? {
    // A delay that comes with a full storage or a missing account is no rate limit.
    guard let limit = rateLimit, limit.throttled > 0 || limit.violations > 0 else { return nil }
    var sentences = [
      "\(Quantity.counted(limit.throttled, "request or operation was", "requests or operations were")) refused."
    ]
    if let delay = limit.retryAfterSeconds {
      sentences.append(
        delay.min == delay.max
          ? "The delay asked for was \(Quantity.seconds(delay.max))."
          : "Delays asked for: \(Quantity.seconds(delay.min)) to \(Quantity.seconds(delay.max)), the last"
            + " \(Quantity.seconds(delay.last)).")
    } else {
      sentences.append("No delay was told.")
    }
    if limit.violations > 0 {
      sentences.append(
        "\(Quantity.counted(limit.violations, "request was", "requests were")) sent before the delay had passed.")
    }
    if let wait = limit.askedWaitSeconds, wait > limit.retryAfterSeconds?.max ?? 0 {
      sentences.append("In all, waiting was asked for during \(Quantity.seconds(wait)).")
    }
    if let silence = limit.longestSilenceSeconds {
      sentences.append("Longest silence after a refusal: \(Quantity.seconds(silence)).")
    }
    return Chapter(id: "rate-limit", title: "Rate limits", sentences: sentences)
  }

  private var activityChapter: Chapter? {
    guard !activity.isEmpty else { return nil }
    let rows = activity.map { activity -> [DataTable.Cell] in
      [
        .words(activity.kind.rawValue), .count(activity.count), .trouble(activity.failed),
        .trouble(activity.unfinished), .seconds(activity.durationSeconds?.p50), .seconds(activity.durationSeconds?.p95),
        .seconds(activity.durationSeconds?.max),
      ]
    }
    let table = DataTable(
      columns: [
        .words("Activity"), .number("Count"), .number("Failed"), .number("Unfinished", rank: 3),
        .number("p50", rank: 1),
        .number("p95", rank: 2), .number("Max", rank: 4),
      ], rows: rows)
    return Chapter(id: "activity", title: "Sync activity", table: table.withoutEmptyColumns())
  }
}

extension RequestTelemetry {
  /// The dimensions in which requests differ, each as a table.
  var shownGroups: [RequestGrouping] { groups.filter { $0.rows.count > 1 } }

  /// The tables of the dimensions; what all requests have in common is one sentence instead of a table each.
  ///
  /// What was asked for comes first.
  fileprivate func chapters(first asked: [String]) -> [Chapter] {
    let alike = groups.filter { $0.rows.count == 1 && $0.rows.first?.key != nil }
      .map { "\($0.dimension) \(Chapter.shown($0.rows.first?.key))" }
    let sentences = alike.isEmpty ? [] : ["All requests: \(alike.joined(separator: ", "))."]
    let wanted = asked.compactMap { key in shownGroups.first { $0.key == key } }
    var chapters = (wanted + shownGroups.filter { !asked.contains($0.key) }).compactMap { Chapter($0, of: self) }
    if chapters.isEmpty {
      return sentences.isEmpty ? [] : [Chapter(id: "requests", title: "Requests", sentences: sentences)]
    }
    chapters[0].sentences = sentences
    return chapters
  }

  /// The timeline where there is enough to draw.
  var drawnTimeline: Timeline? {
    timeline.flatMap { timeline in
      count >= 10 && timeline.buckets.count { $0.count > 0 } >= 3 ? timeline : nil
    }
  }
}

extension Chapter {
  /// The requests of one dimension, ranked; the time column is the share of all time spent waiting.
  init?(_ grouping: RequestGrouping, of requests: RequestTelemetry) {
    guard !grouping.rows.isEmpty else { return nil }
    let time = grouping.rows.reduce(0.0) { $0 + Self.waited($1) }
    let rows = grouping.rows.map { row -> [DataTable.Cell] in
      [
        .words(Self.shown(row.key)), .count(row.count),
        .share(requests.count == 0 ? nil : Double(row.count) / Double(requests.count)), .trouble(row.failed),
        .share(row.errorRate, isTrouble: true), .milliseconds(row.latencyMs?.p50), .milliseconds(row.latencyMs?.p95),
        .milliseconds(row.latencyMs?.p99), .milliseconds(row.latencyMs?.max),
        .share(time > 0 ? Self.waited(row) / time : nil),
      ]
    }
    let table = DataTable(
      columns: [
        .words(grouping.dimension.prefix(1).uppercased() + grouping.dimension.dropFirst()), .number("Requests"),
        .number("Share", rank: 5), .number("Failed", rank: 1), .number("Rate", rank: 2), .number("p50", rank: 3),
        .number("p95", rank: 1), .number("p99", rank: 4), .number("Max", rank: 7), .number("Time", rank: 6),
      ], rows: rows)
    self.init(
      id: Self.identifier(grouping.key), title: "Requests by \(grouping.dimension)", table: table.withoutEmptyColumns())
  }

  /// A section that a command added.
  init(_ section: ReportSection) {
    self.init(
      id: section.id, title: section.title, sentences: section.sentences, table: section.table.map { DataTable($0) },
      heatMap: section.heatMap)
  }

  /// A dimension's value for people.
  static func shown(_ key: String?) -> String {
    switch key {
    case nil: "(absent)"
    case .some(""): "(empty)"
    case .some(let key): key
    }
  }

  private static func waited(_ row: RequestGroup) -> Double {
    row.latencyMs.map { $0.mean * Double($0.count) } ?? 0
  }

  /// Kebab-case of a camelCase key: `by-operation`.
  private static func identifier(_ key: String) -> String {
    var identifier = ""
    for character in key {
      if character.isUppercase, !identifier.isEmpty, identifier.last != "-", !identifier.hasSuffix("-o") {
        identifier += "-"
      }
      identifier += character.isLetter || character.isNumber ? character.lowercased() : "-"
    }
    return identifier
  }
}
