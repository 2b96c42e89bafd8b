import SyncModel

/// Which checks run, from `--only`, `--disable` and the configuration.
package struct CheckSelection: Equatable, Sendable {
  /// Ids that run and no others; empty = all that are on by default.
  package var only: Set<String>
  /// Ids that do not run, whatever `only` says.
  package var disabled: Set<String>

  package init(only: Set<String> = [], disabled: Set<String> = []) {
    self.only = only
    self.disabled = disabled
  }

  /// Whether a check of the given description runs.
  package func includes(_ info: CheckInfo) -> Bool {
    guard !disabled.contains(info.id) else { return false }
    return only.isEmpty ? info.isOnByDefault : only.contains(info.id)
  }

}
