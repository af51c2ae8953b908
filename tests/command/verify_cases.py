"""verify: the table of known values."""
import csv
import filecmp
import os
import shutil

import harness
from harness import LAUNCHER, SMALL, Case, has_mpirun

HEADER = "game,board,rules,set,value,score,last_move,effort,source,note"


class Verify(Case):
    def table(self, *rows):
        """A table of our own; returns the folder that holds it."""
        self.write("known_values.csv", "\n".join((HEADER, *rows)) + "\n")
        return self.folder

    def test_real_table(self):
        lines = self.ok("verify", "--only", "mnk:?,?,3", "--effort", "quick", *SMALL,
                        ZERMELO_DATA=harness.DATA).lines
        with open(os.path.join(harness.DATA, "known_values.csv"), encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file)
                    if row["game"] == "mnk" and row["board"].endswith(",3") and len(row["board"]) == 5
                    and row["effort"] == "quick" and row["rules"] == "standard"]
        self.assertGreater(len(rows), 2)
        self.assertEqual([line[0] for line in lines], [f"mnk:{row['board']}" for row in rows])
        for line, row in zip(lines, rows):
            self.assertEqual(len(line), 8)
            self.assertEqual(line[1:4], [row["value"], row["value"], "ok"])
            self.assertRegex(line[6], r"^\d+\.\d{9}$")
            self.assertEqual(line[7], row["source"])

    def test_verdicts(self):
        folder = self.table('mnk,"3,3,3",standard,one,draw,0,,quick,"Somebody, ""somewhere""",',
                            'mnk,"4,3,3",standard,one,,,,quick,,nobody said',
                            "connect4,7x6,standard,one,win,,,quick,Allen; Allis,",
                            "connect4,6x6,standard,one,unknown,,,quick,,")
        done = self.ok("verify", "--effort", "quick", "--node-limit", 2000, *SMALL, ZERMELO_DATA=folder)
        self.assertEqual([line[:4] for line in done.lines],
                         [["mnk:3,3,3", "draw", "draw", "ok"], ["mnk:4,3,3", "-", "win", "new"],
                          ["connect4:7x6", "win", "unknown", "unknown"], ["connect4:6x6", "-", "unknown", "unknown"]])
        self.assertEqual([line[7] for line in done.lines], ['Somebody, "somewhere"', "-", "Allen; Allis", "-"])

    def test_difference(self):
        folder = self.table('mnk,"3,3,3",standard,one,win,,,quick,wrong,',
                            'mnk,"4,3,3",standard,one,win,,,quick,right,')
        done = self.fails(1, "verify", *SMALL, ZERMELO_DATA=folder, says="mnk:3,3,3")
        self.assertEqual([line[3] for line in done.lines], ["differs", "ok"])
        self.fails(1, "verify", *SMALL, ZERMELO_DATA=folder, says="mnk:3,3,3", ranks=2 if shutil.which(LAUNCHER[0]) else 0)

    def test_selection(self):
        folder = self.table(*(f'mnk,"{board}",standard,{name},,,,{effort},,' for board, name, effort in (
            ("3,3,3", "one", "quick"), ("4,3,3", "two", "quick"), ("3,4,3", "two", "normal"), ("5,3,3", "two", "long"))),
            'mnk,"3,3,3",exact,two,,,,quick,,')

        def boards(*words):
            return [line[0] for line in self.ok("verify", *words, *SMALL, ZERMELO_DATA=folder).lines]
        self.assertEqual(boards(), ["mnk:3,3,3", "mnk:4,3,3", "mnk:3,4,3", "mnk:3,3,3,exact"])
        self.assertEqual(boards("--effort", "quick"), ["mnk:3,3,3", "mnk:4,3,3", "mnk:3,3,3,exact"])
        self.assertEqual(len(boards("--effort", "long")), 5)
        self.assertEqual(boards("--only", "one"), ["mnk:3,3,3"])
        self.assertEqual(boards("--only", "mnk:3,*"), ["mnk:3,3,3", "mnk:3,4,3", "mnk:3,3,3,exact"])
        self.assertEqual(boards("--only", "mnk:3,3,3"), ["mnk:3,3,3"])
        self.assertEqual(boards("--only", "*,exact"), ["mnk:3,3,3,exact"])
        self.assertEqual(boards("--part", "1/2"), ["mnk:3,3,3", "mnk:3,4,3"])
        self.assertEqual(boards("--part", "2/2"), ["mnk:4,3,3", "mnk:3,3,3,exact"])
        self.assertEqual(boards("--part", "9/9"), [])
        self.fails(64, "verify", "--only", "three", ZERMELO_DATA=folder, says="three")

    @has_mpirun
    def test_ranks(self):
        def stable(done):
            return [line[:4] + line[7:] for line in done.lines]
        words = ("verify", "--only", "mnk:?,?,[34]", "--effort", "quick", *SMALL)
        expected = stable(self.ok(*words, ZERMELO_DATA=harness.DATA))
        for ranks in (2, 3):
            self.assertEqual(stable(self.ok(*words, ranks=ranks, ZERMELO_DATA=harness.DATA)), expected)

    def test_json(self):
        folder = self.table('mnk,"3,3,3",standard,one,draw,0,,quick,Somebody,', 'mnk,"4,3,3",standard,one,,,,quick,,')
        first, second = self.ok("verify", "--json", *SMALL, ZERMELO_DATA=folder).objects
        self.assertEqual((first["game:board"], first["published"], first["found"], first["verdict"], first["source"]),
                         ("mnk:3,3,3", "draw", "draw", "ok", "Somebody"))
        self.assertEqual((first["game"], first["board"], first["rules"]), ("mnk", "3,3,3", "standard"))
        self.assertIsInstance(first["nodes"], int)
        self.assertIsNone(second["published"])
        self.assertEqual([(row["at_least"], row["at_most"]) for row in (first, second)], [("draw", "draw"), ("win", "win")])

    def test_bounds_of_an_open_board(self):
        row, = self.ok("verify", "--json", "--only", "mnk:10,10,5", "--effort", "long", "--node-limit", 1000, *SMALL,
                       ZERMELO_DATA=harness.DATA).objects
        self.assertEqual([row[key] for key in ("published", "found", "verdict", "at_least", "at_most")],
                         [None, "unknown", "unknown", "draw", "win"])

    def test_limit_of_the_run(self):
        folder = self.table("connect4,8x8,standard,one,,,,quick,,", 'mnk,"3,3,3",standard,one,draw,,,quick,,')
        done = self.fails(75, "verify", "--time-limit", "1s", *SMALL, ZERMELO_DATA=folder, says="2 of 2 boards are left")
        self.assertEqual(done.out, "")

    def test_bad_tables(self):
        for rows, line, says in ((('mnk,"3,3,3",standard,one,draw',), 2, "fields"),
                                 (('mnk,"3,3,3,standard,one,draw,,,quick,,',), 2, "quote"),
                                 (('mnk,"3,3,3",standard,one,draw,,,quick,,', "chess,8x8,standard,one,,,,quick,,"), 3, "chess"),
                                 (('mnk,"3,3",standard,one,draw,,,quick,,',), 2, "mnk"),
                                 (('mnk,"3,3,3",standard,one,good,,,quick,,',), 2, "good"),
                                 (('mnk,"3,3,3",standard,one,draw,,,fast,,',), 2, "fast")):
            folder = self.table(*rows)
            self.fails(65, "verify", ZERMELO_DATA=folder, says=f"known_values.csv:{line}: ")
            self.fails(65, "verify", ZERMELO_DATA=folder, says=says)
        self.write("known_values.csv", "")
        self.fails(65, "verify", ZERMELO_DATA=self.folder, says="known_values.csv")
        self.write("known_values.csv", "game,board\n")
        self.fails(65, "verify", ZERMELO_DATA=self.folder, says="known_values.csv:1: ")
        self.fails(66, "verify", ZERMELO_DATA=self.path("nowhere"), says="known_values.csv")

    def test_certificates(self):
        folder = self.table('mnk,"3,3,3",standard,one,draw,0,,quick,Somebody,', 'mnk,"4,4,4",exact,one,,,,quick,,',
                            "connect4,4x4,standard,one,draw,,,quick,,", "connect4,7x6,standard,one,win,,,quick,,")
        words = ("verify", "--certificates", "d/e", "--node-limit", 2000, *SMALL)
        rows = self.ok(*words, "--json", "--statistics", "s.h5", ZERMELO_DATA=folder).objects
        self.assertEqual([(row["found"], row["proven"]) for row in rows],
                         [("draw", True), ("draw", True), ("draw", True), ("unknown", False)])
        names = ["d/e/connect4_4x4.h5", "d/e/mnk_3,3,3.h5", "d/e/mnk_4,4,4_exact.h5"]
        self.assertEqual([name for name in self.files() if name.startswith("d/")], names)
        for name in names:
            self.assertEqual(self.ok("check", name).lines[0][4], "accepted")
        self.ok("report", "s.h5", "-o", "page.html", "--quiet")
        with open(self.path("page.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertEqual([page.count(f'data-label="Proven">{word}</td>') for word in ("yes", "no")], [3, 1])
        # what is there is checked and left; what proves something else is made again
        times = [os.stat(self.path(name)).st_mtime_ns for name in names]
        shutil.copy(self.path(names[1]), self.path(names[0]))
        self.assertEqual([row["proven"] for row in self.ok(*words, "--json", ZERMELO_DATA=folder).objects], [True] * 3 + [False])
        self.assertEqual([os.stat(self.path(name)).st_mtime_ns for name in names][1:], times[1:])
        self.assertIn("connect4:4x4", self.ok("check", names[0]).lines[0][0])
        self.assertNotIn("proven", self.ok("verify", "--only", "mnk:3,3,3", "--json", *SMALL, ZERMELO_DATA=folder).objects[0])

    def test_certificate_without_keys(self):
        """Of a board that has no keys, of which nothing may be compared (found by the sanitizers): made, and left as it is."""
        folder = self.table('mnk,"70,70,10",standard,one,draw,,,quick,Somebody,')
        words = ("verify", "--certificates", "d", "--json", "--node-limit", 2000, *SMALL)
        self.assertEqual([row["proven"] for row in self.ok(*words, ZERMELO_DATA=folder).objects], [True])
        made = os.stat(self.path("d/mnk_70,70,10.h5")).st_mtime_ns
        self.assertEqual([row["proven"] for row in self.ok(*words, ZERMELO_DATA=folder).objects], [True])
        self.assertEqual(os.stat(self.path("d/mnk_70,70,10.h5")).st_mtime_ns, made)

    def test_certificate_bytes(self):
        """They are those of `solve --certificate`, whatever else was proven before, and however the table was left."""
        folder = self.table('mnk,"5,4,4",standard,one,draw,0,,quick,Somebody,', "connect4,5x4,standard,one,draw,,,quick,,",
                            'mnk,"4,4,3",standard,one,win,,,quick,,')
        self.ok("verify", "--certificates", "d", "--threads", 1, "--table-memory", "4M", ZERMELO_DATA=folder)
        for game, name in (("mnk:5,4,4", "mnk_5,4,4"), ("connect4:5x4", "connect4_5x4"), ("mnk:4,4,3", "mnk_4,4,3")):
            self.ok("solve", game, "--certificate", "alone.h5", "--threads", 1, "--table-memory", "4M", "--quiet")
            self.assertTrue(filecmp.cmp(self.path("alone.h5"), self.path(f"d/{name}.h5"), shallow=False), game)
            os.unlink(self.path("alone.h5"))

    def test_no_folder_for_certificates(self):
        folder = self.table('mnk,"3,3,3",standard,one,draw,0,,quick,Somebody,')
        self.fails(73, "verify", "--certificates", "known_values.csv/d", *SMALL, ZERMELO_DATA=folder)

    @has_mpirun
    def test_certificates_by_ranks(self):
        folder = self.table('mnk,"3,3,3",standard,one,draw,0,,quick,Somebody,', "connect4,4x4,standard,one,draw,,,quick,,")
        rows = self.ok("verify", "--certificates", "d", "--json", *SMALL, ranks=2, ZERMELO_DATA=folder).objects
        self.assertEqual([row["proven"] for row in rows], [True, True])
