#!/usr/bin/env python3
"""Theorems on draughts: the rules give the published counts and the rule book's examples, what is exported is proven without any axiom,
and what is not true is not accepted.

    draughts_test.py ZERMELO ROOT [NAME...]

Needs coqc, else 69.
"""
import csv
import os
import re

from theorem_case import CLOSED, ROOT, Theorems, harness, main

import h5py
import assumptions
import forged

# Where most kings are taken by another capture than comes to a king first; no example of the rule book tells the two apart.
MOST_KINGS = {"position": "W:WK29,K32:B10,K12,18,K20,K26,28", "moves": "32x7"}
MOST = 2000  # at the last ply of a count
IMPORTS = """Require Import List NArith.
From Zermelo Require draughts.
Import draughts.Rules draughts.Value draughts.Line draughts.Held.
Import ListNotations.
"""
PERFT = """Fixpoint perft (plies : nat) (b : board) : N :=
  match plies with O => 1 | S plies => fold_left N.add (map (perft plies) (moves b)) 0 end%N.
"""


def squares_of(fen):
    """Who is to move, and of each square by its number the colour and the kind."""
    turn, *sides = fen.split(":")
    found = {}
    for side in sides:
        for piece in filter(None, side[1:].split(",")):
            found[int(piece.lstrip("K"))] = (side[0], "King" if piece.startswith("K") else "Man")
    return turn, found


def number_of(size, row, column):
    """Of a square in that row and column from 0, or None if it is light."""
    return row * (size // 2) + column // 2 + 1 if (row + column) % 2 == 0 else None


def board_of(size, fen):
    """A term: the board as the player sees it who is to move."""
    turn, pieces = squares_of(fen)
    rows = []
    for row in range(size):
        squares = [pieces.get(number_of(size, row, column)) for column in range(size)]
        rows.append([f"{'Own' if piece[0] == turn else 'Enemy'} {piece[1]}" if piece else "Empty" for piece in squares])
    if turn == "B":
        rows = [row[::-1] for row in rows[::-1]]
    return "[" + ";".join("[" + ";".join(row) + "]" for row in rows) + "]"


def moved(size, fen, after):
    """The numbers of the squares from and to which a piece has moved, if `after` is the board as the other player sees it, a list of
    words."""
    turn, pieces = squares_of(fen)
    assert turn == "W" and len(after) == size * size
    now = {number_of(size, i // size, i % size) for i, word in enumerate(after[::-1]) if word.startswith("Enemy")}
    then = {number for number, (colour, _) in pieces.items() if colour == turn}
    return then - now, now - then


class Draughts(Theorems):
    game = "draughts"

    def printed(self, text):
        """What coqc prints, or None if it does not accept the text."""
        done = self.coq(text)
        return done.stdout if done.returncode == 0 else None

    def values(self, definitions, terms):
        """What each of the terms is."""
        printed = self.printed(IMPORTS + definitions + "".join(f"Eval vm_compute in {term}.\n" for term in terms))
        self.assertIsNotNone(printed)
        found = [" ".join(value.split()) for value in re.findall(r"     = (.*?)\n     : ", printed, re.DOTALL)]
        self.assertEqual(len(found), len(terms))
        return found

    def solved(self, board="4x4", *words):
        super().solved(board, *words)

    # ---- the rules ----

    def test_perft(self):
        """As many moves, to each depth, as other programs have counted: from the start of each board and from given positions."""
        with open(os.path.join(harness.DATA, "perft.csv"), encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file)
                    if "rules=" not in row["game"] and row["convention"] == "paths" and int(row["count"]) <= MOST]
        terms = []
        for row in rows:
            size = int(row["game"][len("draughts:")])
            board = board_of(size, row["position"]) if row["position"] else f"(start {size})"
            terms.append(f"perft {row['depth']} {board}")
        self.assertGreaterEqual(len(terms), 20)
        self.assertEqual(self.values(PERFT, terms), [f"{row['count']}%N" for row in rows])

    def test_priority_of_captures(self):
        """The examples of the rule book, and one more."""
        with open(os.path.join(harness.DATA, "priority.csv"), encoding="utf-8") as file:
            rows = [MOST_KINGS, *(row for row in csv.DictReader(file) if row["position"].startswith("W"))]
        self.assertGreaterEqual(len(rows), 12)
        for row, boards in zip(rows, self.values("", [f"moves {board_of(8, row['position'])}" for row in rows])):
            known = set()
            for move in row["moves"].split():
                numbers = [int(number) for number in re.split("[-x]", move)]
                known.add((numbers[0], numbers[-1]) if numbers[0] != numbers[-1] else None)
            found = set()
            for after in re.findall(r"\[(\[.*?\])\]", boards):
                left, reached = moved(8, row["position"], [word.strip() for word in re.split("[][;]", after) if word.strip()])
                found.add((*left, *reached) if left else None)
            self.assertEqual(found, known, row)

    # ---- the theorem ----

    def test_a_draw(self):
        self.solved()
        text = self.exported()
        self.assertEqual(text, self.exported())
        self.assertIn("Theorem value : value_of_the_game 4 Draw.\n", text)
        self.assertEqual(assumptions.forbidden(text), [])
        self.assertEqual(self.printed(text), CLOSED)
        for statement in ("4 Win", "4 Loss", "6 Draw"):
            self.assertIsNone(self.printed(text.replace("4 Draw", statement)), statement)

    def test_a_move_left_out_or_changed(self):
        """Coq accepts the list of moves, no list without one of them, and none that ends early."""
        self.solved()
        text = self.exported()
        moves = "".join(re.findall(r'"([^"]*)"', text))
        with h5py.File(self.path("c.h5")) as file:
            self.assertEqual(len(moves), len(file["held/key"]))
        definitions = text[text.index("Definition"):text.index("Theorem")] + """Close Scope line_scope.
Definition without (i : nat) := firstn i moves ++ skipn (S i) moves.
"""
        count = len(moves)
        found = self.values("Open Scope line_scope.\n" + definitions, [
            "accepted 4 moves", f"existsb (fun i => accepted 4 (without i)) (seq 0 {count})",
            f"existsb (fun i => accepted 4 (firstn i moves)) (seq 0 {count})", "accepted 4 (map (fun _ => 9) moves)"])
        self.assertEqual(found, ["true", "false", "false", "false"])

    # ---- what is not exported ----

    def not_exported(self, certificate, says):
        self.fails(65, "export", certificate, "--format", "coq", "-o", "c.v", says=f"{certificate}: {says}")
        self.assertFalse(os.path.exists(self.path("c.v")))

    def test_a_row_left_out(self):
        self.solved()
        with h5py.File(self.path("c.h5")) as file:
            keys, numbers = file["held/key"][:], file["held/move"][:]
        for row in (0, len(keys) // 2, len(keys) - 1):
            kept = [i for i in range(len(keys)) if i != row]
            forged.forge(self.path("c.h5"), self.path("f.h5"), {"held/key": keys[kept], "held/move": numbers[kept]})
            self.not_exported("f.h5", "")
            self.fails(65, "export", "f.h5", "--format", "coq", "-o", "c.v", says="a position that has no row")
        numbers[3] = 99
        forged.forge(self.path("c.h5"), self.path("f.h5"), {"held/move": numbers})
        self.not_exported("f.h5", "row 4 of /held has no move with its number")

    def test_tables(self):
        """Rows that rest on endgame tables are refused, and the first of them has its name."""
        self.solved()
        self.ok("tablebase", "draughts:4x4", "--pieces", "3", "--distances", "-o", "t.h5", "--threads", "1")
        self.ok("certificate", "shrink", "c.h5", "--tables", "t.h5", "-o", "s.h5")
        self.fails(65, "export", "s.h5", "--format", "coq", "-o", "c.v",
                   says="rests on endgame tables, for which there is no theorem")
        self.not_exported("s.h5", "row ")

    def test_no_theorem(self):
        self.solved("4x4,rules=seed")
        self.not_exported("c.h5", "draughts:4x4,rules=seed: the theorem is about the official rules")
        self.solved("4x4", "7-6")
        self.not_exported("c.h5", "it claims nothing about the start, which the theorem is about")
        self.solved()
        for claim, word in ((1, "win"), (-1, "loss")):
            forged.forge(self.path("c.h5"), self.path("f.h5"), {"claim/value": [claim]})
            self.not_exported("f.h5", f"it claims a {word}: the theorem is about draws")

    def test_what_has_to_be_read_is_short(self):
        """And names nothing of the checker."""
        lines = 0
        for name in ("Rules.v", "Value.v"):
            with open(os.path.join(ROOT, "theorems", "draughts", name), encoding="utf-8") as file:
                text = file.read()
            imported = {word for line in text.splitlines() if line.startswith("From Zermelo") for word in line.rstrip(".").split()[4:]}
            self.assertLessEqual(imported, {"Rules"}, name)
            lines += text.partition("(* ---- what is above is all that has to be read ---- *)")[0].count("\n")
        self.assertLessEqual(lines, 150)


if __name__ == "__main__":
    main()
