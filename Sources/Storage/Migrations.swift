/// The steps from an empty database to the present schema; a step is never changed once it was released.
enum Migrations {
  /// "CKDG" in ASCII: tells a ckdiag store from any other SQLite file.
  static let applicationID: Int64 = 0x434B_4447

  /// The SQL of each step, in order; `PRAGMA user_version` is the number of steps taken.
  static let all = [tables, views, alerts, knownFiles, rollups]

  private static let tables = """
    CREATE TABLE source(
      id INTEGER PRIMARY KEY, path TEXT NOT NULL, content_hash TEXT, format TEXT, bytes INTEGER NOT NULL DEFAULT 0,
      lines INTEGER NOT NULL DEFAULT 0, records INTEGER NOT NULL DEFAULT 0, unrecognized INTEGER NOT NULL DEFAULT 0,
      first_unrecognized TEXT, truncated INTEGER NOT NULL DEFAULT 0, notes TEXT NOT NULL DEFAULT '[]',
      first_time INTEGER, last_time INTEGER, ingested_at INTEGER NOT NULL, offset INTEGER NOT NULL DEFAULT 0,
      prefix_hash TEXT, first_request INTEGER, last_request INTEGER) STRICT;
    CREATE INDEX source_prefix ON source(prefix_hash);
    CREATE TABLE symbol(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE request_class(
      id INTEGER PRIMARY KEY, environment INTEGER, database INTEGER, zone INTEGER, operation INTEGER, family INTEGER,
      operation_group INTEGER, platform INTEGER, client_os INTEGER, interface INTEGER, status INTEGER, error INTEGER,
      record_types INTEGER, outcome INTEGER NOT NULL, flags INTEGER NOT NULL) STRICT;
    CREATE TABLE request(
      source INTEGER NOT NULL, line INTEGER NOT NULL, time_ms INTEGER, class INTEGER NOT NULL, user INTEGER,
      operation_id ANY, request_id ANY, duration_ms INTEGER, retry_after_ms INTEGER, bytes_sent INTEGER,
      bytes_received INTEGER, inserted INTEGER, updated INTEGER, deleted INTEGER, inserted_bytes INTEGER,
      updated_bytes INTEGER, deleted_bytes INTEGER) STRICT;
    CREATE TABLE error(
      id INTEGER PRIMARY KEY, source INTEGER NOT NULL, line INTEGER NOT NULL, time_ms INTEGER, parent INTEGER,
      domain TEXT NOT NULL, code INTEGER, server_code TEXT, http_status INTEGER, underlying_domain TEXT,
      underlying_code INTEGER, message TEXT, item TEXT, zone TEXT, retry_after_ms INTEGER, operation TEXT,
      operation_id TEXT, request_id TEXT, container TEXT, count INTEGER NOT NULL, printed INTEGER NOT NULL,
      collateral INTEGER NOT NULL, items_known INTEGER NOT NULL, items_redacted INTEGER NOT NULL, text TEXT NOT NULL
    ) STRICT;
    CREATE TABLE page(
      source INTEGER NOT NULL, line INTEGER NOT NULL, time_ms INTEGER, kind TEXT NOT NULL, stream TEXT NOT NULL,
      subject TEXT NOT NULL, cursor_in TEXT, cursor_out TEXT, more_coming INTEGER, items INTEGER, bytes INTEGER,
      duration_ms INTEGER, operation_id TEXT, has_answer INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
    CREATE TABLE activity(
      source INTEGER NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL, outcome TEXT NOT NULL, start_ms INTEGER,
      end_ms INTEGER, identifier TEXT, store TEXT, error_domain TEXT, error_code INTEGER, affected INTEGER,
      text TEXT NOT NULL) STRICT;
    CREATE TABLE observation(
      source INTEGER NOT NULL, line INTEGER NOT NULL, time_ms INTEGER, kind TEXT NOT NULL, subject TEXT NOT NULL,
      value INTEGER, text TEXT NOT NULL) STRICT;
    CREATE TABLE store_state(
      id INTEGER PRIMARY KEY, source INTEGER NOT NULL, line INTEGER NOT NULL, identity TEXT NOT NULL, kind TEXT NOT NULL,
      observed_ms INTEGER, tracked INTEGER, pending_uploads INTEGER, pending_deletes INTEGER,
      pending_zone_changes INTEGER, in_flight INTEGER, oldest_pending_ms INTEGER, last_success_ms INTEGER,
      last_failure_ms INTEGER, flags TEXT NOT NULL, pending_items TEXT NOT NULL, notes TEXT NOT NULL) STRICT;
    CREATE TABLE state_zone(
      state INTEGER NOT NULL, name TEXT, owner TEXT, database TEXT, token_digest TEXT, last_fetch_ms INTEGER,
      flags TEXT NOT NULL, pending_uploads INTEGER, pending_deletes INTEGER) STRICT;
    CREATE TABLE state_entity(
      state INTEGER NOT NULL, name TEXT NOT NULL, tracked INTEGER NOT NULL, pending_uploads INTEGER NOT NULL,
      pending_deletes INTEGER NOT NULL) STRICT;
    """

  private static let alerts = """
    CREATE TABLE alert_state(
      name TEXT PRIMARY KEY, fired_ms INTEGER NOT NULL, told_ms INTEGER NOT NULL, calm_ms INTEGER) STRICT, WITHOUT ROWID;
    """

  private static let knownFiles = """
    CREATE TABLE known_file(
      path TEXT PRIMARY KEY, bytes INTEGER NOT NULL, modified_ns INTEGER NOT NULL, changed_ns INTEGER NOT NULL,
      inode INTEGER NOT NULL, device INTEGER NOT NULL, sources TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX source_period ON source(last_time, first_time);
    """

  private static let rollups = """
    ALTER TABLE source ADD COLUMN is_rolled INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE source ADD COLUMN raw_from INTEGER;
    CREATE INDEX source_unrolled ON source(id) WHERE is_rolled = 0;
    CREATE TABLE rollup(
      id INTEGER PRIMARY KEY, source INTEGER NOT NULL, hour INTEGER NOT NULL, requests INTEGER NOT NULL,
      cells BLOB NOT NULL, users BLOB NOT NULL) STRICT;
    CREATE INDEX rollup_source ON rollup(source, hour);
    CREATE INDEX rollup_hour ON rollup(hour, source);
    CREATE TABLE request_span(
      first_row INTEGER PRIMARY KEY, last_row INTEGER NOT NULL, min_ms INTEGER NOT NULL, max_ms INTEGER NOT NULL) STRICT;
    INSERT INTO request_span SELECT min(rowid), max(rowid), min(time_ms), max(time_ms) FROM request
      WHERE time_ms IS NOT NULL GROUP BY rowid / 4096;
    """

  private static let views = """
    CREATE VIEW requests AS
      SELECT r.rowid AS id, s.path AS input, r.line AS line,
        strftime('%Y-%m-%dT%H:%M:%fZ', r.time_ms / 1000.0, 'unixepoch') AS time, r.time_ms AS time_ms,
        e.text AS environment, d.text AS "database", z.text AS zone, o.text AS operation, f.text AS family,
        g.text AS operation_group, p.text AS platform, c.text AS client_os, i.text AS interface, st.text AS status,
        er.text AS error, CASE k.outcome WHEN 0 THEN 'succeeded' WHEN 1 THEN 'failed' ELSE 'unknown' END AS outcome,
        (k.flags & 2) <> 0 AS throttled, t.text AS record_types, u.text AS user,
        CASE typeof(r.operation_id) WHEN 'integer' THEN printf('%016X', r.operation_id) ELSE r.operation_id END
          AS operation_id,
        CASE typeof(r.request_id) WHEN 'blob' THEN substr(hex(r.request_id), 1, 8) || '-' ||
          substr(hex(r.request_id), 9, 4) || '-' || substr(hex(r.request_id), 13, 4) || '-' ||
          substr(hex(r.request_id), 17, 4) || '-' || substr(hex(r.request_id), 21) ELSE r.request_id END AS request_id,
        r.duration_ms, r.retry_after_ms, r.bytes_sent, r.bytes_received, r.inserted, r.updated, r.deleted,
        r.inserted_bytes, r.updated_bytes, r.deleted_bytes
      FROM request r JOIN request_class k ON k.id = r.class JOIN source s ON s.id = r.source
        LEFT JOIN symbol e ON e.id = k.environment LEFT JOIN symbol d ON d.id = k.database
        LEFT JOIN symbol z ON z.id = k.zone LEFT JOIN symbol o ON o.id = k.operation
        LEFT JOIN symbol f ON f.id = k.family LEFT JOIN symbol g ON g.id = k.operation_group
        LEFT JOIN symbol p ON p.id = k.platform LEFT JOIN symbol c ON c.id = k.client_os
        LEFT JOIN symbol i ON i.id = k.interface LEFT JOIN symbol st ON st.id = k.status
        LEFT JOIN symbol er ON er.id = k.error LEFT JOIN symbol t ON t.id = k.record_types
        LEFT JOIN symbol u ON u.id = r.user;
    CREATE VIEW errors AS
      SELECT x.id, s.path AS input, x.line, strftime('%Y-%m-%dT%H:%M:%fZ', x.time_ms / 1000.0, 'unixepoch') AS time,
        x.time_ms, x.parent, x.domain, x.code, x.server_code, x.http_status, x.underlying_domain, x.underlying_code,
        x.message, x.item, x.zone, x.retry_after_ms, x.operation, x.operation_id, x.request_id, x.container, x.count,
        x.printed, x.collateral, x.text
      FROM error x JOIN source s ON s.id = x.source;
    CREATE VIEW daily AS
      SELECT date(r.time_ms / 1000, 'unixepoch') AS day, o.text AS operation, count(*) AS requests,
        sum(k.outcome = 1) AS failed, sum((k.flags & 2) <> 0) AS throttled, avg(r.duration_ms) AS mean_ms,
        max(r.duration_ms) AS max_ms
      FROM request r JOIN request_class k ON k.id = r.class LEFT JOIN symbol o ON o.id = k.operation
      WHERE r.time_ms IS NOT NULL GROUP BY 1, 2;
    """
}
