#!/usr/bin/env python3
"""Connect Four in Coq without axioms: the words of `theorems/connect4/over_N` in place of the machine's integers.

    over_N_test.py ZERMELO ROOT [NAME...]

Needs coqc, else 69.
"""
from theorem_case import CLOSED, Theorems, main


class Connect4OverN(Theorems):
    game = "connect4"
    part = "over_N"

    def test_no_axiom(self):
        """The text that is proven with integers of 63 bits is proven with binary numbers, on no assumption."""
        self.solved("5x4")
        self.assertEqual(self.accepted([self.exported()]), CLOSED)


if __name__ == "__main__":
    main()
