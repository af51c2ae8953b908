#!/usr/bin/env python3
"""Do the man pages and the completion know every command, option and job key of `zermelo help`, and no others?

    manual_check.py ZERMELO FOLDER        FOLDER holds the pages and completion.bash

Silent and 0 if they do; otherwise a line for each fault, and 1. The completion is asked by bash itself. What
zermelo-files(5) says is compared with files by files_check.py.
"""
import os
import re
import shutil
import subprocess
import sys


PAGES = ("zermelo.1", "zermelo-check.1", "zermelo-jobs.5", "zermelo-files.5")


def output(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def read_page(folder, name):
    with open(os.path.join(folder, name), encoding="ascii") as file:
        return file.read().replace("\\-", "-").replace("\\(dq", '"')


def commands(zermelo):
    listing = output(zermelo, "help").split("Commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listing.splitlines()]


def options(zermelo, command):
    """Long and short options, as help prints them: `  -o, --output FILE   what it does`."""
    lines = output(zermelo, "help", command).split("Options:\n")[1].splitlines()
    found = []
    for line in lines:
        match = re.match(r"  (?:(-\w), )?(--[a-z-]+)", line)
        if match:  # else the sentence goes on
            found.append((match.group(2), match.group(1)))
    return found


def job_keys(zermelo):
    """Name, type and default of each key, as `help jobs` prints them; those of a group stand below its name."""
    found, group = [], ""
    for line in output(zermelo, "help", "jobs").splitlines():
        head = re.fullmatch(r"  (\w+):", line)
        match = re.match(r"(  |    )([a-z_]+) +(text|name|number|boolean|list|size|time) +(\S+) +\S", line)
        if head:
            group = head[1] + "."
        elif match:
            found.append(((group if len(match[1]) > 2 else "") + match[2], match[3], match[4].strip("()")))
    return found


def job_faults(zermelo, page):
    """Each key stands in the page, with its type and default; and no other."""
    described = dict(re.findall(r'^\.BR (\S+) " \((.*)\)"$', page, re.M))
    keys = job_keys(zermelo)
    faults = [f"zermelo-jobs.5: {key} is no key" for key in set(described) - {key for key, _, _ in keys}]
    if len(keys) < 30:
        faults.append(f"only {len(keys)} keys in help jobs")
    for key, kind, default in keys:
        words = described.get(key, "")
        if not words.startswith(kind) or default not in words:
            faults.append(f"zermelo-jobs.5: key {key} ({kind}, {default}) is described as ({words})")
    return faults


def groff_faults(folder, name):
    if not shutil.which("groff"):
        return []
    done = subprocess.run(["groff", "-man", "-Tascii", "-ww", os.path.join(folder, name)],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    return [f"{name}: {line}" for line in done.stderr.splitlines()]


def completions(folder, *words):
    """What bash offers for the last of the words."""
    script = (f'source "{os.path.join(folder, "completion.bash")}"; COMP_WORDS=("$@"); '
              'COMP_CWORD=$(($# - 1)); _zermelo; printf "%s\\n" "${COMPREPLY[@]}"')
    return set(output("bash", "-c", script, "bash", *words).split())


def check(zermelo, folder):
    faults = []
    pages = {name: read_page(folder, name) for name in PAGES}
    page = pages["zermelo.1"]
    names = commands(zermelo)
    if len(names) < 11:
        faults.append(f"only {len(names)} commands in help")
    if completions(folder, "zermelo", "") != set(names) | {"--help", "--version"}:
        faults.append("completion: commands differ from help")
    if completions(folder, "zermelo", "help", "") != set(names) | {"jobs"}:
        faults.append("completion: commands behind help differ from help")
    described = {word for tag in re.findall(r"^\.TP\n(\.B.*)$", page, re.M) for word in re.findall(r"--[a-z-]+", tag)}
    for name in names:
        if not re.search(rf"^\.(B|BI) {name}( |$)", page, re.M):
            faults.append(f"zermelo.1: no command {name}")
        usage = output(zermelo, "help", name)
        if usage != output(zermelo, name, "--help"):
            faults.append(f"help {name} and {name} --help differ")
        if "Example: zermelo " not in usage and "Example: mpirun " not in usage:
            faults.append(f"help {name}: no example")
        listed = options(zermelo, name)
        offered = completions(folder, "zermelo", name, "-")
        if offered != {long for long, _ in listed}:
            faults.append(f"completion of {name}: {sorted(offered ^ {long for long, _ in listed})}")
        for long, short in listed:
            if long not in described:
                faults.append(f"zermelo.1: no option {long} (of {name})")
            if short and not re.search(rf"^\.B[IR] {short} ", page, re.M):
                faults.append(f"zermelo.1: no option {short} (of {name})")
    known = {long for name in names for long, _ in options(zermelo, name)} | {"--version", "--dry-run"}
    known |= {"--exclusive", "--mem", "--qos", "--cflags", "--libs"}  # of sbatch and pkg-config
    for name, text in pages.items():
        for word in set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) - known:
            faults.append(f"{name}: {word} is no option")
        faults += groff_faults(folder, name)
    for code in (0, 1, 64, 65, 66, 70, 73, 74, 75):
        if f"\n.B {code}\n" not in page:
            faults.append(f"zermelo.1: no exit code {code}")
    for code in (0, 1, 64, 65, 66, 74):
        if f"\n.B {code}\n" not in pages["zermelo-check.1"]:
            faults.append(f"zermelo-check.1: no exit code {code}")
    faults += job_faults(zermelo, pages["zermelo-jobs.5"])
    return faults


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = check(sys.argv[1], sys.argv[2])
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
