"""What a run says about where its ranks and threads are."""
import os
import socket

from harness import Case, has_mpirun

TABLE = ("--table-memory", "4M")


class Placement(Case):
    def warnings(self, done):
        return [line for line in done.err.splitlines() if line.startswith("warning: ")]

    def test_too_many_threads(self):
        cores = len(os.sched_getaffinity(0))
        done = self.ok("solve", "mnk:3,3,3", *TABLE, "--threads", cores + 1)
        self.assertEqual(len(self.warnings(done)), 1)
        self.assertIn(f"{cores + 1} search threads for {cores} core", done.err)
        self.assertIn(socket.gethostname()[:60], done.err)
        self.assertEqual(self.ok("solve", "mnk:3,3,3", *TABLE, "--threads", cores).err, "")
        self.assertEqual(self.ok("solve", "mnk:3,3,3", *TABLE, "--threads", cores + 1, "--quiet").err, "")

    @has_mpirun
    def test_map(self):
        cores = len(os.sched_getaffinity(0))
        done = self.ok("solve", "mnk:3,3,3", *TABLE, "--threads", cores, ranks=2)
        maps = [line for line in done.err.splitlines() if line.startswith("ranks 0-1: ")]
        self.assertEqual(len(maps), 1, done.err)
        self.assertIn(f"{cores} thread", maps[0])
        self.assertEqual(len(self.warnings(done)), 1)
        self.assertIn(f"{2 * cores} search threads", done.err)
        quiet = self.ok("solve", "mnk:3,3,3", *TABLE, "--threads", cores, "--quiet", ranks=2)
        self.assertNotIn("ranks 0-1", quiet.err)
