"""The toy games (tests/games) through the whole command: what a game may leave out is left out in turn, with Nim and
Othello as they are and Dodgem, in which play can cycle, without one part each (tests/games/variants.c)."""
import json
import os
import re
import subprocess
import urllib.parse
import urllib.request

import harness
from harness import SLOW, SMALL, Case, environment

# The engines of the toys have no sanitizers: beside auto, what the command does with a method is the same for all of them.
METHODS = ("auto", "proof-number") if SLOW else ("auto", "alpha-beta", "null-window", "proof-number", "minimax")
WITHOUT = ["cells", "print", "order", "evaluate", "reversible", "positions"]
VARIANTS = ["dodgem", *(f"dodgem_{part}" for part in WITHOUT), "dodgem_places"]


class Toys(Case):
    """ZERMELO is the command with the toys, which stands beside the other one."""

    def setUp(self):
        super().setUp()
        self.usual = harness.ZERMELO
        harness.ZERMELO = os.path.join(os.path.dirname(self.usual), "zermelo-toys")

    def tearDown(self):
        harness.ZERMELO = self.usual
        super().tearDown()

    def column(self, lines, number=1):
        return [line[number] for line in lines]

    def test_all_methods(self):
        """Every method finds the same values of the start and of all positions after one and two moves."""
        first = self.column(self.ok("moves", "dodgem:3x3").lines, 0)
        texts = ["", *first, *(f"{one} {two[0]}" for one in first for two in self.ok("moves", "dodgem:3x3", one).lines)]
        expected = None
        for game in VARIANTS:
            for method in ("auto", "alpha-beta", "null-window", "proof-number", "retrograde"):
                lines = self.ok("solve", f"{game}:3x3", "--positions", "-", "--method", method, *SMALL, stdin="\n".join(texts) + "\n").lines
                expected = expected or self.column(lines)
                self.assertEqual(self.column(lines), expected, f"{game} {method}")
        self.assertIn("win", expected)
        self.assertIn("loss", expected)

    def test_left_out(self):
        """Without what Connect Four knows beyond the rules, or says for people, every method finds what the whole game does."""
        texts = "\n".join(("", "1", "2", "12", "22", "1213", "221134", "33", "4433", "1111")) + "\n"
        for method in METHODS:
            words = ("--positions", "-", "--method", method, *(() if method == "proof-number" else ("--score",)), *SMALL)
            expected = [line[:3] for line in self.ok("solve", "connect4:4x4", *words, stdin=texts).lines]
            for part in ("knowledge", "key", "evaluation", "cells", "words"):
                self.assertEqual([line[:3] for line in self.ok("solve", f"connect4_{part}:4x4", *words, stdin=texts).lines], expected, (part, method))
        for part in ("knowledge", "key", "evaluation", "cells", "words"):
            game = f"connect4_{part}:4x4"
            self.ok("book", game, "--plies", 2, "-o", "b.h5", *SMALL)
            self.assertEqual({line[3] for line in self.ok("book", "verify", "b.h5", *SMALL).lines}, {"ok"})
            for words in (("show", game, "12"), ("complexity", game), ("layers", game, "-o", "l.h5"), ("check", "l.h5"), ("count", game),
                          ("export", "b.h5", "--format", "html", "-o", "b.html"), ("play", game, "--first", "solver:time=0.1", "--second", "alpha-beta:depth=2")):
                self.ok(*words)

    def test_key_clash(self):
        """Keys that set the bits of GAME_KEY_TAGS never lead to a value: 70, and the line says why."""
        done = self.fails(70, "solve", "dodgem_clash:3x3", "--method", "proof-number", *SMALL, says="GAME_KEY_TAGS")
        self.assertEqual(done.out, "")
        self.ok("solve", "dodgem:3x3", "--method", "proof-number", *SMALL)

    def test_books_as_text(self):
        """Every position of a book has a text that is read back, whether or not the game prints positions."""
        for game in ("nim:3,4,5", "nim_before:3,4,5", "othello:4x4", *(f"{name}:3x3" for name in VARIANTS)):
            self.ok("book", game, "--plies", "3", "-o", "b.h5", *SMALL)
            self.ok("export", "b.h5", "--format", "csv", "-o", "b.csv")
            with open(self.path("b.csv"), encoding="utf-8") as file:
                rows = [line.rstrip("\n").split(",") for line in re.sub(r'"[^"]*"', lambda found: found[0].replace(",", ";"), file.read()).splitlines()[1:]]
            texts = [row[0].strip('"').replace(";", ",") for row in rows]
            self.assertGreater(len(texts), 5, game)
            self.assertNotIn("-", texts, game)
            found = self.ok("probe", "b.h5", "--positions", "-", stdin="\n".join(texts) + "\n").lines
            self.assertEqual(self.column(found), [row[2] for row in rows], game)
            if game.startswith(("nim:", "othello", "dodgem_print")):
                self.assertTrue(all(text.startswith("0x") for text in texts), game)

    def test_ways_given_up(self):
        """Where moves that lead to a position are not found soon, its packed bytes are the text."""
        self.ok("book", "nim_before:9,9,9", "--plies", "6", "-o", "b.h5", *SMALL)
        self.ok("export", "b.h5", "--format", "csv", "-o", "b.csv")
        with open(self.path("b.csv"), encoding="utf-8") as file:
            text = file.read()
        self.assertRegex(text, r"(?m)^0x[0-9a-f]{6},")
        self.assertRegex(text, r"(?m)^a1,")

    def test_packed_positions(self):
        """Packed bytes are a position of any game with keys; moves may follow; nonsense is refused in a line."""
        self.assertEqual(self.ok("solve", "nim:3,4,5", "0x030405", *SMALL).lines[0][:2], ["0x030405", "win"])
        self.assertEqual(self.ok("solve", "nim:3,4,5", "0X030405 a2", *SMALL).lines[0][:2], ["0x030405 a2", "loss"])
        for text, says in (("0x0304", "6 hexadecimal digits"), ("0x090909", "is no position"), ("0x030405 a9", "move 1 (a9)"),
                           ("0x03040g", "hexadecimal")):
            self.fails(65, "solve", "nim:3,4,5", text, says=says)

    def test_refused(self):
        """What these games do not have is refused before any work."""
        for game in ("nim:3,4,5", "othello:4x4", "dodgem:3x3"):
            self.fails(65, "solve", game, "--certificate", "c.h5", says="no certificates")
            self.assertFalse(os.path.exists(self.path("c.h5")))
            self.fails(65, "tablebase", game, "--pieces", "2", "-o", "t.h5", says="no endgame tables")
        done = self.fails(65, "layers", "dodgem:3x3", "-o", "l.h5", says="play can cycle")
        self.assertNotIn("tablebase", done.said[0])
        self.ok("layers", "othello:4x4", "-o", "l.h5", "--threads", "1")

    def test_commands(self):
        """The other commands do with what there is."""
        for game in ("nim:3,4,5", "othello:4x4", *(f"{name}:3x3" for name in VARIANTS)):
            self.ok("show", game)
            self.ok("moves", game, "--values", "--score", *SMALL)
            self.ok("perft", game, "--depth", "3")
            self.ok("count", game, "--plies", "3")
            self.ok("solve", game, "--score", "--json=position", *SMALL)
            self.ok("solve", game, "--depth", "2", *SMALL)
            self.ok("play", game, "--first", "random", "--second", "alpha-beta:depth=2", *SMALL)
            self.ok("complexity", game)

    def test_served(self):
        """A game without cells is served with its drawing or its position as text, and with its moves."""
        with subprocess.Popen([harness.ZERMELO, "serve", "dodgem_cells:3x3", "dodgem:3x3", "nim:3,4,5", "--port", "0", "--threads", "1"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()) as process:
            try:
                url = next(re.search(r"http://[^\s/]+", line)[0] for line in process.stdout if "http://" in line)

                def game(text, position):
                    query = urllib.parse.urlencode({"game": text, "position": position})
                    with urllib.request.urlopen(f"{url}/api/game?{query}", timeout=60) as answer:
                        return json.load(answer)

                for text, position in (("dodgem_cells:3x3", "a2-b2"), ("nim:3,4,5", "a2")):
                    found = game(text, position)
                    self.assertNotIn("cells", found)
                    self.assertEqual(found["drawing"], position)
                    self.assertEqual([move["move"] for move in found["moves"]], self.column(self.ok("moves", text, position).lines, 0))
                    self.assertEqual(found["last"], [])
                found = game("dodgem:3x3", "")
                self.assertEqual((found["names"]["stone"], found["places"], len(found["cells"])), ("car", False, 9))
                self.assertNotIn("drawing", found)
            finally:
                process.terminate()
                process.communicate(timeout=60)
