"""Two names of one file: no output may replace an input or another output."""
import os
import subprocess

import harness
from harness import SMALL, Case

JOB = "name: j\ntask: solve\ngame: connect4:4x3\npositions: {positions}\noutputs: {{directory: {directory}}}\n"


class Names(Case):
    def refused(self, *words, says=(), **more):
        """64 and a line that names both; no file is another one than before, and none is new."""
        before = self.contents()
        done = self.fails(64, *words, **more)
        for what in says:
            self.assertIn(what, done.said[0])
        self.assertEqual(self.contents(), before, words)

    def contents(self):
        def content(name):
            with open(self.path(name), "rb") as file:
                return file.read()
        return {name: content(name) for name in self.files() if os.path.exists(self.path(name))}

    def test_outputs(self):
        """Two outputs, whether a file stands there or not, by whatever way the name leads there."""
        os.mkdir(self.path("d"))
        os.symlink("d", self.path("link"))
        solve = ("solve", "connect4:4x3", *SMALL)
        two = ("--certificate", "--statistics")
        self.refused(*solve, two[0], "s.h5", two[1], "s.h5", says=two)
        self.refused(*solve, two[0], "d/s.h5", two[1], "link/./s.h5", says=two)
        self.refused(*solve, two[0], "s.h5", two[1], self.path("s.h5"), says=two)
        self.refused(*solve, "-o", "c", "--checkpoint", "c", says=("--output", "--checkpoint"))
        self.refused(*solve, "--checkpoint", "c.h5", "--statistics", "c.h5.previous", says=("--checkpoint", "--statistics"))
        os.symlink("s.h5", self.path("later.h5"))  # where the target is not there yet
        self.refused(*solve, two[0], "s.h5", two[1], "later.h5", says=two)
        self.refused("verify", "--only", "quick", "--certificates", "d", "--statistics", "d/connect4_4x4.h5",
                     says=("--certificates", "--statistics"))
        self.ok(*solve, "--checkpoint", "c.h5", "--statistics", "s.h5", "--certificate", "d/s.h5", "-o", "lines")
        os.link(self.path("s.h5"), self.path("t.h5"))
        self.refused(*solve, two[0], "s.h5", two[1], "t.h5", says=two)
        self.ok(*solve, "--checkpoint", "c.h5")  # is read, and written

    def test_inputs(self):
        book = ("book", "connect4:4x4", "--plies", 2, *SMALL, "-o")
        self.ok(*book, "b.h5")
        self.ok("export", "b.h5", "--format", "csv", "-o", "b.csv")
        self.write("p", "\n1\n")
        self.ok("solve", "connect4:4x3", "--certificate", "c.h5", *SMALL, "--statistics", "s.h5")
        argument = ("argument", "--output")
        self.refused("export", "b.h5", "--format", "csv", "-o", "b.h5", says=argument)
        self.refused("export", "./b.h5", "--format", "html", "-o", self.path("b.h5"), says=argument)
        self.refused("import", "connect4:4x4", "b.csv", "-o", "b.csv", says=argument)
        self.refused(*book, "b.h5", "--from", "b.h5", says=("--from", "--output"))
        self.refused(*book, "p", "--around", "p", says=("--around", "--output"))
        self.refused("book", "merge", "b.h5", "b.h5", "-o", "b.h5", says=argument)
        self.refused("book", "diff", "b.h5", "b.h5", "-o", "b.h5", says=argument)
        self.refused("certificate", "shrink", "c.h5", "-o", "c.h5", says=argument)
        self.refused("check", "c.h5", "-o", "c.h5", says=argument)
        self.refused("probe", "b.h5", "1", "-o", "b.h5", says=argument)
        self.refused("probe", "b.h5", "--positions", "p", "-o", "p", says=("--positions", "--output"))
        self.refused("solve", "connect4:4x3", "--positions", "p", "-o", "p", says=("--positions", "--output"))
        self.refused("report", "s.h5", "-o", "s.h5", says=argument)
        self.refused("report", "s.h5", "--merge", "s.h5", says=("argument", "--merge"))
        os.symlink("s.h5", self.path("s.html"))
        self.refused("report", "s.h5", says=("argument", "the page"))
        self.refused("status", ".", "-o", "b.h5", says=("--output",))
        self.refused("play", "connect4:4x4", "--first", "perfect:time=1s,book=b.h5", "--second", "random", "-o", "b.h5",
                     says=("--first", "--output"))
        with open(self.path("p"), "r+", encoding="ascii") as file:
            self.piped("solve", "connect4:4x3", "--positions", "-", "-o", "p", stdin=file)
            self.piped("solve", "connect4:4x3", "--positions", "p", stdout=file)

    def piped(self, *words, **streams):
        done = subprocess.run([harness.ZERMELO, *words, *SMALL], cwd=self.folder, env=harness.environment(),
                              stderr=subprocess.PIPE, text=True, check=False, **streams)
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn("--positions", done.stderr)

    def test_jobs(self):
        def job(**keys):
            return self.write("j.yaml", JOB.format(**{"positions": "['']", "directory": "out"} | keys))
        self.write("p", "1\n")
        for words in (("run",), ("run", "--check"), ("submit", "--dry-run")):
            self.refused(*words, job(positions="p", directory="p"), says=("the positions", "outputs.directory"))
        self.refused("run", job(), "--checkpoint", "j.yaml", says=("argument", "--checkpoint"))
        self.refused("run", job(), "--checkpoint", "out/j.statistics.h5", says=("--checkpoint", "the statistics"))
        self.ok("run", job(), "--threads", 1)
        self.refused("status", "j.yaml", "-o", "out/j.checkpoint.h5", says=("the checkpoint", "--output"))
