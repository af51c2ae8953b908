"""Checkpoints: a run that was ended or killed goes on, and never ends with a wrong value or half a file."""
import fcntl
import gzip
import os
import random
import resource
import shutil
import signal
import subprocess
import termios
import time
import unittest

import harness
from harness import ENDLESS, LAUNCHER, LAUNCHER_PROGRAM, SLOW, SMALL, Case, catches, environment, has_mpirun, release_only

JOB = "connect4:6x6"  # the second player wins; how soon is for the machine to say
PART = ("--node-limit", 200000)  # a quarter of it
KEPT = ("--checkpoint", "c.h5")

try:
    import h5py
except ImportError:
    h5py = None


class Checkpoint(Case):
    def nodes(self, done):
        return int(done.lines[0][3])

    @release_only
    def test_goes_on(self):
        undisturbed = self.ok("solve", JOB, *SMALL)
        for number in signal.SIGUSR1, signal.SIGTERM:
            ends = 0
            while True:
                process = self.start("solve", JOB, *SMALL, *KEPT, "--checkpoint-interval", "0")
                time.sleep(0.05 * ends)  # longer each time, also where starting takes most of it
                done = self.stop(process, number)
                if done.code == 0:
                    break
                ends += 1
                self.assertEqual((done.code, len(done.said), done.lines[0][1]), (75, 1, "unknown"), done.err)
                self.assertLess(ends, 40)
            self.assertGreater(ends, 0)
            self.assertEqual(done.lines[0][1:3] + done.lines[0][5:], undisturbed.lines[0][1:3] + undisturbed.lines[0][5:])
            self.assertLess(self.nodes(done), 1.5 * self.nodes(undisturbed))
            begun = time.monotonic()
            again = self.ok("solve", JOB, *SMALL, *KEPT)
            self.assertEqual(again.out, done.out)
            self.assertLess(time.monotonic() - begun, 1)
            self.assertIn("going on from c.h5", again.err)
            self.assertEqual(self.ok("solve", JOB, "-q", *KEPT).err, "")
            self.assertEqual(self.files(), ["c.h5", "c.h5.previous"])
            os.remove(self.path("c.h5"))
            os.remove(self.path("c.h5.previous"))

    def test_closed_terminal(self):
        """As at the other signals. The system sends it, and then the shell once more."""
        words = ("solve", ENDLESS, *SMALL, *KEPT, "--statistics", "s.h5")
        for number in range(2):
            process = self.start(*words)
            if number == 1:
                while not catches(process.pid, signal.SIGHUP):
                    time.sleep(0.005)
                process.send_signal(signal.SIGHUP)
            done = self.stop(process, signal.SIGHUP)
            self.assertEqual((done.code, len(done.said), done.lines[0][1]), (75, 1, "unknown"), done.err)
            self.assertEqual(self.files()[0], "c.h5")
            self.assertIn("s.h5", self.files())

    def test_terminal_that_is_gone(self):
        """Lines can no longer be written to it."""
        screen = harness.Screen(80)
        process = subprocess.Popen([harness.ZERMELO, "solve", ENDLESS, *SMALL, *KEPT, "--statistics", "s.h5"], cwd=self.folder,
                                   stdin=screen.end, stdout=screen.end, stderr=screen.end, env=environment(), start_new_session=True,
                                   preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        while not catches(process.pid, signal.SIGHUP):
            time.sleep(0.005)
        screen.__exit__()
        self.assertEqual(process.wait(harness.TIMEOUT), 75)
        self.assertEqual([name for name in self.files() if ".previous" not in name], ["c.h5", "s.h5"])

    def test_nohup(self):
        """What was ignored at the start stays so."""
        process = subprocess.Popen([harness.ZERMELO, "solve", ENDLESS, *SMALL], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(),
                                   preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        while not catches(process.pid, signal.SIGTERM):
            time.sleep(0.005)
        self.assertFalse(catches(process.pid, signal.SIGHUP))
        process.send_signal(signal.SIGHUP)
        self.assertEqual(self.stop(process, signal.SIGTERM).code, 75)

    def test_nothing_changes(self):
        """A run that nothing disturbs costs the same nodes with a checkpoint as without."""
        for game in "connect4:6x5", "mnk:4,4,4":
            plain = self.ok("solve", game, *SMALL)
            kept = self.ok("solve", game, *SMALL, "--checkpoint", game, "--checkpoint-interval", "0.02s")
            self.assertEqual(plain.lines[0][:4] + plain.lines[0][5:], kept.lines[0][:4] + kept.lines[0][5:])

    def test_time_limit(self):
        """Run by run to the end, on other threads and ranks each time."""
        growth = 1.5 if SLOW else 1.2
        for i in range(60):
            ranks = i % 3 if shutil.which(LAUNCHER[0]) else 0
            done = self.call("solve", JOB, "--threads", 1 + i % 2, "--table-memory", "8M", *KEPT, "--time-limit",
                             f"{0.05 * growth ** i:.3f}s", ranks=ranks)
            self.assertIn(done.code, (0, 75), done.err)
            if done.code == 0:
                break
        self.assertEqual(done.lines[0][1], "loss")
        self.assertGreater(i, 0)

    @release_only
    def test_little_is_lost(self):
        """Each run may take twice as long as the one before. The second board is one search of the game's own."""
        for game, value in ((JOB, "loss"), ("mnk:9,6,5", "draw")):
            kept = ("--checkpoint", game)
            begun = time.monotonic()
            undisturbed = self.ok("solve", game, *SMALL)
            seconds = (time.monotonic() - begun) / 8
            for ends in range(20):
                done = self.call("solve", game, *SMALL, *kept, "--time-limit", f"{seconds:.3f}s")
                if done.code == 0:
                    break
                self.assertEqual((done.code, done.lines[0][1]), (75, "unknown"), done.err)
                seconds *= 2
            self.assertEqual((done.lines[0][1], undisturbed.lines[0][1]), (value, value))
            self.assertGreater(ends, 0, game)
            self.assertLess(self.nodes(done), 1.3 * self.nodes(undisturbed), game)

    def test_value_is_printed_at_once(self):
        """A line of best play begins anew in each run: it may not keep a value that an earlier run found from being printed."""
        few = 1000
        self.write("list", "\n1\n")
        for words in (("solve", JOB), ("solve", JOB, "--positions", "list")):
            first = self.ok(*words, *SMALL, *KEPT).lines  # asks for no line
            for done in [self.ok(*words, *SMALL, *KEPT, "--json").objects for _ in range(2)]:
                self.assertEqual([answer["value"] for answer in done], [line[1] for line in first])
                self.assertTrue(all(answer["pv"] and answer["pv_nodes"] <= few for answer in done), done)
            os.remove(self.path("c.h5"))
            os.remove(self.path("c.h5.previous"))

    def test_works(self):
        """verify, a batch, a book: answers are kept one by one."""
        rows = ("verify", "--only", "connect4:[4-6]x[4-5]", *SMALL)
        plain = self.ok(*rows)
        for i in range(100):  # longer each time, for a busy machine
            done = self.call(*rows, *KEPT, "--time-limit", f"{0.06 + 0.005 * i:.3f}s")
            if done.code == 0:
                break
            self.assertEqual(done.code, 75, done.err)
        self.assertEqual([line[:5] + line[7:] for line in done.lines], [line[:5] + line[7:] for line in plain.lines])
        self.write("list", "\n44\n444\n45\n")
        batch = ("solve", "connect4:5x5", "--positions", "list", *SMALL, "--score", "--all-moves")
        plain = self.ok(*batch)
        first = self.ok(*batch, "--checkpoint", "b.h5")
        again = self.ok(*batch, "--checkpoint", "b.h5")
        self.assertEqual(first.out, again.out)
        self.assertEqual([line[:4] for line in plain.lines], [line[:4] for line in again.lines])
        book = ("book", "connect4:5x5", "--plies", "3", "-o", "book.h5", *SMALL, "--checkpoint", "o.h5")
        plain = self.ok("book", "connect4:5x5", "--plies", "3", "-o", "plain.h5", *SMALL)
        for i in range(100):
            done = self.call(*book, "--time-limit", f"{0.05 + 0.005 * i:.3f}s")
            if done.code == 0:
                break
            self.assertEqual((done.code, os.path.exists(self.path("book.h5"))), (75, False), done.err)
        self.assertEqual(done.out, plain.out)
        with open(self.path("book.h5"), "rb") as one, open(self.path("plain.h5"), "rb") as other:
            self.assertEqual(one.read(), other.read())

    def counted(self, name):
        """Seconds of a statistics file, and its counters summed over the ranks."""
        with h5py.File(self.path(name), "r") as file:
            names = [text.decode().rstrip("\0") for text in file["/counters/name"]]
            return file.attrs["seconds"], dict(zip(names, map(int, file["/ranks/counters"][...].sum(axis=0))))

    @unittest.skipUnless(h5py, "no h5py")
    def test_all_runs_together(self):
        """Nodes and seconds of a row are those of all runs, and so are the statistics, also when nothing is left to do."""
        self.write("list", "\n1\n")
        for words in (("verify", "--only", JOB), ("solve", JOB, "--positions", "list")):
            begun = time.monotonic()
            self.ok(*words, *SMALL)
            limit = (time.monotonic() - begun) / 4
            words = (*words, *SMALL, *KEPT, "--statistics", "s.h5")
            nodes = seconds = added = 0
            for ends in range(20):
                done = self.call(*words, "--time-limit", f"{limit * 1.6 ** ends:.3f}s")
                self.assertIn(done.code, (0, 75), done.err)
                before, (seconds, counters) = (nodes, seconds), self.counted("s.h5")
                nodes = counters["nodes"]
                self.assertGreater(seconds, before[1])
                if before[0] > 0:  # the first runs may end before any node on a busy machine, longer ones not
                    self.assertGreater(nodes, before[0])
                added += nodes > before[0]
                if done.code == 0:
                    break
            self.assertGreater(ends, 0)
            self.assertGreater(added, 1)
            column = 5 if words[0] == "verify" else 3
            self.assertEqual(sum(int(line[column]) for line in done.lines), nodes)
            spent = sum(float(line[column + 1]) for line in done.lines)
            self.assertTrue(0.5 * seconds < spent < seconds, (spent, seconds))
            again = self.ok(*words)
            self.assertEqual(again.out, done.out)
            before, (seconds, again) = seconds, self.counted("s.h5")
            self.assertAlmostEqual(seconds, before, delta=0.2 * before)
            self.assertEqual([again[name] for name in ("nodes", "looks", "queries", "table_hits")],
                             [counters[name] for name in ("nodes", "looks", "queries", "table_hits")])
            for name in self.files():
                os.remove(self.path(name)) if name != "list" else None

    def test_tables_are_counted_once(self):
        """Endgame tables made for a row are part of what it cost, in whichever run; rows that are answered need none."""
        words = ("verify", "--only", "draughts:4x4", *SMALL)
        plain = self.ok(*words).lines
        for _ in range(2):
            self.assertEqual([line[:6] for line in self.ok(*words, *KEPT).lines], [line[:6] for line in plain])

    def test_refused(self):
        self.ok("solve", "connect4:4x4", *SMALL, *KEPT)
        with open(self.path("c.h5"), "rb") as file:
            before = file.read()
        for words in (("solve", "connect4:4x5"), ("solve", "connect4:4x4", "1"), ("solve", "connect4:4x4", "--score"),
                      ("solve", "connect4:4x4", "--method", "minimax"), ("verify", "--only", "connect4:4x4"),
                      ("book", "connect4:4x4", "--plies", "2", "-o", "b.h5")):
            done = self.fails(65, *words, *KEPT, says="c.h5 is the checkpoint of another job")
            self.assertEqual(done.out, "")
        self.ok("solve", "connect4:4x4", "--threads", "2", "--all-moves", *KEPT)
        self.write("text", "this is no checkpoint")
        self.fails(65, "solve", "connect4:4x4", "--checkpoint", "text", says="text")
        with open(self.path("c.h5"), "rb") as file:
            self.assertEqual(len(file.read()) > 0, len(before) > 0)
        self.fails(64, "solve", "connect4:4x4", "--checkpoint-interval", "5m", says="--checkpoint FILE")
        self.fails(73, "solve", "connect4:4x4", "--checkpoint", "nowhere/c.h5", says="nowhere/c.h5")
        os.mkdir(self.path("folder"))
        self.fails(73, "solve", "connect4:4x4", "--checkpoint", "folder", says="folder")

    def test_earlier_format(self):
        """What revision 0532f52 wrote (solve connect4:4x4) is refused and left alone, also where it is the previous generation."""
        with gzip.open(os.path.join(os.path.dirname(__file__), "kept", "checkpoint_0532f52.h5.gz")) as file:
            content = file.read()
        for name in "c.h5", "c.h5.previous":
            with open(self.path(name), "wb") as file:
                file.write(content)
            done = self.fails(65, "solve", "connect4:4x4", *SMALL, *KEPT,
                              says=f"{name}: checkpoint of format 5; this program goes on from format")
            self.assertEqual((done.out, self.files()), ("", [name]))
            with open(self.path(name), "rb") as file:
                self.assertEqual(file.read(), content)
            os.remove(self.path(name))

    def test_damaged(self):
        for _ in range(2):
            self.fails(75, "solve", JOB, *SMALL, *KEPT, *PART)
        self.assertEqual(self.files(), ["c.h5", "c.h5.previous"])
        with open(self.path("c.h5"), "r+b") as file:
            file.truncate(os.path.getsize(self.path("c.h5")) // 2)
        done = self.ok("solve", JOB, "-q", *SMALL, *KEPT)
        self.assertEqual(done.lines[0][1], "loss")
        self.assertEqual(len(done.err.splitlines()), 1)
        self.assertIn("going on from c.h5.previous", done.err)

    def test_full_disk(self):
        """Files may not grow: 74, and the last checkpoint stays."""
        self.fails(75, "solve", JOB, *SMALL, *KEPT, *PART)
        with open(self.path("c.h5"), "rb") as file:
            before = file.read()
        for limit in 0, 5000, 20000:
            done = subprocess.run([harness.ZERMELO, "solve", JOB, *SMALL, *KEPT, *map(str, PART)],
                                  cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  check=False, env=environment(),
                                  preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            said = [line for line in done.stderr.splitlines() if line.startswith("zermelo: ")]
            self.assertEqual((done.returncode, len(said)), (74, 1), done.stderr)
            self.assertEqual(self.files(), ["c.h5"])
            with open(self.path("c.h5"), "rb") as file:
                self.assertEqual(file.read(), before)
        self.assertEqual(self.ok("solve", JOB, *SMALL, *KEPT).lines[0][1], "loss")

    def mount(self, *words):
        if subprocess.run(["mount", *words], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest("may not mount")

    def test_disk(self):
        """A disk that is full, then one that is mounted read-only: 74 and 73, and the last checkpoint stays."""
        disk = self.path("disk")
        os.mkdir(disk)
        self.mount("-t", "tmpfs", "-o", "size=2m", "none", disk)
        self.addCleanup(subprocess.run, ["umount", disk], check=False)
        kept = ("--checkpoint", "disk/c.h5")
        self.fails(75, "solve", JOB, *SMALL, *kept, *PART)
        with open(self.path("disk/c.h5"), "rb") as file:
            before = file.read()
        try:
            with open(self.path("disk/ballast"), "wb", buffering=0) as ballast:
                while True:
                    ballast.write(bytes(4096))
        except OSError:
            pass
        self.fails(74, "solve", JOB, *SMALL, *kept, *PART, says="disk/c.h5")
        self.assertEqual(sorted(os.listdir(disk)), ["ballast", "c.h5"])
        with open(self.path("disk/c.h5"), "rb") as file:
            self.assertEqual(file.read(), before)
        os.remove(self.path("disk/ballast"))
        self.mount("-o", "remount,ro", disk)
        self.fails(73, "solve", JOB, *SMALL, *kept, says="disk/c.h5")
        self.mount("-o", "remount,rw", disk)
        self.assertEqual(self.ok("solve", JOB, *SMALL, *kept).lines[0][1], "loss")

    def test_read_only(self):
        """A folder that cannot be written: 73 (root may write everywhere but in /proc)."""
        self.fails(73, "solve", "connect4:4x4", "--checkpoint", "/proc/c.h5", says="/proc/c.h5")

    def test_job(self):
        for i in range(60):
            text = (f"name: j\ntask: solve\ngame: {JOB}\nthreads: 1\ntable_memory: 4M\n"
                    f"time_limit: {0.05 * 1.2 ** i:.3f}s\noutputs:\n  report: false\n")
            done = self.call("run", self.write("job.yaml", text), "-q")
            if done.code == 0:
                break
            self.assertEqual(done.code, 75, done.err)
        self.assertGreater(i, 0)
        self.assertEqual(done.lines[0][1], "loss")
        self.assertIn("out/j/j.checkpoint.h5", self.files())
        self.assertEqual(self.ok("run", "job.yaml", "-q").out, done.out)

    @has_mpirun
    def test_ranks(self):
        """SIGUSR1 under mpirun: 75, and on with another number of ranks."""
        process = self.start("solve", ENDLESS, *SMALL, *KEPT, "--checkpoint-interval", "0.1s", ranks=2)
        end = time.monotonic() + harness.TIMEOUT
        while not os.path.exists(self.path("c.h5")):  # mpirun is ready for the signal long before its processes are
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        done = self.stop(process, signal.SIGUSR1)
        # MPICH's passes the signal on, but not always the code that it led to.
        self.assertIn(done.code, (75, 0) if LAUNCHER_PROGRAM == "mpiexec.hydra" else (75,), done.err)
        self.assertEqual((done.lines[0][1], len(done.said)), ("unknown", 1), done.err)
        done = self.call("solve", ENDLESS, *SMALL, *KEPT, "--time-limit", "0.5s", ranks=3)
        self.assertEqual(done.code, 75, done.err)
        self.assertIn("going on from c.h5", done.err)


class Killed(Case):
    """SIGKILL at any moment, any number of times."""

    ROUNDS = 10

    def kill_until_done(self, words, kills, most_seconds):
        for left in range(kills, -1, -1):
            process = subprocess.Popen([harness.ZERMELO, *words], cwd=self.folder, text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
            try:
                out, err = process.communicate(timeout=random.random() * most_seconds if left else harness.TIMEOUT)
                self.assertEqual(process.returncode, 0, err)
                return [line.split("\t") for line in out.splitlines()]
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
        return None

    @release_only
    def test_killed(self):
        random.seed(20261121)
        solves = (("connect4:5x5",), ("connect4:6x5", "--score"), ("connect4:6x6",), ("mnk:4,4,4", "--score"),
                  ("connect4:6x6", "--score"))
        for i in range(self.ROUNDS):
            kept = ("--checkpoint", f"c{i}.h5", "--checkpoint-interval", "0.05s")
            if i % 5 == 4:
                lines = self.kill_until_done(("verify", "--only", "connect4:[4-6]x[4-5]", *SMALL, *kept), 10, 0.3)
                self.assertGreater(len(lines), 4)
                self.assertTrue(all(line[3] in ("ok", "new") for line in lines), lines)
            else:
                words = ("solve", *solves[i % 4 + (i // 5) % 2], *SMALL)
                undisturbed, = self.ok(*words).lines
                self.call(*words, *kept, "--node-limit", int(undisturbed[3]) // 2)
                line, = self.kill_until_done((*words, *kept), 10, 0.4)
                self.assertEqual(line[1:3], undisturbed[1:3], words)
                self.assertEqual(line[5] == "-", undisturbed[5] == "-", (words, line))
            for name in self.files():
                self.assertRegex(name, r"^c\d+\.h5(|\.previous|\.next)$")


@unittest.skipUnless(os.environ.get("ZERMELO_LONG"), "long")
class KilledLong(Killed):
    ROUNDS = 50

    def run_ranks(self, *words, board="7x6", until=None):
        """One run by two ranks; one of them is killed after so many seconds. What it printed, or None, and the
        processor seconds."""
        before = os.times()
        process = subprocess.Popen([*LAUNCHER, "-n", "2", harness.ZERMELO, "solve", f"connect4:{board}", "--threads",
                                    "1", "--table-memory", "256M", *words], cwd=self.folder, text=True,
                                   env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(timeout=until or harness.TIMEOUT)
            self.assertEqual(process.returncode, 0, err)
        except subprocess.TimeoutExpired:
            found = subprocess.run(["pgrep", "-P", str(process.pid)], text=True, stdout=subprocess.PIPE, check=False)
            os.kill(int(random.choice(found.stdout.split() or [process.pid])), signal.SIGKILL)
            process.communicate(timeout=harness.TIMEOUT)
            self.assertNotEqual(process.returncode, 0)
            out = None
        after = os.times()
        return out, after.children_user + after.children_system - before.children_user - before.children_system

    @has_mpirun
    def test_7x6(self):
        """Any rank, five times. What is lost shows in no count of nodes: processor time tells, without starting."""
        random.seed(20261122)
        begun = time.monotonic()
        _, start = self.run_ranks(board="4x4")
        start_seconds = time.monotonic() - begun
        undisturbed = self.run_ranks()[1] - start
        spent, kills = 0, 0
        while True:
            until = start_seconds + random.uniform(0.05, 0.2) * undisturbed / 2 if kills < 5 else None
            out, seconds = self.run_ranks(*KEPT, "--checkpoint-interval", f"{undisturbed / 40:.3f}s", until=until)
            spent += max(seconds - start, 0)
            if out is not None:
                break
            kills += 1
        self.assertEqual((out.split("\t")[1], kills), ("win", 5))
        print(f"killed five times: {spent:.1f} s of processor time, undisturbed {undisturbed:.1f} s")
        self.assertLess(spent, 1.5 * undisturbed)
