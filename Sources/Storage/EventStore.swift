import CSQLite
import SyncModel

/// A store of everything that was read, and the queries that telemetry and checks ask.
package final class EventStore {}
