#!/usr/bin/env python3
"""Do the man pages and the completions know every command, option and job key of `zermelo help`, and no others?

    manual_check.py ZERMELO FOLDER        FOLDER holds the pages and completion.bash, .zsh and .fish

Silent and 0 if they do; otherwise a line for each fault, and 1. The completions are asked by the shells themselves,
as far as they are there. What zermelo-files(5) says is compared with files by files_check.py.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time


PAGES = ("zermelo.1", "zermelo-check.1", "zermelo-serve.1", "zermelo-jobs.5", "zermelo-files.5")


def output(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def read_page(folder, name):
    with open(os.path.join(folder, name), encoding="ascii") as file:
        return file.read().replace("\\-", "-").replace("\\(dq", '"')


def commands(zermelo):
    listing = output(zermelo, "help").split("Commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listing.splitlines()]


def options(zermelo, command):
    """Long and short options, as help prints them: `  -o, --output FILE   what it does`."""
    lines = output(zermelo, "help", command).split("Options:\n")[1].splitlines()
    found = []
    for line in lines:
        match = re.match(r"  (?:(-\w), )?(--[a-z-]+)", line)
        if match:  # else the sentence goes on
            found.append((match.group(2), match.group(1)))
    return found


def job_keys(zermelo):
    """Name, type and default of each key, as `help jobs` prints them; those of a group stand below its name."""
    found, group = [], ""
    for line in output(zermelo, "help", "jobs").splitlines():
        head = re.fullmatch(r"  (\w+):", line)
        match = re.match(r"(  |    )([a-z_]+) +(text|name|number|boolean|list|size|time) +(\S+) +\S", line)
        if head:
            group = head[1] + "."
        elif match:
            found.append(((group if len(match[1]) > 2 else "") + match[2], match[3], match[4].strip("()")))
    return found


def job_faults(zermelo, page):
    """Each key stands in the page, with its type and default; and no other."""
    described = dict(re.findall(r'^\.BR (\S+) " \((.*)\)"$', page, re.M))
    keys = job_keys(zermelo)
    faults = [f"zermelo-jobs.5: {key} is no key" for key in set(described) - {key for key, _, _ in keys}]
    if len(keys) < 30:
        faults.append(f"only {len(keys)} keys in help jobs")
    for key, kind, default in keys:
        words = described.get(key, "")
        if not words.startswith(kind) or default not in words:
            faults.append(f"zermelo-jobs.5: key {key} ({kind}, {default}) is described as ({words})")
    return faults


def groff_faults(folder, name):
    if not shutil.which("groff"):
        return []
    done = subprocess.run(["groff", "-man", "-Tascii", "-ww", os.path.join(folder, name)],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    return [f"{name}: {line}" for line in done.stderr.splitlines()]


def completions(folder, *words):
    """What bash offers for the last of the words."""
    script = (f'source "{os.path.join(folder, "completion.bash")}"; COMP_WORDS=("$@"); '
              'COMP_CWORD=$(($# - 1)); _zermelo; printf "%s\\n" "${COMPREPLY[@]}"')
    return set(output("bash", "-c", script, "bash", *words).split())


def zsh_completes(folder, typed, wanted):
    """Does a tab after these words make it that call, at a terminal?"""
    with tempfile.TemporaryDirectory() as functions:
        shutil.copy(os.path.join(folder, "completion.zsh"), os.path.join(functions, "_zermelo"))
        process, terminal = pty.fork()
        if process == 0:
            os.environ.update(TERM="dumb", HOME=functions)
            os.execvp("zsh", ["zsh", "-f", "-i"])
        shown, end = b"", time.monotonic() + 60

        def say_and_wait(words, text):
            nonlocal shown
            os.write(terminal, words.encode())
            while text.encode() not in shown and time.monotonic() < end:
                if select.select([terminal], [], [], 1)[0]:
                    shown += os.read(terminal, 4096)

        say_and_wait(f"fpath=({functions} $fpath); autoload -Uz compinit; compinit -D -u; "
                     'zermelo () { print -r -- "<$*>" }; print re""ady\n', "ready")
        say_and_wait(typed + "\t\n", f"<{wanted}>")
        os.close(terminal)
        os.waitpid(process, 0)
        return f"<{wanted}>".encode() in shown


def fish_completions(folder, line):
    script = f'source {os.path.join(folder, "completion.fish")}; complete -C "{line}"'
    return {offered.split("\t")[0] for offered in output("fish", "--no-config", "-c", script).splitlines()}


def shell_faults(zermelo, folder, names):
    """What zsh and fish complete, if they are there."""
    faults = []
    for shell in ("zsh", "fish"):
        if shutil.which(shell):
            done = subprocess.run([shell, "-n", os.path.join(folder, f"completion.{shell}")],
                                  stderr=subprocess.PIPE, text=True, check=False)
            faults += [f"completion.{shell}: {done.stderr}"] if done.returncode or done.stderr else []
    if shutil.which("zsh"):
        faults += [f"zsh completes {typed} otherwise" for typed, wanted in (
            ("zermelo sol", "solve"), ("zermelo solve --all-m", "solve --all-moves"),
            ("zermelo solve --method null-w", "solve --method null-window")) if not zsh_completes(folder, typed, wanted)]
    if shutil.which("fish"):
        if fish_completions(folder, "zermelo ") != set(names):
            faults.append("completion of fish: commands differ from help")
        faults += [f"completion of {name} by fish differs from help" for name in names
                   if fish_completions(folder, f"zermelo {name} --") != {long for long, _ in options(zermelo, name)}]
    return faults


def command_page_faults(zermelo, folder, name):
    """The page of a command has its options and an example."""
    page = read_page(folder, f"zermelo-{name}.1")
    described = {word for tag in re.findall(r"^\.TP\n(\.B.*)$", page, re.M) for word in re.findall(r"--[a-z-]+", tag)}
    faults = [f"zermelo-{name}.1: no option {long}" for long, _ in options(zermelo, name) if long not in described]
    if f"zermelo {name}" not in page or ".SH EXAMPLES\n.nf\n.fi" in page:
        faults.append(f"zermelo-{name}.1: not called, or no example")
    return faults + groff_faults(folder, f"zermelo-{name}.1")


def check(zermelo, folder):
    faults = []
    pages = {name: read_page(folder, name) for name in PAGES}
    page = pages["zermelo.1"]
    names = commands(zermelo)
    faults += shell_faults(zermelo, folder, names)
    if len(names) < 11:
        faults.append(f"only {len(names)} commands in help")
    if completions(folder, "zermelo", "") != set(names) | {"--help", "--version"}:
        faults.append("completion: commands differ from help")
    if completions(folder, "zermelo", "help", "") != set(names) | {"jobs"}:
        faults.append("completion: commands behind help differ from help")
    for command, word in (("book", "merge"), ("certificate", "shrink"), ("engine", "gomocup"), ("solve", "connect4:"),
                          ("bench", "connect4-6x5")):
        if word not in completions(folder, "zermelo", command, ""):
            faults.append(f"completion: {word} is not offered behind {command}")
    described = {word for tag in re.findall(r"^\.TP\n(\.B.*)$", page, re.M) for word in re.findall(r"--[a-z-]+", tag)}
    for name in names:
        if not re.search(rf"^\.(B|BI) {name}( |$)", page, re.M):
            faults.append(f"zermelo.1: no command {name}")
        faults += command_page_faults(zermelo, folder, name)
        usage = output(zermelo, "help", name)
        if usage != output(zermelo, name, "--help"):
            faults.append(f"help {name} and {name} --help differ")
        if "Example: zermelo " not in usage and "Example: mpirun " not in usage:
            faults.append(f"help {name}: no example")
        listed = options(zermelo, name)
        offered = completions(folder, "zermelo", name, "-")
        if offered != {long for long, _ in listed}:
            faults.append(f"completion of {name}: {sorted(offered ^ {long for long, _ in listed})}")
        for long, short in listed:
            if long not in described:
                faults.append(f"zermelo.1: no option {long} (of {name})")
            if short and not re.search(rf"^\.B[IR] {short} ", page, re.M):
                faults.append(f"zermelo.1: no option {short} (of {name})")
    known = {long for name in names for long, _ in options(zermelo, name)} | {"--version", "--dry-run"}
    known |= {"--exclusive", "--mem", "--qos", "--cflags", "--libs"}  # of sbatch and pkg-config
    for name, text in pages.items():
        for word in set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) - known:
            faults.append(f"{name}: {word} is no option")
        faults += groff_faults(folder, name)
    for code in (0, 1, 64, 65, 66, 70, 73, 74, 75):
        if f"\n.B {code}\n" not in page:
            faults.append(f"zermelo.1: no exit code {code}")
    for code in (0, 1, 64, 65, 66, 74):
        if f"\n.B {code}\n" not in pages["zermelo-check.1"]:
            faults.append(f"zermelo-check.1: no exit code {code}")
    faults += job_faults(zermelo, pages["zermelo-jobs.5"])
    return faults


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = check(sys.argv[1], sys.argv[2])
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
