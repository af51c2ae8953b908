#!/usr/bin/env python3
"""Theorems on m,n,k-games: what is exported is proven without any axiom, and what is not true is not accepted.

    mnk_test.py ZERMELO ROOT [NAME...]

Needs coqc, else 69.
"""
import os

from theorem_case import CLOSED, ROOT, SMALL, Theorems, main

import h5py
import assumptions
import forged

PAIRING, TILING = 2, 7  # of enum row_kind


class Mnk(Theorems):
    game = "mnk"

    def tiled(self):
        """The certificate c.h5 with its pairs two and two on tiles of four cells, as a text for Coq."""
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
        return self.exported("f.h5")

    def test_values(self):
        """Pairs, and the same pairs on tiles, prove a draw, too."""
        texts = []
        for board, value in (("3,3,3", "Draw"), ("4,3,3", "Win"), ("50,50,10", "Draw"), ("5,4,4", "Draw")):
            self.solved(board)
            text = self.exported()
            self.assertEqual(text, self.exported())
            self.assertIn(f"Theorem value : value_of_the_game {board.replace(',', ' ')} = {value}.\n", text)
            self.assertEqual(assumptions.forbidden(text), [])
            texts.append(text)
        tiles = self.tiled()
        self.assertNotEqual(tiles, texts[-1])
        self.assertEqual(self.accepted([*texts, tiles]), CLOSED)

    def test_refused(self):
        """A draw by pairs without the pairs of a row; without a row; and with another claim."""
        self.solved("5,4,4")
        text = self.exported()
        row = next(line for line in text.splitlines(True) if "(Tiles [([" in line)
        texts = [(text.replace(row, row[:row.index("[")] + "[])" + row[row.rindex("])") + 2:]), "second")]
        self.solved("3,3,3")
        text = self.exported()
        rows = [line for line in text.splitlines(True) if line.startswith("  Row ") and line.endswith(";\n")]
        self.assertGreaterEqual(len(rows), 2)
        texts += [(text.replace(row, ""), "second") for row in rows]
        for claim, statement, player in ((1, "Win", "first"), (-1, "Loss", "second")):
            forged.forge(self.path("c.h5"), self.path("f.h5"), {"claim/value": [claim]})
            text = self.exported("f.h5")
            self.assertIn(f"Theorem value : value_of_the_game 3 3 3 = {statement}.\n", text)
            texts.append((text, player))
        self.refused(texts)

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
    main()
