#!/usr/bin/env python3
"""Does every command line that README.md shows run?

    readme_check.py ZERMELO SOURCE

Lines that begin with four spaces and `$ ` are run one after the other in a folder of their own beside links to
jobs/ and data/; each must end with 0 and print something (or be --check). And is the table of known values as long as it
says?
"""
import csv
import os
import re
import subprocess
import sys
import tempfile


def main():
    zermelo, source = map(os.path.abspath, sys.argv[1:3])
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        text = file.read()
    shown = [line[6:].strip() for line in text.splitlines() if line.startswith("    $ ")]
    if len(shown) < 8:
        sys.exit("README.md shows fewer commands than it did")
    with open(os.path.join(source, "data", "known_values.csv"), encoding="utf-8") as file:
        quick = sum(row["effort"] == "quick" for row in csv.DictReader(file))
    faults = 0
    if f"the table of {quick} boards" not in text:
        print(f"README.md: ./bootstrap run makes a table of {quick} boards")
        faults += 1
    with tempfile.TemporaryDirectory() as folder:
        for name in ("jobs", "data"):
            os.symlink(os.path.join(source, name), os.path.join(folder, name))
        for line in shown:
            call = line.replace("build/release/bin/zermelo", zermelo)
            call = re.sub("^mpirun", os.environ.get("MPI_LAUNCHER", "mpirun"), call)
            done = subprocess.run(call, shell=True, cwd=folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
            if done.returncode != 0 or not (done.stdout or "--check" in line):
                print(f"README.md: {line}\n  ends with {done.returncode}: {done.stderr.strip()}")
                faults += 1
    sys.exit(1 if faults else 0)


main()
