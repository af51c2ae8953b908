"""Bad command lines, games and positions; launchers; outputs that cannot be written."""
import os
import re
import shutil
import subprocess

import harness
from harness import ENDLESS, LAUNCHER_PROGRAM, SMALL, SRUN_MPI, Case, environment, has_mpirun

# By the program that a launcher is: the launcher of the other MPI library.
OTHERS = {"orterun": ["mpiexec.mpich"], "mpiexec.hydra": ["mpirun.openmpi", "--oversubscribe"]}


class CommandLine(Case):
    def test_usage(self):
        for words, says in (((), "no command"), (("foo",), "foo"), (("",), "''"), (("--json",), "--json"),
                            (("--version", "x"), "x"),
                            (("solve",), "GAME"), (("solve", "mnk:3,3,3", "a1", "b1"), "b1"),
                            (("verify", "x"), "x"), (("count", "mnk:3,3,3", "x"), "x"), (("help", "a", "b"), "b"),
                            (("run",), "JOB.yaml"), (("solve", "mnk:3,3,3", "--foo"), "--foo"),
                            (("solve", "mnk:3,3,3", "-x"), "-x"), (("solve", "mnk:3,3,3", "-qx"), "-x"),
                            (("solve", "connect4:7x6", "-44"), "'-44'"), (("solve", "-q", "-44"), "'-44'"), (("solve", "mnk:3,3,3", "-44", "--foo"), "'-44'"),
                            (("solve", "--score", "-44", "mnk:3,3,3"), "'-44'"), (("solve", "-4", "-55"), "'-4'"), (("moves", "mnk:3,3,3", "-zq"), "'-zq'"),
                            (("solve", "mnk:3,3,3", "--plies", "3"), "--plies"),
                            (("solve", "mnk:3,3,3", "--threads"), "--threads"),
                            (("solve", "mnk:3,3,3", "-o"), "-o"), (("solve", "mnk:3,3,3", "--json=yes"), "--json"),
                            (("solve", "mnk:3,3,3", "--t", "1"), "--t"),
                            (("solve", "mnk:3,3,3", "a1", "--positions", "-"), "--positions")):
            self.fails(64, *words, says=says)
        # Commands of later issues, and options that are no such thing.
        for name in ("check", "submit", "compare", "tournament", "play", "gomocup"):
            self.fails(64, name, says=name)

    def test_option_values(self):
        for option, value in (("--threads", "0"), ("--threads", "-1"), ("--threads", "two"), ("--threads", "9999"),
                              ("--threads", ""), ("--table-memory", "lots"), ("--table-memory", "1"),
                              ("--table-memory", "101%"), ("--table-memory", "900T"), ("--table-memory", "-4G"),
                              ("--time-limit", "soon"), ("--time-limit", "-1s"), ("--time-limit", "5x"),
                              ("--node-limit", "-1"), ("--node-limit", "1e6"), ("--method", "magic"),
                              ("--replacement", "best"), ("--depth", "0"), ("--depth", "x"), ("--output", "")):
            self.fails(64, "solve", "mnk:3,3,3", f"{option}={value}", says=option)
        self.fails(64, "solve", "mnk:3,3,3", "--depth", 3, "--method", "retrograde", says="--depth")
        self.fails(64, "verify", "--effort", "some", says="--effort")
        for part in ("0/2", "3/2", "1", "a/b"):
            self.fails(64, "verify", "--part", part, says="--part")

    def test_good_values(self):
        for words in (("--table-memory", "4M"), ("--table-memory", "65536"), ("--table-memory", "0.01%"),
                      ("--time-limit", "1h"), ("--time-limit=0",), ("--node-limit", "0"), ("--table-m", "1M")):
            self.ok("solve", "mnk:3,3,3", "--threads", 1, *words)
        self.ok("solve", "--quiet", "mnk:3,3,3", "--", "b2")

    def test_threads(self):
        def threads(**variables):
            return self.ok("solve", "mnk:3,3,3", "--json", "--table-memory", "4M", **variables).objects[0]["threads"]
        self.assertGreaterEqual(threads(), 1)
        self.assertEqual(threads(SLURM_CPUS_PER_TASK="3"), 3)
        self.assertEqual(threads(SLURM_CPUS_PER_TASK="3", OMP_NUM_THREADS="2"), 2)
        done = self.ok("solve", "mnk:3,3,3", "--json", "--threads", 1, SLURM_MEM_PER_NODE="1024")
        self.assertEqual(done.objects[0]["table_bytes"], 256 << 20)
        for size, says in (("993M", "at most 992M for a table"), ("100%", "at most 992M")):  # the rank itself needs some, too
            self.fails(64, "solve", "mnk:3,3,3", "--table-memory", size, says=says, SLURM_MEM_PER_NODE="1024")
        self.ok("solve", "mnk:3,3,3", "--threads", 1, "--table-memory", "992M", SLURM_MEM_PER_NODE="1024")


class Games(Case):
    def test_bad_games(self):
        for game in ("", "x", "mnk", "mnk:", "mnk:3,3", "mnk:3,3,3,3", "mnk:0,3,3", "mnk:3,3,0", "mnk:-3,3,3",
                     "mnk:3,3,3,some", "connect4:7", "connect4:7x", "connect4:0x4", "connect4:36x1", "connect4:12x10",
                     "connect4:7x6x", "chess:8x8", "draughts:7x7", "draughts:8x8,rules=none", "mnk:3,3,3\n",
                     "mnk:99999999999999999999,3,3", "m" * 5000):
            for command in ("solve", "moves"):
                self.fails(65, command, game)

    def test_too_large(self):
        for words in (("solve", "mnk:17,17,5"), ("moves", "mnk:17,17,5", "--values"), ("count", "mnk:17,17,5"),
                      ("book", "mnk:17,17,5", "--plies", "1", "-o", "x")):
            self.fails(65, *words, says="too large")
        self.fails(65, "moves", "connect4:36x4")

    def test_bad_positions(self):
        for game, position, says in (("mnk:3,3,3", "d1", "d1"), ("mnk:3,3,3", "a1 a1", "move 2"),
                                     ("mnk:3,3,3", "a4", "a4"), ("mnk:3,3,3", "a1 b1 a2 b2 a3 c3", "move 6"),
                                     ("mnk:3,3,3", "a", "a"), ("mnk:3,3,3", "1a", "1a"),
                                     ("connect4:4x4", "11111", "move 5"), ("connect4:4x4", "5", "5"),
                                     ("connect4:4x4", "12121212", "move 8"), ("connect4:4x4", "1 é", ""),
                                     ("draughts:8x8", "W:W33:B1", "33"), ("draughts:8x8", "W:W21:B21", "21"),
                                     ("draughts:8x8", "W:W1:B5", "1"), ("draughts:8x8", "23-23", "23"),
                                     ("draughts:8x8", "W:W21:B5 1-5", "1-5"), ("draughts:8x8", "X:W21:B5", "")):
            for command in ("solve", "moves"):
                self.fails(65, command, game, position, says=says)
            self.fails(65, "perft", game, position, "--depth", 1, says=says)

    def test_notations_of_others(self):
        """PDN movetext and the numbers of the Gomocup protocol, wherever a position is read."""
        pdn, moves = "1. 23-19 12-16 2. 28-23 {why not} 8-12 1/2-1/2", "23-19 12-16 28-23 8-12"
        for game, other, ours in (("draughts", pdn, moves), ("mnk:15,15,5", "8,8\n7,7", "i9 h8")):
            for words in (("moves", game), ("perft", game, "--depth", 1, "--json")):
                shown = [re.sub('"seconds":[^,}]*', "", self.ok(*words[:2], text, *words[2:]).out) for text in (other, ours)]
                self.assertEqual(*shown, words)
            lines = [self.ok("solve", game, text, "--depth", 1, *SMALL).lines[0] for text in (other, ours)]
            self.assertEqual(lines[0][:4] + lines[0][5:], lines[1][:4] + lines[1][5:])
            self.write("positions", other.replace("\n", " ") + "\n")
            line, = self.ok("solve", game, "--positions", "positions", "--depth", 1, *SMALL).lines
            self.assertEqual(line[1:4] + line[5:], lines[1][1:4] + lines[1][5:])
        self.ok("book", "mnk:3,3,3", "--plies", 2, "-o", "b.h5")
        self.assertEqual(self.ok("probe", "b.h5", "1,1 0,0").out, self.ok("probe", "b.h5", "b2 a1").out)

    def test_aliases(self):
        for alias, title in (("tictactoe", "3,3,3"), ("gomoku", "15,15,5")):
            self.assertEqual(len(self.ok("moves", alias).out.split()),
                             len(self.ok("moves", f"mnk:{title}").out.split()))
        self.assertEqual(len(self.ok("moves", "forza4", "1" * 7).out.split()), 7)
        self.fails(65, "moves", "connect4", "1" * 7, says="move 7")


class Outputs(Case):
    def test_unwritable(self):
        for option in ("--output", "--statistics"):
            self.fails(73, "solve", "mnk:3,3,3", option, "nowhere/file", says="nowhere/file")
            self.fails(73, "solve", "mnk:3,3,3", option, ".", says=" .: ")
        self.fails(73, "solve", "mnk:3,3,3", "--statistics", "/dev/null", says="/dev/null")
        self.ok("solve", "mnk:3,3,3", "--output", "/dev/null")
        self.assertEqual(self.files(), [])
        self.assertFalse(os.path.isfile("/dev/null"))

    def test_full_disk(self):
        for words in (("solve", "mnk:3,3,3"), ("moves", "mnk:3,3,3"), ("count", "mnk:3,3,3"), ("help",),
                      ("--version",), ("perft", "mnk:3,3,3", "--depth", "2")):
            with open("/dev/full", "w", encoding="ascii") as full:
                done = subprocess.run([harness.ZERMELO, *words], stdout=full, stderr=subprocess.PIPE, text=True,
                                      cwd=self.folder, env=environment(), timeout=harness.TIMEOUT, check=False)
            self.assertEqual(done.returncode, 74, (words, done.stderr))
            self.assertEqual(len(harness.Done(done.returncode, "", done.stderr).said), 1, done.stderr)
        self.assertEqual(self.files(), [])

    def test_limit_on_the_size_of_files(self):
        for words in (("solve", "mnk:3,3,3", "-o", "lines"), ("solve", "mnk:3,3,3", "--statistics", "s.h5"),
                      ("book", "mnk:3,3,3", "--plies", "3", "-o", "b.h5")):
            done = subprocess.run(["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", harness.ZERMELO, *words],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=self.folder,
                                  env=environment(), timeout=harness.TIMEOUT, check=False)
            self.assertEqual(done.returncode, 74, (words, done.stderr))
            self.assertEqual(len(harness.Done(done.returncode, "", done.stderr).said), 1, done.stderr)
            self.assertEqual(self.files(), [], words)

    def test_nothing_left_after_bad_input(self):
        self.fails(65, "solve", "mnk:3,3,3", "zz", "-o", "lines", "--statistics", "s.h5")
        self.fails(66, "solve", "mnk:3,3,3", "--positions", "absent", "-o", "lines")
        self.assertEqual(self.files(), [])

    def test_files_of_positions(self):
        self.fails(66, "solve", "mnk:3,3,3", "--positions", "absent", says="absent")
        self.fails(65, "solve", "mnk:3,3,3", "--positions", ".", says="directory")


@has_mpirun
class Launchers(Case):
    def test_refusals(self):
        for words in (("moves", "mnk:3,3,3"), ("probe", "x", ""), ("report", "x"), ("help",)):
            self.fails(64, *words, ranks=2, says="mpirun")

    def test_one_line_and_one_code(self):
        for ranks in (1, 3):
            self.fails(64, "solve", ranks=ranks, says="GAME")
            self.fails(64, "solve", "mnk:3,3,3", "--foo", ranks=ranks, says="--foo")
            self.fails(65, "solve", "mnk:3,3", ranks=ranks)
            self.fails(65, "solve", "mnk:3,3,3", "a1 a1", ranks=ranks, says="move 2")
            self.fails(66, "solve", "mnk:3,3,3", "--positions", "absent", ranks=ranks, says="absent")
            self.fails(73, "book", "mnk:3,3,3", "--plies", 1, "-o", "nowhere/b", ranks=ranks, says="nowhere/b")
            self.fails(75, "solve", ENDLESS, "--time-limit", "1s", *SMALL, ranks=ranks, says="time limit")

    def test_values(self):
        for ranks in (1, 2, 3):
            for game, value in (("mnk:5,5,4", "draw"), ("mnk:4,3,3", "win"), ("connect4:5x4", "draw"),
                                ("draughts:4x4", "draw")):
                shown = self.ok("solve", game, "--json", *SMALL, ranks=ranks).objects[0]
                self.assertEqual((shown["value"], shown["ranks"]), (value, ranks), game)
                if game.startswith("connect4"):  # others may be settled at sight
                    self.assertGreater(shown["nodes"], 0)

    def test_starts_once_more(self):
        """With the same words, if OpenMP's threads would spin: under a launcher, with threads, for a job."""
        self.write("job.yaml", "name: a\ntask: solve\ngame: mnk:4,3,3\npositions: [\"b2 a1\"]\nthreads: 1\n")
        for words, ranks in ((("solve", "mnk:4,3,3", "b2 a1", *SMALL), 2), (("run", "job.yaml"), 0),
                             (("solve", "mnk:4,3,3", "b2 a1", "--threads", 2, "--table-memory", "4M"), 0)):
            self.assertEqual(self.ok(*words, ranks=ranks, OMP_WAIT_POLICY=None).lines[0][:2], ["b2 a1", "win"])

    def test_all_moves(self):
        expected = self.ok("solve", "mnk:3,3,3", "b2", "--all-moves", "--score", *SMALL).lines[0]
        for ranks in (1, 2, 3):
            line = self.ok("solve", "mnk:3,3,3", "b2", "--all-moves", "--score", *SMALL, ranks=ranks).lines[0]
            self.assertEqual(line[:3] + line[5:], expected[:3] + expected[5:])

    def test_version_and_help(self):
        self.assertEqual(self.ok("--version", ranks=2).out, self.ok("--version").out)
        self.assertEqual(self.ok("solve", "--help", ranks=3).out, self.ok("help", "solve").out)

    def test_wrong_launcher(self):
        done = self.call("solve", "mnk:3,3,3", SLURM_PROCID="0", SLURM_STEP_ID="0", SLURM_STEP_NUM_TASKS="4",
                         SLURM_NTASKS="4")
        self.assertEqual((done.code, len(done.said)), (64, 1), done.err)
        self.assertIn(f"srun --mpi={SRUN_MPI}", done.said[0])

    def test_launcher_of_another_mpi(self):
        """Its processes see only themselves: none of them answers."""
        other = OTHERS.get(LAUNCHER_PROGRAM)
        if other is None or not shutil.which(other[0]):
            self.skipTest("there is one MPI only")
        done = subprocess.run([*other, "-n", "2", harness.ZERMELO, "solve", "mnk:3,3,3", *SMALL], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=harness.TIMEOUT, check=False, env=environment())
        self.assertEqual((done.returncode, done.stdout), (64, ""), done.stderr)
        self.assertIn("each sees only itself", done.stderr)
