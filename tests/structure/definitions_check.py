#!/usr/bin/env python3
"""Does the code read every macro that the build defines on the command line? One that was renamed in the code alone has no
effect any more, and the compiler says nothing.

    definitions_check.py ROOT COMMANDS

COMMANDS is the build's compile_commands.json. Of the files of a target that are compiled with -DNAME=VALUE, one must read NAME,
itself or in a file of ours that it includes, or one of a target that it shares the definition with. Silent and 0 if all are
read; otherwise a line for each that is not.
"""
import collections
import functools
import json
import os
import re
import shlex
import sys

NOT_OURS = re.compile(r"_|NDEBUG$|\w+_EXPORTS$")  # read by the headers of the system; CMake's mark of a shared library
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


@functools.cache
def text_of(path):
    if not os.path.exists(path):  # the build has still to write it
        return ""
    with open(path, encoding="utf-8") as file:
        return COMMENT.sub("", file.read())


@functools.cache
def included(path, folders):
    """The files of ours that a file includes by itself: a macro in the place of a name is none."""
    found = (os.path.normpath(os.path.join(folder, name)) for name in INCLUDE.findall(text_of(path))
             for folder in (os.path.dirname(path), *folders))
    return [file for file in found if os.path.exists(file)]


@functools.cache
def names_in(path, folders):
    """All words of the code that is compiled with a source file."""
    seen, left, words = set(), [path], set()
    while left:
        file = left.pop()
        if file not in seen:
            seen.add(file)
            words |= words_of(file)
            left += included(file, folders)
    return words


@functools.cache
def words_of(path):
    return set(re.findall(r"[A-Za-z_]\w*", text_of(path)))


def main(root, commands):
    with open(commands, encoding="utf-8") as file:
        entries = json.load(file)
    users = collections.defaultdict(list)
    for entry in entries:
        path = os.path.join(entry["directory"], entry["file"])
        words = shlex.split(entry["command"])
        folders = tuple(word[2:] for word in words if word.startswith("-I") and word[2:].startswith(root))
        for word in words:
            if word.startswith("-D") and not NOT_OURS.match(word[2:]):
                users[word[2:]].append((path, folders))
    faults = []
    for definition, compiled in sorted(users.items()):
        name = definition.split("=")[0]
        if not any(name in names_in(path, folders) for path, folders in compiled):
            faults.append(f"-D{definition}: nothing that is compiled with it reads {name}, as {os.path.relpath(compiled[0][0], root)}")
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults) or len(users) < 20


if __name__ == "__main__":
    sys.exit(main(*map(os.path.abspath, sys.argv[1:])))
