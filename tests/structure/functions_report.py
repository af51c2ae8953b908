#!/usr/bin/env python3
"""The longest functions and those with most parameters, for who wants to make them smaller: nothing is limited here.

    functions_report.py ROOT [HOW_MANY]

Reads definitions as clang-format writes them. Prints two lists of 20, or HOW_MANY: length or parameters, name, file.
"""
import os
import re
import sys

ROOMS = ("command", "serve", "jobs", "analysis", "play", "solver")
ATTRIBUTE = re.compile(r"__attribute__ \(\(.*?\)\)+\s*")
DEFINITION = re.compile(r"^[a-z][\w *]*[ *](\w+) \(([^;{}]*)\) \{(?: .* \}$|\n(?:.*\n)*?\})", re.M)


def parameter_count(text):
    """Those of a parameter that is a function itself do not count."""
    while (outer := re.sub(r"\([^()]*\)", "", text)) != text:
        text = outer
    return 0 if text == "void" else text.count(",") + 1


def functions(root):
    """Name, file, lines and parameters of each."""
    for path in sorted(os.path.join(folder, name) for room in ROOMS for folder, _, names in os.walk(os.path.join(root, room))
                       for name in names if name.endswith((".c", ".h"))):
        with open(path, encoding="utf-8") as file:
            for found in DEFINITION.finditer(ATTRIBUTE.sub("", file.read())):
                yield found[1], os.path.relpath(path, root), found[0].count("\n") + 1, parameter_count(found[2])


def main(root, many=20):
    found = list(functions(root))
    for title, place in (("lines", 2), ("parameters", 3)):
        print(f"{title}, of {len(found)} functions:")
        for each in sorted(found, key=lambda one: -one[place])[:int(many)]:
            print(f"{each[place]:5d}  {each[0]} ({each[1]})")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
