#!/usr/bin/env python3
"""What each test takes, for limits.cmake, from what ctest has measured:

    durations.py build/release build/sanitize > tests/durations.csv

Run the tests of both builds on an idle machine before.
"""
import math
import os
import sys


def seconds(build):
    """By test: the mean of its runs in that build, rounded up."""
    found = {}
    for folder, _, names in os.walk(build):
        if folder.endswith("Testing/Temporary") and "CTestCostData.txt" in names:
            with open(os.path.join(folder, "CTestCostData.txt"), encoding="ascii") as file:
                for line in file:
                    if line.startswith("---"):
                        break
                    name, runs, mean = line.split()
                    if int(runs) > 0:
                        found[name] = max(1, math.ceil(float(mean)))
    return found


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    release, sanitize = map(seconds, sys.argv[1:])
    print("# test, seconds on an idle machine: release, sanitizers (durations.py)")
    for name in sorted(release):
        print(f"{name},{release[name]},{sanitize.get(name, '')}")
