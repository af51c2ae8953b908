#!/usr/bin/env python3
"""Do includes point down the list of rooms in solver/README.md, only to headers that are meant for others, and never in a
circle? And does no code but that of a game know the game?

    arrows_check.py ROOT

A row of the list is `| path | ...`; a room may include from itself and from the rooms below it. A header NAME_private.h is
for its own room alone. X.h, X.c and X_private.h are one unit, and no unit may reach itself through another. A source file in
no room is a fault too, and, outside the games and the checker, which has rules of its own, what a NAME_rules.h says that its
game is called; comments may. Silent and 0 if all is well, else a line a fault.
"""
import fnmatch
import os
import re
import sys

KNOW_GAMES = ("solver/games/", "solver/checker/")
ROOTS = ("solver", "jobs", "", "include")


def rooms(root):
    """Patterns of paths, one list a room, from top to bottom."""
    with open(os.path.join(root, "solver/README.md"), encoding="utf-8") as file:
        rows = re.findall(r"^\| (`[^|]*`) \|", file.read(), re.M)
    return [re.findall(r"`([^`]+)`", row) for row in rows]


def floor_of(path, plan):
    """The number of a file's room: that of the longest pattern that fits."""
    fits = [(len(pattern), floor) for floor, room in enumerate(plan) for pattern in room
            if fnmatch.fnmatch(path, pattern) or path.startswith(pattern)]
    return max(fits)[1] if fits else None


def unit_of(path):
    return re.sub(r"(_private)?\.[ch]$", "", path)


def circles(arrows):
    """Takes away the units that use no other, or that no other uses, until none is left but those in circles and between them."""
    left = None
    while left != len(arrows):
        left = len(arrows)
        used = {other for unit, others in arrows.items() for other in others - {unit}}
        arrows = {unit: others & arrows.keys() for unit, others in arrows.items() if unit in used and (others & arrows.keys()) - {unit}}
    return [f"{unit}: in a circle of includes, or between two, through {', '.join(sorted(others - {unit}))}" for unit, others in sorted(arrows.items())]


def main(root):
    plan = rooms(root)
    files = {os.path.relpath(os.path.join(folder, name), root) for top in ("command", "serve", "jobs", "analysis", "play", "solver", "include")
             for folder, _, names in os.walk(os.path.join(root, top)) for name in names if name.endswith((".c", ".h"))}
    faults = [f"{path}: in no room" for path in sorted(files) if floor_of(path, plan) is None]
    text = {}
    for path in sorted(files):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text[path] = file.read()
    arrows = {unit_of(path): set() for path in files}
    called = re.findall(r'#define GAME_(?:NAME|TITLE) "(?:the )?([^"]+)"', "".join(text.values()))
    for path, content in text.items():
        code = "" if path.startswith(KNOW_GAMES) else re.sub(r"/\*.*?\*/", "", content, flags=re.S)
        faults += [f"{path}: names a game, {name}" for name in called if name.lower() in code.lower()]
        for name in re.findall(r'^\s*#\s*include "([^"]+)"', content, re.M):
            found = [other for base in (*ROOTS, os.path.dirname(path)) if (other := os.path.join(base, name)) in files]
            if not found:
                faults.append(f"{path}: where is {name}?")
                continue
            arrows[unit_of(path)].add(unit_of(os.path.normpath(found[0])))
            if floor_of(found[0], plan) < floor_of(path, plan):
                faults.append(f"{path}: includes {found[0]}, which is above it")
            elif name.endswith("_private.h") and floor_of(found[0], plan) != floor_of(path, plan):
                faults.append(f"{path}: includes {found[0]}, which is private to its room")
    faults += circles(arrows)
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults) or len(plan) < 10 or len(files) < 200 or len(called) < 6


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
