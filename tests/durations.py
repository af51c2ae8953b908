#!/usr/bin/env python3
"""Makes tests/durations.csv, what each test takes, for limits.cmake:

    durations.py RELEASE SANITIZE [CSV]

RELEASE and SANITIZE are builds in which ctest has run, or what `ctest --output-junit FILE.xml` wrote there. Rows of tests
that were run are made anew, those of other tests stay; where RELEASE is a build, a row whose test it does not have goes. CSV
is the file beside this program unless another is named. Let nothing else run on the machine meanwhile.
"""
import json
import math
import os
import subprocess
import sys
import xml.etree.ElementTree

TITLE = "# test, seconds on an idle machine: release, sanitizers (durations.py)"


def cost_data(path):
    """By test: the mean of its runs in that build."""
    with open(path, encoding="ascii") as file:
        for line in file:
            if line.startswith("---"):
                break
            name, runs, mean = line.split()
            if int(runs) > 0:
                yield name, float(mean)


def measured(source):
    """Seconds by test, rounded up."""
    if source.endswith(".xml"):
        cases = xml.etree.ElementTree.parse(source).getroot().iter("testcase")
        found = [(case.get("name"), float(case.get("time"))) for case in cases if case.get("status") == "run"]
    else:
        found = [pair for folder, _, names in os.walk(source) if folder.endswith("Testing/Temporary") and "CTestCostData.txt" in names
                 for pair in cost_data(os.path.join(folder, "CTestCostData.txt"))]
    return {name: str(max(1, math.ceil(seconds))) for name, seconds in found}


def registered(build):
    """Tests of a build, or None where it cannot say."""
    if build.endswith(".xml") or not os.path.exists(os.path.join(build, "CTestTestfile.cmake")):
        return None
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, stdout=subprocess.PIPE).stdout
    return {test["name"] for test in json.loads(shown)["tests"]}


def rows(path):
    """What stands there: test, release, sanitizers."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {line.split(",")[0]: line.strip().split(",")[1:] for line in file if not line.startswith("#")}


def main(release, sanitize, path):
    known, found = rows(path), [measured(release), measured(sanitize)]
    present = registered(release)
    with open(path, "w", encoding="utf-8") as file:
        print(TITLE, file=file)
        for name in sorted(set(known) | set(found[0])):
            if present is None or name in present:
                old = known.get(name, ["", ""])
                print(name, *(new.get(name, before) for new, before in zip(found, old)), sep=",", file=file)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) == 4 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "durations.csv"))
