"""book --around, --from, --until, and books of heuristic values (--depth)."""
import json
import os
import sys

from book_strategy_cases import BookKinds
from harness import SLOW, SMALL, has_mpirun, release_only

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "analysis", "python"))
import zermelo


class Around(BookKinds):
    def test_what_is_near(self):
        """Against all positions within one move of those on the lines, and their values in the whole book."""
        self.write("lines", "3334\n# no line\n112\n")
        self.book("connect4:5x4", "--plies", 1, "--around", "lines", "--score")
        self.book("connect4:5x4", "--plies", 5, "--score", name="whole")
        on = {"3334"[:i] for i in range(5)} | {"112"[:i] for i in range(4)}
        near = on | {text + move for text in on for move in "12345"}
        said = self.said(sorted(near))
        self.assertEqual(said, self.said(sorted(near), "whole"))
        mirrors = {min(text, text.translate(str.maketrans("12345", "54321"))) for text in near}
        self.assertLessEqual(int(self.info()["positions"].split(",")[0]), len(mirrors))
        self.assertNotIn("33355", self.said(["33355"]))
        self.ok("book", "extract", "whole", "--plies", 3, "-o", "low")
        self.book("connect4:5x4", "--plies", 1, "--around", "lines", "--score", "--from", "low", name="extended")
        self.ok("book", "merge", "book.h5", "low", "-o", "merged")
        self.assertEqual(self.content("extended"), self.content("merged"))

    def test_other_notations(self):
        for game, line, there in (("mnk:4,4,3", "a1b2", ("", "a1", "a1 b2", "a1 d4")),
                                  ("draughts:4x4", "7-6 1-3", ("", "7-6", "7-6 1-3", "8-6")),
                                  ("draughts:4x4", "W:W7,8:B1,3 7-6", ("W:W7,8:B1,3", "W:W7,8:B1,3 7-6"))):
            self.write("lines", line + "\n")
            self.book(game, "--plies", 1 if line[0] != "W" else 0, "--around", "lines")
            self.assertEqual(set(self.said(there)), set(there), game)

    def test_refused(self):
        book = ("book", "connect4:4x4", "-o", "b.h5", "--plies", 2, "--around")
        self.fails(66, *book, "none", says="none")
        self.fails(65, *book, self.write("lines", "12\n19\n"), says="lines:2: ")
        self.fails(65, *book, self.write("lines", "# nothing\n"), says="no position")
        self.fails(65, *book, self.write("lines", "12\0\n"), says="zero byte")
        self.assertEqual(self.files(), ["lines"])

    @release_only
    def test_stopped(self):
        """Also while the list is read: then the same command goes on, and ends with the same bytes."""
        self.write("lines", "12\n34\n")
        words = ("book", "connect4:6x5", "--plies", 2, "--around", "lines", "--score", *SMALL)
        self.fails(75, *words, "-o", "z.h5", "--time-limit", "0.001s", says="no book is written")
        self.assertEqual(self.files(), ["lines"])
        self.goes_on(*words)


class From(BookKinds):
    def test_same_bytes(self):
        for game, low, high, *words in (("connect4:5x4", 4, 7, "--score"), ("draughts:4x4", 3, 6), ("mnk:3,3,3", 0, 8)):
            self.book(game, "--plies", low, *words, name="low")
            self.book(game, "--plies", high, *words, name="high")
            self.book(game, "--plies", high, *words, "--from", "low", name="more")
            self.assertEqual(self.content("more"), self.content("high"))
            self.book(game, "--plies", low, *words, "--from", "high", name="less")  # keeps what it has
            self.assertEqual(self.content("less"), self.content("high"))

    def test_refused(self):
        self.book("connect4:4x4", "--plies", 2, name="values")
        book = ("book", "connect4:4x4", "--plies", 3, "-o", "b.h5", "--from")
        self.fails(66, *book, "none", says="none")
        self.fails(65, *book, "values", "--score", says="leave out --score")
        self.fails(65, *book, "values", "--method", "bns", "--depth", 2, says="proven values")
        self.fails(65, "book", "connect4:5x4", *book[2:], "values", says="is about connect4:4x4")
        self.fails(65, *book, self.write("text", "text\n"), says="text")
        self.assertEqual(self.files(), ["text", "values"])


class Until(BookKinds):
    def test_time_is_used(self):
        for name, *words in (("all",), ("first", "--strategy", "first")):
            self.book("connect4:6x5", "--until", "2s", "--score", *words, name=name)
            info = self.info(name)
            self.assertIn("not all" if not words else "positions", "positions " + info["positions"])
            self.assertEqual(info["proven"].split()[0], info["proven"].split()[2])
            self.assertEqual({line[3] for line in self.ok("book", "verify", name, *SMALL).lines}, {"ok"})

    def test_all_of_it(self):
        self.book("connect4:4x4", "--plies", 5, name="whole")
        self.book("connect4:4x4", "--plies", 5, "--until", "1h")
        self.assertEqual(self.content(), self.content("whole"))

    @release_only
    def test_nothing_is_lost(self):
        """A book that holds more than the time allows stays; what extends it replaces it."""
        self.book("connect4:6x5", "--plies", 6, name="b.h5")
        whole = self.content("b.h5")
        cut = ("book", "connect4:6x5", "--plies", 12, "-o", "b.h5", "--until")
        self.fails(75, *cut, "0.5s", *SMALL, says="b.h5 stays as it is")
        self.assertEqual((self.content("b.h5"), self.files()), (whole, ["b.h5", "b.h5.unfinished"]))
        self.ok("book", "extract", "b.h5", "-o", "copy.h5")
        self.ok(*cut, "2s", "--from", "copy.h5", *SMALL)
        self.assertNotEqual(self.content("b.h5"), whole)
        self.ok("book", "diff", "b.h5", "b.h5")
        self.assertEqual(self.files(), ["b.h5", "copy.h5"])

    def test_stopped(self):
        self.fails(75, "book", "connect4:8x8", "--until", "1h", "--time-limit", "1s", "-o", "b.h5", *SMALL, says="time limit")
        self.fails(75, "book", "connect4:8x8", "--until", "1s", "-o", "b.h5", *SMALL, says="before the first")
        self.assertEqual(self.files(), [])


class HeuristicValues(BookKinds):
    WORDS = ("--method", "alpha-beta", "--depth", 3)

    def test_marked_in_every_entry(self):
        for game in ("draughts:8x8", "connect4:7x6", "mnk:5,5,4"):
            self.book(game, "--plies", 2, *self.WORDS)
            info = self.info()
            self.assertEqual(info["proven"].split()[0], "0")
            self.assertIn("--method alpha-beta --depth 3", info["evaluations"])
            self.ok("export", "book.h5", "--format", "jsonl", "-o", "b.jsonl")
            with open(self.path("b.jsonl"), encoding="ascii") as file:
                objects = [json.loads(line) for line in file]
            for line in objects[::7]:
                solved = self.ok("solve", game, line["position"], *self.WORDS, "--json", *SMALL).objects[0]
                self.assertEqual((line["value"], line["score"], line["proven"]), ("unknown", None, False))
                self.assertEqual(line["evaluation"], max(-32767, min(32767, solved["evaluation"])))
                self.assertIn(solved["moves"][0], line["moves"])
                probed = self.ok("probe", "book.h5", line["position"], "--json").objects[0]
                self.assertEqual((probed["value"], probed["score"], probed["proven"], probed["evaluation"]),
                                 ("unknown", None, False, line["evaluation"]))
            whole = self.ok("probe", "book.h5", objects[0]["position"], "--json=position").objects[0]
            self.assertEqual((whole["value"], whole["proven"], whole["evaluation"]), ("unknown", False, objects[0]["evaluation"]))
            for name in ("b.csv", "b.jsonl"):
                self.ok("export", "book.h5", "--format", name.split(".")[1], "-o", name)
                self.ok("import", game, name, "-o", "again.h5")
                self.ok("export", "again.h5", "--format", name.split(".")[1], "-o", "again")
                self.assertEqual(self.content("again"), self.content(name))
            if not SLOW:  # Python cannot load a library with sanitizers
                with zermelo.open(self.path("book.h5")) as file:
                    columns = file.columns()
                    self.assertEqual(({*columns["value"]}, {*columns["proven"]}), ({None}, {False}))
                    for line in objects[::5]:
                        answer = file.probe(line["position"])
                        self.assertEqual((answer.value, answer.score, answer.evaluation, sorted(answer.best)),
                                         ("unknown", None, line["evaluation"], sorted(line["moves"])))

    def test_nothing_to_verify(self):
        self.book("draughts:8x8", "--plies", 1, *self.WORDS)
        self.fails(65, "book", "verify", "book.h5", *SMALL, says="no proven values")

    def test_goes_on(self):
        self.goes_on("book", "draughts:8x8", "--plies", 3 if SLOW else 4, "--method", "bns", "--depth", 6, *SMALL)

    @has_mpirun
    def test_same_bytes(self):
        self.book("draughts:8x8", "--plies", 2, *self.WORDS)
        self.ok("book", "draughts:8x8", "--plies", 2, *self.WORDS, "-o", "threads", "--threads", 2)
        self.book("draughts:8x8", "--plies", 2, *self.WORDS, name="ranks", ranks=3)
        self.assertEqual((self.content("threads"), self.content("ranks")), (self.content(), self.content()))

    def test_a_proven_value_beats(self):
        self.book("connect4:4x4", "--plies", 3, *self.WORDS, name="heuristic")
        self.book("connect4:4x4", "--plies", 2, "--score", name="proven")
        for names in (("heuristic", "proven"), ("proven", "heuristic")):
            self.ok("book", "merge", *names, "-o", "merged")
            self.ok("export", "merged", "--format", "jsonl", "-o", "b.jsonl")
            with open(self.path("b.jsonl"), encoding="ascii") as file:
                for line in map(json.loads, file):
                    self.assertEqual((line["proven"], line["value"] != "unknown", line["evaluation"] is None),
                                     (line["ply"] <= 2,) * 3)
        self.assertEqual(self.said([""], "merged"), self.said([""], "proven"))
        self.book("connect4:4x4", "--plies", 2, "--method", "alpha-beta", "--depth", 2, name="others")
        self.fails(65, "book", "merge", "heuristic", "others", "-o", "m", says="heuristic values of different searches")

    def test_nobody_calls_it_proven(self):
        """A player of proof asks the book, and then thinks for itself."""
        self.book("connect4:4x4", "--plies", 15, *self.WORDS)
        play = ("play", "connect4:4x4", "--second", "random", "--quiet", "--first")
        self.assertGreater(int(self.ok(*play, "perfect:book=book.h5").lines[0][4]), 0)
        self.book("connect4:4x4", "--plies", 15)
        self.assertEqual(int(self.ok(*play, "perfect:book=book.h5").lines[0][4]), 0)
