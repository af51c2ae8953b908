"""How the tests of the command call it, and what they ask of every call.

A call must end by itself, leave nothing behind that it did not promise, and say at most one thing on standard
error that begins with `zermelo: ` - exactly one if its exit code is not 0.
"""
import atexit
import ctypes
import ctypes.util
import codecs
import fcntl
import json
import os
import pty
import select
import shlex
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

ZERMELO = DATA = MANUAL = None  # set by command_test.py
TIMEOUT = 1200  # of what should take seconds: only to end a hang, also on a machine that has much else to do
# Which MPI: mpirun of Open MPI, if nothing else is said.
LAUNCHER = shlex.split(os.environ.get("MPI_LAUNCHER", "mpirun --oversubscribe --bind-to none"))
SRUN_MPI = "pmi2" if "mpich" in LAUNCHER[0] else "pmix"  # what srun --mpi needs for it
LAUNCHER_PROGRAM = os.path.basename(os.path.realpath(shutil.which(LAUNCHER[0]) or ""))
# Open MPI looks for network cards that are not needed here, and waits a second for its processes after a code that is
# not 0: together most of the time that a short call takes. Without OMP_WAIT_POLICY the command starts once more.
QUICK_START = {"OMPI_MCA_pml": "ob1", "OMPI_MCA_odls_base_sigkill_timeout": "0", "OMP_WAIT_POLICY": "passive"}
# Open MPI has one folder a user in /tmp, and of two launchers that make it at the same moment one gives up.
MPI_FOLDER = tempfile.mkdtemp(prefix="mpi-")
atexit.register(shutil.rmtree, MPI_FOLDER, ignore_errors=True)
SMALL = ("--threads", "1", "--table-memory", "4M")
ENDLESS = "connect4:8x8"  # no machine solves it while a test waits
SLOW = "ZERMELO_SLOW" in os.environ  # under the sanitizers
# Of what takes longest under the sanitizers, what calls nothing there that shorter tests do not call.
release_only = unittest.skipIf(SLOW, "in the release build")


class Done:
    """What a call came to."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err
        self.said = [line for line in err.splitlines() if line.startswith("zermelo: ")]

    @property
    def lines(self):
        return [line.split("\t") for line in self.out.splitlines()]

    @property
    def objects(self):
        return [json.loads(line) for line in self.out.splitlines()]


class Conversation:
    """An engine that is spoken to line by line; `process` has pipes for all three streams. It ends with the block."""
    process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:  # what was not sent any more
                pass

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()


def environment(**more):
    """What the command finds there; None takes a variable away. Ranks stay apart, as on hosts of their own, if nothing else is
    said: so they have something to tell each other. hosts_cases.py has those that search as one."""
    result = {name: value for name, value in os.environ.items()
              if not name.startswith(("OMPI_", "PMIX_", "PMI_", "SLURM_", "ZERMELO_", "OMP_"))}
    result.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_orte_tmpdir_base=MPI_FOLDER, ZERMELO_RANKS="apart",
                  **QUICK_START)
    result.update(more)
    return {name: value for name, value in result.items() if value is not None}


class Screen:
    """A terminal of 24 lines that a process writes to: a context, within which `end` is the process's side and `read`
    gives what it writes."""

    def __init__(self, columns):
        self.main, self.end = pty.openpty()
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.main)
        os.close(self.end)

    def read(self, process, limit=TIMEOUT):
        """What the process writes, piece by piece, "" where it pauses, until it has ended and all is read or the limit in
        seconds is over. Our own hold on the process's side keeps the terminal open, for Linux may drop what was not read
        yet when it closes; once the process has ended we write a last byte ourselves, and all before it has been read."""
        limit, ended, decoder = time.monotonic() + limit, False, codecs.getincrementaldecoder("utf-8")()
        while time.monotonic() < limit:
            if not ended and process.poll() is not None:
                os.write(self.end, b"\0")
                ended = True
            part = os.read(self.main, 65536) if select.select([self.main], [], [], 0.02)[0] else b""
            yield decoder.decode(part.rstrip(b"\0"))
            if part.endswith(b"\0"):
                return


def seal(path):
    """Make the seal of one of our files right again (zermelo-files(5))."""
    xxhash = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
    xxhash.XXH3_64bits.restype = ctypes.c_uint64
    xxhash.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    with open(path, "r+b") as file:
        data = file.read()
        head = f"zermelo file, sealed\nbytes {len(data):020}\nxxh3 {xxhash.XXH3_64bits(data[512:], len(data) - 512):016x}\n"
        file.seek(0)
        file.write(head.encode())


def catches(process, number):
    """Has the process a handler for that signal?"""
    try:
        with open(f"/proc/{process}/status", encoding="ascii", errors="replace") as file:
            masks = dict(line.split(":\t") for line in file if line.startswith("Sig"))
    except OSError:
        return False
    return int(masks["SigCgt"], 16) >> (number - 1) & 1 == 1


class Case(unittest.TestCase):
    """A test in a folder of its own."""

    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="zermelo-")
        self.addCleanup(shutil.rmtree, self.folder)

    def call(self, *words, stdin="", ranks=0, **variables):
        """Start the command; with ranks > 0 under mpirun."""
        if ranks:  # what the MPI library leaks is not ours
            variables.setdefault("ASAN_OPTIONS", os.environ.get("ASAN_OPTIONS", "detect_leaks=0"))
        launcher = [*LAUNCHER, "-n", str(ranks)] if ranks else []
        done = subprocess.run([*launcher, ZERMELO, *map(str, words)], input=stdin, cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False,
                              env=environment(**variables), errors="replace")
        return Done(done.returncode, done.stdout, done.stderr)

    def ok(self, *words, **more):
        """A call that must succeed; nothing but progress and names of files on standard error."""
        done = self.call(*words, **more)
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(done.said, [])
        return done

    def fails(self, code, *words, says="", **more):
        """A call that must end with `code` and one line that holds `says`."""
        done = self.call(*words, **more)
        self.assertEqual(done.code, code, (words, done.out, done.err))
        self.assertEqual(len(done.said), 1, (words, done.err))
        self.assertIn(says, done.said[0], words)
        return done

    def start(self, *words, ranks=0, **variables):
        launcher = [*LAUNCHER, "-n", str(ranks)] if ranks else []
        return subprocess.Popen([*launcher, ZERMELO, *map(str, words)], cwd=self.folder, text=True, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**variables))

    def stop(self, process, number=signal.SIGTERM):
        """A signal; but on a busy machine a process takes a while to be ready for it."""
        end = time.monotonic() + TIMEOUT
        while number != signal.SIGKILL and process.poll() is None and not catches(process.pid, number):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.005)
        process.send_signal(number)
        out, err = process.communicate(timeout=TIMEOUT)
        return Done(process.returncode, out, err)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return name

    def files(self):
        return sorted(os.path.relpath(os.path.join(root, name), self.folder)
                      for root, _, names in os.walk(self.folder) for name in names)


has_mpirun = unittest.skipUnless(shutil.which(LAUNCHER[0]), f"no {LAUNCHER[0]}")
