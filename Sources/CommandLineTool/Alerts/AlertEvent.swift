import Reporting
import Storage
import SyncModel

/// What is told of an alert.
struct AlertEvent {
  /// Why it is told.
  enum Kind: String {
    case fired, repeated, cleared
  }

  var kind: Kind
  var rule: AlertRule
  var reading: AlertMeter.Reading
  var firedAt: Timestamp

  /// What becomes of an alert, and whether that is to be told.
  static func next(
    _ rule: AlertRule, _ reading: AlertMeter.Reading, after state: AlertState?, now: Timestamp
  ) -> (state: AlertState?, event: AlertEvent?) {
    // What cannot be measured neither fires nor clears.
    guard let holds = reading.holds else { return (state, nil) }
    guard var state else {
      guard holds else { return (nil, nil) }
      return (
        AlertState(firedAt: now, toldAt: now),
        AlertEvent(kind: .fired, rule: rule, reading: reading, firedAt: now)
      )
    }
    if holds {
      state.calmSince = nil
      guard now.milliseconds - state.toldAt.milliseconds >= rule.repeatWithin else { return (state, nil) }
      state.toldAt = now
      return (state, AlertEvent(kind: .repeated, rule: rule, reading: reading, firedAt: state.firedAt))
    }
    let calm = state.calmSince ?? now
    state.calmSince = calm
    guard now.milliseconds - calm.milliseconds >= rule.clearsAfter else { return (state, nil) }
    return (nil, AlertEvent(kind: .cleared, rule: rule, reading: reading, firedAt: state.firedAt))
  }

  /// One sentence without a full stop: `error rate 7.9 % in 1d, above 5 %`.
  var words: String {
    Self.words(rule, reading)
      + (kind == .fired ? "" : " (\(kind == .cleared ? "fired" : "since") \(firedAt.readable) UTC)")
  }

  /// What was measured against what.
  static func words(_ rule: AlertRule, _ reading: AlertMeter.Reading) -> String {
    let subject = rule.metric == .errorCode ? "\(rule.code ?? "") \(rule.metric.words)" : rule.metric.words
    if rule.metric == .missingData {
      return reading.value.map { "no data for \(shown($0, rule.metric)), more than \(rule.per.text)" }
        ?? "the store holds no data"
    }
    let value = reading.value.map { shown($0, rule.metric) } ?? "not known"
    let isOver = reading.holds == true
    let side = rule.firesAbove == isOver ? "above" : "not above"
    let other = rule.firesAbove == isOver ? "not below" : "below"
    let direction = rule.firesAbove ? side : isOver ? "below" : other
    let limit: String
    switch (rule.bound, reading.limit) {
    case (.average, nil): return "\(subject) \(value) in \(rule.per.text); fewer than four earlier windows to compare"
    case (.average, let number?): limit = "the average and three standard deviations, \(shown(number, rule.metric))"
    case (.number(let number), _): limit = shown(number, rule.metric)
    }
    return "\(subject) \(value) in \(rule.per.text), \(direction) \(limit)"
  }

  private static func shown(_ value: Double, _ metric: AlertRule.Metric) -> String {
    switch metric.unit {
    case "%": Quantity.percent(value / 100)
    case "ms": Quantity.milliseconds(value)
    case "h": Quantity.plain(value) + " h"
    default: Quantity.plain(value)
    }
  }
}
