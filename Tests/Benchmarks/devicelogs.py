"""Times the tool on a device log beside lnav and grep, and on lines that are made to be slow.

usage: devicelogs.py CKDIAG LOG FOLDER
"""
import os, resource, shutil, subprocess, sys, time

MEGABYTE = 1 << 20
PIECES = [
    "<<<<(((({{{{", "{", '"', "\\", "Optional(", "NSUnderlyingError=",
    "NSUnderlyingError=0x1 {Error Domain=CKErrorDomain Code=2 UserInfo={", "Error Domain=CKErrorDomain Code=2 ",
    "Error Domain=NSCocoaErrorDomain Code=134406 UserInfo={", '<CKError 0x1: "Partial Failure" (2/1011); ',
    '<CKError 0x1: "Partial Failure" (2/1011); partial errors: {', '<CKError 0x1: "Zone Busy" (23); "',
    'NSUnderlyingError = "<CKError 0x1: "Zone Busy" (23)>" ', "codes=[14: 250] ", "record to insert already exists ",
]
PREFIX = "2026-10-07 02:09:01.000000+0000 0x46 Default 0x1b 755 0 Notes: [com.apple.cloudkit:OP] "


def measured(command, runs=3):
    """The median of the wall time, and the processor time of that run, in seconds; None for a missing tool."""
    if not shutil.which(command[0]):
        return None
    results = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        # Through a pipe: grep stops at the first match when it writes to /dev/null.
        subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        results.append((time.monotonic() - start, work))
    return sorted(results)[len(results) // 2]


def main():
    ckdiag, log, folder = sys.argv[1:]
    size = os.path.getsize(log) / 1e6
    rows = [
        ("ckdiag analyze", [ckdiag, "analyze", log, "--format", "json", "--fail-on", "never"]),
        ("lnav -n, counts the lines", ["lnav", "-n", "-c", ";select count(*) from all_logs", log]),
        ("grep -c CKError, eight times", ["sh", "-c", 'for i in 1 2 3 4 5 6 7 8; do grep -c CKError "$1"; done', "sh", log]),
    ]
    print(f"\n| device log of {size:.0f} MB | wall | processor | rate | peak |\n|---|---|---|---|---|")
    for name, command in rows:
        result = measured(command)
        if result is None:
            print(f"| {name} | not installed | | | |")
            continue
        wall, work = result
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit
        shown = f"{peak:.0f} MiB" if command[0] == ckdiag else ""
        print(f"| {name} | {wall:.2f} s | {work:.2f} s | {size / wall:.0f} MB/s | {shown} |")
    os.makedirs(folder, exist_ok=True)
    print("\n| a line of 1 MB | wall | processor |\n|---|---|---|")
    for number, piece in enumerate(PIECES):
        path = os.path.join(folder, f"{number}.log")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PREFIX + piece * (MEGABYTE // len(piece)) + "\n")
        wall, work = measured([ckdiag, "analyze", path, "--format", "json", "--fail-on", "never"])
        print(f"| `{piece.strip()[:50]}` … | {wall:.3f} s | {work:.3f} s |")


if __name__ == "__main__":
    main()
