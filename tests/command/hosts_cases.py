"""The ranks of one host search as one, whatever the launcher started."""
import os
import signal
import subprocess
import time
import unittest
from unittest import mock

import h5py

import harness
from harness import ENDLESS, LAUNCHER, LAUNCHER_PROGRAM, SMALL, Case, catches, environment, has_mpirun, release_only
from placement_cases import several_cores

TOGETHER = {"ZERMELO_RANKS": None}
KEPT = ("--checkpoint", "c.h5", "--checkpoint-interval", "0.1s")
BOARDS = (("connect4:5x5", "draw"), ("connect4:6x5", "draw"), ("mnk:4,4,4", "draw"), ("mnk:5,4,4", "draw"), ("draughts:4x4", "draw"))
open_mpi = unittest.skipUnless(LAUNCHER_PROGRAM == "orterun", "what only Open MPI has")


@has_mpirun
class Joined(Case):
    def children(self, process):
        """The ranks, in the order of their start, once all of them are ready for signals."""
        end = time.monotonic() + harness.TIMEOUT
        while time.monotonic() < end:
            found = subprocess.run(["pgrep", "-P", str(process.pid), "-x", "zermelo"], text=True, stdout=subprocess.PIPE, check=False)
            ranks = sorted(map(int, found.stdout.split()))
            if len(ranks) == 2 and all(catches(rank, signal.SIGUSR1) for rank in ranks):
                return ranks
            time.sleep(0.02)
        self.fail("no ranks")

    def test_values(self):
        for board, value in BOARDS:
            alone, = self.ok("solve", board, *SMALL).lines
            for ranks in 2, 3:
                done = self.ok("solve", board, *SMALL, "--json", ranks=ranks, **TOGETHER)
                found, = done.objects
                self.assertEqual((found["value"], alone[1]), (value, value), board)
                self.assertEqual((found["ranks"], found["threads"], found["statistics"]["messages"]), (ranks, 1, 0))
                self.assertIn(f"its {ranks} ranks search as one", done.err)

    def test_apart(self):
        done = self.ok("solve", "connect4:6x5", *SMALL, "--json", ranks=2)
        self.assertGreater(done.objects[0]["statistics"]["messages"], 0)
        self.assertNotIn("search as one", done.err)

    @release_only
    def test_groups(self):
        """Nine hosts are two groups (solver/search/replication.h)."""
        found, = self.ok("solve", "connect4:6x5", *SMALL, "--json", ranks=9).objects
        self.assertEqual((found["value"], found["ranks"]), ("draw", 9))
        self.assertGreater(found["statistics"]["messages"], 0)

    @release_only
    def test_one_table(self):
        """A table of 64 KB for each of eight ranks is one of 512 KB, and their threads are no more than there are cores."""
        nodes = {}
        for memory, ranks in ("64K", 0), ("512K", 0), ("64K", 8):
            more = TOGETHER if ranks else {"OMP_NUM_THREADS": "1"}
            done = self.ok("solve", "connect4:6x6", "--table-memory", memory, "--json", ranks=ranks, **more)
            nodes[memory, ranks] = done.objects[0]["nodes"]
        self.assertLess(nodes["64K", 8], 1.2 * nodes["512K", 0], nodes)
        self.assertLess(nodes["64K", 8], 0.9 * nodes["64K", 0], nodes)

    def test_statistics(self):
        self.ok("solve", "connect4:6x5", *SMALL, "--statistics", "s.h5", ranks=2, **TOGETHER)
        with h5py.File(self.path("s.h5")) as file:
            busy, counters = file["/ranks/busy_seconds"][:], file["/ranks/counters"][:]
        self.assertEqual(busy[0], busy[1])
        self.assertGreater(counters[0].sum(), 0)
        self.assertEqual(counters[1].sum(), 0)

    def test_files(self):
        """What is made is the same file, to the byte, as one rank makes."""
        for name, ranks in ("a", 0), ("b", 2):
            more = TOGETHER if ranks else {}
            self.ok("book", "connect4:5x4", "--plies", 4, "--score", "-o", f"{name}.h5", *SMALL, ranks=ranks, **more)
            self.ok("tablebase", "draughts:6x6", "--pieces", 2, "-o", f"{name}.tables.h5", "--threads", 1, ranks=ranks, **more)
        for end in ".h5", ".tables.h5":
            with open(self.path("a" + end), "rb") as one, open(self.path("b" + end), "rb") as other:
                self.assertEqual(one.read(), other.read(), end)

    def test_certificate(self):
        self.ok("solve", "connect4:5x4", *SMALL, "--certificate", "p.h5", ranks=2, **TOGETHER)
        self.assertIn("accepted", self.ok("check", "p.h5").out)

    def test_certificate_of_a_score(self):
        """Threads find rows side by side, in whatever order."""
        for words in ("connect4:5x4", "--score"), ("mnk:4,4,4",):
            self.ok("solve", *words, "--threads", 2, "--table-memory", "4M", "--certificate", "p.h5")
            self.assertIn("accepted", self.ok("check", "p.h5").out)
            os.remove(self.path("p.h5"))

    def test_divided(self):
        """What is not a search is divided among the ranks: they are not joined, and all of them work."""
        self.write("t.yaml", "name: t\ntask: tournament\nboards: ['connect4:5x4']\nplayers: ['alpha-beta:depth=6', 'minimax:depth=4', random]\n"
                             "games: 20\nthreads: 1\ntable_memory: 4M\n")
        done = self.ok("run", "t.yaml", ranks=2, **TOGETHER)
        self.assertNotIn("search as one", done.err)
        with h5py.File(self.path("out/t/t.statistics.h5")) as file:
            self.assertTrue(all(file["/ranks/counters"][:].sum(axis=1) > 0), file["/ranks/counters"][:])
        for words in (("perft", "connect4:5x4", "--depth", 4), ("count", "connect4:4x4"), ("layers", "connect4:4x4", "-o", "l.h5"),
                      ("tablebase", "draughts:4x4", "--pieces", 2, "-o", "b.h5")):
            self.assertNotIn("search as one", self.ok(*words, "--threads", 1, ranks=2, **TOGETHER).err)

    def test_batch_and_table(self):
        self.write("positions", "\n4\n44\n444\n4444\n1\n12\n123\n")
        alone = self.ok("solve", "connect4:5x5", "--positions", "positions", "--score", *SMALL)
        joined = self.ok("solve", "connect4:5x5", "--positions", "positions", "--score", *SMALL, ranks=2, **TOGETHER)
        self.assertEqual([line[:3] for line in joined.lines], [line[:3] for line in alone.lines])
        lines = self.ok("verify", "--only", "connect4:[4-5]x[4-5]", *SMALL, ranks=3, **TOGETHER).lines
        self.assertTrue(all(line[3] == "ok" for line in lines), lines)

    def test_checkpoint(self):
        """A signal to any rank ends the run with 75; on any number of ranks, and by itself, the run goes on."""
        for rank in 0, 1:
            process = self.start("solve", ENDLESS, *SMALL, *KEPT, ranks=2, **TOGETHER)
            ranks = self.children(process)
            while not os.path.exists(self.path("c.h5")):
                time.sleep(0.02)
            os.kill(ranks[rank], signal.SIGUSR1)
            out, err = process.communicate(timeout=harness.TIMEOUT)
            self.assertEqual((process.returncode, out.split("\t")[1]), (75, "unknown"), err)
        for ranks in 3, 0:
            done = self.call("solve", ENDLESS, *SMALL, *KEPT, "--time-limit", "0.5s", ranks=ranks, **TOGETHER)
            self.assertEqual(done.code, 75, done.err)
            self.assertIn("going on from c.h5", done.err)

    def test_lost_rank(self):
        """SIGKILL to one of the ranks, which search as one or do not: the launcher ends the run, and the same command goes on."""
        for rank, together in (0, TOGETHER), (1, TOGETHER), (1, {}):
            process = self.start("solve", ENDLESS, *SMALL, *KEPT, ranks=2, **together)
            ranks = self.children(process)
            while not os.path.exists(self.path("c.h5")):
                time.sleep(0.02)
            os.kill(ranks[rank], signal.SIGKILL)
            out, err = process.communicate(timeout=harness.TIMEOUT)
            self.assertNotIn(process.returncode, (0, 1, 64, 65, 75), err)
            self.assertNotIn("\t", out)  # no result
            done = self.fails(75, "solve", ENDLESS, *SMALL, *KEPT, "--time-limit", "0.5s", ranks=2, **together)
            self.assertIn("going on from c.h5", done.err)

    def test_tables_of_different_sizes(self):
        words = [harness.ZERMELO, "solve", "connect4:5x4", "--threads", "1", "--table-memory"]
        done = subprocess.run([*LAUNCHER, "-n", "1", *words, "4M", ":", "-n", "1", *words, "8M"], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**TOGETHER), check=False,
                              timeout=harness.TIMEOUT)
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertEqual([line for line in done.stderr.splitlines() if line.startswith("zermelo: ")],
                         ["zermelo: ranks of one host were given tables of different sizes: 4194304 and 8388608 bytes"])

    @open_mpi
    def test_mpi_without_shared_memory(self):
        """The table is memory of the first rank, so MPI needs to share none."""
        for together, says in (TOGETHER, 1), ({}, 0):
            done = self.ok("solve", "connect4:6x5", *SMALL, ranks=2, OMPI_MCA_btl="self,tcp", **together)
            self.assertEqual(done.lines[0][1], "draw")
            self.assertEqual(done.err.count("its 2 ranks search as one"), says)

    @open_mpi
    def test_shared_memory_too_small(self):
        """MPI says so in its own words, and the run goes on."""
        if subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/dev/shm"], stderr=subprocess.DEVNULL, check=False).returncode:
            self.skipTest("may not mount")
        small = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=64k none /dev/shm; exec "$@"', "sh", *LAUNCHER]
        for together in TOGETHER, {}:
            with mock.patch("harness.LAUNCHER", small):
                done = self.ok("solve", "connect4:6x5", *SMALL, ranks=2, **together)
            self.assertEqual(done.lines[0][1], "draw")

    @several_cores
    @unittest.skipUnless("--bind-to" in LAUNCHER, "Open MPI's option")
    def test_cores(self):
        """Bound to a core each, or with threads that OpenMP binds: the search still runs on all cores."""
        for variables in {}, {"OMP_PROC_BIND": "true"}:
            launcher = ["core" if word == "none" else word for word in LAUNCHER]
            process = subprocess.Popen([*launcher, "-n", "2", harness.ZERMELO, "solve", ENDLESS, *SMALL], cwd=self.folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**TOGETHER, **variables))
            leader = self.children(process)[0]
            end, used = time.monotonic() + harness.TIMEOUT, set()
            while len(used) < 2 and time.monotonic() < end:
                used = self.busy_cores(leader)
                time.sleep(0.05)
            process.send_signal(signal.SIGUSR1)
            process.communicate(timeout=harness.TIMEOUT)
            self.assertEqual(len(used), 2, variables)

    @staticmethod
    def busy_cores(process):
        """The cores that its busiest two threads may use, if both have worked for a while."""
        used, busy = set(), 0
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/stat", encoding="ascii") as file:
                ticks = int(file.read().rsplit(")", 1)[1].split()[11])
            if ticks > 20:
                busy += 1
                used |= os.sched_getaffinity(int(thread))
        return used if busy >= 2 else set()
