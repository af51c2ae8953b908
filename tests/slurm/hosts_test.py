#!/usr/bin/env python3
"""Zermelo under mpirun on hosts without a batch system: slurm/namespaces --nodes 2 tests/slurm/hosts_test.py ZERMELO

The hosts are those of mpirun's default host file; the first is this one.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ZERMELO = None
SOLVE = ("solve", "connect4:7x7", "--threads", "1", "--table-memory", "64M")


class Hosts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="zermelo-")
        self.addCleanup(shutil.rmtree, self.folder)
        with open(os.environ["HOSTFILE"], encoding="utf-8") as file:
            self.hosts = [line.split()[0] for line in file]

    def start(self, ranks, *words, **more):
        variables = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", **more)
        return subprocess.Popen(["mpirun", "-n", str(ranks), ZERMELO, *words], cwd=self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=variables)

    def end(self, process):
        out, err = process.communicate(timeout=200)
        return process.returncode, out, err

    def wait_for_checkpoint(self, process):
        end = time.monotonic() + 60
        while not os.path.exists(os.path.join(self.folder, "c.h5")):
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)

    def test_all_hosts(self):
        """They recognise each other as hosts of their own, each with one rank, and tell each other what they find."""
        for board in "connect4:6x5", "mnk:8,4,4":
            code, out, err = self.end(self.start(len(self.hosts), "solve", board, "--threads", "1", "--json"))
            self.assertEqual(code, 0, err)
            found = json.loads(out)
            self.assertEqual((found["value"], found["ranks"]), ("draw", len(self.hosts)))
            self.assertGreater(found["statistics"]["shared"], 0)
            self.assertEqual(re.findall(r"host (\S+),", err), self.hosts, err)
            self.assertNotIn("search as one", err)

    def test_two_ranks_a_host(self):
        """Those of one host search as one, as many searches as there are hosts."""
        code, out, err = self.end(self.start(2 * len(self.hosts), "solve", "connect4:6x5", "--threads", "1",
                                             OMPI_MCA_rmaps_base_oversubscribe="1"))
        self.assertEqual((code, out.split("\t")[1]), (0, "draw"), err)
        self.assertEqual(re.findall(r"host (\S+): its 2 ranks search as one", err), self.hosts, err)

    def test_no_shared_memory(self):
        code, _, err = self.end(self.start(2, "solve", "connect4:4x4", OMPI_MCA_btl="self,vader"))
        self.assertNotEqual(code, 0)
        self.assertIn("unable to reach each other", err)

    def test_signal(self):
        """mpirun passes SIGUSR1 on to all ranks: they save and end with 75. The same command goes on, on one rank too."""
        process = self.start(2, *SOLVE, "--checkpoint", "c.h5")
        time.sleep(2)
        process.send_signal(signal.SIGUSR1)
        code, out, err = self.end(process)
        self.assertEqual((code, out.split("\t")[1]), (75, "unknown"), err)
        for ranks in (2, 1):
            code, out, err = self.end(self.start(ranks, *SOLVE, "--checkpoint", "c.h5"))
            self.assertEqual((code, out.split("\t")[1:3]), (0, ["draw", "-"]), err)
            self.assertIn("c.h5", err)

    def test_lost_host(self):
        """All processes of the second host die: the run ends, and what was saved before is gone on from."""
        process = self.start(2, *SOLVE, "--checkpoint", "c.h5", "--checkpoint-interval", "1s")
        self.wait_for_checkpoint(process)
        self.kill_host(self.hosts[1])
        code, _, err = self.end(process)
        self.assertNotIn(code, (0, 1, 64, 65, 66, 73, 75), err)
        code, out, err = self.end(self.start(2, *SOLVE, "--checkpoint", "c.h5"))
        self.assertEqual((code, out.split("\t")[1:3]), (0, ["draw", "-"]), err)
        self.assertIn("going on from c.h5", err)

    def kill_host(self, host):
        pids = subprocess.run(["ip", "netns", "pids", host], text=True, stdout=subprocess.PIPE, check=True).stdout
        self.assertTrue(pids)
        for pid in pids.split():
            os.kill(int(pid), signal.SIGKILL)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    ZERMELO = os.path.abspath(sys.argv[1])
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
