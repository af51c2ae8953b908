#!/usr/bin/env python3
"""The sequence that slurm/README.md shows, and jobs that say nothing of a node: readme_test.py ZERMELO SOURCE

Starts and stops clusters of its own (slurm/testbed). Ends with 69 where Slurm or munge are not installed.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ZERMELO = SOURCE = None


def read(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


class Sequence(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="zermelo-", dir="/tmp")
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("jobs", "data", "slurm"):
            os.symlink(os.path.join(SOURCE, name), os.path.join(self.folder, name))
        self.cluster = os.path.join(self.folder, "cluster")
        self.addCleanup(self.stop)

    def stop(self):
        if os.path.exists(f"{self.cluster}/pids"):
            self.bash(f"slurm/testbed stop {self.cluster}")

    def bash(self, text):
        done = subprocess.run(["bash", "-ec", text], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120, check=False)
        if done.returncode == 69:
            self.skipTest(done.stdout)
        self.assertEqual(done.returncode, 0, f"{text}\n{done.stdout}")
        return done.stdout

    def on_cluster(self, text):
        return self.bash(f'eval "$(slurm/testbed env {self.cluster})"; {text}')

    def until(self, holds, what):
        end = time.monotonic() + 120
        while not holds():
            self.assertLess(time.monotonic(), end, f"{what}: {self.on_cluster('squeue')}{self.logs()}")
            time.sleep(0.1)

    def logs(self):
        return "".join(read(path) for path in glob.glob(f"{self.folder}/out/*/*.log"))

    def job(self, number):
        return dict(re.findall(r"(\w+)=(\S*)", self.on_cluster(f"scontrol show job {number}")))

    def submit(self, name, text):
        """Submit a job file and wait for its end: what scontrol knows of it, and its log."""
        with open(os.path.join(self.folder, f"{name}.yaml"), "w", encoding="utf-8") as file:
            file.write(f"name: {name}\n{text}")
        number = self.on_cluster(f"{ZERMELO} submit {name}.yaml").split("\t")[1]
        self.until(lambda: self.job(number)["JobState"] not in ("PENDING", "RUNNING", "COMPLETING"), name)
        return self.job(number), read(f"{self.folder}/out/{name}/{name}-{number}.log")

    def test_readme(self):
        """Line by line as it stands there: the job starts on the cluster that was just made, and computes."""
        text = read(os.path.join(SOURCE, "slurm", "README.md")).split("## The testbed")[1]
        lines = [line[4:] for line in text.splitlines() if line.startswith("    ")]
        self.assertIn("slurm/testbed stop /tmp/cluster", lines[-1])
        begin = next(i for i, line in enumerate(lines) if line.startswith("slurm/testbed start"))
        shown = "\n".join(lines[begin:-1]).replace("/tmp/cluster", self.cluster)
        self.assertIn("submit jobs/quickstart.yaml", shown)
        said = self.bash(shown.replace("build/release/bin/zermelo", ZERMELO))
        self.assertIn("\tdraw\t", said)
        self.until(lambda: "\tok\t" in self.logs(), "the first board of the quickstart")
        self.assertIn("begins on n", self.logs())
        self.bash(lines[-1].replace("/tmp/cluster", self.cluster))
        self.assertFalse(os.path.exists(f"{self.cluster}/pids"))

    def test_all_of_a_node(self):
        """What a job file does not say is one node, one rank, all the cores and the memory of a node."""
        self.bash(f"slurm/testbed start {self.cluster} --nodes 2 --cpus 4 --memory 1000")
        job, log = self.submit("all", "task: solve\ngame: connect4:4x4\ntable_memory: 16M\n")
        self.assertEqual((job["JobState"], job["NumNodes"], job["NumCPUs"], job["TimeLimit"]),
                         ("COMPLETED", "1", "4", "02:00:00"), log)
        self.assertIn("mem=1000M", job["TRES"])
        self.assertRegex(log, "rank 0: .* 4 threads")
        job, log = self.submit("two", "task: solve\ngame: connect4:4x4\ntable_memory: 16M\nslurm:\n  nodes: 2\n"
                               "  ranks_per_node: 2\n  time: 1-12:30\n")
        self.assertEqual((job["JobState"], job["NumNodes"], job["NumCPUs"], job["TimeLimit"]),
                         ("COMPLETED", "2", "8", "1-12:30:00"), log)
        self.assertRegex(log, r"ranks? 0(-|, ).* 2 threads")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    ZERMELO, SOURCE = map(os.path.abspath, sys.argv[1:3])
    program = unittest.main(argv=[sys.argv[0], *sys.argv[3:]], exit=False, verbosity=2)
    skipped = program.result.skipped and len(program.result.skipped) == program.result.testsRun
    sys.exit(69 if skipped else not program.result.wasSuccessful())
