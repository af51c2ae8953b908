"""export: the bytes of a book in the format of Pons's solver, and what that solver says with it.

The numbers of positions are computed here from the moves alone, as that solver does from its own board.
"""
import os
import subprocess
import unittest

import harness
from harness import SMALL, Case

PONS = os.environ.get("ZERMELO_PONS_SOLVER")  # his program c4solver, and the board it was built for
PONS_BOARD = os.environ.get("ZERMELO_PONS_BOARD", "7x6")


def games(columns, rows, plies):
    """Every sequence of moves of at most that many plies (less than seven: nobody has four yet)."""
    found = [""]
    for text in found:
        if len(text) < plies:
            found += [text + str(c) for c in range(1, columns + 1) if text.count(str(c)) < rows]
    return found


def number(text, columns):
    """Stones in base 3, column by column, with 0 between columns; of the two mirror images the smaller."""
    mine = len(text) % 2  # stones at these places of the text are the other side's
    digits = ["".join("12"[i % 2 != mine] for i, move in enumerate(text) if move == str(c))
              for c in range(1, columns + 1)]
    return min(int("0".join(digits), 3), int("0".join(reversed(digits)), 3))


def is_prime(n):
    return all(n % factor for factor in range(2, int(n ** 0.5) + 1))


class Export(Case):
    def export(self, board, plies, *words, **more):
        self.ok("book", f"connect4:{board}", "--plies", plies, "--score", "-o", "book.h5", *(words or SMALL), **more)
        line, = self.ok("export", "book.h5", "--format", "pons", "-o", "pons.book").lines
        return line

    def scores(self, texts):
        self.write("positions", "".join(text + "\n" for text in texts))
        return [int(line[2]) for line in self.ok("probe", "book.h5", "--positions", "positions").lines]

    def test_bytes(self):
        for columns, rows, plies in ((4, 5, 6), (5, 4, 5)):
            line = self.export(f"{columns}x{rows}", plies)
            with open(self.path("pons.book"), "rb") as file:
                content = file.read()
            width, height, depth, key_bytes, value_bytes, log_slots = content[:6]
            self.assertEqual((width, height, depth, key_bytes, value_bytes, log_slots), (columns, rows, plies, 1, 1, 21))
            slots = next(n for n in range(1 << log_slots, 1 << log_slots + 1) if is_prime(n))
            self.assertEqual(len(content), 6 + 2 * slots)
            self.assertLess(3 ** (plies + columns - 1), slots << 8)  # slot and key tell every position apart
            keys, values = content[6:6 + slots], content[6 + slots:]
            texts = games(columns, rows, plies)
            expected = {number(text, columns): score for text, score in zip(texts, self.scores(texts))}
            self.assertEqual(line, ["pons", str(len(expected)), "0", str(len(content))])
            least = 3 - columns * rows // 2
            for key, score in expected.items():
                self.assertEqual((keys[key % slots], values[key % slots]), (key % 256, score - least + 1), key)
            self.assertEqual(sum(value > 0 for value in values), len(expected))

    def test_same_bytes(self):
        self.export("4x4", 3)
        with open(self.path("pons.book"), "rb") as file:
            content = file.read()
        self.export("4x4", 3, "--threads", 2, "--table-memory", "1M")
        with open(self.path("pons.book"), "rb") as file:
            self.assertEqual(file.read(), content)

    def test_bad_input(self):
        export = ("export", "book.h5", "--format", "pons", "-o", "out")
        self.fails(66, *export, says="book.h5")
        self.ok("book", "mnk:3,3,3", "--plies", 1, "--score", "-o", "book.h5", *SMALL)
        self.fails(65, *export, says="Connect Four")
        self.ok("book", "connect4:4x4", "--plies", 1, "-o", "book.h5", *SMALL)
        self.fails(65, *export, says="--score")
        self.ok("book", "connect4:10x2", "--plies", 0, "--score", "-o", "book.h5", *SMALL)
        self.fails(65, *export, says="9")
        self.ok("book", "connect4:4x4", "--plies", 1, "--score", "-o", "book.h5", *SMALL)
        self.fails(64, *export[:-2], says="-o")
        self.fails(64, "export", "book.h5", "-o", "out", says="--format")
        self.fails(64, "export", "book.h5", "-o", "out", "--format", "jpeg", says="pons")
        self.fails(73, *export[:-1], "nowhere/out", says="nowhere/out")
        self.write("text", "no book\n")
        self.fails(65, "export", "text", *export[2:], says="text")
        self.assertEqual(self.files(), ["book.h5", "text"])

    @unittest.skipUnless(PONS, "no ZERMELO_PONS_SOLVER")
    def test_solver(self):
        """On 7x6 he needs minutes for each of these without a book."""
        self.export(PONS_BOARD, 2, "--table-memory", "1G")
        texts = [text for text in games(*map(int, PONS_BOARD.split("x")), 2) if text]
        done = subprocess.run([PONS, "-b", self.path("pons.book")], input="".join(text + "\n" for text in texts),
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=harness.TIMEOUT, check=True)
        self.assertIn("done", done.stderr)
        self.assertEqual([line.split() for line in done.stdout.splitlines()],
                         [[text, str(score)] for text, score in zip(texts, self.scores(texts))])
