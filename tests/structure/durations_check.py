#!/usr/bin/env python3
"""Does tests/durations.py make the rows that ctest's figures say, and is durations.csv such a file?

    durations_check.py ROOT

Silent and 0 if so; otherwise a line for each fault.
"""
import os
import re
import subprocess
import sys
import tempfile

COSTS = "a/one 2 0.25\na/two 1 61.5\na/never 0 5\n---\na/two\n"
JUNIT = ('<testsuite><testcase name="a/one" time="3.01" status="run"/><testcase name="a/old" time="0" status="notrun"/>'
         '</testsuite>')
BEFORE = "# before\na/old,7,9\na/two,1,4\n"
AFTER = ["a/old,7,9", "a/one,1,4", "a/two,62,4"]


def made(root):
    """What it writes of a build with COSTS and JUNIT of another, over BEFORE."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "release", "Testing", "Temporary"))
        names = [os.path.join(folder, name) for name in ("release", "sanitize.xml", "durations.csv")]
        for path, text in ((os.path.join(names[0], "Testing", "Temporary", "CTestCostData.txt"), COSTS), (names[1], JUNIT), (names[2], BEFORE)):
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
        subprocess.run([sys.executable, os.path.join(root, "tests", "durations.py"), *names], check=True)
        with open(names[2], encoding="ascii") as file:
            return file.read().splitlines()


def main(root):
    lines = made(root)
    faults = [] if lines[1:] == AFTER else [f"durations.py makes {lines}"]
    with open(os.path.join(root, "tests", "durations.csv"), encoding="ascii") as file:
        rows = file.read().splitlines()
    if rows[0] != lines[0]:
        faults.append("durations.csv: another first line than that of durations.py")
    faults += [f"durations.csv: {row}" for row in rows[1:] if not re.fullmatch(r"[a-z_0-9]+(/[^,]+)?,\d*,\d*", row)]
    tests = [row.split(",")[0] for row in rows[1:]]
    faults += [f"durations.csv: {test} twice" for test in sorted(set(tests)) if tests.count(test) > 1]
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
