"""tablebase, probe of tables, searches that stop at tables, and what is left of a run that was killed."""
import csv
import itertools
import math
import os
import signal
import time
import unittest

import harness
from harness import SLOW, SMALL, Case, has_mpirun

try:
    import h5py
except ImportError:
    h5py = None

ONE = ("--threads", "1")
NAMES = {0: "draw", 1: "win", 2: "loss"}
# Positions, won, drawn, lost, longest win of all slices with so many pieces: what tests/unit/test_slices.c compares with a plain
# solver, or with what follows from the rules.
SUMS = {"draughts:6x6": {2: [1029, 301, 560, 168, 9], 3: [30126, 14894, 3345, 11887, 45]},
        "draughts:8x8": {2: [3488, 866, 2087, 535, 13], 3: [196032, 96116, 17204, 82712, 65],
                         4: [6209316, 2588968, 1579977, 2040371, 89]}}


def pieces_of(slice_name):
    return sum(map(int, slice_name.split(".")))


def recorded():
    """The lines of 8x8 as data/draughts_tables.csv has them."""
    with open(os.path.join(harness.DATA, "draughts_tables.csv"), encoding="ascii", newline="") as file:
        rows = csv.DictReader(file)
        return [[row[name] or "-" for name in ("slice", "positions", "win", "draw", "loss", "longest", "example")]
                for row in rows]


def sums_of(lines):
    sums = {}
    for line in lines:
        found = sums.setdefault(pieces_of(line[0]), [0, 0, 0, 0, -1])
        for i in range(4):
            found[i] += int(line[1 + i])
        found[4] = max(found[4], -1 if line[5] == "-" else int(line[5]))
    return sums


def ranks_of(launcher):
    """The processes below a launcher that run zermelo."""
    parents, found = {}, []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
            if os.path.basename(os.readlink(f"/proc/{name}/exe")) == "zermelo":
                found.append(int(name))
        except OSError:
            pass

    def below(process):
        return process == launcher or (process in parents and below(parents[process]))
    return list(filter(below, found))


class Tables(Case):
    def test_check(self):
        self.ok("tablebase", "draughts:6x6", "--pieces", 3, "--distances", "-o", "c.h5", *ONE)
        lines = self.ok("check", "c.h5", "--complete").lines
        claim = "draughts:6x6: the value and the distance to the end of every position of 2 to 3 pieces"
        self.assertEqual((lines[0][0], lines[0][1], lines[0][4]), (claim, str(1029 + 30126), "accepted"))
        self.assertRegex(lines[0][2], "^finished [0-9]+$")
        shown = self.ok("check", "c.h5", "--complete", "--json").objects[0]
        self.assertEqual((shown["claim"], shown["accepted"], shown["complete"]), (claim, True, True))
        shown = self.ok("check", "c.h5", "--seed", 5, "--json").objects[0]
        self.assertEqual((shown["accepted"], shown["complete"], shown["reason"]), (False, False, None))
        self.assertGreater(shown["positions"], 20000)
        self.assertEqual(shown["verdict"], f"sampled {shown['positions']} of {1029 + 30126}")
        self.assertIn("Claim: " + claim, " ".join(self.ok("check", "c.h5", "--pretty").out.split()))
        self.tables("draughts:6x6", 3, name="v.h5")
        self.assertEqual(self.ok("check", "v.h5", "--complete").lines[0][4], "accepted")
        self.ok("book", "mnk:3,3,3", "--plies", 1, "-o", "b.h5")
        self.fails(65, "check", "b.h5", says="no book yet")
        self.fails(66, "check", "absent.h5")
        self.fails(64, "check", says="argument missing")
        self.write("text", "no file of ours")
        self.fails(65, "check", "text")

    def test_proven(self):
        """A value that rests on a file is proven if the file was checked in this run; no record of a check counts."""
        self.tables("draughts:6x6", 3)
        self.ok("check", "t.h5", "--complete")
        inside, outside, over = "W:WK1,K5:BK13", "W:WK1,K5:BK13,K15", "W:WK1:B"
        self.write("p", inside + "\n" + over + "\n")
        for words, checked in (((), False), (("--check-tables",), True)):
            with_tables = ("--tables", "t.h5", *words, "--json", *SMALL)
            says = "endgame tables t.h5, " + ("checked" if checked else "not checked")
            for text in inside, outside:
                shown = self.ok("solve", "draughts:6x6", text, *with_tables).objects[0]
                self.assertEqual((shown["solved"], shown["argument"], shown["proven"]), (True, says, checked))
            batch = self.ok("solve", "draughts:6x6", "--positions", "p", *with_tables).objects
            self.assertEqual([(one["argument"], one["proven"]) for one in batch], [(says, checked), ("finished", True)])
            for move in self.ok("moves", "draughts:6x6", inside, "--values", *with_tables).objects:
                self.assertEqual((move["argument"], move["proven"]), (says, checked))
            for command in ("solve", "draughts:6x6", inside), ("moves", "draughts:6x6", inside, "--values"):
                text = " ".join(self.ok(*command, "--tables", "t.h5", *words, "--pretty", *SMALL).out.split())
                self.assertIn("endgame tables t.h5, which were " + ("checked" if checked else "not checked"), text)
        shown = self.ok("solve", "draughts:6x6", inside, "--json", *SMALL).objects[0]
        self.assertEqual((shown["argument"], shown["proven"]), (None, True))
        shown = self.fails(75, "solve", "draughts:6x6", "--node-limit", 10, "--json", *SMALL).objects[0]
        self.assertEqual((shown["value"], shown["proven"]), ("unknown", False))
        self.fails(64, "solve", "draughts:6x6", "--check-tables", says="--tables FILE")

    def test_proven_from_checkpoint(self):
        """What rests on a file that was believed is no answer for a run that believes none."""
        self.tables("draughts:6x6", 3)
        solve = ("solve", "draughts:6x6", "W:WK1,K5:BK13,K15", "--checkpoint", "k.h5", "--quiet", "--json", *SMALL)
        self.assertFalse(self.ok(*solve, "--tables", "t.h5").objects[0]["proven"])
        self.assertFalse(self.ok(*solve, "--tables", "t.h5").objects[0]["proven"])
        self.fails(65, *solve)
        self.fails(65, *solve, "--tables", "t.h5", "--check-tables")
        os.remove(self.path("k.h5"))
        self.assertTrue(self.ok(*solve, "--tables", "t.h5", "--check-tables").objects[0]["proven"])
        self.assertTrue(self.ok(*solve).objects[0]["proven"])

    def tables(self, game, pieces, *words, name="t.h5", **more):
        return self.ok("tablebase", game, "--pieces", pieces, "-o", name, *words, *ONE, **more)

    def content(self, name="t.h5"):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_lines(self):
        lines = self.tables("draughts:6x6", 3).lines
        self.assertEqual(sums_of(lines), SUMS["draughts:6x6"])
        for line in lines:
            self.assertEqual(len(line), 7)
            self.assertEqual(int(line[1]), sum(map(int, line[2:5])))
            self.assertEqual(line[5] == "-", line[6] == "-", line)
            self.assertEqual(line[5] == "-", line[2] == "0", line)
        self.assertEqual(self.files(), ["t.h5"])
        objects = self.tables("draughts:6x6", 3, "--json").objects
        for line, shown in zip(lines, objects):
            values = [shown[key] for key in ("slice", "positions", "win", "draw", "loss", "longest", "position")]
            self.assertEqual(["-" if value is None else str(value) for value in values], line)

    def test_recorded(self):
        """The sums of what is recorded are the published numbers of positions (of 7 pieces: counted), and a slice has as many as its side-swapped one."""
        lines = recorded()
        for n, positions in ((2, 3488), (3, 196032), (4, 6209316), (5, 139450808), (6, 2426085676), (7, 34243113624)):
            self.assertEqual(sums_of(lines)[n][0], positions)
        sizes = {line[0]: int(line[1]) for line in lines}
        for line in lines:
            self.assertEqual(int(line[1]), sum(map(int, line[2:5])))
            men, kings, other_men, other_kings = line[0].split(".")
            self.assertEqual(sizes[line[0]], sizes[f"{other_men}.{other_kings}.{men}.{kings}"])

    def test_examples(self):
        """The longest win takes as long as its line says."""
        lines = [line for line in self.tables("draughts:6x6", 3, "--distances").lines if line[5] != "-"]
        probed = self.ok("probe", "t.h5", *(line[6] for line in lines)).lines
        for line, found in zip(lines, probed):
            self.assertEqual(found[:3], [line[6], "win", line[5]])

    def test_probe_against_solve(self):
        """Both colours, captures pending on either side, quiet positions."""
        self.tables("draughts:6x6", 3, "--distances")
        texts = ("W:WK1,K5:BK13", "B:WK1,K5:BK13", "B:W11:BK8,5", "W:W11:BK8,5", "W:WK10:B7,8", "B:W15,K9:B12")
        self.write("list", "".join(text + "\n" for text in texts))
        probed = self.ok("probe", "t.h5", "--positions", "list").lines
        solved = self.ok("solve", "draughts:6x6", "--positions", "list", "--score", "--all-moves", *SMALL).lines
        self.assertEqual(probed, [line[:3] + line[5:] for line in solved])

    def test_probe(self):
        self.tables("draughts:6x6", 3)
        done = self.fails(1, "probe", "t.h5", "W:WK1:B", "B:WK1:B", "", "W:WK1,K5:BK13", "B:WK1:B13,K9,14",
                          says="2 of 5")
        self.assertEqual(done.lines, [["W:WK1:B", "win", "-", "-"], ["B:WK1:B", "loss", "-", "-"],
                                      ["W:W13,14,15,16,17,18:B1,2,3,4,5,6", "-", "-", "-"],
                                      ["W:WK1,K5:BK13", "win", "-", "1-4 5-2 5-3 5-8 5-9"],
                                      ["B:WK1:BK9,13,14", "-", "-", "-"]])
        self.tables("draughts:6x6", 2, "--distances")
        shown = self.ok("probe", "t.h5", "W:WK1:BK13", "W:WK18:B", "W:WK8:BK3", "--json").objects
        self.assertEqual([(one["value"], one["score"], one["distance"]) for one in shown],
                         [("loss", -6, 6), ("win", 0, 0), ("draw", 0, None)])
        self.fails(65, "probe", "t.h5", "W:W1:BK13", says="becomes a king")
        self.write("list", "W:WK1:BK13\nx\n# no\nW:WK1:BK12\n")
        done = self.call("probe", "t.h5", "--positions", "list")
        self.assertEqual((done.code, [line[1] for line in done.lines]), (65, ["loss", "error", "draw"]), done.out)

    def test_processes(self):
        """Several processes read one file at the same time."""
        self.tables("draughts:6x6", 3, "--distances")
        texts = [f"W:W{man},K{king}:BK18" for man in range(7, 17) for king in range(1, 18) if king != man]
        self.write("list", "".join(text + "\n" for text in texts))
        alone = self.ok("probe", "t.h5", "--positions", "list").out
        self.assertEqual(alone.count("\n"), len(texts))
        readers = [self.start("probe", "t.h5", "--positions", "list") for _ in range(4)]
        for reader in readers:
            self.assertEqual((reader.communicate()[0], reader.returncode), (alone, 0))

    @unittest.skipUnless(h5py, "no h5py")
    def test_padding(self):
        """The bits of the last byte of a slice that are no position's must be 0."""
        self.ok("tablebase", "draughts:4x4", "--pieces", 2, "-o", "t.h5", *ONE)
        with h5py.File(self.path("t.h5"), "r+") as file:
            name = next(name for name, slice_ in file.items() if slice_.attrs["positions"] % 4 != 0)
            file[name]["value"][-1] |= 0x80
        harness.seal(self.path("t.h5"))
        self.fails(65, "solve", "draughts:4x4", "W:WK1:BK8", "--tables", "t.h5", *SMALL, says=name)
        self.fails(65, "check", "t.h5", "--complete", *ONE, says=name)

    @unittest.skipUnless(h5py, "no h5py")
    def test_formats(self):
        """Files without distances were of format 1, with all values; they are read as those that leave captures out."""
        self.tables("draughts:4x4", 3, "--distances", name="old.h5")
        self.tables("draughts:4x4", 3)
        with h5py.File(self.path("old.h5"), "r+") as file:
            self.assertEqual(file.attrs["format"], 1)
            file.attrs.modify("distances", 0)
            texts = []
            for slice_ in filter(lambda found: isinstance(found, h5py.Group), file.values()):
                del slice_["distance"]
        with h5py.File(self.path("t.h5")) as file:
            self.assertEqual(file.attrs["format"], 2)
            self.assertIn("no value", str(file["0.1.0.1/value"].attrs["encoding"]))
        harness.seal(self.path("old.h5"))
        for one, two in itertools.permutations(range(1, 9), 2):
            third = next(square for square in range(1, 9) if square not in (one, two))
            texts += [f"W:WK{one}:BK{two}", f"W:WK{one},K{third}:BK{two}", f"B:WK{one},K{third}:BK{two}"]
        found = self.ok("probe", "t.h5", *texts).lines
        self.assertEqual(self.ok("probe", "old.h5", *texts).lines, found)
        self.assertEqual({line[1] for line in found}, {"win", "draw", "loss"})
        answers = [self.ok("solve", "draughts:4x4", texts[1], "--tables", name, *SMALL).lines[0][1] for name in ("t.h5", "old.h5")]
        self.assertEqual(answers[0], answers[1])
        with h5py.File(self.path("t.h5"), "r+") as file:
            file.attrs.modify("format", 3)
        harness.seal(self.path("t.h5"))
        self.fails(65, "probe", "t.h5", texts[0], says="reads formats 1 and 2")

    def test_bad_input(self):
        self.fails(64, "tablebase", "draughts:6x6", "-o", "t.h5", says="--pieces")
        self.fails(64, "tablebase", "draughts:6x6", "--pieces", 2, says="-o")
        self.fails(64, "tablebase", "draughts:6x6", "--pieces", 1, "-o", "t.h5", says="--pieces")
        self.fails(65, "tablebase", "connect4:4x4", "--pieces", 2, "-o", "t.h5", says="no endgame tables")
        self.fails(65, "tablebase", "draughts:4x4", "--pieces", 9, "-o", "t.h5", says="9 pieces")
        self.fails(65, "tablebase", "draughts:8x8", "--pieces", 20, "-o", "t.h5", says="20 pieces")
        self.fails(73, "tablebase", "draughts:6x6", "--pieces", 2, "-o", "no/t.h5", says="no/t.h5")
        os.mkdir(self.path("folder"))
        self.fails(73, "tablebase", "draughts:6x6", "--pieces", 2, "-o", "folder", says="folder")
        self.assertEqual(self.files(), [])
        self.tables("draughts:6x6", 2)
        self.fails(66, "solve", "draughts:6x6", "--tables", "absent.h5", says="absent.h5")
        self.fails(65, "solve", "draughts:8x8", "--tables", "t.h5", says="draughts:6x6")
        self.fails(65, "solve", "connect4:4x4", "--tables", "t.h5", says="no endgame tables")
        self.fails(65, "solve", "draughts:6x6", "--tables", "t.h5", "--score", says="--distances")
        whole = self.content()
        for cut in range(0, len(whole), len(whole) // 8):
            with open(self.path("cut.h5"), "wb") as file:
                file.write(whole[:cut])
            for words in (("probe", "cut.h5", "W:WK1:BK13"), ("solve", "draughts:6x6", "--tables", "cut.h5")):
                self.fails(65, *words, says="cut.h5")

    def test_solve(self):
        """With tables, with distances or without, the answers are those of the search alone."""
        self.tables("draughts:6x6", 3)
        self.tables("draughts:6x6", 3, "--distances", name="d.h5")
        for text in ("W:WK1,K5:BK13,K15", "W:W14,15,18:B5,6"):
            plain = self.ok("solve", "draughts:6x6", text, "--score", "--all-moves", *SMALL).lines[0]
            for tables, words in (("t.h5", ()), ("d.h5", ()), ("d.h5", ("--score",))):
                found = self.ok("solve", "draughts:6x6", text, "--tables", tables, *words, *SMALL).lines[0]
                self.assertEqual(found[1], plain[1], text)
                if words:
                    self.assertEqual(found[2], plain[2], text)
        moves = self.ok("moves", "draughts:6x6", "W:WK1,K5:BK13,K15", "--values", "--score", "--tables", "d.h5").out
        self.assertEqual(moves, self.ok("moves", "draughts:6x6", "W:WK1,K5:BK13,K15", "--values", "--score").out)

    @has_mpirun
    def test_solve_together(self):
        """Both searches of draughts stop at tables, by several threads and ranks; the values are those of one."""
        self.tables("draughts:6x6", 3 if SLOW else 4)
        for text in ("W:W14,15:B5,6",) if SLOW else ("W:W14,15,18:B5,6,K8", "B:W14,K18,K11:B5,6,3", "W:W13,14,17:B2,5,6"):
            alone = self.ok("solve", "draughts:6x6", text, "--tables", "t.h5", *SMALL).lines[0]
            for method, (threads, ranks) in itertools.product(("alpha-beta", "proof-number"), ((2, 0), (1, 2))):
                found = self.ok("solve", "draughts:6x6", text, "--tables", "t.h5", "--method", method, "--threads", threads,
                                "--table-memory", "4M", ranks=ranks).lines[0]
                self.assertEqual(found[1], alone[1], (text, method, threads, ranks))

    def test_from_nothing(self):
        """4x4 is settled by tables that solve makes itself, or verify."""
        self.assertEqual(self.ok("solve", "draughts:4x4", *SMALL).lines[0][1], "draw")

    def test_job(self):
        job = "name: j\ngame: draughts:6x6\npieces: 3\nthreads: 1\ntable_memory: 4M\noutputs:\n  report: false\n"
        self.write("t.yaml", "task: tablebase\n" + job)
        done = self.ok("run", "t.yaml")
        self.assertEqual(sums_of(done.lines), SUMS["draughts:6x6"])
        self.assertIn("out/j/j.tables.h5", done.err)
        made = ["out/j/j.statistics.h5", "out/j/j.tables.h5", "out/j/j.tsv", "t.yaml"]
        self.assertEqual(self.files(), made)
        tables = self.content("out/j/j.tables.h5")
        self.write("s.yaml", "task: solve\npositions: ['W:WK1,K5:BK13,K15']\n" + job)
        plain = self.ok("solve", "draughts:6x6", "W:WK1,K5:BK13,K15", *SMALL).lines[0]
        for _ in range(2):  # made, then found there
            self.assertEqual(self.ok("run", "s.yaml").lines[0][:3], plain[:3])
            self.assertEqual(self.content("out/j/j.tables.h5"), tables)
            os.utime(self.path("out/j/j.tables.h5"), ns=(0, 0))
        self.assertEqual(os.stat(self.path("out/j/j.tables.h5")).st_mtime_ns, 0)
        self.write("s.yaml", "task: solve\npositions: ['W:WK1,K5:BK13,K15']\nscore: true\n" + job)
        os.remove(self.path("out/j/j.checkpoint.h5"))
        self.ok("run", "s.yaml")  # without distances they are of no use: made again
        self.assertGreater(len(self.content("out/j/j.tables.h5")), len(tables))
        self.fails(65, "run", self.write("b.yaml", "task: tablebase\n" + job.replace("3", "1", 1)), says="b.yaml:4: pieces")

    @has_mpirun
    def test_same_bytes(self):
        for pieces, more, teams in ((3, ["--distances"], ((0, 3), (1, 2), (2, 1), (4, 1))), (4, [], () if SLOW else ((2, 2),))):
            if not teams:
                continue
            lines = self.tables("draughts:8x8", pieces, *more).lines
            expected = self.content()
            for n, sums in sums_of(lines).items():
                self.assertEqual(sums, SUMS["draughts:8x8"][n])
            self.assertEqual(lines, recorded()[:len(lines)])
            for ranks, threads in teams:
                done = self.ok("tablebase", "draughts:8x8", "--pieces", pieces, "-o", "r.h5", "--threads", threads, *more,
                               ranks=ranks)
                self.assertEqual((self.content("r.h5"), done.lines), (expected, lines), (ranks, threads))
        self.assertEqual(self.files(), ["r.h5", "t.h5"])
        position = "W:WK1,K30:B20,21" if SLOW else "W:WK1,K6,K30:B20,21"  # one piece more than the tables
        one = self.ok("solve", "draughts:8x8", position, "--tables", "t.h5", *SMALL).lines[0]
        two = self.ok("solve", "draughts:8x8", position, "--tables", "t.h5", *SMALL, ranks=2).lines[0]
        self.assertEqual(one[:3], two[:3])

    @unittest.skipUnless(h5py, "no h5py")
    def test_index_in_words(self):
        """The file read with h5py alone, by an index written from the words in it."""
        self.tables("draughts:6x6", 3, "--distances")
        size, half, squares = 6, 3, 18

        def rank(chosen, left):
            places = sorted(left.index(square) for square in chosen)
            return sum(math.comb(place, k + 1) for k, place in enumerate(places))

        def index(white, white_kings, black, black_kings):
            bottom = [s for s in range(squares - half, squares)]
            middle = [s for s in range(half, squares - half)]
            i = sum(s in bottom for s in white)

            def count(j):
                m = len(white) - j
                return math.comb(half, j) * math.comb(len(middle), m) * math.comb(squares - half - m, len(black))
            above = [s for s in range(squares - half) if s not in white]
            number = sum(count(j) for j in range(i))
            number += ((rank([s for s in white if s in bottom], bottom) * math.comb(len(middle), len(white) - i)
                        + rank([s for s in white if s in middle], middle))
                       * math.comb(squares - half - (len(white) - i), len(black)) + rank(black, above))
            left = [s for s in range(squares) if s not in white and s not in black]
            number = number * math.comb(len(left), len(white_kings)) + rank(white_kings, left)
            left = [s for s in left if s not in white_kings]
            return number * math.comb(len(left), len(black_kings)) + rank(black_kings, left)

        self.assertEqual(size * half, squares)
        with h5py.File(self.path("t.h5"), "r") as file:
            self.assertEqual(file.attrs["kind"].decode() if isinstance(file.attrs["kind"], bytes) else file.attrs["kind"],
                             "tablebase")
            texts, expected = [], []
            for white, white_king, black_king in itertools.product((3, 9, 16), (0, 5, 17), (1, 8, 14)):
                if len({white, white_king, black_king}) < 3:
                    continue
                number = index([white], [white_king], [], [black_king])
                byte = file["1.1.0.1/value"][number // 4]
                value = NAMES[byte >> 2 * (number % 4) & 3]
                distance = int(file["1.1.0.1/distance"][number])
                texts.append(f"W:W{white + 1},K{white_king + 1}:BK{black_king + 1}")
                expected.append([value, "0" if value == "draw" else str(distance if value == "win" else -distance)])
            found = [line[1:3] for line in self.ok("probe", "t.h5", *texts).lines]
            self.assertEqual([[value, "0" if score == "-0" else score] for value, score in found], expected)


class Killed(Case):
    """A run that ends in the middle and is started again leaves the same bytes as one that was not disturbed."""

    GAME = "draughts:8x8"
    PIECES = 3 if SLOW else 4
    POINTS = (1, 4, 8) if PIECES == 3 else (1, 12, 21)   # slices done when it is killed

    def words(self, name="t.h5", threads=1):
        return ["tablebase", self.GAME, "--pieces", str(self.PIECES), "-o", name, "--threads", str(threads), "--quiet"]

    def undisturbed(self):
        lines = self.ok(*self.words("whole.h5")).lines
        with open(self.path("whole.h5"), "rb") as file:
            return lines, file.read()

    def slices(self):
        try:
            return [name for name in os.listdir(self.path("t.h5.slices")) if name.endswith(".slice")]
        except FileNotFoundError:
            return []

    def wait_for(self, process, count):
        """Until so many slices are done, and a moment more: somewhere in the next one."""
        while process.poll() is None and len(self.slices()) < count:
            time.sleep(0.001)
        time.sleep(0.005)

    def check_rest(self, lines, content, **more):
        again = self.ok(*self.words(), **more)
        with open(self.path("t.h5"), "rb") as file:
            self.assertEqual(file.read(), content)
        self.assertEqual(again.lines, lines)
        self.assertEqual(self.files(), ["t.h5", "whole.h5"])
        os.remove(self.path("t.h5"))

    def test_one_process(self):
        lines, content = self.undisturbed()
        for count in self.POINTS:
            process = self.start(*self.words())
            self.wait_for(process, count)
            process.kill()
            process.communicate()
            self.assertLess(len(self.slices()), len(lines))
            self.assertFalse(os.path.exists(self.path("t.h5")))
            self.check_rest(lines, content)

    @has_mpirun
    def test_ranks(self):
        lines, content = self.undisturbed()
        for count in self.POINTS[1:]:
            process = self.start(*self.words(), ranks=2)
            self.wait_for(process, count)
            for rank in ranks_of(process.pid):
                os.kill(rank, signal.SIGKILL)
            process.communicate(timeout=harness.TIMEOUT)
            # It may have come to its end before; then the file is there, and whole.
            self.assertEqual(process.returncode == 0, os.path.exists(self.path("t.h5")))
            self.check_rest(lines, content, ranks=2)

    def test_signals(self):
        """Signals and the time limit end a run with 75; the next one goes on. A slice of another game is not taken."""
        lines, content = self.undisturbed()
        for number in (signal.SIGTERM, signal.SIGUSR1):
            process = self.start(*self.words())
            self.wait_for(process, self.POINTS[1])
            done = self.stop(process, number)
            self.assertEqual((done.code, len(done.said)), (75, 1), done.err)
            self.assertIn("goes on there", done.said[0])
            self.assertGreaterEqual(len(self.slices()), self.POINTS[1])
            self.assertTrue(done.lines)
            self.fails(65, "tablebase", "draughts:6x6", "--pieces", 2, "-o", "t.h5", says="draughts:8x8")
            self.check_rest(lines, content)
        self.fails(75, *self.words(), "--time-limit", "0.001s", says="time limit")
        self.check_rest(lines, content)


@unittest.skipUnless(os.environ.get("ZERMELO_LONG"), "long")
class KilledLong(Killed):
    PIECES = 5
    POINTS = (12, 30, 40)
