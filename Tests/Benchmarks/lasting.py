#!/usr/bin/env python3
"""Times ckdiag on a store of many requests, and DuckDB on the same table; prints a table.

usage: lasting.py CKDIAG FOLDER LOG…     needs the Python package duckdb for the second half
"""
import json, os, resource, shutil, sqlite3, subprocess, sys, time

PERIODS = {"24h": 1, "30d": 30}
LATENCY = "quantile_disc(executionTimeMs, [0.5, 0.95, 0.99])"


def timed(action):
    """Wall clock, processor time of children and of this process, and what the action gave."""
    def used():
        return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF))
    wall, cpu = time.monotonic(), used()
    result = action()
    return time.monotonic() - wall, used() - cpu, result


def row(name, measured, note=""):
    print(f"| {name} | {measured[0]:.2f} s | {measured[1]:.2f} s | {note} |", flush=True)
    return measured[2]


tool, folder, logs = sys.argv[1], sys.argv[2], sys.argv[3:]
store, pruned = (os.path.join(folder, name) for name in ("lasting.sqlite", "pruned.sqlite"))
environment = dict(os.environ)


def ckdiag(*arguments):
    run = subprocess.run([tool, *arguments], env=environment, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"ckdiag {arguments[0]} ended with {run.returncode}: {run.stderr}")
    return run.stdout


def report(path, last):
    requests = json.loads(ckdiag("report", "--db", path, "--last", last, "--format", "json", "--fail-on", "never"))["requests"]
    return [requests["count"], requests["failed"]] + [requests["latencyMs"][key] for key in ("p50", "p95", "p99")]


print("| | wall | processor | |\n|---|---|---|---|")
if not os.path.exists(store):
    row("ingest", timed(lambda: ckdiag("ingest", *logs, "--db", store)))
with sqlite3.connect(store) as database:
    end, count = database.execute("SELECT max(last_time), (SELECT count(*) FROM request) FROM source").fetchone()
environment["CKDIAG_NOW"] = str(end + 1)
print(f"| {count:,} requests | | | {os.path.getsize(store) / count:.1f} bytes each |")
for last in PERIODS:
    report(store, last)
    print("|  |  |  |", row(f"report --last {last}, all rows", timed(lambda: report(store, last))), "|")
shutil.copyfile(store, pruned)
row("db prune --keep-raw 24h", timed(lambda: ckdiag("db", "prune", "--db", pruned, "--keep-raw", "24h")),
    f"{os.path.getsize(pruned) / 1e6:.0f} MB left")
print("|  |  |  |", row("report --last 30d, hourly counts", timed(lambda: report(pruned, "30d"))), "|")

small = os.path.join(folder, "small-files")
if not os.path.isdir(small):
    os.makedirs(small)
    with open(logs[0]) as log:
        for number in range(10_000):
            with open(os.path.join(small, f"{number:05}.ndjson"), "w") as file:
                file.writelines(log.readline() for _ in range(10))
known = os.path.join(folder, "small-files.sqlite")
for path in (known, known + "-wal", known + "-shm"):
    if os.path.exists(path):
        os.unlink(path)
time.sleep(3)
row("ingest of 10,000 new files of 4 KB", timed(lambda: ckdiag("ingest", small, "--db", known)))
row("ingest of 10,000 known files", timed(lambda: ckdiag("ingest", small, "--db", known)))

try:
    import duckdb
except ImportError:
    sys.exit()
path = os.path.join(folder, "lasting.duckdb")
fresh = not os.path.exists(path)
db = duckdb.connect(path)
if fresh:
    row("DuckDB loads the log", timed(lambda: db.execute(
        "CREATE TABLE r AS SELECT * REPLACE (CAST(executionTimeMs AS INTEGER) AS executionTimeMs, CAST(time AS TIMESTAMP) AS "
        "time) FROM read_json(?, format='newline_delimited')", [logs])))
db.close()


def peer(days):
    database = duckdb.connect(path, read_only=True)
    database.execute(f"CREATE TEMP VIEW v AS SELECT * FROM r WHERE time >= epoch_ms({end + 1 - days * 86_400_000}) "
                     f"AND time < epoch_ms({end + 1})")
    bad = "count(*) FILTER (overallStatus <> 'SUCCESS')"
    total = database.execute(f"SELECT count(*), {bad}, {LATENCY}, count(DISTINCT userId) FILTER (overallStatus <> 'SUCCESS') FROM v").fetchone()
    for column in ("operationType", "zone", "platform", "clientOS", "database", "overallStatus"):
        database.execute(f"SELECT {column}, count(*), {bad}, {LATENCY} FROM v GROUP BY 1").fetchall()
    database.execute(f"SELECT time_bucket(INTERVAL 1 HOUR, time) b, count(*), {bad}, {LATENCY} FROM v GROUP BY b").fetchall()
    database.close()
    return [total[0], total[1], *total[2]]


for last, days in PERIODS.items():
    peer(days)
    print("|  |  |  |", row(f"DuckDB, last {last}", timed(lambda: peer(days))), "|")
print(f"| DuckDB's file | | | {os.path.getsize(path) / count:.1f} bytes a request |")
