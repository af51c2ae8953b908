#!/usr/bin/env python3
"""Theorems on m,n,k-games: what is exported is proven without any axiom, and what is not true is not accepted.

    mnk_test.py ZERMELO ROOT [NAME...]

Needs coqc, else 69.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(sys.argv[2])
sys.path.append(os.path.join(ROOT, "tests", "command"))

import h5py  # noqa: E402
import assumptions  # noqa: E402
import forged  # noqa: E402
import harness  # noqa: E402

PAIRING, TILING = 2, 7  # of enum row_kind
SMALL = ("--threads", "1", "--table-memory", "4M")
CLOSED = "Closed under the global context\n"


class Mnk(harness.Case):
    @classmethod
    def setUpClass(cls):
        cls.library = tempfile.mkdtemp(prefix="zermelo-theories-")
        subprocess.run([os.path.join(ROOT, "theorems", "compile"), cls.library, "mnk"], check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.library)

    def coq(self, text):
        """What coqc prints, or None if it does not accept the text."""
        self.write("c.v", text)
        done = subprocess.run(["coqc", "-q", "-Q", self.library, "Zermelo", "c.v"], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return done.stdout if done.returncode == 0 else None

    def exported(self, certificate="c.h5"):
        self.ok("export", certificate, "--format", "coq", "-o", "e.v")
        with open(self.path("e.v"), encoding="ascii") as file:
            text = file.read()
        os.remove(self.path("e.v"))
        return text

    def solved(self, board, *words):
        self.ok("solve", f"mnk:{board}", *words, "--certificate", "c.h5", *SMALL)

    def test_values(self):
        for board, value in (("3,3,3", "Draw"), ("4,3,3", "Win"), ("50,50,10", "Draw")):
            self.solved(board)
            text = self.exported()
            self.assertEqual(text, self.exported())
            self.assertIn(f"Theorem value : value_of_the_game {board.replace(',', ' ')} = {value}.\n", text)
            self.assertEqual(assumptions.forbidden(text), [])
            self.assertEqual(self.coq(text), CLOSED, board)

    def test_pairing_and_tiling(self):
        """Pairs, and the same pairs two and two on tiles of four cells, prove the draw; without the pairs of a row they do not."""
        self.solved("5,4,4")
        text = self.exported()
        self.assertEqual(self.coq(text), CLOSED)
        row = next(line for line in text.splitlines(True) if "(Tiles [([" in line)
        self.assertIsNone(self.coq(text.replace(row, row[:row.index("[")] + "[])" + row[row.rindex("])") + 2:])))
        with h5py.File(self.path("c.h5")) as file:
            kinds, sizes, numbers = ([int(n) for n in file[f"second/{name}"][:]] for name in ("kind", "size", "number"))
        tiled, made = [], 0
        for row, kind in enumerate(kinds):
            own, numbers = numbers[:sizes[row]], numbers[sizes[row]:]
            if kind == PAIRING and len(own) >= 4:
                own = [4, *own[:4], 2, 3, 12, *(n for i in range(4, len(own), 2) for n in (2, *own[i:i + 2], 1, 3))]
                kinds[row], sizes[row], made = TILING, len(own), made + 1
            tiled += own
        self.assertGreaterEqual(made, 1)
        forged.forge(self.path("c.h5"), self.path("f.h5"), {"second/kind": kinds, "second/size": sizes, "second/number": tiled})
        tiles = self.exported("f.h5")
        self.assertNotEqual(tiles, text)
        self.assertEqual(self.coq(tiles), CLOSED)

    def test_a_row_left_out(self):
        self.solved("3,3,3")
        text = self.exported()
        rows = [line for line in text.splitlines(True) if line.startswith("  Row ") and line.endswith(";\n")]
        self.assertGreaterEqual(len(rows), 2)
        for row in rows:
            self.assertIsNone(self.coq(text.replace(row, "")), row)

    def test_the_other_claim(self):
        self.solved("3,3,3")
        for claim, statement in ((1, "Win"), (-1, "Loss")):
            forged.forge(self.path("c.h5"), self.path("f.h5"), {"claim/value": [claim]})
            text = self.exported("f.h5")
            self.assertIn(f"Theorem value : value_of_the_game 3 3 3 = {statement}.\n", text)
            self.assertIsNone(self.coq(text))

    def test_no_theorem(self):
        coq = ("--format", "coq", "-o", "c.v")
        self.ok("solve", "mnk:3,3,3,exact", "--certificate", "c.h5", *SMALL)
        self.fails(65, "export", "c.h5", *coq, says="the theorems are for the standard rules")
        self.solved("3,3,3", "--score")
        self.fails(65, "export", "c.h5", *coq, says="it claims a score")
        self.solved("4,3,3")
        forged.forge(self.path("c.h5"), self.path("f.h5"), {"claim/value": [-1]})
        self.fails(65, "export", "f.h5", *coq, says="f.h5: it has no strategy of the second player, whom the claim needs")
        self.assertFalse(os.path.exists(self.path("c.v")))

    def test_what_has_to_be_read_is_short(self):
        with open(os.path.join(ROOT, "theorems", "mnk", "Rules.v"), encoding="utf-8") as file:
            text = file.read()
        self.assertNotIn("From Zermelo", text)
        self.assertLessEqual(text.count("\n"), 75)


if __name__ == "__main__":
    if shutil.which("coqc") is None:
        print("no coqc")
        sys.exit(69)
    harness.ZERMELO, harness.DATA = os.path.abspath(sys.argv[1]), os.path.join(ROOT, "data")
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
