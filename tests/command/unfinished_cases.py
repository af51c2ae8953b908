"""Nothing that is whole is ever replaced by something less: what a run leaves that a limit or a signal ended."""
import os
import signal
import time

from harness import ENDLESS, SMALL, Case

CUT = ("--time-limit", "0.3s", *SMALL)


class Unfinished(Case):
    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def stays(self, name, *words, says="time limit", left=(), **more):
        """A run that ends with 75 leaves the file as it is, and beside it what is `left`."""
        before, names = self.content(name), self.files()
        done = self.fails(75, *words, says=says, **more)
        self.assertEqual(self.content(name), before, words)
        self.assertEqual(self.files(), sorted([*names, *left]), words)
        return done

    def test_book(self):
        self.ok("book", "connect4:4x4", "--plies", 2, "-o", "b.h5", *SMALL)
        for plies in (0, 1):
            self.stays("b.h5", "book", ENDLESS, "--plies", plies, "-o", "b.h5", *CUT)
        before = self.content("b.h5")
        process = self.start("book", ENDLESS, "--plies", "0", "-o", "b.h5", *SMALL)
        time.sleep(0.5)
        self.assertEqual(self.stop(process, signal.SIGINT).code, 75)
        self.assertEqual((self.content("b.h5"), self.files()), (before, ["b.h5"]))
        done = self.stays("b.h5", "book", "connect4:5x5", "--plies", 0, "-o", "b.h5", "--node-limit", 10, *SMALL,
                          says="b.h5 stays as it is, see b.h5.unfinished", left=["b.h5.unfinished"])
        self.assertEqual(done.lines, [["0", "1", "0", "0", "0"]])
        self.assertEqual(self.ok("probe", "b.h5.unfinished", "").lines[0][1], "unknown")
        self.ok("book", "connect4:5x5", "--plies", 0, "-o", "b.h5", *SMALL)
        self.assertEqual(self.files(), ["b.h5"])

    def test_book_with_less_unknown(self):
        """Of two books with unknown values the one with fewer has the name."""
        def book(limit):
            done = self.call("book", "connect4:5x5", "--plies", 1, "-o", "b.h5", "--node-limit", limit, *SMALL)
            self.assertEqual(done.code, 75)
            return 4 - sum(int(number) for line in done.lines for number in line[2:])
        counts = [book(limit) for limit in (10, 12000, 10)]
        self.assertGreater(counts[0], counts[1], counts)
        self.assertGreater(counts[1], 0)
        values = [line[1] for line in self.call("probe", "b.h5", "", "1", "2", "3").lines]
        self.assertEqual(values.count("unknown"), counts[1])
        self.assertEqual(self.files(), ["b.h5", "b.h5.unfinished"])

    def test_book_with_undecided_moves(self):
        """All values, but of some moves it is not known whether they keep them: not whole either."""
        limits = [limit for limit in range(3, 30, 2)
                  if "undecided" in self.call("book", "mnk:4,3,3", "--plies", 0, "-o", "b.h5", "--node-limit", limit,
                                              *SMALL).err]
        self.assertTrue(limits)
        self.ok("book", "mnk:4,3,3", "--plies", 0, "-o", "b.h5", *SMALL)
        self.stays("b.h5", "book", "mnk:4,3,3", "--plies", 0, "-o", "b.h5", "--node-limit", limits[0], *SMALL,
                   says="undecided", left=["b.h5.unfinished"])

    def test_lines(self):
        for words in (("verify", "--only", "mnk:3,3,3"), ("solve", "mnk:3,3,3"), ("perft", "mnk:3,3,3", "--depth", 3),
                      ("count", "mnk:3,3,3")):
            self.ok(*words, "-o", "lines")
            self.assertEqual(self.files(), ["lines"])
        for words in (("perft", "connect4:7x6", "--depth", 40), ("count", "connect4:7x6"), ("solve", ENDLESS, *SMALL),
                      ("moves", ENDLESS, "--values", *SMALL)):
            self.stays("lines", *words, "-o", "lines", "--time-limit", "0.3s",
                       says="lines stays as it is, see lines.unfinished", left=["lines.unfinished"])
            self.assertTrue(self.content("lines.unfinished"))
            os.remove(self.path("lines.unfinished"))
        self.fails(75, "solve", ENDLESS, "-o", "new", *CUT)
        self.assertEqual(self.files(), ["lines", "new"])

    def test_hours_of_work(self):
        self.ok("layers", "mnk:3,3,3", "-o", "f")
        before = self.content("f")
        self.fails(75, "layers", "connect4:7x6", "-o", "f", "--time-limit", "0.3s", says="time limit")
        self.assertEqual(self.content("f"), before)
        self.ok("tablebase", "draughts:6x6", "--pieces", 2, "-o", "t", *SMALL[:2])
        before = self.content("t")  # beside it may stand slices, which the next run goes on from
        self.fails(75, "tablebase", "draughts:8x8", "--pieces", 4, "-o", "t", "--time-limit", "0.001s", *SMALL[:2])
        self.assertEqual(self.content("t"), before)
        self.ok("solve", "draughts:4x4", "--certificate", "c", *SMALL)
        self.stays("c", "solve", "draughts:6x6", "--certificate", "c", *CUT)

    def test_statistics(self):
        self.ok("solve", "mnk:3,3,3", "--statistics", "s.h5", *SMALL)
        self.stays("s.h5", "solve", ENDLESS, "--statistics", "s.h5", *CUT, left=["s.h5.unfinished"])
        self.ok("report", "s.h5.unfinished", "-o", "page.html")
        self.fails(75, "solve", ENDLESS, "--statistics", "new.h5", *CUT)
        first = self.content("new.h5")
        self.fails(75, "solve", ENDLESS, "--statistics", "new.h5", *CUT)
        self.assertNotEqual(self.content("new.h5"), first)
        self.assertEqual(self.files(), ["new.h5", "page.html", "s.h5", "s.h5.unfinished"])

    def test_job(self):
        """Unfinished, again unfinished, finished, and with another game unfinished once more."""
        text = "name: j\ntask: solve\ngame: {}\nthreads: 1\ntable_memory: 4M\n{}"
        made = [f"out/j/j.{end}" for end in ("checkpoint.h5", "html", "statistics.h5", "tsv")]
        self.write("job.yaml", text.format("connect4:6x6", "time_limit: 0.03s\n"))
        for _ in range(2):
            self.fails(75, "run", "job.yaml", says="time limit")
            self.assertEqual([name for name in self.files() if "previous" not in name], ["job.yaml", *made])
        self.write("job.yaml", text.format("connect4:6x6", ""))
        self.ok("run", "job.yaml")
        whole = [self.content(name) for name in made]
        for name in self.files():
            if "checkpoint" in name:
                os.remove(self.path(name))
        for limit in "0.3s", "0.6s":  # it counts over all runs of the job
            self.write("job.yaml", text.format(ENDLESS, f"time_limit: {limit}\n"))
            done = self.fails(75, "run", "job.yaml", says="out/j/j.tsv stays as it is, see j.tsv.unfinished")
            self.assertIn("made out/j/j.statistics.h5.unfinished\n", done.err)
            self.assertEqual([self.content(name) for name in made[1:]], whole[1:])
        self.write("job.yaml", text.format("mnk:3,3,3", ""))
        for name in self.files():
            if "checkpoint" in name:
                os.remove(self.path(name))
        self.ok("run", "job.yaml")
        self.assertEqual(self.files(), ["job.yaml", *made])

    def test_tables_of_a_job(self):
        """Tables that lack distances give way to tables with as many pieces."""
        job = "name: j\ngame: draughts:6x6\nthreads: 1\ntable_memory: 4M\noutputs:\n  report: false\n"
        self.ok("run", self.write("t.yaml", f"task: tablebase\npieces: 3\n{job}"))
        self.ok("run", self.write("s.yaml", f"task: solve\npieces: 2\nscore: true\npositions: ['W:WK1:BK13']\n{job}"))
        value, score = self.ok("probe", "out/j/j.tables.h5", "W:WK1,K5:BK13").lines[0][1:3]
        self.assertEqual((value, score), ("win", "23"))
