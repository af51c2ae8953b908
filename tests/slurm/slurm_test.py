#!/usr/bin/env python3
"""Zermelo on a real Slurm cluster: slurm/testbed run --nodes 2 --cpus 1 tests/slurm/slurm_test.py ZERMELO DATA [NAME...]

The cluster is the one that SLURM_CONF names. NAME is a class or test here; without one all but those of class Long.
"""
import csv
import glob
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

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "command"))
from harness import catches

ZERMELO = DATA = None
SRUN = ["srun", "--mpi=pmix", "--wait=10"]  # pmi2 for MPICH; --wait: if a rank dies, the other would wait for it without end
ENDED = {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY"}
SMALL = ("--threads", "1", "--table-memory", "64M")
SLURM = "slurm:\n  nodes: {nodes}\n  threads_per_rank: 1\n  memory_per_node: 256M\n  time: {time}\n"


def mpi_crashed(err):
    """Did a rank call a null pointer? MPI_Init() of Open MPI 4.1.4 under Slurm 22.05 does so now and then, on a machine that is
    short of cores: a message of the other rank arrives before anything can receive it."""
    return "Failing at address: (nil)" in err and len(re.findall(r"\[ *\d+\] /", err)) == 1


def call(*words, **more):
    def attempt():
        return subprocess.run([str(word) for word in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=300, check=False, **more)
    done = attempt()
    if mpi_crashed(done.stderr):
        print(f"again, for MPI crashed: {done.stderr}", file=sys.stderr)
        done = attempt()
    return done.returncode, done.stdout, done.stderr


def must(*words, **more):
    code, out, err = call(*words, **more)
    if code != 0:
        raise AssertionError(f"{words} ended with {code}: {out}{err}")
    return out


def rank_process(job, rank):
    """The process that is rank `rank` of a job; None if there is none."""
    wanted = {f"SLURM_JOB_ID={job}", f"SLURM_PROCID={rank}"}
    for path in glob.glob("/proc/[0-9]*"):
        try:
            with open(f"{path}/environ", "rb") as file:
                words = set(file.read().decode(errors="replace").split("\0"))
            if wanted <= words and os.readlink(f"{path}/exe") == ZERMELO:
                return int(path[6:])
        except OSError:
            pass  # gone, or not ours
    return None


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="zermelo-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(self.clear)

    def clear(self):
        """No job is left for the next test; said if this one failed."""
        must("scancel", "--user", str(os.getuid()))
        self.until(lambda: must("squeue", "-h") == "", 60, "jobs to go")

    def until(self, holds, seconds, what):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                logs = "".join(self.read(path) for path in glob.glob(f"{self.folder}/**/*.log", recursive=True))
                self.fail(f"waited {seconds} s for {what}\n{must('squeue')}\n{logs}")
            time.sleep(0.1)

    def read(self, path):
        if not os.path.exists(path):
            return ""
        with open(path, encoding="utf-8") as file:
            return file.read()

    def submit(self, text, **more):
        """Submit a job file; the numbers of its jobs."""
        with open(os.path.join(self.folder, "job.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        out = must(ZERMELO, "submit", "job.yaml", cwd=self.folder, **more)
        return [line.split("\t")[1] for line in out.splitlines()]

    def log(self, name, job):
        return self.read(f"{self.folder}/out/{name}/{name}-{job}.log")

    @staticmethod
    def job(number):
        """What scontrol knows of a job."""
        return dict(re.findall(r"(\w+)=(\S*)", must("scontrol", "show", "job", number)))

    def state(self, number):
        return self.job(number)["JobState"]

    def wait_for_end(self, number, seconds=120):
        self.until(lambda: self.state(number) in ENDED, seconds, f"job {number} to end")
        return self.job(number)

    def wait_for_start(self, name, number, start):
        """Start number `start` of a job: its ranks say where they are, and a moment passes in which they compute."""
        self.until(lambda: re.search(f"start {start}\n(.*\n)*ranks? 0", self.log(name, number)), 60,
                   f"start {start} of job {number}")
        time.sleep(1)


class Nodes(Case):
    """Ranks started by srun itself."""

    def test_two_nodes(self):
        for nodes, ranks in (1, 1), (2, 2), (2, 4):
            code, out, err = call(*SRUN, "--overcommit", f"-N{nodes}", f"-n{ranks}", ZERMELO, "solve", "connect4:6x5", "--json", *SMALL)
            self.assertEqual(code, 0, err)
            shown = json.loads(out)
            self.assertEqual((shown["value"], shown["ranks"]), ("draw", ranks))
            # Nodes of the testbed have one name, and are hosts of their own all the same.
            self.assertEqual(err.count(": its 2 ranks search as one"), nodes if ranks > nodes else 0, err)

    def test_threads(self):
        """Unbound ranks share the cores of the machine, whatever the testbed calls its nodes; what Slurm gives a task counts."""
        cores = len(os.sched_getaffinity(0))
        for words, threads in ((), max(1, cores // 2)), (("--cpus-per-task=1",), 1):
            code, out, err = call(*SRUN, "-N2", "-n2", *words, ZERMELO, "solve", "connect4:4x4", "--json", "--table-memory", "64M")
            self.assertEqual(code, 0, err)
            self.assertEqual((json.loads(out)["threads"], json.loads(out)["ranks"]), (threads, 2))
            said = "\n".join(line for line in err.splitlines() if not line.startswith("srun: "))
            self.assertRegex(said, rf"^ranks 0-1: host \S+, {threads} thread\D")

    def test_nodes_share_no_memory(self):
        """Else the testbed would prove nothing: without TCP the ranks of two nodes do not find each other."""
        if SRUN[1] != "--mpi=pmix":
            self.skipTest("Open MPI's own switch")
        memory_only = dict(os.environ, OMPI_MCA_btl="self,vader")
        code, _, err = call(*SRUN, "-N2", "-n2", ZERMELO, "solve", "connect4:4x4", *SMALL, env=memory_only)
        self.assertNotEqual(code, 0)
        self.assertIn("unable to reach each other", err)

    def test_wrong_launcher(self):
        for kind in ("none", *({"pmix", "pmi2"} - {SRUN[1][6:]})):
            code, out, err = call("srun", f"--mpi={kind}", "-N2", "-n2", ZERMELO, "solve", "connect4:4x4", *SMALL)
            said = [line for line in err.splitlines() if not line.startswith("srun: ")]
            self.assertEqual((code, out, len(said)), (64, "", 1), err)
            self.assertRegex(said[0], "^zermelo: 2 processes .*" + " ".join(SRUN[:2]))
        self.assertIn("draw", must("srun", "-N1", "-n1", ZERMELO, "solve", "connect4:4x4", *SMALL))

    def test_memory_of_the_job(self):
        """80% is of what the job may use, and more than that is refused."""
        words = ("salloc", "-Q", "-N2", "-n2", "--mem=100M", *SRUN, ZERMELO, "solve", "connect4:4x4", "--json",
                 "--threads", 1, "--table-memory")
        self.assertEqual(json.loads(must(*words, "80%"))["table_bytes"], 80 << 20)
        code, _, err = call(*words, "101M")
        self.assertEqual(code, 64)
        self.assertIn("more than this rank may use", err)


class Jobs(Case):
    """Batch jobs, by submit."""

    SOLVE = "name: s\ntask: solve\ngame: connect4:8x6\npositions: [\"44\"]\ntable_memory: 64M\n"  # long enough to be stopped twice

    def test_requeue(self):
        """Told twice that its time runs out, a job is requeued twice and goes on to the value."""
        number, = self.submit(self.SOLVE + SLURM.format(nodes=2, time="10m"))
        for start in (1, 2):
            self.wait_for_start("s", number, start)
            must("scancel", "--batch", "--signal=USR1", number)
        job = self.wait_for_end(number, 300)
        log = self.log("s", number)
        self.assertEqual((job["JobState"], job["Restarts"], job["NumNodes"]), ("COMPLETED", "2", "2"), log)
        self.assertEqual(log.count("SIGUSR1: the time runs out"), 2, log)
        self.assertEqual(log.count("zermelo ended with 75"), 2, log)
        self.assertEqual(log.count("zermelo ended with 0"), 1, log)
        self.assertEqual(re.findall(r"start (\d)", log), ["1", "2", "3"], log)
        self.assertEqual(log.count("going on from out/s/s.checkpoint.h5"), 2, log)
        self.assertEqual(self.read(f"{self.folder}/out/s/s.tsv").split("\t")[:3], ["44", "loss", "-"])
        self.assertTrue(os.path.exists(f"{self.folder}/out/s/s.html"))

    def test_signal_at_once(self):
        """The signal comes while MPI begins: the job is requeued all the same."""
        number, = self.submit(self.SOLVE + SLURM.format(nodes=2, time="10m"))
        for rank in 0, 1:
            self.until(lambda: catches(rank_process(number, rank), signal.SIGUSR1), 60, f"rank {rank} to watch")
        must("scancel", "--batch", "--signal=USR1", number)
        self.until(lambda: "requeued\n" in self.log("s", number), 90, "the job to be requeued")
        self.assertIn("zermelo ended with 75\n", self.log("s", number))

    def test_cancel(self):
        """A cancelled job stops cleanly and is not brought back."""
        number, = self.submit(self.SOLVE.replace("8x6", "8x8") + SLURM.format(nodes=2, time="10m"))
        self.wait_for_start("s", number, 1)
        must("scancel", number)
        self.until(lambda: "not requeued: it was cancelled" in self.log("s", number), 30, "the script to end")
        job = self.wait_for_end(number)
        self.assertEqual((job["JobState"], job["Restarts"]), ("CANCELLED", "0"))
        self.assertIn("zermelo ended with 75", self.log("s", number))

    def test_failure(self):
        """A job that fails is not requeued."""
        number, = self.submit(self.SOLVE + SLURM.format(nodes=2, time="10m") + "  extra: [--hold]\n")
        with open(os.path.join(self.folder, "job.yaml"), "a", encoding="utf-8") as file:
            file.write("nonsense: 1\n")
        must("scontrol", "release", number)
        job = self.wait_for_end(number)
        self.assertEqual((job["JobState"], job["ExitCode"], job["Restarts"]), ("FAILED", "65:0", "0"))
        log = self.log("s", number)
        self.assertIn("unknown key 'nonsense'", log)
        self.assertEqual(log.count("zermelo ended with 65"), 1, log)

    def test_array(self):
        """Twenty boards, a job each, on two nodes: one table and one page at the end."""
        with open(os.path.join(DATA, "known_values.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        header, rows = rows[0], [row for row in rows[1:] if "quick" in row][:20]
        with open(os.path.join(self.folder, "known_values.csv"), "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *rows])
        data = dict(os.environ, ZERMELO_DATA=self.folder)
        array, merge = self.submit("name: a\ntask: verify\neffort: quick\ntable_memory: 64M\n"
                                   + SLURM.format(nodes=1, time="10m") + "  array: 20\n", env=data)
        job = self.wait_for_end(merge, 180)
        log = self.log("a", f"merge-{merge}")
        self.assertEqual((job["JobState"], job["ExitCode"]), ("COMPLETED", "0:0"), log)
        results = f"{self.folder}/out/a/a"
        table = [line.split("\t") for line in self.read(f"{results}.tsv").splitlines()]
        self.assertEqual([line[3] for line in table], ["ok"] * 20, table)
        expected = must(ZERMELO, "verify", "--effort", "quick", *SMALL, env=data)
        self.assertEqual([line[:3] for line in table], [line.split("\t")[:3] for line in expected.splitlines()])
        nodes = {word for i in range(1, 21) for word in re.findall(r"begins on (\S+),", self.log("a", f"{array}_{i}"))}
        self.assertEqual(nodes, {"n1", "n2"})
        page = self.read(f"{results}.html")
        for line in table:
            self.assertIn(line[0], page)
        self.assertTrue(os.path.exists(f"{results}.statistics.h5"))

    LIST = ("name: l\ntask: solve\ngame: connect4:7x7\ntable_memory: 64M\npositions: [\"1212121\", \"112233\", \"4444\"]\n")

    def array_goes_on(self, number, merge):
        """Only the third part was requeued, and the merge has a line for each position."""
        job = self.wait_for_end(merge, 300)
        logs = [self.log("l", f"{number}_{part}") for part in (1, 2, 3)]
        self.assertEqual(job["JobState"], "COMPLETED", "".join(logs))
        self.assertEqual([log.count(" begins on ") for log in logs], [1, 1, 2], "".join(logs))
        self.assertIn(f"job {number}_3 begins", logs[2])
        self.assertEqual([line.split("\t")[:2] for line in self.read(f"{self.folder}/out/l/l.tsv").splitlines()],
                         [["1212121", "loss"], ["112233", "win"], ["4444", "draw"]])

    def test_array_requeue(self):
        """The time of the last task of an array runs out: that task is requeued, not the array."""
        number, merge = self.submit(self.LIST + SLURM.format(nodes=1, time="10m") + "  array: 3\n")
        self.wait_for_start("l", f"{number}_3", 1)
        self.until(lambda: all("ended with 0" in self.log("l", f"{number}_{part}") for part in (1, 2)), 120, "the others")
        must("scancel", "--batch", "--signal=USR1", f"{number}_3")
        self.array_goes_on(number, merge)

    def test_own_limit(self):
        """A job that its own limit ended is not requeued, nor is a part; the merge runs with what there is and says so."""
        array, merge = self.submit(self.LIST.replace("table", "node_limit: 100000\ntable") + SLURM.format(nodes=1, time="10m")
                                   + "  array: 3\n")
        job = self.wait_for_end(merge, 180)
        log = self.log("l", f"merge-{merge}")
        self.assertEqual((job["JobState"], job["ExitCode"]), ("FAILED", "75:0"), log)
        self.assertIn("of 3 parts these were not finished: 3", log)
        third = self.log("l", f"{array}_3")
        self.assertIn("not requeued", third)
        self.assertEqual(third.count(" begins on "), 1, third)
        self.assertEqual(len(self.read(f"{self.folder}/out/l/l.tsv").splitlines()), 3)

    def test_too_large(self):
        """What no node of the partition holds is refused: Slurm would let it wait without a word."""
        for keys in ("  nodes: 3\n", "  ranks_per_node: 2\n"):
            with open(os.path.join(self.folder, "job.yaml"), "w", encoding="utf-8") as file:
                file.write(self.SOLVE + "slurm:\n  threads_per_rank: 1\n  memory_per_node: 256M\n" + keys)
            code, out, err = call(ZERMELO, "submit", "job.yaml", cwd=self.folder)
            self.assertEqual((code, out), (65, ""), err)
            self.assertIn("would wait for ever", err)


class Long(Case):
    """By hand: minutes."""

    def test_time_limit(self):
        """The real thing: a job longer than its time limit, which Slurm signals by itself."""
        number, = self.submit("name: t\ntask: solve\ngame: connect4:8x6\ntable_memory: 128M\n"
                              + SLURM.format(nodes=2, time="1m"))
        job = self.wait_for_end(number, 2100)
        log = self.log("t", number)
        print(log)
        self.assertEqual(job["JobState"], "COMPLETED", log)
        self.assertGreaterEqual(int(job["Restarts"]), 2, log)
        self.assertEqual(log.count("going on from"), int(job["Restarts"]), log)
        self.assertEqual(self.read(f"{self.folder}/out/t/t.tsv").split("\t")[:2], ["-", "loss"])

    def test_array_time_limit(self):
        """The same for the last task of an array: Slurm signals it, and the others are left alone."""
        number, merge = self.submit(Jobs.LIST.replace("7x7", "8x8") + SLURM.format(nodes=1, time="1m") + "  array: 3\n")
        self.until(lambda: "start 2" in self.log("l", f"{number}_3"), 300, "the third part to go on")
        self.assertEqual([self.log("l", f"{number}_{part}").count(" begins on ") for part in (1, 2)], [1, 1])
        self.assertIn("SIGUSR1: the time runs out", self.log("l", f"{number}_3"))
        self.assertEqual(self.state(merge), "PENDING")

    def test_lost_node(self):
        """When a node fails Slurm puts the job back, and it goes on from the last checkpoint on one that is left."""
        number, = self.submit(Jobs.SOLVE.replace("table_memory", "checkpoint_interval: 1s\ntable_memory")
                              + SLURM.format(nodes=1, time="10m"))
        self.wait_for_start("s", number, 1)
        self.until(lambda: os.path.exists(f"{self.folder}/out/s/s.checkpoint.h5"), 60, "a checkpoint")
        node = self.job(number)["NodeList"]
        for state in ("DOWN", "DRAIN"):  # the second, lest it is back before the job
            must("scontrol", "update", f"NodeName={node}", f"State={state}", "Reason=test")
        try:
            job = self.wait_for_end(number, 200)
        finally:
            must("scontrol", "update", f"NodeName={node}", "State=RESUME")
        log = self.log("s", number)
        self.assertEqual((job["JobState"], job["Restarts"]), ("COMPLETED", "1"), log)
        self.assertNotEqual(job["NodeList"], node)
        self.assertEqual(log.count("going on from out/s/s.checkpoint.h5"), 1, log)
        self.assertEqual(self.read(f"{self.folder}/out/s/s.tsv").split("\t")[:3], ["44", "loss", "-"])

    def test_dead_rank(self):
        """If a rank is killed the job ends, a minute later at most, and is not requeued."""
        number, = self.submit(Jobs.SOLVE.replace("8x6", "8x8") + SLURM.format(nodes=2, time="10m"))
        self.wait_for_start("s", number, 1)
        os.kill(rank_process(number, 1), signal.SIGKILL)
        job = self.wait_for_end(number, 100)
        self.assertEqual((job["JobState"], job["Restarts"]), ("FAILED", "0"), self.log("s", number))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    ZERMELO, DATA = map(os.path.abspath, sys.argv[1:3])
    if "MPICH" in must(ZERMELO, "--version"):
        SRUN[1] = "--mpi=pmi2"
    unittest.main(argv=[sys.argv[0], *(sys.argv[3:] or ["Nodes", "Jobs"])], verbosity=2)
