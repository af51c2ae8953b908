"""book merge, extract, info, diff, verify; export and import of books as text."""
import csv
import gzip
import json
import unittest

try:
    import h5py
    import forged
except ImportError:
    h5py = None

from harness import SMALL, Case, has_mpirun

BOOKS = (("connect4:4x4", 5, "--score"), ("connect4:4x3", 4), ("mnk:3,3,3", 8, "--score"), ("mnk:4,3,3,exact", 3),
         ("mnk:3,3,3,maker-breaker", 4), ("draughts:4x4", 6, "--score"))


class BookTools(Case):
    def book(self, game, plies, *words, name="book.h5"):
        self.ok("book", game, "--plies", plies, "-o", name, *words, *SMALL)

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def options(self, name):
        return dict(self.ok("book", "info", name).lines)["options"]

    def test_there_and_back(self):
        """As CSV and as JSON lines, compressed or not, and back: the same bytes."""
        for game, plies, *words in BOOKS:
            self.book(game, plies, *words)
            for name in ("b.csv", "b.jsonl", "b.csv.gz", "b.jsonl.gz"):
                with self.subTest(game=game, name=name):
                    kind = name.split(".")[1]
                    line, = self.ok("export", "book.h5", "--format", kind, "-o", name).lines
                    self.assertEqual((line[0], line[2], int(line[3])), (kind, "0", len(self.content(name))))
                    self.assertEqual(self.ok("import", game, name, "-o", "again.h5").lines, [[line[1], "0", "0"]])
                    self.assertEqual(self.content("again.h5"), self.content("book.h5"))
            self.assertEqual(gzip.decompress(self.content("b.csv.gz")), self.content("b.csv"))

    @unittest.skipUnless(h5py, "no h5py")
    def test_padding(self):
        """The bits behind the last number of a move are 0: every reader refuses a book where one is set, in whichever row."""
        for game, bit in (("connect4:4x4", 4), ("mnk:3,3,3", 15), ("draughts:4x4", 7)):
            self.book(game, 3)
            with h5py.File(self.path("book.h5")) as file:
                masks = file["book/moves"][:]
            forged.forge(self.path("book.h5"), self.path("f.h5"), {"book/moves": masks})
            self.ok("book", "info", "f.h5")
            for row in (0, len(masks) - 1):
                wrong = masks.copy()
                wrong[row][bit // 8] |= 1 << bit % 8
                forged.forge(self.path("book.h5"), self.path("f.h5"), {"book/moves": wrong})
                for words in (("book", "info", "f.h5"), ("book", "verify", "f.h5"), ("book", "diff", "book.h5", "f.h5"), ("book", "merge", "f.h5", "book.h5", "-o", "g.h5"),
                              ("book", "extract", "f.h5", "--plies", 1, "-o", "g.h5"), ("probe", "f.h5", ""), ("export", "f.h5", "--format", "csv", "-o", "f.csv"),
                              ("export", "f.h5", "--format", "html", "-o", "f.html"), ("serve", "f.h5", "--port", 0),
                              ("book", game, "--plies", 3, "--from", "f.h5", "-o", "g.h5"), ("play", game, "--first", "perfect:book=f.h5", "--second", "random")):
                    self.fails(65, *words, says=f"entry {row} of the book is wrong: it has no move {bit}")

    def test_what_a_line_says(self):
        """Against `solve`, and each move against `moves --values`."""
        self.book("connect4:4x4", 5, "--score")
        self.ok("export", "book.h5", "--format", "csv", "-o", "b.csv")
        self.ok("export", "book.h5", "--format", "jsonl", "-o", "b.jsonl")
        with open(self.path("b.csv"), encoding="ascii", newline="") as file:
            rows = list(csv.DictReader(file))
        with open(self.path("b.jsonl"), encoding="ascii") as file:
            objects = [json.loads(line) for line in file]
        self.assertEqual(list(rows[0]), ["position", "ply", "value", "score", "moves", "proven"])
        self.assertEqual([row["position"] for row in rows], [line["position"] for line in objects])
        self.assertEqual([int(row["ply"]) for row in rows], sorted(int(row["ply"]) for row in rows))
        self.write("positions", "".join(row["position"] + "\n" for row in rows))
        solved = self.ok("solve", "connect4:4x4", "--positions", "positions", "--score", "--all-moves", *SMALL).lines
        for row, line, (position, value, score, *_, moves) in zip(rows, objects, solved):
            self.assertEqual([row[name] for name in ("position", "value", "score", "moves", "proven")],
                             [position.strip("-"), value, score, moves, "yes"])
            self.assertEqual((line["value"], line["score"], line["moves"], line["ply"], line["proven"]),
                             (value, int(score), moves.split(), len(position.strip("-")), True))
        for line in objects[:40:3]:
            found = [[move["move"], move["value"], str(move["score"])] for move in line["all_moves"]]
            self.assertEqual(found, self.ok("moves", "connect4:4x4", line["position"], "--values", "--score", *SMALL).lines)
        last = objects[-1]["all_moves"]  # what the book does not tell is null
        self.assertTrue(any(move["value"] is None and move["score"] is None for move in last))

    def test_parts_and_whole(self):
        for game, plies, *words in BOOKS:
            with self.subTest(game):
                self.book(game, plies, *words)
                low, = self.ok("book", "extract", "book.h5", "--plies", plies // 2, "-o", "low.h5").lines
                high, = self.ok("book", "extract", "book.h5", "--min-ply", plies // 2 + 1, "-o", "high.h5").lines
                self.assertEqual(low, high[::-1])
                self.assertNotIn("(partial)", self.options("low.h5"))
                self.assertIn("(partial)", self.options("high.h5"))
                for names in (("low.h5", "high.h5"), ("high.h5", "low.h5", "book.h5")):
                    lines = self.ok("book", "merge", *names, "-o", "whole.h5").lines
                    self.assertEqual([line[0] for line in lines], list(names))
                    self.assertEqual(sum(int(line[2]) for line in lines), int(low[0]) + int(high[0]))
                    self.assertEqual(self.content("whole.h5"), self.content("book.h5"))
                self.assertEqual(self.ok("book", "diff", "whole.h5", "book.h5").lines, [])
                lines = self.fails(1, "book", "diff", "low.h5", "book.h5", says=f"{high[0]} positions differ").lines
                self.assertEqual((len(lines), {line[1] for line in lines}), (int(high[0]), {"-"}))

    def moves(self, position):
        return [line[0] for line in self.ok("moves", "mnk:3,3,3", position).lines]

    @has_mpirun
    def test_ranks(self):
        """One rank does it, the others wait for what comes of it."""
        self.book("connect4:4x4", 4)
        self.ok("book", "extract", "book.h5", "--plies", 2, "-o", "low.h5")
        lines = self.ok("book", "merge", "low.h5", "book.h5", "-o", "whole.h5", ranks=2).lines
        self.assertEqual([line[0] for line in lines], ["low.h5", "book.h5"])
        self.assertEqual(self.content("whole.h5"), self.content("book.h5"))
        self.ok("book", "extract", "book.h5", "--plies", 2, "-o", "again.h5", ranks=2)
        self.assertEqual(self.content("again.h5"), self.content("low.h5"))
        self.assertEqual(self.ok("book", "info", "low.h5", ranks=2).lines, self.ok("book", "info", "low.h5").lines)
        self.assertEqual(self.call("book", "merge", "low.h5", "none.h5", "-o", "m.h5", ranks=2).code, 66)

    def test_moves_differ(self):
        """The same value by another move, or by fewer, is another answer; but a strategy names no more than it needs."""
        self.book("mnk:3,3,3", 2)
        self.ok("export", "book.h5", "--format", "csv", "-o", "b.csv")
        with open(self.path("b.csv"), encoding="ascii", newline="") as file:
            rows = list(csv.reader(file))
        for other in (False, True):
            row = next(row for row in rows if row[1] == "2" and " " in row[4])
            value, first, absent = row[2], row[4].split()[0], (move for move in self.moves(row[0]) if move not in row[4].split())
            with open(self.path("c.csv"), "w", encoding="ascii", newline="") as file:
                csv.writer(file).writerows([*each[:4], next(absent) if other else first, each[5]] if each == row else each for each in rows)
            self.ok("import", "mnk:3,3,3", "c.csv", "-o", "c.h5")
            line, = self.fails(1, "book", "diff", "book.h5", "c.h5", says="1 positions differ").lines
            self.assertTrue(line[1].startswith(f"{value}, by ") and line[2].startswith(f"{value}, by "), line)
        for name in ("first", "both"):
            self.ok("book", "mnk:3,3,3", "--plies", 2, "--strategy", name, "-o", name, *SMALL)
        self.assertEqual({line[1] for line in self.fails(1, "book", "diff", "first", "both").lines}, {"-"})  # they lack nothing else

    def test_extract_by_line_and_value(self):
        self.book("mnk:3,3,3", 6)
        self.ok("export", "book.h5", "--format", "jsonl", "-o", "b.jsonl")
        with open(self.path("b.jsonl"), encoding="ascii") as file:
            values = [json.loads(line)["value"] for line in file]
        for value in ("win", "draw", "loss"):
            line, = self.ok("book", "extract", "book.h5", "--value", value, "-o", "part.h5").lines
            self.assertEqual(int(line[0]), values.count(value))
            self.assertEqual({row[1] for row in self.ok("probe", "part.h5", "").lines} if value == "draw" else {value}, {value})
        self.ok("book", "extract", "book.h5", "--line", "b2 a1", "-o", "part.h5")
        self.assertEqual(self.ok("probe", "part.h5", "b2 c3", "b2 a3 c1").code, 0)
        self.fails(1, "probe", "part.h5", "a1 b1", says="1 of 1")
        self.fails(65, "book", "extract", "part.h5", "--line", "a1 b1", "-o", "none.h5", says="not in")
        self.fails(65, "book", "extract", "part.h5", "--value", "unknown", "-o", "none.h5", says="no such positions")
        self.assertNotIn("none.h5", self.files())

    def test_unknown_values(self):
        """A value takes the place of an unknown one."""
        self.book("connect4:4x4", 3, name="known.h5")
        self.ok("export", "known.h5", "--format", "csv", "-o", "b.csv")
        with open(self.path("b.csv"), encoding="ascii") as file:
            lines = file.readlines()
        self.write("u.csv", "".join(line if i % 2 else ",".join([*line.split(",")[:2], "unknown", "", "", "no\n"]) if i else line
                                    for i, line in enumerate(lines)))
        unknown = (len(lines) - 1) // 2
        self.assertEqual(self.ok("import", "connect4:4x4", "u.csv", "-o", "unknown.h5").lines[0][1], str(unknown))
        self.assertEqual(dict(self.ok("book", "info", "unknown.h5").lines)["proven"], f"{len(lines) - 1 - unknown} of {len(lines) - 1}")
        self.assertEqual(self.fails(1, "book", "diff", "unknown.h5", "known.h5").lines[0][1], "unknown")
        for names in (("unknown.h5", "known.h5"), ("known.h5", "unknown.h5")):
            self.ok("book", "merge", *names, "-o", "merged.h5")
            self.assertEqual(self.content("merged.h5"), self.content("known.h5"))

    def test_verify(self):
        for game, plies, *words in BOOKS[:3]:
            self.book(game, plies, *words)
            lines = self.ok("book", "verify", "book.h5", *SMALL).lines
            self.assertEqual((len(lines) > 50, {line[3] for line in lines}), (True, {"ok"}))
        self.book("connect4:4x4", 4)
        self.ok("export", "book.h5", "--format", "csv", "-o", "b.csv")
        with open(self.path("b.csv"), encoding="ascii") as file:
            text = file.read()
        self.write("w.csv", text.replace(",win,", ",tmp,").replace(",loss,", ",win,").replace(",tmp,", ",loss,"))
        self.ok("import", "connect4:4x4", "w.csv", "-o", "wrong.h5")
        lines = self.fails(1, "book", "verify", "wrong.h5", *SMALL, says="have another value").lines
        self.assertEqual({line[3] for line in lines if line[1] != "draw"}, {"differs"})
        self.fails(65, "book", "merge", "book.h5", "wrong.h5", "-o", "m.h5", says="in the files before")
        self.assertNotIn("m.h5", self.files())

    def test_import_without_moves(self):
        """What a table does not say is not known: no move loses because it is not named, and plies are those of the positions."""
        self.ok("import", "mnk:3,3,3", self.write("t.csv", "position,value\n,draw\na1,draw\na2,draw\nb2,draw\n"), "-o", "t.h5")
        self.ok("book", "extract", "t.h5", "--plies", 1, "-o", "again.h5")
        for name in ("t.h5", "again.h5"):
            info = dict(self.ok("book", "info", name).lines)
            self.assertEqual((info["options"], info["ply 1"].split(":")[0]), ("--plies 1 (partial)", "3"))
            shown, after = self.ok("probe", name, "", "a1", "--json=position").objects
            self.assertEqual({move["value"] for move in shown["moves"]}, {"draw"})
            self.assertEqual({move["value"] for move in after["moves"]}, {"unknown"})

    def test_refused(self):
        self.book("connect4:4x4", 2, name="values.h5")
        self.book("connect4:4x4", 2, "--score", name="scores.h5")
        self.book("connect4:4x3", 2, name="other.h5")
        self.book("mnk:4,3,3", 2, name="standard.h5")
        self.book("mnk:4,3,3,exact", 2, name="exact.h5")
        before = self.files()
        for names, says in ((("values.h5", "scores.h5"), "has scores"), (("values.h5", "other.h5"), "is about"),
                            (("standard.h5", "exact.h5"), "is about")):
            self.fails(65, "book", "merge", *names, "-o", "m.h5", says=says)
            self.fails(65, "book", "diff", *names, says=says)
        with open(self.path("cut.h5"), "wb") as file:
            file.write(self.content("values.h5")[:-1])
        self.fails(65, "book", "info", "cut.h5")
        self.fails(66, "book", "merge", "values.h5", "none.h5", "-o", "m.h5")
        self.fails(73, "book", "merge", "values.h5", "values.h5", "-o", "no/m.h5")
        self.fails(64, "book", "merge", "values.h5", "-o", "m.h5", says="two books")
        self.fails(64, "book", "merge", "values.h5", "values.h5", says="-o FILE is missing")
        self.fails(64, "book", "info", says="one book")
        self.fails(64, "book", "extract", "values.h5", "--value", "maybe", "-o", "m.h5", says="expected win, draw, loss or unknown")
        self.fails(64, "book", "connect4:4x4", "connect4:4x3", "--plies", 1, "-o", "m.h5", says="one GAME")
        self.assertEqual(self.files(), sorted([*before, "cut.h5"]))

    def test_bad_tables(self):
        head = "position,ply,value,score,moves,proven\n"
        for text, says in (("", "empty"), (head, "no positions"), ("a,b\n1,2\n", "no column 'position'"),
                           (head + "1,1,won,,,\n", ":2: 'won' is no value"), (head + ",0,win,,5,\n", ":2: '5' is no move"),
                           (head + "9,0,win,,,\n", ":2: move 1"), (head + ",x,win,,,\n", ":2: 'x' is no ply"),
                           (head + "12,1,draw,,,\n", ":2: ply 1 is not"), (head + "12,2,draw,,,no\n", ":2: draw, but not proven"),
                           (head + ",0,win,-3,,\n", ":2: score -3"), (head + ",0,unknown,0,,\n", ":2: score 0"),
                           (head + ",0,win,,,\n,0,loss,,,\n", ":3: contradicts"), (head + "1,2\n", ":2: 2 fields"), ("position,value,position\n1,draw,2\n", ":1: two columns 'position'"),
                           (head + "1212121,7,win,,,\n", ":2: the game is over"), ("x\0y", "zero byte")):
            self.write("b.csv", text)
            self.fails(65, "import", "connect4:4x4", "b.csv", "-o", "m.h5", says=says)
        for text, says in (("{", ":1: no JSON object"), ("[]\n", ":1: no JSON object"), ('{"position": 3}\n', "no position"),
                           ('{"position": "1", "position": "2", "value": "draw"}\n', ":1: no JSON object"), ('{"position": "", "value": "win", "moves": ["9"]}\n', ":1: '9' is no move"),
                           ('{"position": "", "value": "win", "moves": "1"}\n', ":1: '?' is no move"),
                           ('{"position": "", "value": "win", "score": 1.5}\n', ":1: '?' is no ply or score"),
                           ('{"position": "", "value": "win", "proven": false}\n', ":1: win, but not proven")):
            self.write("b.jsonl", text)
            self.fails(65, "import", "connect4:4x4", "b.jsonl", "-o", "m.h5", says=says)
        with open(self.path("b.csv.gz"), "wb") as file:
            file.write(gzip.compress(head.encode() * 100)[:-9])
        self.fails(65, "import", "connect4:4x4", "b.csv.gz", "-o", "m.h5", says="b.csv.gz")
        self.fails(66, "import", "connect4:4x4", "none.csv", "-o", "m.h5")
        self.fails(64, "import", "connect4:4x4", self.write("b.txt", head), "-o", "m.h5", says="none of .csv, .jsonl")
        self.fails(65, "import", "mnk:70,70,10", self.write("b.csv", head), "-o", "m.h5", says="too large")
        self.fails(64, "import", "connect4:4x4", "b.csv", says="-o FILE is missing")
        self.assertNotIn("m.h5", self.files())
