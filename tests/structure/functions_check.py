#!/usr/bin/env python3
"""Are functions small? At most 6 parameters each, and at most 60 lines but for the main searches.

    functions_check.py ROOT

Reads definitions as clang-format writes them. Silent and 0 if all is well; otherwise a line for each fault.
"""
import os
import re
import sys

PARAMETERS, LINES = 6, 60
CALLED_BACK = ("http_handle",)  # a library says what they take
MAIN_SEARCHES = ("alpha_beta_search", "forced_win_search", "proof_search")
ATTRIBUTE = re.compile(r"__attribute__ \(\(.*?\)\)+\s*")
DEFINITION = re.compile(r"^[a-z][\w *]*[ *](\w+) \(([^;{}]*)\) \{(?: .* \}$|\n(?:.*\n)*?\})", re.M)


def parameter_count(text):
    """Those of a parameter that is a function itself do not count."""
    while (outer := re.sub(r"\([^()]*\)", "", text)) != text:
        text = outer
    return 0 if text == "void" else text.count(",") + 1


def main(root):
    faults, functions = [], 0
    for path in sorted(os.path.join(folder, name) for top in ("solver", "jobs", "analysis")
                       for folder, _, names in os.walk(os.path.join(root, top)) for name in names if name.endswith((".c", ".h"))):
        with open(path, encoding="utf-8") as file:
            for function in DEFINITION.finditer(ATTRIBUTE.sub("", file.read())):
                functions += 1
                name, count, lines = function[1], parameter_count(function[2]), function[0].count("\n") + 1
                if (count > PARAMETERS and name not in CALLED_BACK) or (lines > LINES and name not in MAIN_SEARCHES):
                    faults.append(f"{os.path.relpath(path, root)}: {name}() has {count} parameters and {lines} lines")
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults) or functions < 2000


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
