#!/usr/bin/env python3
"""Does every header include what it needs? Each is compiled alone.

    headers_check.py ROOT COMPILER [OPTION...]

What is compiled with a game (search/, assembly/, ...: game.h says so) is compiled after the rules of one that has all parts.
Silent and 0 if all compile; otherwise the first error of each that does not, and 1.
"""
import concurrent.futures
import os
import subprocess
import sys

RULES = ["-DGAME_BITS=32", "-DENGINE=alone", "-include", "games/draughts/draughts_rules.h", "-include",
         "games/draughts/row_order.h", "-include", "games/draughts/draughts_cells.h", "-DGAME_SLICES=1"]
WITH_A_GAME = ("solver/search/", "solver/assembly/", "solver/certificate/", "solver/tablebase/", "solver/game_defaults.h")


def compile_alone(root, compiler, path):
    folders = [f"-I{os.path.join(root, name)}" for name in ("solver", "jobs", "", "include")]
    rules = RULES if path.startswith(WITH_A_GAME) else ["-DGAME_BITS=64"]
    done = subprocess.run([*compiler, *folders, *rules, "-fsyntax-only", "-std=c17", "-D_GNU_SOURCE", "-Wno-unused-function",
                           "-Wno-unused-const-variable", "-x", "c", "-"], input=f'#include "{os.path.join(root, path)}"\n', stderr=subprocess.PIPE, text=True)
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    return f"{path}: {(errors or [done.stderr])[0]}" if done.returncode else None


def main(root, compiler):
    headers = [os.path.relpath(os.path.join(folder, name), root) for top in ("command", "serve", "jobs", "analysis", "play", "solver", "include")
               for folder, _, names in os.walk(os.path.join(root, top)) for name in names if name.endswith(".h")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(lambda path: compile_alone(root, compiler, path), sorted(headers)) if fault]
    print("\n".join(faults), end="\n" if faults else "")
    return bool(faults) or len(headers) < 100


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2:]))
