#!/usr/bin/env python3
"""Does every file of the sources have a name of its own? Then a name in a comment or a message says which file it is.

    names_check.py ROOT

Silent and 0 if so; otherwise a line for each name that stands twice.
"""
import collections
import os
import sys


def main(root):
    places = collections.defaultdict(list)
    for top in ("command", "serve", "jobs", "analysis", "play", "solver"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith((".c", ".h")):
                    places[name].append(os.path.relpath(folder, root))
    twice = [f"{name}: in {', '.join(sorted(folders))}" for name, folders in sorted(places.items()) if len(folders) > 1]
    print("\n".join(twice), end="\n" if twice else "")
    return bool(twice) or len(places) < 300


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
