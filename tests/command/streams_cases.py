"""Files that never end, files that are none, text made to take long, and readers who go away."""
import os
import signal
import subprocess
import time

import harness
from harness import ENDLESS, LAUNCHER, SMALL, Case, environment, has_mpirun

SOLVE = "name: a\ntask: solve\ngame: mnk:3,3,3\nthreads: 1\ntable_memory: 4M\n"


class Endless(Case):
    def test_devices(self):
        """Refused at once, with one line."""
        os.symlink("/dev/zero", self.path("known_values.csv"))
        for code, words in ((65, ("run", "/dev/zero")), (65, ("run", "/dev/zero", "--check")), (65, ("submit", "/dev/zero")),
                            (65, ("solve", "mnk:3,3,3", "--positions", "/dev/zero")),
                            (65, ("probe", "/dev/zero", "a1")), (65, ("report", "/dev/zero")), (65, ("check", "/dev/zero")),
                            (65, ("solve", "draughts:4x4", "--tables", "/dev/zero")), (65, ("verify",)),
                            (65, ("export", "/dev/zero", "--format", "pons", "-o", "x"))):
            self.fails(code, *words, says="known_values.csv" if words[0] == "verify" else "/dev/zero",
                       ZERMELO_DATA=self.folder)
        self.ok("book", "mnk:3,3,3", "--plies", 1, "-o", "b.h5")
        self.fails(65, "probe", "b.h5", "--positions", "/dev/zero", says="is a device")
        job = self.write("job.yaml", SOLVE + "positions: /dev/zero\n")
        for more in ((), ("--check",)):
            self.fails(65, "run", job, *more, says="/dev/zero is a device")
        self.assertNotIn("x", self.files())

    def streams(self, *words):
        """The code and the line of a run that is given text without an end."""
        with open("/dev/zero", "rb") as zeros:
            source = subprocess.Popen(["tr", "\\0", "1"], stdin=zeros, stdout=subprocess.PIPE)
        try:
            done = subprocess.run([harness.ZERMELO, *words], stdin=source.stdout, cwd=self.folder, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), timeout=harness.TIMEOUT)
        finally:
            source.stdout.close()
            source.kill()
            source.wait()
        return harness.Done(done.returncode, done.stdout, done.stderr)

    def test_lines_without_end(self):
        self.ok("book", "mnk:3,3,3", "--plies", 1, "-o", "b.h5")
        for words, says in ((("solve", "mnk:3,3,3", "--positions", "-", *SMALL), "standard input:1: a line of more than"),
                            (("probe", "b.h5", "--positions", "-"), "standard input:1: a line of more than"),
                            (("run", "/dev/stdin"), "/dev/stdin: more than")):
            done = self.streams(*words)
            self.assertEqual((done.code, len(done.said), done.out), (65, 1, ""), done.err)
            self.assertIn(says, done.said[0])

    def test_deep_text(self):
        for text in ("[" * 20000 + "]" * 20000, "\n" + "- " * 20000 + "x", "{a: " * 20000, "? " * 20000,
                     "\n" + "".join(f"- &a{i} x\n" for i in range(50000))):
            begun = time.monotonic()
            self.fails(65, "run", self.write("job.yaml", f"{SOLVE}positions: {text}\n"), "--check", says="job.yaml:")
            self.assertLess(time.monotonic() - begun, 20)  # it took minutes, or nothing at all
        self.write("job.yaml", SOLVE + "positions: " + "[" * 16 + "]" * 16 + "\n")
        self.fails(65, "run", "job.yaml", "--check", says="job.yaml:6: nested more than 16 deep")
        self.ok("run", self.write("job.yaml", SOLVE + "positions: [&a b2, *a]\n"), "--check")

    def test_check_reads_positions(self):
        job = self.write("job.yaml", SOLVE + "positions: p\n")
        for how in (("run", job, "--check"), ("submit", job)):
            self.write("p", "a1\n# zz\n\nb2 a1\nzz\n")
            self.fails(65, *how, says="p:5: ")
            os.remove(self.path("p"))
            self.fails(66, *how, says="p: ")
        self.write("p", "a1\n\0\n")
        self.fails(65, "run", job, "--check", says="p:2: a zero byte")
        self.write("p", "a1\n# zz\n\nb2 a1")
        self.ok("run", job, "--check")
        os.remove(self.path("p"))
        os.mkfifo(self.path("p"))  # for the run
        self.ok("run", job, "--check")


class Readers(Case):
    def close(self, *words, ranks=0, lines=1):
        """Read so many lines, then no more. Returns the process when it has ended, and what it said."""
        process = self.start(*words, ranks=ranks)
        self.addCleanup(process.wait)
        process.stdin.close()
        for _ in range(lines):
            self.assertTrue(process.stdout.readline())
        process.stdout.close()
        err = process.stderr.read()
        process.stderr.close()
        process.wait(timeout=120)
        return process.returncode, err

    def test_quiet_end(self):
        self.write("positions", "\n" * 20000)
        for words in (("perft", "connect4:7x6", "--depth", "12", "--quiet"), ("count", "connect4:7x6", "--quiet"),
                      ("solve", "connect4:4x4", "--positions", "positions", "--quiet", *SMALL),
                      ("verify", "--effort", "quick", "--quiet", *SMALL)):
            self.assertEqual(self.close(*words), (-signal.SIGPIPE, ""), words)
        for words in (("help",), ("moves", "connect4:7x6"), ("solve", "mnk:3,3,3", *SMALL)):
            read, write = os.pipe()
            os.close(read)
            done = subprocess.run([harness.ZERMELO, *words, *(["--quiet"] if len(words) > 1 else [])], cwd=self.folder,
                                  stdout=write, stderr=subprocess.PIPE, check=False, timeout=harness.TIMEOUT, env=environment())
            os.close(write)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""), words)
        self.assertEqual(self.files(), ["positions"])

    def test_what_was_found_is_kept(self):
        """A checkpoint and statistics are written all the same, and no lock stays."""
        self.write("positions", "\n" + "1\n" * 5000 + "\n".join("12345671234567"[:i] for i in range(14)))
        code, err = self.close("solve", ENDLESS.replace("8x8", "4x4"), "--positions", "positions", "--checkpoint", "c",
                               "--statistics", "s", "--quiet", *SMALL)
        self.assertEqual((code, err), (-signal.SIGPIPE, ""))
        self.assertEqual(self.files(), ["c", "positions", "s"])

    def test_a_job_has_its_files(self):
        """Its lines go to a file, too: it comes to its end."""
        self.write("positions", "\n" * 20000)
        job = SOLVE.replace("mnk:3,3,3", "connect4:4x4") + "positions: positions\noutputs:\n  report: false\n"
        self.assertEqual(self.close("run", self.write("job.yaml", job), "--quiet"), (0, ""))
        with open(self.path("out/a/a.tsv"), encoding="ascii") as file:
            self.assertEqual(len(file.readlines()), 20000)

    @has_mpirun
    def test_ranks(self):
        """The ranks end with 0, quietly. (If it is mpirun that is not read on, it has its own to say.)"""
        self.write("positions", "\n" * 50000)
        for words in (("solve", "connect4:4x4", "--positions", "positions", *SMALL),
                      ("perft", "connect4:7x6", "--depth", "12", "--threads", "1")):
            done = subprocess.run([*LAUNCHER, "-n", "2", "bash", "-c", 'exec "$0" "$@" > >(head -n 1 >/dev/null)',
                                   harness.ZERMELO, *words, "--quiet"], cwd=self.folder, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), timeout=120)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), words)
