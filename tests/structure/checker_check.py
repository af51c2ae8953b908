#!/usr/bin/env python3
"""Is the checker short enough to be read by who trusts it? Fewer than 1600 lines without comments and empty ones.

    checker_check.py ROOT

Silent and 0 if so; otherwise a line and 1.
"""
import os
import re
import sys

LINES = 1600


def lines_of_code(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    return sum(line.strip() != "" for line in text.split("\n"))


def main(root):
    folder = os.path.join(root, "solver", "checker")
    lines = sum(lines_of_code(os.path.join(folder, name)) for name in os.listdir(folder) if name.endswith((".c", ".h")))
    if not 1000 < lines < LINES:
        print(f"the checker has {lines} lines")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
