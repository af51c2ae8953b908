"""run, report and job files."""
import os
import re
import time
import unittest

import harness
from harness import ENDLESS, SMALL, Case, has_mpirun

try:
    import h5py
except ImportError:
    h5py = None

SOLVE = 'name: a\ntask: solve\ngame: mnk:3,3,3\nthreads: 1\ntable_memory: 4M\n'


class Run(Case):
    def job(self, text, *words, **more):
        return self.ok("run", self.write("job.yaml", text), *words, **more)

    def bad(self, text, line, says, code=65):
        done = self.fails(code, "run", self.write("job.yaml", text), "--check", says=f"job.yaml:{line}: ")
        self.assertIn(says, done.said[0], text)
        self.assertEqual(self.files(), ["job.yaml"])

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_solve(self):
        done = self.job(SOLVE)
        self.assertEqual(done.lines[0][:2], ["-", "draw"])
        self.assertEqual(self.read("out/a/a.tsv"), done.out)
        made = ["out/a/a.html", "out/a/a.statistics.h5", "out/a/a.tsv"]
        self.assertEqual(self.files(), ["job.yaml", "out/a/a.checkpoint.h5", *made])
        for name in made:
            self.assertIn(name, done.err)
        self.assertEqual(self.job(SOLVE, "--quiet").err, "")

    def test_positions(self):
        done = self.job(SOLVE + 'positions: ["", b2, "a1 b1 a2 b2"]\nscore: true\n')
        self.assertEqual([line[:3] for line in done.lines],
                         [["-", "draw", "0"], ["b2", "draw", "0"], ["a1 b1 a2 b2", "win", "1"]])
        self.write("list", "b2\na1\n")
        other = SOLVE.replace("name: a", "name: b")
        done = self.job(other + "positions: list\n")
        self.assertEqual([line[0] for line in done.lines], ["b2", "a1"])
        self.fails(66, "run", self.write("job.yaml", SOLVE + "positions: nowhere\n"), says="nowhere")

    def test_evaluation(self):
        job = SOLVE.replace("mnk:3,3,3", "draughts:6x6") + "method: minimax\ndepth: 3\n"
        nodes = self.ok("solve", "draughts:6x6", "--method", "minimax", "--depth", 3, "--threads", 1).lines[0][3]
        for name in ("balanced", "defence"):
            one = self.job(job.replace("name: a", f"name: {name}") + f"evaluation: {name}\n", "--json").objects[0]
            self.assertEqual((str(one["nodes"]), one["evaluation_name"]), (nodes, name))

    def test_other_tasks(self):
        common = "threads: 1\noutputs:\n  directory: there/and/there\n  report: false\n"
        done = self.job(f"name: c\ntask: count\ngame: mnk:3,3,3\nplies: 2\n{common}")
        self.assertEqual(done.lines, [["0", "1"], ["1", "9"], ["2", "72"], ["total", "82"]])
        self.assertEqual(self.files(), ["job.yaml", "there/and/there/c.statistics.h5", "there/and/there/c.tsv"])
        done = self.job(f"name: p\ntask: perft\ngame: draughts:8x8\nplies: 4\n{common}")
        self.assertEqual([line[1] for line in done.lines], ["7", "49", "302", "1469"])
        done = self.job(f"name: b\ntask: book\ngame: connect4:4x4\nplies: 2\ntable_memory: 4M\n{common}")
        self.assertEqual(len(done.lines), 3)
        self.assertIn("there/and/there/b.book.h5", self.files())
        self.assertIn("there/and/there/b.book.h5", done.err)
        self.ok("probe", "there/and/there/b.book.h5", "")
        done = self.job(f"name: v\ntask: verify\nonly: mnk:?,?,3\neffort: quick\ntable_memory: 4M\n{common}",
                        ZERMELO_DATA=harness.DATA)
        self.assertEqual({line[3] for line in done.lines}, {"ok"})

    def test_certificate(self):
        text = SOLVE.replace("mnk:3,3,3", "draughts:4x4") + "pieces: 3\noutputs:\n  certificate: true\n"
        for _ in range(2):  # the second time with the tables that are there
            done = self.job(text)
            self.assertEqual(done.lines[0][1], "draw")
            self.assertIn("out/a/a.certificate.h5", done.err)
            self.assertEqual(self.ok("check", "out/a/a.certificate.h5").lines[0][4], "accepted")

    def test_command_line_wins(self):
        shown = self.job(SOLVE, "--json", "--threads", 2, "--table-memory", "8M").objects[0]
        self.assertEqual((shown["threads"], shown["table_bytes"]), (2, 8 << 20))
        self.assertNotIn("{", self.read("out/a/a.tsv"))

    def test_everything(self):
        self.job("""# every key
name: whole
task: solve
game: connect4:4x4
positions: [""]
only: "*"
effort: normal
plies: 8
pieces: 5
score: false
method: auto
threads: 1
table_memory: 4M
time_limit: 0
checkpoint_interval: 5m
outputs:
  directory: out/whole
  certificate: false
  report: true
slurm:
  nodes: 1
  ranks_per_node: 1
  threads_per_rank: 16
  memory_per_node: 16G
  time: 2h
  partition: ""
  account: ""
  array: 0
  extra: []
""")

    def test_check(self):
        done = self.job(SOLVE, "--check")
        self.assertEqual((done.err, self.files()), ("", ["job.yaml"]))

    def test_unknown_keys(self):
        self.bad(SOLVE + "plys: 3\n", 6, "unknown key 'plys'; known are name, task, game")
        self.bad(SOLVE + "outputs:\n  report: true\n  folder: x\n", 8, "outputs.folder")
        self.bad(SOLVE + "slurm:\n  node: 1\n", 7, "known are nodes")
        self.bad(SOLVE + "Threads: 1\n", 6, "Threads")

    def test_wrong_types(self):
        for text, line, says in ((SOLVE + "plies: many\n", 6, "whole number"),
                                 (SOLVE + "plies: -1\n", 6, "whole number"),
                                 (SOLVE + "plies: 1.5\n", 6, "whole number"),
                                 (SOLVE + "plies: [1]\n", 6, "plies"),
                                 (SOLVE + "\n\nscore: perhaps\n", 8, "true or false"),
                                 (SOLVE + "outputs: here\n", 6, "mapping"),
                                 (SOLVE + "outputs:\n  report: 3\n", 7, "outputs.report"),
                                 (SOLVE + "slurm:\n  extra: x\n", 7, "list"),
                                 (SOLVE + "positions:\n  - a1\n  - [b2]\n", 8, "positions"),
                                 (SOLVE + "positions: {a: b}\n", 6, "positions"),
                                 (SOLVE + "time_limit: soon\n", 6, "time"),
                                 (SOLVE + "method: magic\n", 6, "magic"),
                                 (SOLVE + "method: bns\nevaluation: best\n", 7, "no evaluations"),
                                 (SOLVE.replace("mnk:3,3,3", "draughts:4x4") + "depth: 2\nevaluation: best\n", 7, "balanced or"),
                                 (SOLVE + "evaluation: balanced\n", 6, "depth"),
                                 (SOLVE + "method: retrograde\ndepth: 3\n", 7, "minimax"),
                                 (SOLVE.replace("solve", "perft") + "depth: 3\n", 6, "only solve"),
                                 (SOLVE + "effort: some\n", 6, "quick, normal, long"),
                                 (SOLVE.replace("4M", "4X"), 5, "size"),
                                 (SOLVE.replace("solve", "win"), 2, "solve, verify, book"),
                                 (SOLVE + "threads: 2\n", 6, "line 4")):
            self.bad(text, line, says)

    def test_wrong_values(self):
        for text, line, says in ((SOLVE.replace("mnk:3,3,3", "mnk:3,3"), 3, "mnk"),
                                 (SOLVE.replace("mnk:3,3,3", "chess:8x8"), 3, "chess"),
                                 (SOLVE + "positions: [b2, b2 b2]\n", 6, "taken"),
                                 (SOLVE + "positions: []\n", 6, "empty"),
                                 (SOLVE.replace("name: a", "name: a/b"), 1, "a/b"),
                                 (SOLVE.replace("name: a", "name: ''"), 1, "name"),
                                 (SOLVE + "outputs:\n  certificate: true\n", 7, "no certificates yet"),
                                 (SOLVE.replace("solve", "count") + "outputs:\n  certificate: true\n", 7, "only solve"),
                                 (SOLVE.replace("mnk:3,3,3", "draughts:4x4") + "depth: 2\noutputs:\n  certificate: true\n", 8,
                                  "proves nothing"),
                                 ("task: solve\n", 1, "'name' is missing"),
                                 ("", 1, "empty"), ("- a\n- b\n", 1, "mapping")):
            self.bad(text, line, says)

    def test_syntax_errors(self):
        for text, line in (("name: a\ntask: [solve\n", 3), ("name: a\n  task: solve\n", 2), ("name: 'a\n", 2),
                           ("name: a\n\ttask: solve\n", 2), ("name: a\nname\n", 3), (SOLVE + "---\nname: b\n", 7)):
            done = self.fails(65, "run", self.write("job.yaml", text), "--check", says="job.yaml:")
            found = int(done.said[0].split("job.yaml:")[1].split(":")[0])
            self.assertLessEqual(abs(found - line), 1, (text, done.said))
        with open(self.path("job.yaml"), "wb") as file:
            file.write(b"name: a\ntask: \xff\xfe\n")
        self.fails(65, "run", "job.yaml", says="job.yaml:2: ")
        self.fails(66, "run", "absent.yaml", says="absent.yaml")
        self.fails(65, "run", ".", says="directory")

    def test_unwritable(self):
        self.write("file", "")
        text = SOLVE + "outputs:\n  directory: file/x\n"
        self.fails(73, "run", self.write("job.yaml", text), says="file")
        os.mkdir(self.path("out"))
        os.mkdir(self.path("out/a"))
        os.mkdir(self.path("out/a/a.statistics.h5"))
        self.fails(73, "run", self.write("job.yaml", SOLVE), says="a.statistics.h5")
        self.assertEqual(self.files(), ["file", "job.yaml"])

    def test_limit(self):
        text = f"name: long\ntask: solve\ngame: {ENDLESS}\nthreads: 1\ntable_memory: 4M\ntime_limit: 1s\n"
        done = self.fails(75, "run", self.write("job.yaml", text), says="time limit")
        self.assertEqual(done.lines[0][1], "unknown")
        self.assertIn("out/long/long.statistics.h5", self.files())

    @has_mpirun
    def test_ranks(self):
        for ranks in (1, 2, 3):
            done = self.job(SOLVE, ranks=ranks)
            self.assertEqual(done.lines[0][:2], ["-", "draw"])
            self.assertIn("out/a/a.html", self.files())
            self.fails(65, "run", self.write("job.yaml", SOLVE + "x: 1\n"), ranks=ranks, says="job.yaml:6: ")
            self.fails(66, "run", "absent.yaml", ranks=ranks, says="absent.yaml")


class Report(Case):
    def test_page(self):
        self.ok("solve", "mnk:4,4,4", "--statistics", "a.statistics.h5", *SMALL)
        self.ok("verify", "--only", "mnk:?,?,3", "--effort", "quick", "--statistics", "b.h5", *SMALL,
                ZERMELO_DATA=harness.DATA)
        self.ok("report", "a.statistics.h5")
        self.assertEqual(self.files(), ["a.html", "a.statistics.h5", "b.h5"])
        done = self.ok("report", "a.statistics.h5", "b.h5", "-o", "page.html", "--merge", "all.h5")
        self.assertIn("page.html", done.err)
        self.ok("report", "all.h5", "-o", "again.html")
        for name in ("a.html", "page.html", "again.html"):
            with open(self.path(name), encoding="utf-8") as file:
                page = file.read()
            self.assertIn("</html>", page)
            self.assertIsNone(re.search(r"(?i)<script|(src|href)=.?http", page))

    @unittest.skipUnless(h5py, "no h5py")
    def test_statistics_file(self):
        self.ok("solve", "mnk:4,4,4", "--statistics", "a.h5", *SMALL)
        with h5py.File(self.path("a.h5"), "r") as file:
            names = []
            file.visit(names.append)
            self.assertGreater(len(names), 2)

    def test_bad_input(self):
        self.fails(64, "report", says="FILE")
        self.fails(66, "report", "absent.h5", says="absent.h5")
        self.write("text.h5", "text")
        self.fails(65, "report", "text.h5", says="text.h5")
        self.ok("book", "mnk:3,3,3", "--plies", 1, "-o", "book.h5", *SMALL)
        self.fails(65, "report", "book.h5", says="book.h5")
        self.ok("solve", "mnk:3,3,3", "--statistics", "a.h5", *SMALL)
        self.fails(65, "probe", "a.h5", "", says="a.h5")
        self.fails(73, "report", "a.h5", "-o", "nowhere/page.html", says="nowhere/page.html")
        with open(self.path("a.h5"), "rb") as file:
            whole = file.read()
        for cut in range(0, len(whole), len(whole) // 12):
            with open(self.path("cut.h5"), "wb") as file:
                file.write(whole[:cut])
            self.fails(65, "report", "cut.h5", "-o", "page.html", says="cut.h5")
        self.assertEqual(self.files(), ["a.h5", "book.h5", "cut.h5", "text.h5"])


class Stop(Case):
    def test_signal(self):
        name = self.write("job.yaml", f"name: long\ntask: solve\ngame: {ENDLESS}\nthreads: 1\ntable_memory: 4M\n")
        process = self.start("run", name)
        time.sleep(1.5)
        done = self.stop(process)
        self.assertEqual((done.code, len(done.said)), (75, 1), done.err)
        self.assertNotIn(".part", " ".join(self.files()))
