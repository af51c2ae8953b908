"""How often a file is read: once, for its seal and for what it holds."""
import os
import shutil
import unittest

import h5py
import numpy as np

import forged
import harness
from harness import SMALL, Case, release_only
from serve_cases import Server

FILES = (("book", ("book", "mnk:3,3,3", "--plies", 2), None),  # and the book of data/
         ("layers", ("layers", "connect4:2x2"), ("layers", "connect4:4x4")),
         ("tables", ("tablebase", "draughts:4x4", "--pieces", 2), ("tablebase", "draughts:6x6", "--pieces", 4, "--distances")),
         ("certificate", ("solve", "mnk:3,3,3", "--certificate"), None))  # and one of many claims
POSITIONS = {"tables": "W:WK1:BK8"}
ONCE = 1.05  # a reader of HDF5 may read little of the file twice


def bytes_read():
    """By system calls: of this process, and of those that it has waited for."""
    with open("/proc/self/io", encoding="ascii") as file:
        return int(file.readline().split()[1])


@unittest.skipUnless(os.path.exists("/proc/self/io"), "a system that does not count what a process reads")
class Reading(Case):
    def make(self, name, words):
        self.ok(*words, *(() if words[-1] == "--certificate" else ("-o",)), name, *(SMALL if words[0] in ("book", "solve") else SMALL[:2]))

    def setUp(self):
        super().setUp()
        for name, small, large in FILES:
            self.make(f"{name}-small.h5", small)
            if large is not None:
                self.make(f"{name}.h5", large)
        shutil.copy(os.path.join(harness.DATA, "books", "connect4_7x6.h5"), self.path("book.h5"))
        with h5py.File(self.path("certificate-small.h5")) as file:
            width = len(file["claim/key"][0])
        random = np.random.default_rng(1)  # what is claimed need not be true
        forged.forge(self.path("certificate-small.h5"), self.path("certificate.h5"),
                     {"claim/key": random.integers(0, 256, (50000, width)), "claim/value": [0] * 50000})

    def times_read(self, name, use):
        """How often the large file is read, by what is read more of it than of the small one: a program and its libraries are
        read for both."""
        read, size = [], []
        for file in (f"{name}-small.h5", f"{name}.h5"):
            before = bytes_read()
            use(file)
            read.append(bytes_read() - before)
            size.append(os.path.getsize(self.path(file)))
        self.assertGreater(size[1] - size[0], 64 * 1024, name)
        return (read[1] - read[0]) / (size[1] - size[0])

    @release_only
    def test_probe(self):
        for name, *_ in FILES:
            times = self.times_read(name, lambda file, text=POSITIONS.get(name, ""): self.assertIn(self.call("probe", file, text).code, (0, 1)))
            self.assertLessEqual(times, ONCE, name)

    @release_only
    def test_serve(self):
        """What is asked after the start, the counters of the run among it, is answered from memory."""
        def serve(file, position):
            with Server(self, file) as server:
                self.assertEqual(server.get("/api/position", position=position)["position"], position)
                server.get("/api/statistics", file=0)
        for name, *_ in FILES:
            times = self.times_read(name, lambda file, text=POSITIONS.get(name, ""): serve(file, text))
            self.assertLessEqual(times, ONCE, name)
