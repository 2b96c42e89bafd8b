import SyncModel

extension Report {
  /// The report with pseudonyms (`record-1`, `user-2`) for users, owners, records and hosts, so that it can be shared.
  ///
  /// Zones, record types, containers, operations and all numbers stay. The same value has the same pseudonym
  /// everywhere in the report, and the same report always gives the same pseudonyms.
  package func redacted() -> Report {
    var names = Pseudonyms()
    var copy = self
    // What stands in a field of its own is learned first, so that it is found in texts.
    copy.redactItems(&names)
    copy.redactState(&names)
    copy.redactRequests(&names)
    copy.redactTexts(&names)
    return copy
  }

  private mutating func redactItems(_ names: inout Pseudonyms) {
    for index in items.indices {
      items[index].item = items[index].item.map { names.name($0, .record) }
      items[index].zone = items[index].zone.map { Self.zone($0, &names) }
    }
    for index in items.indices {
      items[index].message = items[index].message.map { PersonalText.redacted($0, with: &names) }
    }
  }

  private mutating func redactState(_ names: inout Pseudonyms) {
    for index in syncState.indices {
      var state = syncState[index].state
      state.pendingItems = state.pendingItems.map { names.name($0, .record) }
      for zone in state.zones.indices {
        state.zones[zone].owner = state.zones[zone].owner.map { names.name($0, .owner) }
        state.zones[zone].name = state.zones[zone].name.map { Self.zone($0, &names) }
      }
      state.identity = PersonalText.redacted(state.identity, with: &names)
      state.notes = state.notes.map { PersonalText.redacted($0, with: &names) }
      syncState[index].state = state
      syncState[index].store = PersonalText.redacted(syncState[index].store, with: &names)
      syncState[index].verdict = PersonalText.redacted(syncState[index].verdict, with: &names)
      for event in syncState[index].events.indices {
        let old = syncState[index].events[event]
        syncState[index].events[event].identifier = old.identifier.map { PersonalText.redacted($0, with: &names) }
        syncState[index].events[event].store = old.store.map { PersonalText.redacted($0, with: &names) }
        syncState[index].events[event].text = PersonalText.redacted(old.text, with: &names)
      }
    }
  }

  private mutating func redactRequests(_ names: inout Pseudonyms) {
    guard var telemetry = requests else { return }
    for group in telemetry.groups.indices {
      let dimension = telemetry.groups[group].dimension
      for row in telemetry.groups[group].rows.indices {
        guard let key = telemetry.groups[group].rows[row].key else { continue }
        telemetry.groups[group].rows[row].key =
          switch dimension {
          case "user": names.name(key, .user)
          case "zone": Self.zone(key, &names)
          default: PersonalText.redacted(key, with: &names)
          }
      }
    }
    requests = telemetry
  }

  private mutating func redactTexts(_ names: inout Pseudonyms) {
    filters = filters.map { filter in
      guard filter.hasPrefix("user") else { return PersonalText.redacted(filter, with: &names) }
      let end = filter.lastIndex { "=~".contains($0) } ?? filter.startIndex
      return String(filter[...end]) + names.name(String(filter[end...].dropFirst()), .user)
    }
    notes = notes.map { PersonalText.redacted($0, with: &names) }
    for index in inputs.indices {
      inputs[index].path = PersonalText.redacted(inputs[index].path, with: &names)
      inputs[index].notes = inputs[index].notes.map { PersonalText.redacted($0, with: &names) }
    }
    for index in findings.indices {
      findings[index].title = PersonalText.redacted(findings[index].title, with: &names)
      findings[index].explanation = PersonalText.redacted(findings[index].explanation, with: &names)
      findings[index].advice = findings[index].advice.map { PersonalText.redacted($0, with: &names) }
      findings[index].evidence = findings[index].evidence.map {
        // What is in focus is looked for in the text and never shown by itself.
        Evidence(
          path: PersonalText.redacted($0.path, with: &names), line: $0.line,
          text: PersonalText.redacted($0.text, with: &names), focus: $0.focus)
      }
    }
    if let old = comparison {
      comparison?.remarks = old.remarks.map { PersonalText.redacted($0, with: &names) }
      comparison?.headline = PersonalText.redacted(old.headline, with: &names)
    }
    for index in sections.indices {
      sections[index].sentences = sections[index].sentences.map { PersonalText.redacted($0, with: &names) }
      if let rows = sections[index].table?.rows {
        sections[index].table?.rows = rows.map { $0.map { PersonalText.redacted($0, with: &names) } }
      }
    }
  }

  /// A zone as it is printed, `Notes:_ownerName`, with a pseudonym for the owner.
  private static func zone(_ zone: String, _ names: inout Pseudonyms) -> String {
    guard let colon = zone.firstIndex(of: ":") else { return PersonalText.redacted(zone, with: &names) }
    let owner = names.name(String(zone[colon...].dropFirst()), .owner)
    return PersonalText.redacted(String(zone[..<colon]), with: &names) + ":" + owner
  }
}
