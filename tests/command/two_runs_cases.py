"""Two runs that make one file: the second one is told of the first; after a SIGKILL the next one goes on and nothing
of the last is left."""
import os
import shutil
import socket
import time

import harness
from harness import ENDLESS, SMALL, Case, has_mpirun

VERIFY = "name: v\ntask: verify\nonly: connect4:8x8\neffort: long\ntable_memory: 4M\nthreads: 1\n"


class TwoRuns(Case):
    # What makes a file for long, the file, and what ends at once but for the lock.
    KINDS = (
        (("solve", ENDLESS, *SMALL, "-o", "f"), ("solve", "mnk:3,3,3", *SMALL, "-o", "f")),
        (("solve", ENDLESS, *SMALL, "--statistics", "f"), ("solve", "mnk:3,3,3", *SMALL, "--statistics", "f")),
        (("solve", ENDLESS, *SMALL, "--checkpoint", "f"), ("solve", ENDLESS, *SMALL, "--checkpoint", "f", "--node-limit", 1000)),
        (("solve", "draughts:8x8", *SMALL, "--certificate", "f"), ("solve", "draughts:4x4", *SMALL, "--certificate", "f")),
        (("book", ENDLESS, "--plies", "1", *SMALL, "-o", "f"), ("book", "mnk:3,3,3", "--plies", 1, *SMALL, "-o", "f")),
        (("layers", "connect4:7x6", "--threads", "1", "-o", "f"), ("layers", "mnk:3,3,3", "-o", "f")),
        (("tablebase", "draughts:8x8", "--pieces", "5", "--threads", "1", "-o", "f"),
         ("tablebase", "draughts:8x8", "--pieces", 2, "-o", "f")),
    )

    def begin(self, *words, lock, ranks=0):
        """A run that has the lock."""
        process = self.start(*words, ranks=ranks)
        self.addCleanup(self.kill, process)
        end = time.monotonic() + harness.TIMEOUT
        while not os.path.exists(self.path(lock)) or os.path.getsize(self.path(lock)) == 0:
            self.assertLess(time.monotonic(), end)
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        return process

    def kill(self, process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def left(self):
        return [name for name in self.files() if name.endswith((".part", ".lock"))]

    def test_every_kind(self):
        for long, short in self.KINDS:
            with self.subTest(words=long):
                process = self.begin(*long, lock="f.lock")
                done = self.fails(73, *short, says="is already running here (host ")
                self.assertIn(f"host {socket.gethostname()}, process {process.pid}, since 20", done.said[0])
                self.assertIn(f"job '{' '.join(long)}", done.said[0])
                self.assertEqual(done.out, "")
                self.kill(process)
                done = self.call(*short)
                self.assertIn(done.code, (0, 75), done.err)
                self.assertTrue(os.path.exists(self.path("f")))
                self.assertEqual(self.left(), [])
                for name in os.listdir(self.folder):
                    path = self.path(name)
                    shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def test_end_in_order(self):
        """A signal, and an end by itself: nothing but what was promised is left."""
        process = self.begin("solve", ENDLESS, *SMALL, "--checkpoint", "c", "--statistics", "s", lock="c.lock")
        self.assertEqual(self.stop(process).code, 75)
        self.assertEqual(self.files(), ["c", "s"])

    def test_job(self):
        """A job, its name, and submit; parts of one job have names of their own and run at the same time."""
        job = self.write("job.yaml", VERIFY)
        process = self.begin("run", job, lock="out/v/v.tsv.lock")
        self.fails(73, "run", job, says="job v is already running here (host ")
        self.fails(73, "submit", job, says="job v is already running here (host ")
        self.assertIn("#!/bin/bash", self.ok("submit", job, "--dry-run").out)
        part = self.begin("run", job, "--part", "1/2", lock="out/v/v-1-of-2.tsv.lock")
        self.ok("run", job, "--part", "2/2")
        self.fails(73, "run", job, "--part", "1/2", says="v-1-of-2")
        array = self.write("array.yaml", VERIFY + "slurm:\n  array: 2\n")
        self.kill(process)
        self.fails(73, "submit", array, says="v-1-of-2.tsv")
        self.kill(part)
        self.fails(66, "submit", array, PATH="/nowhere", says="sbatch")

    def test_quick_outputs(self):
        """Commands that make a file in no time, too."""
        self.ok("solve", "mnk:3,3,3", *SMALL, "--statistics", "s.h5")
        self.ok("book", "connect4:4x4", "--plies", 1, *SMALL, "-o", "b.h5")
        self.begin("solve", ENDLESS, *SMALL, "-o", "f", lock="f.lock")
        for words in (("report", "s.h5", "-o", "f"), ("report", "s.h5", "--merge", "f"), ("moves", "mnk:3,3,3", "-o", "f"),
                      ("export", "b.h5", "--format", "pons", "-o", "f"), ("probe", "b.h5", "1", "-o", "f"),
                      ("count", "mnk:3,3,3", "-o", "f"), ("perft", "mnk:3,3,3", "--depth", 2, "-o", "f")):
            self.fails(73, *words, says="is already running here (host ")
        self.assertNotIn("f", self.files())

    def test_planted_links(self):
        self.write("victim", "mine")
        for name in ("f.part", "f.lock"):
            os.symlink("victim", self.path(name))
        self.fails(73, "solve", "mnk:3,3,3", *SMALL, "-o", "f", says="f.lock: ")
        os.remove(self.path("f.lock"))
        self.ok("solve", "mnk:3,3,3", *SMALL, "-o", "f")
        with open(self.path("victim"), encoding="ascii") as file:
            self.assertEqual(file.read(), "mine")
        self.assertEqual(self.files(), ["f", "f.part", "victim"])

    @has_mpirun
    def test_ranks(self):
        words = ("layers", "connect4:7x6", "--threads", "1", "-o", "f")
        process = self.begin(*words, lock="f.lock", ranks=2)
        self.fails(73, "layers", "connect4:4x4", "-o", "f", ranks=2, says="is already running here")
        self.kill(process)
        end = time.monotonic() + harness.TIMEOUT
        while self.call("layers", "mnk:3,3,3", "-o", "f").code == 73:  # until its ranks are gone, too
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.ok("layers", "mnk:3,3,3", "-o", "f", ranks=2)
        self.assertEqual(self.left(), [])
