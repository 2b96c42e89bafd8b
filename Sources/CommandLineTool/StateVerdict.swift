import SyncModel

/// One sentence about what waits in a store.
func stateVerdict(for state: StoreState, activities: [Activity]) -> String {
  let waiting = (state.pendingUploads ?? 0) + (state.pendingDeletes ?? 0)
  return waiting == 0 ? "nothing waits" : "\(waiting) changes wait"
}
