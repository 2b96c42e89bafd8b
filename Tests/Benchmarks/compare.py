#!/usr/bin/env python3
"""Times ckdiag and DuckDB in turn on one Console NDJSON file, checks that their numbers agree, prints a table row.

usage: compare.py CKDIAG LOG [RUNS]     needs the Python package duckdb; without it only ckdiag is timed
"""
import json, os, resource, statistics, subprocess, sys, tempfile, time

PEER = r'''
import duckdb, json, sys
log, store = sys.argv[1:3]
db = duckdb.connect(store)
db.execute(f"CREATE TABLE r AS SELECT * REPLACE (CAST(executionTimeMs AS INTEGER) AS executionTimeMs, "
           f"CAST(time AS TIMESTAMP) AS time) FROM read_json('{log}', format='newline_delimited')")
L = "count(executionTimeMs), min(executionTimeMs), quantile_disc(executionTimeMs, [0.5, 0.95, 0.99]), max(executionTimeMs)"
bad = "count(*) FILTER (overallStatus <> 'SUCCESS')"
total = db.execute(f"SELECT count(*), {bad}, {L} FROM r").fetchone()
for column in ("operationType", "zone", "platform", "clientOS", "database", "overallStatus"):
    db.execute(f"SELECT {column}, count(*), {bad}, {L} FROM r GROUP BY 1").fetchall()
db.execute(f"SELECT time_bucket(INTERVAL 1 HOUR, time) b, count(*), {bad}, {L} FROM r GROUP BY b ORDER BY b").fetchall()
print(json.dumps({"count": total[0], "failed": total[1], "p50": total[4][0], "p95": total[4][1], "p99": total[4][2]}))
'''

def run(argv):
    start = time.monotonic()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(argv, stdout=out)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, 1):
            sys.exit(f"{argv[0]} ended with {child.returncode}")
        out.seek(0)
        peak = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        return wall, peak, json.load(out)

tool, log = sys.argv[1:3]
runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
try:
    import duckdb  # noqa: F401
    names = ("ckdiag", "duckdb")
except ImportError:
    names = ("ckdiag",)
times, peaks, result = {n: [] for n in names}, {n: 0 for n in names}, {}
for i in range(runs + 1):  # the first round warms the page cache and is not counted
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "store")
            argv = ([tool, "analyze", log, "--db", store, "--format", "json", "--fail-on", "never"] if name == "ckdiag"
                    else [sys.executable, "-c", PEER, log, store])
            wall, peak, result[name] = run(argv)
        if i:
            times[name].append(wall)
            peaks[name] = max(peaks[name], peak)
requests = result["ckdiag"]["requests"]
ours = {k: requests[k] for k in ("count", "failed")} | {k: requests["latencyMs"][k] for k in ("p50", "p95", "p99")}
line = f"| {os.path.basename(log)} | {ours['count']:,} | {statistics.median(times['ckdiag']):.2f} s | {peaks['ckdiag']:.0f} MiB |"
if "duckdb" in names:
    agree = "agree" if ours == result["duckdb"] else f"DIFFER: {ours} {result['duckdb']}"
    ratio = statistics.median(times["ckdiag"]) / statistics.median(times["duckdb"])
    line += f" {statistics.median(times['duckdb']):.2f} s | {peaks['duckdb']:.0f} MiB | {ratio:.2f} | {agree} |"
print(line)
