"""book and probe, and what becomes of damaged files."""
import os
import random
import subprocess
import time
import unittest

import harness
import tictactoe
from harness import ENDLESS, SMALL, Case, has_mpirun

try:
    import h5py
except ImportError:
    h5py = None


def positions_of(text):
    """[(fields of a position, its best moves)] of what examples/probe_any prints."""
    found = []
    for line in text.splitlines()[1:]:
        if line[:2] not in ("* ", "  "):
            found.append((line.split("\t"), []))
        elif line[0] == "*":
            found[-1][1].append(line[2:].split("\t")[0])
    return [(known, sorted(best)) for known, best in found]


class Book(Case):
    def book(self, game, plies, *words, name="book.h5", **more):
        return self.ok("book", game, "--plies", plies, "-o", name, *words, *SMALL, **more)

    def content(self, name="book.h5"):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_lines(self):
        lines = self.book("mnk:3,3,3", 8).lines
        self.assertEqual([line[0] for line in lines], [str(ply) for ply in range(9)])
        # Tic-tac-toe up to symmetry, without the positions in which the game is over.
        self.assertEqual([int(line[1]) for line in lines], [1, 3, 12, 38, 108, 153, 183, 95, 34])
        for line in lines:
            self.assertEqual(int(line[1]), sum(map(int, line[2:])))
        self.assertEqual(lines[0], ["0", "1", "0", "1", "0"])
        self.assertEqual(self.files(), ["book.h5"])

    def test_probe_against_brute_force(self):
        self.book("mnk:3,3,3", 8, "--score")
        tictactoe.check_probe(self, "book.h5", seed=5, unfinished=True)

    def test_values_without_scores(self):
        self.book("mnk:3,3,3", 4)
        for moves in tictactoe.some_positions(60, seed=6):
            if len(moves) > 4:
                continue
            expected = tictactoe.solve(moves)
            best = sorted(move for move, worth in tictactoe.children(moves).items() if worth[0] == expected[0])
            line = self.ok("probe", "book.h5", tictactoe.text(moves)).lines[0]
            self.assertEqual(line[1:], [tictactoe.NAMES[expected[0]], "-", " ".join(best)])

    def test_agrees_with_solve(self):
        self.book("connect4:4x4", 4, "--score")
        for text in ("", "1", "4", "12", "4321", "1444"):
            probed = self.ok("probe", "book.h5", text).lines[0]
            solved = self.ok("solve", "connect4:4x4", text, "--score", "--all-moves", *SMALL).lines[0]
            self.assertEqual(probed, solved[:3] + solved[5:])

    def test_library(self):
        """A program without MPI gives moves and gets moves, in whichever image of the position it likes."""
        program = os.path.join(os.path.dirname(harness.ZERMELO), "probe_any")
        for game, plies, score, texts in (
                ("mnk:3,3,3", 5, True, ("", "b2", "b2 a1", "b2 c3", "C3B2", "2,2 1,1", "a1 c3 a3 a2", "c3 a1 c1 c2")),
                ("mnk:4,3,3,exact", 2, True, ("", "a1", "d3", "b2 c1", "c2 b3")),
                ("mnk:3,3,3,maker-breaker", 3, True, ("", "a2", "c2", "a2 b2 a1", "c2 b2 c3")),
                ("mnk:4,9,3", 1, False, ("", "a1", "d9")), ("mnk:12,11,3", 1, False, ("f6", "g6")),
                ("connect4:4x4", 4, True, ("", "1", "4", "12", "43", "1444", "4111")),
                ("connect4:8x8", 0, False, ("",)),
                ("draughts:4x4", 4, False, ("", "7-6", "1. 7-6 *", "B:W6,8:B1,2", "W:W7,8:B1,3"))):
            name = f"{len(self.files())}.h5"
            made = self.call("book", game, "--plies", plies, "-o", name, *(["--score"] if score else []), "--node-limit", 100000,
                             *SMALL)
            self.assertIn(made.code, (0, 75), made.err)
            done = subprocess.run([program, name, *texts], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  cwd=self.folder, timeout=harness.TIMEOUT, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), game)
            for text, (known, best) in zip(texts, positions_of(done.stdout), strict=True):
                solved = self.ok("solve", game, text, "--all-moves", *(["--score"] if score else []), *SMALL).lines[0] \
                    if game != "connect4:8x8" else ["", "unknown", "-", "", "", "-"]
                worth = "0" if not score and solved[1] == "draw" else solved[2]  # that of a draw follows from its value
                self.assertEqual((known[:3], best), ([text or "-", solved[1], worth], sorted(move for move in solved[5].split() if move != "-")), (game, text))
        for text, says in (("b2 b2", "move 2 (b2): cell is taken"), ("x", "not a column and a row")):
            done = subprocess.run([program, "0.h5", text], stderr=subprocess.PIPE, text=True, cwd=self.folder, timeout=harness.TIMEOUT, check=False)
            self.assertEqual(done.returncode, 65)
            self.assertIn(says, done.stderr)
        done = subprocess.run([program, "0.h5", "a1 b1 a2 b2 a3", "a1 a2 a3 b1 b2 b3"], stdout=subprocess.PIPE, text=True,
                              cwd=self.folder, timeout=harness.TIMEOUT, check=True)
        self.assertEqual([known[1] for known, _ in positions_of(done.stdout)], ["loss", "win"])  # by the rules: they are in no book

    def test_cycles(self):
        self.book("draughts:4x4", 4)
        for text in ("", "7-6"):
            probed = self.ok("probe", "book.h5", text).lines[0]
            solved = self.ok("solve", "draughts:4x4", text, "--all-moves", *SMALL).lines[0]
            self.assertEqual(probed, solved[:3] + solved[5:])

    @has_mpirun
    def test_same_bytes(self):
        self.book("connect4:5x4", 5, "--score")
        expected = self.content()
        self.ok("book", "connect4:5x4", "--plies", 5, "--score", "-o", "threads.h5", "--threads", 3,
                "--table-memory", "4M")
        self.assertEqual(self.content("threads.h5"), expected)
        for ranks in (1, 2, 3):
            self.book("connect4:5x4", 5, "--score", name="ranks.h5", ranks=ranks)
            self.assertEqual(self.content("ranks.h5"), expected, ranks)

    @unittest.skipUnless(h5py, "no h5py")
    def test_content(self):
        self.book("connect4:4x4", 3)
        with h5py.File(self.path("book.h5"), "r") as file:
            keys = [bytes(key) for key in file["book/key"]]
            self.assertEqual(keys, sorted(set(keys)))
            self.assertEqual(len(keys), 1 + 2 + 8 + 26)
            self.assertEqual(sorted(set(file["book/ply"])), [0, 1, 2, 3])
            self.assertEqual(file["book/moves"].shape, (37, 1))
            self.assertTrue(set(file["book/value"]) <= {-1, 0, 1})

    def test_limits(self):
        done = self.fails(75, "book", "connect4:6x5", "--plies", 1, "-o", "book.h5", "--node-limit", 10, *SMALL,
                          says="node limit")
        self.assertEqual(len(done.lines), 2)
        line = self.ok("probe", "book.h5", "").lines[0]
        self.assertEqual(line, ["-", "unknown", "-", "-"])
        done = self.fails(75, "book", ENDLESS, "--plies", 1, "-o", "other.h5", "--time-limit", "1s", *SMALL,
                          says="time limit")
        self.assertEqual((done.out, self.files()), ("", ["book.h5"]))
        process = self.start("book", ENDLESS, "--plies", "1", "-o", "other.h5", *SMALL)
        time.sleep(1)
        self.assertEqual(self.stop(process).code, 75)
        self.assertEqual(self.files(), ["book.h5"])

    def test_bad_input(self):
        self.fails(64, "book", "mnk:3,3,3", "-o", "b.h5", says="--plies")
        self.fails(64, "book", "mnk:3,3,3", "--plies", 2, says="-o")
        self.fails(65, "book", "mnk:20,20,5", "--plies", 1, "-o", "b.h5", says="too large")
        self.fails(73, "book", "mnk:3,3,3", "--plies", 1, "-o", "nowhere/b.h5", says="nowhere/b.h5")
        self.fails(73, "book", "mnk:3,3,3", "--plies", 1, "-o", ".", says=" .: ")
        self.assertEqual(self.files(), [])


class Probe(Case):
    def setUp(self):
        super().setUp()
        self.ok("book", "connect4:4x4", "--plies", 2, "-o", "book.h5", "--score", *SMALL)

    def test_lines(self):
        lines = self.ok("probe", "book.h5", "", "12", "43").lines
        self.assertEqual([line[0] for line in lines], ["-", "12", "43"])
        mirror = str.maketrans("1234", "4321")
        self.assertEqual(sorted(lines[1][3].translate(mirror).split()), lines[2][3].split())
        self.assertEqual(lines[1][1:3], lines[2][1:3])

    def test_absent(self):
        done = self.fails(1, "probe", "book.h5", "1", "123", "1212121", says="2 of 3")
        self.assertEqual(done.lines[1:], [["123", "-", "-", "-"], ["1212121", "-", "-", "-"]])

    def test_json(self):
        first, second = self.call("probe", "book.h5", "", "1234", "--json").objects
        self.assertIsInstance(first["score"], int)
        self.assertIsInstance(first["moves"], list)
        self.assertEqual((second["value"], second["score"], second["moves"]), (None, None, None))

    def test_bad_input(self):
        self.fails(64, "probe", "book.h5", says="positions")
        self.fails(64, "probe", "book.h5", "1", "--positions", "-", says="positions")
        self.fails(65, "probe", "book.h5", "9", says="9")
        self.fails(66, "probe", "absent.h5", "1", says="absent.h5")
        self.fails(66, "probe", "book.h5", "--positions", "absent", says="absent")
        self.write("text.h5", "no HDF5 at all\n")
        self.fails(65, "probe", "text.h5", "1", says="text.h5")
        self.write("empty.h5", "")
        self.fails(65, "probe", "empty.h5", "1", says="empty.h5")
        self.fails(65, "probe", ".", "1")
        done = self.call("probe", "book.h5", "--positions", "-", stdin="1\n#\nx\n\n")
        self.assertEqual((done.code, len(done.said)), (65, 1))
        self.assertEqual([line[1] for line in done.lines][1], "error")
        self.assertIn(":3: ", done.said[0])

    def test_damaged_files(self):
        with open(self.path("book.h5"), "rb") as file:
            whole = file.read()
        expected = self.ok("probe", "book.h5", "", "1").out
        generator = random.Random(7)
        for trial in range(60):
            if trial % 3 == 0:
                damaged = whole[:generator.randrange(len(whole))]
            else:
                damaged = bytearray(whole)
                damaged[generator.randrange(len(whole))] ^= 1 << generator.randrange(8)
            with open(self.path("damaged.h5"), "wb") as file:
                file.write(damaged)
            done = self.call("probe", "damaged.h5", "", "1")
            if done.code == 0:  # a bit that nothing depends on
                self.assertEqual(done.out, expected, trial)
            else:
                self.assertIn(done.code, (65, 74), (trial, done.err))
                self.assertEqual((done.out, len(done.said)), ("", 1), (trial, done.err))
        os.unlink(self.path("damaged.h5"))
