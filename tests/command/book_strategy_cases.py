"""book --strategy: the positions that one side, or either, needs to play without a mistake."""
import os
import random

import tictactoe
from harness import SLOW, SMALL, Case, has_mpirun, release_only


class BookKinds(Case):
    def book(self, game, *words, name="book.h5", **more):
        return self.ok("book", game, "-o", name, *words, *SMALL, **more)

    def content(self, name="book.h5"):
        with open(self.path(name), "rb") as file:
            return file.read()

    def said(self, texts, name="book.h5"):
        """{text: (value, score, moves)} of the positions that are there."""
        self.write("positions", "".join(text + "\n" for text in texts))
        done = self.call("probe", name, "--positions", "positions")
        return {text: line[1:] for text, line in zip(texts, done.lines, strict=True) if line[1] != "-"}

    def info(self, name="book.h5"):
        return dict(self.ok("book", "info", name).lines)

    def goes_on(self, *words):
        """Stopped again and again, the last run writes the same bytes as one that is not stopped."""
        self.ok(*words, "-o", "at_once")
        limit, stops = 0.1, 0
        while (done := self.call(*words, "-o", "pieces", "--checkpoint", "c", "--time-limit", f"{limit}s")).code == 75:
            limit, stops = 1.4 * limit, stops + 1
        self.assertEqual((done.code, done.said), (0, []), done.err)
        self.assertGreater(stops, 0)
        self.assertEqual(self.content("pieces"), self.content("at_once"))


class Strategy(BookKinds):
    def play_all(self, side, name):
        """Every game against the strategy: all its positions are there, with the value that brute force finds, and its
        moves keep it."""
        now = {()}
        for ply in range(9):
            unfinished = [moves for moves in now if tictactoe.over(moves) is None]
            said = self.said([tictactoe.text(moves) for moves in unfinished], name)
            self.assertEqual(len(said), len(unfinished), (side, ply))
            now = set()
            for moves in unfinished:
                value, score, names = said[tictactoe.text(moves)]
                worth = tictactoe.solve(moves)
                self.assertEqual((value, score), (tictactoe.NAMES[worth[0]], tictactoe.score(worth)))
                children = tictactoe.children(moves)
                chosen = names.split() if ply % 2 == side else []
                self.assertEqual(bool(chosen), ply % 2 == side, (moves, names))
                self.assertTrue(all(children[move] == worth for move in chosen), (moves, chosen))
                now |= {moves + (tictactoe.CELLS.index(move),) for move in chosen or children}

    def test_against_brute_force(self):
        for side, name in enumerate(("first", "second")):
            self.book("mnk:3,3,3", "--plies", 8, "--score", "--strategy", name, name=name)
            self.play_all(side, name)
            self.assertIn(f"a strategy of the {name} player up to ply 8", self.info(name)["positions"])
            self.assertEqual(self.info(name)["options"], f"--plies 8 --score --strategy {name}")

    def test_never_worse_than_the_value(self):
        """Random replies, in games where the values of all positions are known from elsewhere."""
        generator = random.Random(5)
        for game, plies in (("connect4:5x4", 10), ("connect4:4x4", 15), ("draughts:4x4", 12), ("mnk:4,3,3,exact", 9)):
            self.book(game, "--plies", plies, "--strategy", "both")
            for trial in range(1 if SLOW else 4):
                text, side = "", trial % 2
                for ply in range(plies):
                    moves = dict(line[:2] for line in self.ok("moves", game, text, "--values", *SMALL).lines)
                    if not moves:
                        break
                    value, _, names = self.said([text])[text]
                    rank = {"loss": 0, "draw": 1, "win": 2}
                    self.assertEqual(rank[value], max(map(rank.get, moves.values())), (game, text))
                    if ply % 2 == side:
                        move = names.split()[0]
                        self.assertEqual(moves[move], value, (game, text))
                    else:
                        move = generator.choice(sorted(moves))
                    text = f"{text}{move}" if game.startswith("connect4") else f"{text} {move}".strip()

    def test_parts_ranks_and_extension(self):
        for game, plies, *words in (("connect4:5x4", 10, "--score"), ("mnk:4,3,3", 8), ("draughts:4x4", 8, "--score")):
            with self.subTest(game):
                for name in ("first", "second", "both"):
                    self.book(game, "--plies", plies, "--strategy", name, *words, name=name)
                whole = self.content("both")
                self.assertLess(len(self.content("first")), len(whole))
                self.ok("book", "merge", "second", "first", "-o", "merged")
                self.assertEqual(self.content("merged"), whole)
                self.book(game, "--plies", plies - 4, "--strategy", "both", *words, name="less")
                self.book(game, "--plies", plies, "--strategy", "both", "--from", "less", *words, name="more")
                self.assertEqual(self.content("more"), whole)
                self.ok("book", "extract", "both", "--plies", plies - 4, "-o", "low")
                self.ok("book", "extract", "both", "--min-ply", plies - 3, "-o", "high")
                self.assertIn("(partial)", self.info("high")["options"])
                self.ok("book", "merge", "low", "high", "-o", "merged")
                self.assertEqual(self.content("merged"), whole)
                self.assertEqual({line[3] for line in self.ok("book", "verify", "both", *SMALL).lines}, {"ok"})

    def test_extends_a_full_book(self):
        """It is a strategy then, too, although the first plies know more moves than it follows; a book cut short is none."""
        for game, low, high, *words in (("connect4:5x4", 2, 5, "--score"), ("mnk:4,3,3", 2, 4), ("draughts:4x4", 2, 5)):
            self.book(game, "--plies", low, *words, name="full")
            for name in ("first", "second", "both"):
                with self.subTest(game=game, name=name):
                    self.book(game, "--plies", high, "--strategy", name, *words, "--from", "full", name=name)
                    self.assertIn(f" --strategy {name}", self.info(name)["options"])
                    self.assertNotIn("partial", self.info(name)["options"])
                    self.ok("book", "extract", name, "--plies", low + 1, "-o", "part")
                    self.assertIn(f" --strategy {name}", self.info("part")["options"])
            self.ok("book", "extract", "both", "--min-ply", high - 1, "-o", "part")
            self.assertNotIn("--strategy", self.info("part")["options"])

    @has_mpirun
    def test_ranks_and_threads(self):
        words = ("--plies", 10, "--strategy", "both", "--score")
        self.book("connect4:5x4", *words)
        self.ok("book", "connect4:5x4", *words, "-o", "threads", "--threads", 3, "--table-memory", "4M")
        self.assertEqual(self.content("threads"), self.content())
        self.book("connect4:5x4", *words, name="ranks", ranks=3)
        self.assertEqual(self.content("ranks"), self.content())

    @release_only
    def test_stopped_and_resumed(self):
        words = ("--plies", 14, "--strategy", "first", "--score", "-o", "book.h5", *SMALL)
        self.ok("book", "connect4:6x5", *words)
        expected, stops = self.content(), 0
        os.unlink(self.path("book.h5"))
        while stops < 60:  # longer each time, for a machine on which starting takes most of it
            limit = f"{0.2 + 0.05 * stops:.2f}s"
            done = self.call("book", "connect4:6x5", *words, "--checkpoint", "c.h5", "--time-limit", limit)
            if done.code == 0:
                break
            self.assertEqual((done.code, os.path.exists(self.path("book.h5"))), (75, False), done.err)
            stops += 1
        self.assertEqual((self.content(), stops > 0), (expected, True))

    def test_other_moves_may_keep_the_value(self):
        """A strategy needs one move; that it does not have the others says nothing against them, not even at ply 0."""
        worth = {"loss": -1, "draw": 0, "win": 1}
        for plies in (0, 6):
            self.book("mnk:3,3,3", "--plies", plies, "--strategy", "first")
            self.assertIn("--strategy", self.info()["options"])
            for text in ("", "b2 a1")[:1 + plies]:
                values = tictactoe.children(tuple(map(tictactoe.CELLS.index, text.split())))
                for move in self.ok("probe", "book.h5", text, "--json=position").objects[0]["moves"]:
                    low, high = move.get("bounds", [move["value"]] * 2)
                    self.assertTrue(worth[low] <= values[move["move"]][0] <= worth[high], (text, move))

    def test_of_a_job(self):
        self.write("job.yaml", "name: s\ntask: book\ngame: connect4:4x4\nplies: 6\nstrategy: second\n")
        self.assertIn("strategy second", self.ok("run", "job.yaml", "--check").out)
        self.ok("run", "job.yaml", *SMALL)
        self.book("connect4:4x4", "--plies", 6, "--strategy", "second")
        self.assertEqual(self.content("out/s/s.book.h5"), self.content())

    def test_refused(self):
        self.write("lines", "12\n")
        book = ("book", "connect4:4x4", "-o", "b.h5")
        self.fails(64, *book, "--plies", 2, "--strategy", "third", says="first, second or both")
        self.fails(64, *book, "--plies", 2, "--strategy", "first", "--around", "lines", says="exclude")
        self.fails(64, *book, "--plies", 2, "--strategy", "first", "--depth", 3, "--method", "bns", says="no --strategy")
        self.fails(64, *book, "--plies", 2, "--score", "--depth", 3, "--method", "bns", says="no --score")
        self.assertEqual(self.files(), ["lines"])
