#!/usr/bin/env python3
"""Does every command line that README.md shows run, and does it print what README.md shows?

    readme_check.py ZERMELO SOURCE

Lines that begin with four spaces and `$ ` are run one after the other in a folder of their own beside links to
jobs/ and data/; each must end with 0 and print something. What stands indented below such a line is what it prints, up
to the space between fields and to times. Is the table of known values as long as it says? And does CITATION.cff
(https://citation-file-format.github.io, 1.2.0) have what such a file must have, and this version?
"""
import csv
import os
import re
import subprocess
import sys
import tempfile


def examples(text):
    """Command lines and what is shown below them."""
    found, below = [], None
    for line in text.splitlines():
        if line.startswith("    $ "):
            below = []
            found.append((line[6:].strip(), below))
        elif line.startswith("    ") and below is not None:
            below.append(line.strip())
        else:
            below = None
    return found


def fields(line):
    """Without times, which have nine decimals."""
    return ["TIME" if re.fullmatch(r"\d+\.\d{9}", word) else word for word in line.split()]


def citation_faults(source):
    with open(os.path.join(source, "CITATION.cff"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(source, "CMakeLists.txt"), encoding="utf-8") as file:
        version = re.search(r"project \(zermelo VERSION (\S+)", file.read())[1]
    keys = dict(re.findall(r"^([a-z-]+): *(.*)$", text, re.M))
    known = {"cff-version", "message", "type", "title", "abstract", "authors", "version", "license", "keywords",
             "date-released", "doi", "identifiers", "repository-code", "url", "references", "commit", "contact"}
    faults = [f"CITATION.cff: {key} is no key of the format" for key in set(keys) - known]
    faults += [f"CITATION.cff: no {key}" for key in ("cff-version", "message", "title", "authors", "version") if key not in keys]
    for key, value in (("cff-version", "1.2.0"), ("version", version), ("type", "software"), ("license", "MIT")):
        if keys.get(key) != value:
            faults.append(f"CITATION.cff: {key} is {keys.get(key)}, not {value}")
    if not re.search(r"^authors:\n  - (name|family-names|given-names): \S", text, re.M):
        faults.append("CITATION.cff: no author")
    return faults


def run(line, zermelo, folder):
    call = re.sub("^mpirun", os.environ.get("MPI_LAUNCHER", "mpirun"), line)
    path = f"{os.path.dirname(zermelo)}:{os.environ['PATH']}"
    return subprocess.run(call, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=300, env=dict(os.environ, PATH=path))


def main():
    zermelo, source = map(os.path.abspath, sys.argv[1:3])
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        text = file.read()
    shown = examples(text)
    faults = citation_faults(source)
    if len(shown) < 8 or sum(bool(lines) for _, lines in shown) < 4:
        faults.append("README.md shows fewer commands, or less of what they print, than it did")
    with open(os.path.join(source, "data", "known_values.csv"), encoding="utf-8") as file:
        quick = sum(row["effort"] == "quick" for row in csv.DictReader(file))
    if f"the table of {quick} boards" not in text:
        faults.append(f"README.md: ./bootstrap run makes a table of {quick} boards")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("jobs", "data"):
            os.symlink(os.path.join(source, name), os.path.join(folder, name))
        for line, below in shown:
            done = run(line, zermelo, folder)
            printed = done.stdout.splitlines()
            if done.returncode != 0 or not printed:
                faults.append(f"README.md: {line}\n  ends with {done.returncode}: {done.stderr.strip()}")
            elif below and [fields(each) for each in below] != [fields(each) for each in printed]:
                faults.append(f"README.md: {line}\n  prints\n{done.stdout}")
    print(*faults, sep="\n", end="\n" if faults else "")
    sys.exit(1 if faults else 0)


main()
