"""examples/engine_with_book: a strategy book, and a search of its own from where the book ends. examples/solve and play: libzermelo."""
import collections
import os
import random
import subprocess
import sys
import unittest

import harness
from harness import SMALL, Case, environment, release_only


def winner(text, columns):
    """Does the last stone complete four?"""
    stones = [[] for _ in range(columns)]
    for i, move in enumerate(text):
        stones[int(move) - 1].append(i % 2)
    x = int(text[-1]) - 1
    y, mine = len(stones[x]) - 1, (len(text) - 1) % 2

    def length(dx, dy):
        n, i = 0, 1
        while 0 <= x + i * dx < columns and 0 <= y + i * dy < len(stones[x + i * dx]) and stones[x + i * dx][y + i * dy] == mine:
            n, i = n + 1, i + 1
        return n
    return any(1 + length(dx, dy) + length(-dx, -dy) >= 4 for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


class EngineCase(Case):
    def setUp(self):
        super().setUp()
        self.program = os.path.join(os.path.dirname(harness.ZERMELO), "engine_with_book")

    def games(self, columns, rows, side, count, seed, reply=lambda text: None):
        """Results of the engine against random moves, or those of `reply`; and how often it had a move from where."""
        generator, results, sources = random.Random(seed), [], collections.Counter()
        with subprocess.Popen([self.program, self.path("book.h5")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
            for _ in range(count):
                text = ""
                while True:
                    if len(text) % 2 == side:
                        engine.stdin.write(text + "\n")
                        engine.stdin.flush()
                        move, source = engine.stdout.readline().split()
                        sources[source] += 1
                    else:
                        move = reply(text) or generator.choice([str(c) for c in range(1, columns + 1) if text.count(str(c)) < rows])
                    text += move
                    if winner(text, columns):
                        results.append("won" if (len(text) - 1) % 2 == side else "lost")
                        break
                    if len(text) == columns * rows:
                        results.append("drawn")
                        break
            engine.stdin.close()
        return results, sources


class EngineExample(EngineCase):
    @release_only
    def test_wins_what_is_won(self):
        """8x5 is a win for the first player, 6x4 for the second."""
        for columns, rows, side, plies in ((8, 5, "first", 12), (6, 4, "second", 6)):
            self.ok("book", f"connect4:{columns}x{rows}", "--strategy", side, "--plies", plies, "-o", "book.h5", "--threads", 1,
                    "--table-memory", "64M")
            results, sources = self.games(columns, rows, int(side == "second"), 60, columns)
            self.assertEqual((set(results), set(sources)), ({"won"}, {"book", "search"}))

    def test_holds_what_is_drawn(self):
        self.ok("book", "connect4:5x4", "--strategy", "both", "--plies", 5, "-o", "book.h5", *SMALL)
        for side in (0, 1):
            self.assertNotIn("lost", self.games(5, 4, side, 60, side)[0])

    def test_odd_input(self):
        self.ok("book", "connect4:4x4", "--strategy", "first", "--plies", 4, "-o", "book.h5", *SMALL)
        done = subprocess.run([self.program, self.path("book.h5")], input="11111\n9\n\n1212121\n", capture_output=True, text=True, check=True)
        self.assertEqual([line.split()[-1] for line in done.stdout.splitlines()], ["-", "-", "book", "-"])
        # high and narrow, where the bits of a diagonal four would reach beyond the board
        self.ok("import", "connect4:2x31", self.write("e.csv", "position,value\n,unknown\n"), "-o", "high.h5")
        text = "21221112121122222211111212212112111112112222212222121211211"
        done = subprocess.run([self.program, self.path("high.h5")], input=text + "\n", capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split()[1:], ["search"])
        self.ok("book", "mnk:3,3,3", "--plies", 2, "-o", "mnk.h5", *SMALL)
        for name, code in (("none.h5", 66), ("mnk.h5", 65)):
            self.assertEqual(subprocess.run([self.program, self.path(name)], capture_output=True, check=False).returncode, code)


class SearchExamples(Case):
    def example(self, name, *words, text=""):
        return subprocess.run([os.path.join(os.path.dirname(harness.ZERMELO), name), *words], input=text, capture_output=True, text=True,
                              check=False)

    def test_solve(self):
        done = self.example("solve", "44443333", "0")
        expected = self.ok("solve", "connect4:7x6", "44443333", "--all-moves", "--threads", 1).out.split("\t")
        self.assertEqual((done.returncode, done.stdout), (0, f"{expected[1]}: {expected[5]}"))
        for position, code in (("4444448", 65), ("", 75)):
            done = self.example("solve", position, "0.001")
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (code, 1))

    def test_plays_every_game_without_a_mistake(self):
        self.ok("book", "connect4:4x4", "--plies", 3, "-o", "book.h5", *SMALL)
        for end, *words in (("a draw", "mnk:3,3,3", "0"), ("player 1 wins", "mnk:4,3,3", "0"),
                            ("a draw", "connect4:4x4", "0", self.path("book.h5")), ("no end", "draughts:4x4", "0")):
            done = self.example("play", "--self", *words)
            self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, end), words)

    def test_plays_against_a_person(self):
        # a1 and a2 threaten a3, which is taken; what is no move is asked for once more
        done = self.example("play", "mnk:3,3,3", "0", text="a1 a1 z9 a2 ")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout.replace("your move? ", "").splitlines(),
                         ["player 1: a1", "player 2: b2", "player 1: a2", "player 2: a3", "no end"])
        # b2, a3 and c1 win against moves that do not care
        done = self.example("play", "mnk:3,3,3", "0", text="a1 a2 b1")
        self.assertEqual(done.stdout.splitlines()[-2:], ["player 2: c1", "player 2 wins"])

    def test_odd_input(self):
        for words, code in (((), 64), (("--self",), 64), (("mnk:3,3,3",), 64), (("chess:8x8", "0"), 65), (("mnk:3,3,3", "0", "none.h5"), 66)):
            done = self.example("play", *words)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (code, "", 1), words)


@unittest.skipUnless("ZERMELO_LONG" in os.environ, "long")
class EngineLong(EngineCase):
    """On 7x6, moving first, with a book of its strategy down to 24 empty cells, or with the book that ZERMELO_ENGINE_BOOK names.
    The opponents move by chance up to a ply, and from there to the end by a search."""

    def opponent(self, seed, begins, *words):
        """A process that answers position by position: of its moves one by lot. A search that is cut off by its limit names
        none; then it is chance that moves."""
        solver = subprocess.Popen([harness.ZERMELO, "solve", "connect4:7x6", "--positions", "-", "--all-moves", "--threads", "1",
                                   "--table-memory", "64M", "-q", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                  env=environment())
        generator, answers = random.Random(seed), collections.Counter()

        def reply(text):
            if len(text) == 1:
                reply.begins = generator.choice(begins)
            if len(text) < reply.begins:
                return None
            solver.stdin.write(text + "\n")
            solver.stdin.flush()
            answer = solver.stdout.readline().rstrip("\n").split("\t")
            self.assertEqual(answer[0], text)
            moves = answer[5].split()
            answers["searched" if moves else "none"] += 1
            return generator.choice(moves) if moves else None

        def close():
            solver.stdin.close()
            self.assertEqual(solver.wait(harness.TIMEOUT), 0)
            solver.stdout.close()
        reply.close, reply.answers, reply.begins = close, answers, 0
        return reply

    def test_wins_1000_of_1000(self):
        book = os.environ.get("ZERMELO_ENGINE_BOOK")
        if book:
            os.symlink(os.path.abspath(book), self.path("book.h5"))
        else:
            self.ok("book", "connect4:7x6", "--strategy", "first", "--plies", 42 - 24, "-o", "book.h5", "--table-memory", "256M")
        for name, count, reply in (("random", 400, None),
                                   ("alpha-beta to depth 8", 300, self.opponent(1, (1, 3, 5, 7, 9), "--method", "alpha-beta", "--depth", "8")),
                                   ("best defence", 300, self.opponent(2, (11, 13, 15), "--score"))):
            results, sources = self.games(7, 6, 0, count, count, *([reply] if reply else []))
            print(name, collections.Counter(results), sources, reply.answers if reply else "", file=sys.stderr)
            self.assertEqual(collections.Counter(results), {"won": count}, name)
            self.assertGreater(sources["book"], 0)
            if reply:
                self.assertGreater(reply.answers["searched"], count)
                reply.close()
