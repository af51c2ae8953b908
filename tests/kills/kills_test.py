#!/usr/bin/env python3
"""Ranks that are killed at any time: the same command goes on, on whatever number of ranks and threads, and its values are
right.

    tests/kills/kills_test.py ZERMELO [--kills N] [--seed N]

Each work is done again and again until there were N kills (200). A run of it has up to three ranks, which search as one
or stay apart, with one or two threads each, and one of its ranks, chosen by chance, is killed with SIGKILL after a part of the processor
time that the whole work takes, chosen by chance. After one to eight kills a run goes on to the end. Then its values must be those that are
known, its certificate must be accepted by zermelo-check, and its book must be, byte by byte, that of a run that nothing
disturbed.
"""
import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time

from runs import Run, empty

KEPT = ("--checkpoint", "c.h5", "--table-memory", "4M")
# Endgame tables say the same values.
ENDINGS = {"W:WK14:B1,2": "draw", "W:W14,15:BK1": "win", "W:WK14,K15:BK1": "win", "W:W17,15:B1,2": "draw", "B:WK14,15:BK1,K4": "draw",
           "W:WK14,15:BK1,4": "win", "W:W16,17:B4,5": "draw", "B:W16,18:B4,6": "draw"}
# The words, the lines as far as they are known beforehand (data/known_values.csv has their sources), and the file that is made.
WORKS = (
    (("solve", "connect4:6x6"), [["-", "loss", "-"]], None),
    (("solve", "connect4:6x6", "--method", "alpha-beta"), [["-", "loss", "-"]], None),
    (("solve", "connect4:6x6", "--score"), [["-", "loss", "-1"]], None),
    (("solve", "connect4:6x5", "--method", "proof-number"), [["-", "draw", "-"]], None),
    (("solve", "connect4:6x5", "--score", "--all-moves"), [["-", "draw", "0"]], None),
    (("solve", "connect4:5x4", "--certificate", "proof"), [["-", "draw", "-"]], "certificate"),
    (("solve", "connect4:5x5", "--certificate", "proof"), [["-", "draw", "-"]], "certificate"),
    (("book", "connect4:5x5", "--plies", 4, "--score", "-o", "book"), None, "book"),
    (("solve", "mnk:8,4,4"), [["-", "draw", "-"]], None),
    (("solve", "mnk:8,4,4", "--method", "alpha-beta"), [["-", "draw", "-"]], None),
    (("solve", "mnk:7,4,4", "--method", "proof-number"), [["-", "draw", "-"]], None),
    *((("solve", "draughts:6x6", "--positions", "list", "--method", method), [[position, value, "-"] for position, value in ENDINGS.items()], None)
      for method in ("alpha-beta", "proof-number", "null-window")),
    (("solve", "draughts:4x4", "--certificate", "proof"), [["W:W7,8:B1,2", "draw", "-"]], "certificate"),
)
LOOK = 0.01  # seconds between looks at a run


class Fault(Exception):
    """What a run did that it must not do."""


class Kills:
    def __init__(self, program):
        self.program = program
        self.kills = self.ends = self.starts = 0
        self.whole = {}  # of each work: processor seconds, and the bytes of the book

    def prepare(self, folder):
        empty(folder)
        with open(os.path.join(folder, "list"), "w", encoding="ascii") as file:
            file.write("".join(position + "\n" for position in ENDINGS))

    def undisturbed(self, number, folder):
        if number in self.whole:
            return self.whole[number]
        words, _, makes = WORKS[number]
        self.prepare(folder)
        run = Run(self.program, (*words, "--threads", 1), folder)
        while run.process.poll() is None:
            run.look()
            time.sleep(LOOK)
        code, _, err = run.end()
        if code != 0:
            raise Fault(f"undisturbed: {code}, {err}")
        self.whole[number] = sum(run.spent.values()), self.read(folder, "book") if makes == "book" else None
        return self.whole[number]

    def read(self, folder, name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    def start(self, words, folder):
        ranks, threads, apart = random.randrange(4), random.randint(1, 2), random.random() < 0.5
        self.starts += 1
        interval = random.choice(("0.02s", "0.1s", "0.3s"))
        return Run(self.program, (*words, *KEPT, "--checkpoint-interval", interval, "--threads", threads), folder, ranks, apart)

    def once(self, words, folder, until):
        """A run that is killed once it has used `until` seconds of processor time (None: it is not). Its lines; None: it was killed."""
        run = self.start(words, folder)
        while run.process.poll() is None:
            if until is not None and run.look() >= until and run.kill():
                code, lines, err = run.end()
                if code == 0 and len(lines) > 0:  # it was about to end
                    return lines
                if code in (0, 1, 64, 65, 66, 70, 73, 74, 75):
                    raise Fault(f"a rank was killed, and the run ended with {code}: {err}")
                self.kills += 1
                return None
            time.sleep(LOOK)
        code, lines, err = run.end()
        if code != 0:
            raise Fault(f"{run.ranks} ranks: {code}, {err}")
        return lines

    def work(self, number, folder, most):
        """From the start to the end, with at most `most` kills on the way."""
        words, expected, makes = WORKS[number]
        whole, book = self.undisturbed(number, folder)
        self.prepare(folder)
        lines = None
        for _ in range(most):
            lines = self.once(words, folder, random.random() * whole)
            if lines is not None:
                break
        if lines is None:
            lines = self.once(words, folder, None)
        self.ends += 1
        if expected is not None and [line[:3] for line in lines[:len(expected)]] != expected:
            raise Fault(f"wrong: {lines}")
        if makes == "book" and self.read(folder, "book") != book:
            raise Fault("another book")
        if makes == "certificate":
            check = os.path.join(os.path.dirname(self.program), "zermelo-check")
            done = subprocess.run([check, os.path.join(folder, "proof")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            if done.returncode != 0 or "accepted" not in done.stdout:
                raise Fault(f"certificate: {done.returncode}, {done.stdout}")
        left = sorted(name for name in os.listdir(folder) if name.endswith((".part", ".lock")))
        if left:
            raise Fault(f"left behind: {left}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("zermelo")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20261127)
    options = parser.parse_args()
    random.seed(options.seed)
    kills, faults = Kills(os.path.abspath(options.zermelo)), 0
    with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:
        for number in itertools.cycle(range(len(WORKS))):
            if kills.kills >= options.kills:
                break
            before = kills.kills
            try:
                kills.work(number, folder, min(random.randint(1, 8), options.kills - kills.kills))
            except Fault as fault:
                faults += 1
                print(f"FAULT: {' '.join(map(str, WORKS[number][0]))}, after {kills.kills - before} kills: {fault}", flush=True)
            print(f"{kills.kills} kills: {' '.join(map(str, WORKS[number][0]))}", flush=True)
    print(f"{kills.kills} kills, {kills.starts} starts, {kills.ends} works done, {faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
