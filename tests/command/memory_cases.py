"""Memory that is asked for and not there: 70, one line with the bytes asked for and what there is, nothing left behind.
With 75 a batch system would start the same again and again."""
import os
import subprocess
import unittest

import harness
from harness import LAUNCHER, SLOW, Case, Done, environment, has_mpirun


@unittest.skipIf(SLOW, "the sanitizers take more address space than that")
class Memory(Case):
    LARGE = ("--threads", "1", "--table-memory", "3G")

    def limited(self, kilobytes, *words, ranks=0):
        launcher = [*LAUNCHER, "-n", str(ranks)] if ranks else []
        done = subprocess.run(["sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh", *launcher, harness.ZERMELO, *map(str, words)],
                              cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=harness.TIMEOUT, check=False, env=environment())
        return Done(done.returncode, done.stdout, done.stderr)

    def refused(self, done, *says):
        self.assertEqual((done.code, len(done.said)), (70, 1), (done.out, done.err))
        for text in ("no memory for ", *says):
            self.assertIn(text, done.said[0])

    def test_tables_of_searches(self):
        self.write("positions", "1\n2\n")
        self.write("job.yaml", "name: j\ntask: solve\ngame: connect4:6x5\nthreads: 1\ntable_memory: 3G\n")
        for words in (("solve", "connect4:6x5"), ("solve", "connect4:6x5", "--positions", "positions"),
                      ("solve", "connect4:6x5", "--all-moves", "-o", "lines"), ("moves", "connect4:6x5", "--values"),
                      ("verify", "--only", "connect4:5x4"), ("book", "connect4:5x5", "--plies", 1, "-o", "book.h5"),
                      ("bench", "connect4-6x5"), ("bench", "connect4-middle-medium"),
                      ("solve", "mnk:5,5,4", "--method", "bns", "--depth", 3),
                      ("solve", "draughts:6x6", "--certificate", "certificate.h5")):
            done = self.limited(2000000, *words, *self.LARGE)
            self.refused(done, "--table-memory", "3221225472 bytes (3G)", "1.9G")
            if words[0] != "bench":
                self.assertEqual(done.out, "", words)
        self.refused(self.limited(2000000, "run", "job.yaml"), "3221225472 bytes (3G)")
        self.assertEqual(self.files(), ["job.yaml", "out/j/j.checkpoint.h5", "positions"])  # what is known is kept

    def test_the_rest(self):
        for words in (("layers", "connect4:5x5", "-o", "f"), ("count", "connect4:6x5"),
                      ("tablebase", "draughts:8x8", "--pieces", 5, "-o", "f")):
            self.refused(self.limited(90000, *words, "--threads", 1), " bytes (", "this process may use 87.9M")

    @has_mpirun
    def test_ranks(self):
        self.refused(self.limited(2000000, "solve", "connect4:6x5", *self.LARGE, ranks=2), "3221225472 bytes (3G)")


@unittest.skipIf(SLOW, "the sanitizers need more stack than that before the program begins")
class Stack(Case):
    """A limit on the stack of the first thread is no limit on ours: all that took less than 8 MB ended in a segmentation fault."""

    def limited(self, program, *words, kilobytes=512):
        done = subprocess.run(["sh", "-c", f'ulimit -s {kilobytes}; exec "$@"', "sh", program, *map(str, words)], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=harness.TIMEOUT, check=False, env=environment())
        self.assertEqual((done.returncode, Done(0, "", done.stderr).said), (0, []), (words, done.stderr))
        return done.stdout

    def test_stack(self):
        memory = ("--table-memory", "4M")
        for kilobytes in 512, 200:
            for words in (("solve", "mnk:3,3,3", *memory, "--certificate", "c.h5"), ("solve", "connect4:5x4", *memory, "--threads", 3),
                          ("solve", "draughts:4x4", *memory), ("solve", "mnk:5,5,4", *memory, "--threads", 1),
                          ("solve", "mnk:15,15,5", *memory, "--method", "alpha-beta", "--depth", 1),
                          ("book", "connect4:4x4", *memory, "--plies", 2, "-o", "b.h5"), ("export", "b.h5", "--format", "csv", "-o", "b.csv.gz"),
                          ("export", "b.h5", "--format", "html", "-o", "b.html"), ("check", "c.h5"),
                          ("tablebase", "draughts:6x6", "--pieces", 2, "-o", "t.h5")):
                self.limited(harness.ZERMELO, *words, kilobytes=kilobytes)
            check = os.path.join(os.path.dirname(harness.ZERMELO), "zermelo-check")
            for _ in range(5):  # it depended on the addresses
                self.assertIn("accepted", self.limited(check, "c.h5", kilobytes=kilobytes))
