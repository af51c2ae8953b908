#!/usr/bin/env python3
"""Copy sources with faults that a test turns on one at a time.

    plant.py LIST FROM TO

LIST has a line for each fault: its trial, the file, an expression in it, and what stands in its place while the
variable `planted_fault` is the number of the line. TO gets all .c files of FROM, and faults.h with the list. The
expression may be marked in what stands around it: `if ({{a > b}}) return`. A fault whose expression is not in the
file exactly once is marked there as lost.
"""
import os
import re
import sys


def pattern_of(old):
    return r"\s*".join(map(re.escape, re.findall(r"\w+|[^\w\s]", old)))


def place_of(text, old):
    """Where it stands, with any space between its words; None: not once."""
    before, middle, after = re.fullmatch(r"(.*)\{\{(.*)\}\}(.*)", old).groups() if "{{" in old else ("", old, "")
    found = list(re.finditer(rf"{pattern_of(before)}\s*({pattern_of(middle)})\s*{pattern_of(after)}", text))
    return found[0].span(1) if len(found) == 1 else None


def plant(text, faults):
    """Faults of one file: (number, old, new). Long expressions first: others may be parts of them."""
    planted = []
    for old in sorted({old for _, old, _ in faults}, key=lambda old: (-len(old), old)):
        place = place_of(text, old)
        if place is None:
            continue
        chosen = text[place[0]:place[1]]
        for number, new in [(number, new) for number, other, new in faults if other == old]:
            chosen = f"(planted_fault == {number} ? ({new}) : ({chosen}))"
            planted.append(number)
        text = text[:place[0]] + chosen + text[place[1]:]
    return "extern int planted_fault;\n" + text, planted


def main(list_path, source, target):
    with open(list_path, encoding="utf-8") as file:
        faults = [line.rstrip("\n").split("\t") for line in file]
    planted = []
    for name in sorted(os.listdir(source)):
        if not name.endswith(".c") or name == "zermelo_check.c":
            continue
        with open(os.path.join(source, name), encoding="utf-8") as file:
            text = file.read()
        text, numbers = plant(text, [(i, old, new) for i, (_, at, old, new) in enumerate(faults, 1) if at == name])
        planted += numbers
        with open(os.path.join(target, name), "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(target, "faults.h"), "w", encoding="utf-8") as file:
        for i, (trial, at, old, new) in enumerate(faults, 1):
            text = f"{at}: {old} -> {new}".replace("\\", "\\\\").replace('"', '\\"')
            file.write(f'{{ "{trial}", "{text}", {"true" if i in planted else "false"} }},\n')


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
