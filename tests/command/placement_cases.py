"""What a run says about where its ranks and threads are."""
import json
import os
import re
import socket
import unittest
from unittest import mock

from harness import LAUNCHER, Case, has_mpirun

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
        self.assertIn(f"{cores} thread", self.ok("solve", "mnk:3,3,3", *TABLE, "--threads", cores, "--verbose").err.splitlines()[0])
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


CORES = sorted(os.sched_getaffinity(0))
PLACES = re.compile(r"ranks? (\d+)(?:-(\d+))?: host \S+, (\d+) threads?(?: each)?, cores (\S+)$")
several_cores = unittest.skipUnless(len(CORES) > 1, "one core")


def cores_of(text):
    """The cores of "0-3,8"."""
    ends = (part.split("-") for part in text.split(","))
    return [core for end in ends for core in range(int(end[0]), int(end[-1]) + 1)]


@several_cores
class Cores(Case):
    """Threads and cores of each rank, as the first lines on standard error and JSON have them."""

    def places(self, ranks=0, bind=None, **variables):
        """A pair for each rank: its threads, its cores."""
        launcher = [bind if word == "none" and bind else word for word in LAUNCHER]
        with mock.patch("harness.LAUNCHER", launcher):
            done = self.ok("solve", "connect4:5x4", *TABLE, "--json", ranks=ranks, **variables)
        shown, places = json.loads(done.out), []
        for line in done.err.splitlines():
            found = PLACES.match(line)
            if found is None:
                break
            first, last, threads, cores = found.groups()
            self.assertEqual(int(first), len(places))
            places += [(int(threads), cores_of(cores))] * (int(last or first) - int(first) + 1)
        self.assertEqual((shown["threads"], shown["ranks"]), (places[0][0], len(places)), done.err)
        return places

    def test_alone(self):
        self.assertEqual(self.places(), [(len(CORES), CORES)])

    def test_openmp_binds(self):
        """What OpenMP does to the first thread is not what the process may use; with the start that asks it to wait
        passively, and without."""
        everywhere = [(len(CORES), CORES)]
        listed = ",".join(map(str, CORES))
        for wait in "passive", None:
            for variables in ({"OMP_PROC_BIND": "true"}, {"OMP_PLACES": "cores"}, {"GOMP_CPU_AFFINITY": listed},
                              {"OMP_PROC_BIND": "spread"}, {"OMP_DYNAMIC": "true"}):
                self.assertEqual(self.places(OMP_WAIT_POLICY=wait, **variables), everywhere, variables)
            for name in "OMP_NUM_THREADS", "SLURM_CPUS_PER_TASK":
                self.assertEqual(self.places(OMP_WAIT_POLICY=wait, OMP_PROC_BIND="true", **{name: str(len(CORES))}), everywhere)

    def test_openmp_allows_less(self):
        last = CORES[-1]
        self.assertEqual(self.places(GOMP_CPU_AFFINITY=str(last)), [(1, [last])])
        self.assertEqual(self.places(OMP_PLACES=f"{{{last}}}"), [(1, [last])])
        self.assertEqual(self.places(OMP_THREAD_LIMIT="1"), [(1, CORES)])

    def test_mask_of_the_process(self):
        os.sched_setaffinity(0, CORES[1:])
        try:
            self.assertEqual(self.places(), [(len(CORES) - 1, CORES[1:])])
            self.assertEqual(self.places(OMP_PROC_BIND="true"), [(len(CORES) - 1, CORES[1:])])
        finally:
            os.sched_setaffinity(0, CORES)

    @has_mpirun
    def test_ranks_divide_a_host(self):
        for ranks in 1, 2, 3:
            share = max(1, len(CORES) // ranks)
            self.assertEqual(self.places(ranks=ranks), [(share, CORES)] * ranks)
        for variables in {"OMP_NUM_THREADS": "2"}, {"SLURM_CPUS_PER_TASK": "2"}:
            self.assertEqual(self.places(ranks=2, **variables), [(2, CORES)] * 2)

    @has_mpirun
    @unittest.skipUnless("--bind-to" in LAUNCHER, "Open MPI's option")
    def test_launcher_binds(self):
        for bind in "core", "hwthread", "socket":
            for variables in {}, {"OMP_PROC_BIND": "true"}:
                places = self.places(ranks=2, bind=bind, **variables)
                for threads, cores in places:
                    sharing = sum(other == cores for _, other in places)
                    self.assertEqual(threads, max(1, len(cores) // sharing), (bind, places))
                if bind == "core":
                    self.assertEqual(set(places[0][1]) & set(places[1][1]), set())
