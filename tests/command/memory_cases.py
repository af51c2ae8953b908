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
                              stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=harness.TIMEOUT, check=False, env=environment())
        self.assertEqual((done.returncode, Done(0, "", done.stderr).said), (0, []), (words, done.stderr))
        return done.stdout

    def everything(self, kilobytes, memory):
        """Each command once, on what test_stack() has made."""
        self.write("j.yaml", "name: j\ntask: solve\ngame: connect4:4x4\nthreads: 2\ntable_memory: 4M\noutputs:\n  certificate: true\n")
        self.write("v.yaml", "name: v\nonly: mnk:3,3,*\neffort: quick\ntable_memory: 4M\n")
        self.write("t.yaml", "name: t\ntask: tournament\nboards: ['mnk:3,3,3']\nplayers: [random, 'alpha-beta:depth=2', perfect]\ngames: 2\ntable_memory: 4M\n")
        self.write("m.yaml", "name: m\ntask: compare\nboards: ['draughts:4x4']\nmethods: [alpha-beta, pvs, bns, mtdf]\ndepths: ['1-3']\ntable_memory: 4M\n")
        for words in (("moves", "connect4:5x4", "--values", "--score", *memory), ("show", "mnk:70,70,10", "a1"),
                      ("solve", "mnk:70,70,10", *memory), ("solve", "connect4:35x2", "1", "--method", "bns", "--depth", 2, *memory),
                      ("solve", "connect4:4x4", "--method", "proof-number", *memory), ("solve", "mnk:6,6,5", "--maker-breaker", *memory),
                      ("verify", "--only", "connect4:4*", "--effort", "quick", *memory), ("layers", "connect4:4x4", "-o", "l.h5"),
                      ("probe", "l.h5", "1"), ("probe", "b.h5", "1"), ("probe", "t.h5", "W:WK1:BK18"), ("check", "l.h5"), ("check", "t.h5"),
                      ("export", "c.h5", "--format", "text", "-o", "c.txt"), ("export", "c.h5", "--format", "html", "-o", "c.html"),
                      ("certificate", "shrink", "c.h5", "-o", "d.h5"), ("import", "connect4:4x4", "b.csv.gz", "-o", "i.h5"), ("book", "info", "b.h5"),
                      ("book", "merge", "b.h5", "i.h5", "-o", "u.h5"), ("book", "diff", "b.h5", "i.h5"), ("book", "verify", "b.h5", *memory),
                      ("book", "connect4:4x4", *memory, "--plies", 3, "--strategy", "both", "--score", "-o", "s.h5"),
                      ("perft", "draughts:8x8", "--depth", 4, "--distinct"), ("count", "connect4:5x4", "--symmetry"), ("count", "draughts:6x6", "--plies", 4),
                      ("complexity", "connect4:4x4"), ("complexity", "mnk:15,15,5", "--node-limit", 10000), ("complexity", "draughts:8x8", "--node-limit", 10000),
                      ("run", "j.yaml"), ("run", "v.yaml"), ("run", "t.yaml"), ("run", "m.yaml"), ("run", "j.yaml", "--check"), ("status", "j.yaml"), ("status", "out/j"),
                      ("submit", "j.yaml", "--dry-run"), ("report", "out/j/j.statistics.h5", "-o", "r.html"), ("bench", "--signature"),
                      ("play", "mnk:5,5,4", "--first", "solver:time=0.1", "--second", "minimax:depth=2"),
                      ("play", "draughts:8x8", "--first", "dama:depth=1,time=0.01", "--second", "random"), ("engine", "gomocup"), ("engine", "hub"), ("help", "jobs"), ("help", "solve"), ("--version",)):
            self.limited(harness.ZERMELO, *words, kilobytes=kilobytes)

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
        self.everything(kilobytes, memory)
