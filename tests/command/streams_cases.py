"""Files that never end, files that are none, text made to take long, and readers who go away."""
import os
import shutil
import signal
import stat
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


BOOK = ("book", "connect4:4x4", "--plies", 2, "--score", "--quiet", *SMALL)
HEADER = "position,ply,value,score,moves,proven\n"


class Closed(Case):
    """Standard files that are closed or full."""

    def shell(self, redirection, *words):
        """A call by a shell: its code, and what stands in the files `out` and `err`, if it writes them."""
        script = f'"$0" "$@" {redirection}'
        return subprocess.run(["bash", "-c", script, harness.ZERMELO, *map(str, words)], cwd=self.folder, check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), timeout=harness.TIMEOUT)

    def test_no_output_is_lost_in_silence(self):
        """Every command that prints."""
        self.ok(*BOOK, "-o", "b.h5")
        self.ok("solve", "connect4:4x4", "--certificate", "c.h5", "--statistics", "s.h5", *SMALL)
        self.ok("run", self.write("job.yaml", SOLVE), "--quiet")
        self.ok("export", "b.h5", "--format", "csv", "-o", "b.csv")
        commands = (("solve", "mnk:3,3,3", *SMALL), ("moves", "mnk:3,3,3"), ("show", "mnk:3,3,3"), ("perft", "mnk:3,3,3", "--depth", 2),
                    ("count", "mnk:3,3,3"), ("verify", "--only", "mnk:3,3,3", *SMALL), ("probe", "b.h5", "1"), ("check", "c.h5"),
                    ("book", "info", "b.h5"), ("certificate", "shrink", "c.h5", "-o", "shrunk.h5", "--threads", 1, "--time-limit", "1s"),
                    ("layers", "mnk:3,3,3", "-o", "l.h5", "--threads", 1), ("tablebase", "draughts:4x4", "--pieces", 2, "-o", "t.h5", "--threads", 1),
                    ("import", "connect4:4x4", "b.csv", "-o", "i.h5"), ("book", "extract", "b.h5", "-o", "e.h5"),
                    ("status", "job.yaml"), ("run", "job.yaml", "--check"),
                    ("complexity", "mnk:3,3,3"), ("help",), ("help", "solve"), ("solve", "--help"), ("--version",), ("--help",),
                    ("submit", "job.yaml", "--dry-run"), ("bench", "mnk-5,5,4", *SMALL),
                    (*BOOK, "-o", "d.h5"), ("export", "b.h5", "--format", "csv", "-o", "-"), ("run", "job.yaml"),
                    ("play", "mnk:3,3,3", "--first", "random", "--second", "random"))
        for words in commands:
            for redirection in ">&-", ">/dev/full":
                with self.subTest(words=words, redirection=redirection):
                    done = self.shell(redirection, *words)
                    said = [line for line in done.stderr.splitlines() if line.startswith("zermelo: ")]
                    self.assertEqual((done.returncode, len(said)), (74, 1), done.stderr)
                    self.assertIn("standard output", said[0])
        check = os.path.join(os.path.dirname(harness.ZERMELO), "zermelo-check")
        for redirection in ">&-", ">/dev/full":
            for word in "c.h5", "--help":
                done = subprocess.run(["bash", "-c", f'"$0" "$1" {redirection}', check, word], cwd=self.folder, check=False, text=True,
                                      stderr=subprocess.PIPE, env=environment(), timeout=harness.TIMEOUT)
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (74, 1), done.stderr)
                self.assertIn("standard output", done.stderr)

    def test_no_file_takes_their_place(self):
        """Lines of progress went into the file that got number 1 or 2."""
        for redirection in "<&- >&- 2>&-", "2>&-", ">&- 2>&-":
            self.shell(redirection, *BOOK, "-o", "b.h5", "--checkpoint", "c", "--statistics", "s.h5", "--verbose")
            self.ok("book", "info", "b.h5")
            done = self.shell(redirection, "solve", "connect4:5x4", *SMALL, "-o", "lines", "--verbose")
            self.assertEqual(done.returncode, 0)
            with open(self.path("lines"), encoding="ascii") as file:
                self.assertRegex(file.read(), r"^-\tdraw\t[^\n]*\n$")
            for name in self.files():
                os.remove(self.path(name))


class Outputs(Case):
    """An output goes to where its name leads."""

    def setUp(self):
        super().setUp()
        self.ok(*BOOK, "-o", "b.h5")
        self.ok("export", "b.h5", "--format", "csv", "-o", "expected", "--quiet")
        self.expected = self.text("expected")

    def text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_standard_output(self):
        inode = os.lstat("/dev/stdout").st_ino
        for name in "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
            self.assertEqual(self.ok("export", "b.h5", "--format", "csv", "-o", name).out, self.expected)
            self.assertRegex(self.ok("solve", "mnk:3,3,3", "-o", name, *SMALL).out, r"^-\tdraw\t")
            with open(self.path("log"), "w", encoding="ascii") as log:
                log.write("before\n")
                log.flush()
                subprocess.run([harness.ZERMELO, "export", "b.h5", "--format", "csv", "-o", name, "--quiet"], cwd=self.folder, stdout=log,
                               env=environment(), check=True, timeout=harness.TIMEOUT)
            self.assertEqual(self.text("log"), "before\n" + self.expected)
            self.assertEqual(os.lstat("/dev/stdout").st_ino, inode)
            self.assertTrue(os.path.islink("/dev/stdout"))
            for words in ((*BOOK, "-o", name), ("solve", ENDLESS, "--statistics", name), ("solve", ENDLESS, "--checkpoint", name),
                          ("solve", ENDLESS, "--certificate", name), ("layers", "connect4:7x6", "-o", name),
                          ("tablebase", "draughts:8x8", "--pieces", 5, "-o", name), ("book", "extract", "b.h5", "-o", name),
                          ("book", "merge", "b.h5", "b.h5", "-o", name), ("import", "connect4:4x4", "expected", "-o", name),
                          ("export", "b.h5", "--format", "dataset", "-o", name)):
                done = self.fails(73, *words, says="HDF5 needs a file with a name of its own")
                self.assertEqual(done.out, "")
        self.assertEqual(self.files(), ["b.h5", "expected", "log"])

    def test_reader_of_standard_output_leaves(self):
        self.ok("book", "connect4:5x5", "--plies", 6, *SMALL, "-o", "big.h5", "--quiet")
        done = subprocess.run(["bash", "-c", '"$0" export big.h5 --format csv -o - | head -n 1; echo "${PIPESTATUS[0]}"', harness.ZERMELO],
                              cwd=self.folder, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                              timeout=harness.TIMEOUT)
        self.assertEqual((done.stdout.splitlines()[0], done.stderr), (HEADER.strip(), ""))
        self.assertIn(done.stdout.splitlines()[1], ("141", "0"))  # 0: all was written before

    def test_links(self):
        os.mkdir(self.path("there"))
        for name, target in (("old", "there/old"), ("new", "there/new"), ("twice", "old"), ("absolute", self.path("there/abs"))):
            os.symlink(target, self.path(name))
        self.write("there/old", "old")
        for name, target in (("old", "there/old"), ("new", "there/new"), ("absolute", "there/abs")):
            self.ok("export", "b.h5", "--format", "csv", "-o", name)
            self.assertTrue(os.path.islink(self.path(name)))
            self.assertEqual(self.text(target), self.expected)
        self.write("there/old", "old")
        self.ok("export", "b.h5", "--format", "csv", "-o", "twice")
        self.assertEqual((self.text("there/old"), os.readlink(self.path("twice"))), (self.expected, "old"))
        for name in "book", "checkpoint", "statistics":
            os.symlink(f"there/{name}.h5", self.path(name))
        for _ in range(2):  # the second goes on from the checkpoint
            done = self.ok(*BOOK, "-o", "book", "--checkpoint", "checkpoint", "--statistics", "statistics")
        self.assertTrue(all(os.path.islink(self.path(name)) for name in ("book", "checkpoint", "statistics")), done.err)
        self.ok("book", "info", "there/book.h5")
        self.assertIn("there/checkpoint.h5", self.files())
        self.assertNotIn("checkpoint.previous", self.files())

    def test_devices_and_pipes(self):
        self.ok("export", "b.h5", "--format", "csv", "-o", "/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        self.fails(74, "export", "b.h5", "--format", "csv", "-o", "/dev/full", says="/dev/full: No space")
        self.fails(74, "solve", "mnk:3,3,3", "-o", "/dev/full", *SMALL, says="/dev/full: No space")
        self.fails(73, "solve", ENDLESS, "--statistics", "/dev/null", says="HDF5")
        os.mkfifo(self.path("pipe"))
        os.symlink("pipe", self.path("link"))
        for name in "pipe", "link":
            self.fails(73, *BOOK, "-o", name, says="HDF5")
            for words, begins in ((("export", "b.h5", "--format", "csv"), self.expected), (("solve", "mnk:3,3,3", *SMALL), "-\tdraw")):
                process = self.start(*words, "-o", name)
                with open(self.path("pipe"), encoding="ascii") as file:
                    self.assertTrue(file.read().startswith(begins))
                process.communicate(timeout=harness.TIMEOUT)
                self.assertEqual(process.returncode, 0)
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("pipe")).st_mode))
        self.assertEqual(self.files(), ["b.h5", "expected", "link", "pipe"])

    def test_what_may_not_be_written(self):
        self.write("mine", "keep")
        os.chmod(self.path("mine"), 0o444)
        self.fails(73, "export", "b.h5", "--format", "csv", "-o", ".", says="Is a directory")
        words = [harness.ZERMELO, "export", "b.h5", "--format", "csv", "-o", "mine"]
        if os.geteuid() == 0:  # who may write all
            os.chmod(self.folder, 0o777)
            words = ["setpriv", "--reuid=65534", "--clear-groups", *words]
            if shutil.which("setpriv") is None:
                self.skipTest("no setpriv")
        done = subprocess.run(words, cwd=self.folder, check=False, text=True, stderr=subprocess.PIPE, env=environment(),
                              timeout=harness.TIMEOUT)
        self.assertEqual((done.returncode, self.text("mine")), (73, "keep"), done.stderr)
        self.assertIn("mine: Permission denied", done.stderr)
