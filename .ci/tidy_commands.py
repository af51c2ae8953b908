#!/usr/bin/env python3
"""The commands that clang-tidy is to follow, so that it reads no source twice: tidy_commands.py BUILD FOLDER

Many sources are compiled for several programs. FOLDER gets a compile_commands.json with one command of BUILD for each source and each
set of definitions, without those that only give names.
"""
import json
import os
import re
import sys

NAMES = re.compile(r"-D(ENGINE|main)=\S+|-D\w+_EXPORTS")
STEPPED = "-DSEARCHER_STEP="  # a hook of the simulation, in engines that are read without it


def main(build, folder):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    kept = {}
    for command in commands:
        if STEPPED not in command["command"]:
            words = {word for word in command["command"].split() if word.startswith("-D") and not NAMES.fullmatch(word)}
            kept.setdefault((command["file"], *sorted(words)), command)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(list(kept.values()), file, indent=1)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
