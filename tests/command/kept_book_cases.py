"""The book of 7x6 that is kept in data/books: what is published of it, what the search says now, and how soon it answers."""
import csv
import os
import random
import statistics
import time

import harness
from harness import Case, release_only
from serve_cases import Server

COLUMNS, ROWS = 7, 6
BOOK = os.path.join(harness.DATA, "books", "connect4_7x6.h5")


def completes(own, other, column):
    """Would a stone of the side with these stones, dropped there, complete four? Stones are sets of (column, row)."""
    row = sum((column, y) in own or (column, y) in other for y in range(ROWS))

    def length(dx, dy):
        n = 0
        while (column + (n + 1) * dx, row + (n + 1) * dy) in own:
            n += 1
        return n
    return row < ROWS and any(1 + length(dx, dy) + length(-dx, -dy) >= 4 for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


def is_quiet(text):
    """Can neither side complete four with its next move?"""
    heights, sides = [0] * COLUMNS, (set(), set())
    for i, move in enumerate(text):
        column = int(move) - 1
        sides[i % 2].add((column, heights[column]))
        heights[column] += 1
    return not any(completes(sides[i], sides[1 - i], column) for i in (0, 1) for column in range(COLUMNS))


class KeptBook(Case):
    def rows(self):
        self.ok("export", BOOK, "--format", "csv", "-o", "book.csv")
        with open(self.path("book.csv"), encoding="ascii", newline="") as file:
            return list(csv.DictReader(file))

    @release_only
    def test_published(self):
        """Won, drawn and lost as in Tromp's data set of all positions of ply 8 in which neither side can win at once, taken once
        with its mirror image (UCI Machine Learning Repository, Connect-4, 1995)."""
        counts = {"win": 0, "draw": 0, "loss": 0}
        rows = self.rows()
        for row in rows:
            if row["ply"] == "8" and is_quiet(row["position"]):
                counts[row["value"]] += 1
        self.assertEqual(counts, {"win": 44473, "draw": 6449, "loss": 16635})
        self.assertEqual((rows[0]["position"], rows[0]["value"], rows[0]["score"], rows[0]["moves"]), ("", "win", "1", "4"))

    @release_only
    def test_solved_again(self):
        rows = [row for row in self.rows() if int(row["ply"]) >= 6]
        sample = random.Random(20261123).sample(rows, 24)
        self.write("positions", "".join(row["position"] + "\n" for row in sample))
        found = self.ok("solve", "connect4:7x6", "--positions", "positions", "--score", "--threads", 2, "--table-memory", "256M").lines
        self.assertEqual([line[:3] for line in found], [[row["position"], row["value"], row["score"]] for row in sample])

    def test_served(self):
        """A position of up to 7 plies with the scores of all moves, proven, from the book. (50 ms are for an idle machine.)"""
        texts = [row["position"] for row in self.rows() if int(row["ply"]) <= 7]
        seconds = []
        with Server(self, BOOK) as server:
            for text in random.Random(20261123).sample(texts, 100):
                begun = time.monotonic()
                answer = server.get("/api/position", game="connect4:7x6", position=text, score=1, time=0)
                seconds.append(time.monotonic() - begun)
                self.assertTrue(answer["complete"] and answer["proven"], text)
                self.assertNotIn(None, [move["score"] for move in answer["moves"]], text)
        self.assertLess(statistics.median(seconds), 0.05)
        self.assertIn("book", answer["origin"].lower(), answer)
