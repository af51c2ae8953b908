#!/usr/bin/env python3
"""Theorems: what is exported is proven, rests on nothing new, and what is not true is not accepted.

    theorems_test.py ZERMELO ROOT [NAME...]

Needs coqc, else 69.
"""
import os
import re
import unittest

from theorem_case import LAST, REFUSED, ROOT, SMALL, Theorems, main

import h5py
import assumptions
import forged
import harness


def stones(key, columns, rows):
    """Of a packed position (zermelo-files(5)): in each column the highest bit stands above them."""
    bits = int.from_bytes(bytes(key), "big")
    return sum((bits >> column * (rows + 1) & (1 << rows + 1) - 1).bit_length() - 1 for column in range(columns))


def sources():
    """Name and text of each Coq file."""
    for folder, _, names in os.walk(os.path.join(ROOT, "theorems")):
        for name in filter(lambda name: name.endswith(".v"), names):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield name, file.read()


class Sources(unittest.TestCase):
    def test_nothing_is_left_unproven(self):
        read = 0
        for name, text in sources():
            self.assertEqual(assumptions.forbidden(text), [], name)
            read += 1
        self.assertGreaterEqual(read, 15)

    def test_every_lemma_has_a_sentence(self):
        """A comment that ends in the line before."""
        lemmas = 0
        for name, text in sources():
            lines = text.splitlines()
            for before, line in zip(lines, lines[1:]):
                if re.match(r"\s*(Lemma|Theorem|Corollary) ", line):
                    lemmas += 1
                    self.assertTrue(before.endswith("*)"), f"{name}: {line}")
        self.assertGreater(lemmas, 250)

    def test_it_would_be_noticed(self):
        self.assertEqual(assumptions.forbidden("Lemma a : False. Admitted. (* Axiom (* x *) y *)"), ["Admitted"])
        self.assertEqual(assumptions.forbidden("Axiom (* no *) a : False."), ["Axiom"])

    def test_what_has_to_be_read_is_short(self):
        lines = 0
        for name in ("Rules.v", "Value.v"):
            with open(os.path.join(ROOT, "theorems", "connect4", name), encoding="utf-8") as file:
                text = file.read()
            lines += text.count("\n")
            imported = {word for line in text.splitlines() if line.startswith("From Zermelo") for word in line.rstrip(".").split()[4:]}
            self.assertLessEqual(imported, {"Rules"}, name)
        self.assertLessEqual(lines, 150)


class Connect4(Theorems):
    game = "connect4"

    def proven(self, board, statement, *words):
        """The certificate of a board as a text with that theorem."""
        self.solved(board, *words)
        line, = self.ok("export", "c.h5", "--format", "coq", "-o", "c.v").lines
        with open(self.path("c.v"), encoding="ascii") as file:
            text = file.read()
        self.assertEqual(line, ["coq", str(text.count("\n  [")), line[2], str(len(text))])
        self.assertEqual(text, self.exported())
        self.assertIn(f"Theorem value : {statement}.\n", text)
        self.assertEqual(assumptions.forbidden(text), [])
        return text

    def test_values(self):
        """Coq accepts them, on the known assumptions alone. And the rows that prove the bounds of a score prove none that is better by
        a stone of that player."""
        def goal(player, bound, proof):
            return (f"Goal secures 6 4 {player} ({bound}) First (empty 6).\n"
                    f"Proof. apply accepted_is_true with {player.lower()}. {proof}\n")
        computed, not_computed = "vm_compute; reflexivity. Qed.", "Fail (vm_compute; reflexivity). Abort."
        printed = self.accepted([self.proven("4x4", "value_of_the_game 4 4 = Draw"), self.proven("5x4", "value_of_the_game 5 4 = Draw"),
                                 self.proven("6x4", "second_player_wins_with_stone 6 4 12", "--score")],
                                goal("First", -1, computed) + goal("First", 0, not_computed) +
                                goal("Second", 1, computed) + goal("Second", 3, not_computed))
        with open(os.path.join(ROOT, "tests", "theorems", "assumptions.txt"), encoding="ascii") as file:
            known = {line for line in file.read().splitlines() if not line.startswith("#")}
        self.assertEqual(assumptions.names(printed), known)

    def without(self, row):
        """The certificate c.h5 without a row of the first player, as a text for Coq."""
        with h5py.File(self.path("c.h5")) as file:
            kinds, sizes, keys, numbers = (file[f"first/{name}"][:] for name in ("kind", "size", "key", "number"))
        before = int(sizes[:row].sum())
        kept = [i for i in range(len(kinds)) if i != row]
        forged.forge(self.path("c.h5"), self.path("f.h5"), {
            "first/kind": kinds[kept], "first/size": sizes[kept], "first/key": keys[kept],
            "first/number": [*numbers[:before], *numbers[before + int(sizes[row]):]]})
        return self.exported("f.h5")

    def test_the_other_claim(self):
        self.solved("4x4")
        texts = []
        for claim, statement, player in ((1, "Win", "first"), (-1, "Loss", "second")):
            forged.forge(self.path("c.h5"), self.path("f.h5"), {"claim/value": [claim]})
            texts.append((self.exported("f.h5"), player))
            self.assertIn(f"Theorem value : value_of_the_game 4 4 = {statement}.\n", texts[-1][0])
        self.refused(texts)

    def test_a_row_left_out(self):
        """One of those that the first move leads to. Where it is missing play goes on by the list of the row before, so not every
        row is needed, but one of them is."""
        self.solved("5x4")
        rows = self.exported().count("\n  [")
        with h5py.File(self.path("c.h5")) as file:
            left_out = [i for i, key in enumerate(file["first/key"][:]) if stones(key, 5, 4) == 2]
        for row in left_out:
            text = self.without(row)
            self.assertEqual(text.count("\n  ["), rows - 1)
            done = self.coq(text.replace(LAST, ""))
            if done.returncode != 0:
                self.assertRegex(done.stderr, REFUSED)
                return
        self.fail(f"accepted without any of {left_out}")


class Refused(harness.Case):
    def test_no_theorem(self):
        self.ok("solve", "connect4:4x4", "--certificate", "c.h5", *SMALL)
        with h5py.File(self.path("c.h5")) as file:
            size = file["second/size"][0]
        self.assertEqual(size % 2, 0)
        forged.forge(self.path("c.h5"), self.path("f.h5"), {"second/kind": [2]})
        coq = ("--format", "coq", "-o", "c.v")
        self.fails(65, "export", "f.h5", *coq, says="f.h5: row 1 of the second player, about the start, is of the kind 'pairing', "
                   "for which there is no theorem")
        self.ok("solve", "connect4:4x4", "1", "--certificate", "c.h5", *SMALL)
        self.fails(65, "export", "c.h5", *coq, says="c.h5: it claims nothing about the start")
        self.ok("book", "connect4:4x4", "--plies", "1", "-o", "book.h5", *SMALL)
        self.fails(65, "export", "book.h5", *coq, says="book.h5: it is no certificate: format coq is for those")
        self.fails(66, "export", "none.h5", *coq)
        self.assertFalse(os.path.exists(self.path("c.v")))


if __name__ == "__main__":
    main()
