#!/usr/bin/env python3
"""Are the pages short, and does what they and the sources name exist? README.md and each page of analysis/ have at most 150
lines (analysis/notes/ has the history), a relative link leads to a file and, with #, to a heading of it, and a comment
that names a page of analysis/, and perhaps a heading of it ("analysis/play.md, "Perfect play""), names what there is.

    pages_check.py ROOT

Silent and 0 if so; otherwise a line for each fault.
"""
import os
import re
import sys

LINES = 150
SOURCES = (".c", ".h", ".md", ".py", ".yaml", ".in", ".txt", ".csv")
LEFT_OUT = {"build", "node_modules", ".git", "out", "shared"}
NAMED = re.compile(r'(analysis/(?:notes/)?[a-z0-9-]+\.md)(?:, "([^"]+)")?')
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def headings(path):
    return re.findall(r"^#+ +(.+?)\s*$", re.sub(r"^```.*?^```", "", read(path), flags=re.M | re.S), re.M)


def anchor(heading):
    """As GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", heading).lower()).replace(" ", "-")


def files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(SOURCES))


def broken_links(path):
    """A file that is not there, or a heading."""
    for name, mark in LINK.findall(re.sub(r"`[^`\n]*`", "", read(path))):
        target = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(target):
            yield f"no {name}"
        elif mark and mark not in map(anchor, headings(target)):
            yield f"no heading #{mark} in {name or 'it'}"


def names_of_nothing(root, path):
    """Pages that a text names, over the ends of lines of a comment."""
    text = re.sub(r"\s*\n[ \t]*[*#]*[ \t]*", " ", read(path))
    for name, heading in NAMED.findall(text):
        page = os.path.join(root, name)
        if not os.path.exists(page):
            yield f"names {name}, which is not there"
        elif heading and not any(each.startswith(heading) for each in headings(page)):
            yield f'names "{heading}", which is no heading of {name}'


def main(root):
    folder = os.path.join(root, "analysis")
    pages = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".md")]
    faults = []
    for page in [os.path.join(root, "README.md"), *pages]:
        lines = read(page).count("\n")
        if lines > LINES:
            faults.append(f"{os.path.relpath(page, root)}: {lines} lines, more than {LINES}")
    links, named = 0, 0
    for path in files(root):
        found = list(names_of_nothing(root, path))
        if path.endswith(".md"):
            links += len(LINK.findall(read(path)))
            found += broken_links(path)
        named += len(NAMED.findall(read(path)))
        faults += [f"{os.path.relpath(path, root)}: {fault}" for fault in found]
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults) or len(pages) < 10 or links < 100 or named < 40


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
