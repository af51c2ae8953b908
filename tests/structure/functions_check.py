#!/usr/bin/env python3
"""Are functions small? At most 6 parameters each, and at most 60 lines but for the main searches. And the checker, which has to
be read by who trusts it: fewer than 1600 lines without comments and empty ones.

    functions_check.py ROOT

Reads definitions as clang-format writes them. Silent and 0 if all is well; otherwise a line for each fault.
"""
import os
import re
import sys

PARAMETERS, LINES, CHECKER_LINES = 6, 60, 1600
CALLED_BACK = ("http_handle",)  # a library says what they take
MAIN_SEARCHES = ("alpha_beta_search", "forced_win_search", "proof_search")
ATTRIBUTE = re.compile(r"__attribute__ \(\(.*?\)\)+\s*")
DEFINITION = re.compile(r"^[a-z][\w *]*[ *](\w+) \(([^;{}]*)\) \{(?: .* \}$|\n(?:.*\n)*?\})", re.M)


def parameter_count(text):
    """Those of a parameter that is a function itself do not count."""
    while (outer := re.sub(r"\([^()]*\)", "", text)) != text:
        text = outer
    return 0 if text == "void" else text.count(",") + 1


def lines_of_code(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    return sum(line.strip() != "" for line in text.split("\n"))


def main(root):
    faults, functions = [], 0
    for path in sorted(os.path.join(folder, name) for top in ("command", "serve", "jobs", "analysis", "play", "solver")
                       for folder, _, names in os.walk(os.path.join(root, top)) for name in names if name.endswith((".c", ".h"))):
        with open(path, encoding="utf-8") as file:
            for function in DEFINITION.finditer(ATTRIBUTE.sub("", file.read())):
                functions += 1
                name, count, lines = function[1], parameter_count(function[2]), function[0].count("\n") + 1
                if (count > PARAMETERS and name not in CALLED_BACK) or (lines > LINES and name not in MAIN_SEARCHES):
                    faults.append(f"{os.path.relpath(path, root)}: {name}() has {count} parameters and {lines} lines")
    checker = os.path.join(root, "solver", "checker")
    lines = sum(lines_of_code(os.path.join(checker, name)) for name in os.listdir(checker) if name.endswith((".c", ".h")))
    if not 1000 < lines < CHECKER_LINES:
        faults.append(f"the checker has {lines} lines")
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults) or functions < 2000


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
