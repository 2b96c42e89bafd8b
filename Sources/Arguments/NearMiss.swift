/// Returns the candidate that a mistyped word most likely means, or nil when none is near.
///
/// Near = at most a third of the word's letters changed, inserted, removed or swapped with their neighbour; else the
/// only candidate that begins with the word, if it has two letters at least.
package func nearest(to word: String, in candidates: [String]) -> String? {
  let limit = max(1, word.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(Array(word.lowercased()), Array(candidate.lowercased()))
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  if let best { return best.name }
  let longer = candidates.filter { word.count > 1 && $0.lowercased().hasPrefix(word.lowercased()) }
  return longer.count == 1 ? longer.first : nil
}

/// The number of changed, inserted, removed or swapped letters (optimal string alignment).
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var before = [Int](), previous = Array(0...right.count)
  for i in 0..<left.count {
    var row = [i + 1]
    for j in 0..<right.count {
      var cost = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, before[j - 1] + 1) }
      row.append(cost)
    }
    before = previous
    previous = row
  }
  return previous[right.count]
}
