"""layers: the strong solution by ply, its file, and runs that are ended and go on."""
import os
import signal
import subprocess
import time
import unittest

import harness
import tictactoe
from harness import SLOW, Case, environment, has_mpirun, release_only

try:
    import h5py
    import numpy
except ImportError:
    h5py = None

# A run that takes long enough to be ended in the middle, and the files of its plies then.
SIZE, MOMENTS = (("connect4:4x4", ("ply09.keys", "ply13.keys", "ply13.codes")) if SLOW
                 else ("connect4:4x5", ("ply12.keys", "ply17.keys", "ply17.codes")))


def tictactoe_layers():
    """Positions by ply by brute force: {stones of both sides: (value, plies to the end)}."""
    layer = {(frozenset(), frozenset()): ()}
    while layer:
        yield {sides: tictactoe.solve(moves) for sides, moves in layer.items()}
        layer = {(frozenset(after[0::2]), frozenset(after[1::2])): after
                 for moves in layer.values() if tictactoe.over(moves) is None
                 for after in (moves + (cell,) for cell in range(9) if cell not in moves)}


class Layers(Case):
    def layers(self, game, name="l.h5", **more):
        return self.ok("layers", game, "-o", name, "--threads", 2, **more)

    def content(self, name="l.h5"):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_tictactoe(self):
        lines = self.layers("mnk:3,3,3").lines
        layers = list(tictactoe_layers())
        self.assertEqual(len(lines), len(layers))
        for ply, (line, layer) in enumerate(zip(lines, layers)):
            values = [value for value, _ in layer.values()]
            self.assertEqual(line, [str(ply), str(len(values)), *(str(values.count(value)) for value in (1, 0, -1))])
        self.assertEqual(self.files(), ["l.h5"])
        shown = self.ok("layers", "mnk:3,3,3", "-o", "l.h5", "--json").objects
        self.assertEqual(shown[2], {"ply": 2, "positions": 72, "win": 48, "draw": 24, "loss": 0, "canonical": 12, "longest": 5})
        self.assertIsNone(shown[0]["longest"])

    def test_probe_against_brute_force(self):
        self.layers("mnk:3,3,3")
        tictactoe.check_probe(self, "l.h5", seed=7, unfinished=False)

    def test_probe_agrees_with_solve(self):
        self.layers("connect4:4x4")
        for text in ("", "1", "4", "12", "4321", "1444", "2233", "1212121"):
            probed = self.ok("probe", "l.h5", text).lines[0]
            solved = self.ok("solve", "connect4:4x4", text, "--score", "--all-moves", "--threads", 1,
                             "--table-memory", "4M").lines[0]
            self.assertEqual(probed, solved[:3] + solved[5:])
        shown = self.ok("probe", "l.h5", "1", "--json").objects[0]
        self.assertEqual((shown["value"], shown["score"], shown["distance"]), ("draw", 0, None))
        self.fails(65, "probe", "l.h5", "9", says="9")

    @release_only
    def test_check(self):
        self.layers("mnk:3,3,3")
        claim = "mnk:3,3,3: the value and the distance to the end of every position of plies 0 to 9"
        line = self.ok("check", "l.h5", "--complete").lines[0]
        self.assertEqual((line[0], line[1], line[2], line[4]), (claim, "765", "finished 138", "accepted"))
        self.layers("connect4:5x4", name="large.h5")
        shown = self.ok("check", "large.h5", "--complete", "--threads", 3, "--json").objects[0]
        self.assertEqual((shown["accepted"], shown["complete"], shown["wrong"], shown["reason"]), (True, True, None, None))
        whole = shown["positions"]
        shown = self.ok("check", "large.h5", "--seed", 5, "--json").objects[0]
        self.assertEqual((shown["accepted"], shown["complete"], shown["reason"]), (False, False, None))
        self.assertIn(shown["positions"], range(20000, whole))
        self.assertEqual(shown["verdict"], f"sampled {shown['positions']} of {whole}")
        self.assertIn("Claim: " + claim, " ".join(self.ok("check", "l.h5", "--pretty").out.split()))
        self.fails(75, "check", "large.h5", "--complete", "--time-limit", "0.01s", says="not completed")

    def test_damaged(self):
        self.layers("mnk:3,3,3")
        whole = self.content()
        for place in range(0, len(whole), len(whole) // 40):
            with open(self.path("damaged.h5"), "wb") as file:
                file.write(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:])
            self.fails(65, "probe", "damaged.h5", "b2")
        self.fails(65, "check", "damaged.h5", "--complete")
        with open(self.path("damaged.h5"), "wb") as file:
            file.write(whole[:-100])
        self.fails(65, "probe", "damaged.h5", "b2", says="damaged.h5")
        self.fails(65, "check", "damaged.h5", "--complete", says="damaged.h5")

    @unittest.skipUnless(h5py, "no h5py")
    def test_file(self):
        lines = self.layers("connect4:4x4").lines
        with h5py.File(self.path("l.h5"), "r") as file:
            self.assertEqual([name for name in file], [f"ply{ply:02}" for ply in range(17)])
            self.assertEqual(file.attrs["kind"], b"layers")
            self.assertEqual((file.attrs["plies"], file.attrs["positions"], file.attrs["canonical"]), (16, 161029, 80541))
            for ply, line in enumerate(lines):
                group = file[f"ply{ply:02}"]
                numbers = [int(group.attrs[name]) for name in ("positions", "win", "draw", "loss")]
                self.assertEqual([str(number) for number in numbers], line[1:])
                keys = [bytes(key) for key in group["key"][:]]
                self.assertEqual(keys, sorted(set(keys)))
                values, distances = group["value"][:], group["distance"][:]
                self.assertEqual(len(keys), group.attrs["canonical"])
                self.assertTrue(((distances == 255) == (values == 0)).all())
                # Who moves at the end has won: after an odd number of plies the side to move.
                decided = values != 0
                self.assertTrue((numpy.where(distances % 2 == 1, 1, -1) == values)[decided].all())
                ends = group["distances"][:]
                self.assertEqual(ends.sum(axis=0).tolist(), [numbers[1], numbers[3]])

    def test_refusals(self):
        self.fails(64, "layers", "mnk:3,3,3", says="-o FILE")
        self.fails(64, "layers", "mnk:3,3,3", "-o", "l.h5", "--plies", 3, says="--plies")
        self.fails(65, "layers", "draughts:4x4", "-o", "l.h5", says="cycle")
        for game in ("mnk:17,17,5", "mnk:12,12,5"):
            self.fails(65, "layers", game, "-o", "l.h5", says="too large")
        self.fails(73, "layers", "mnk:3,3,3", "-o", "nowhere/l.h5", says="nowhere/l.h5")
        self.assertEqual(self.files(), [])
        self.write("l.h5.plies", "")
        self.fails(73, "layers", "mnk:3,3,3", "-o", "l.h5", says="l.h5.plies")

    def test_full_disk(self):
        for blocks, words in (("0", ("mnk:3,3,3",)), ("64", (SIZE,))):
            done = subprocess.run(["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh", harness.ZERMELO, "layers", *words,
                                   "-o", "l.h5"], cwd=self.folder, env=environment(), check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 74, done.stderr)
            self.assertIn("l.h5", done.stderr)
            self.assertNotIn("l.h5", self.files())
        self.layers(SIZE)
        self.assertEqual(self.files(), ["l.h5"])

    def ended(self, number, file):
        """A run that gets a signal when that file of its folder is there. Returns whether it came in time."""
        process = self.start("layers", SIZE, "-o", "l.h5", "--threads", 1)
        while process.poll() is None and not os.path.exists(self.path(f"l.h5.plies/{file}")):
            time.sleep(0.002)
        done = self.stop(process, number)
        if done.code == 0:
            return False
        self.assertEqual(done.code, -number if number == signal.SIGKILL else 75, done.err)
        self.assertEqual(done.out, "")
        self.assertFalse(os.path.exists(self.path("l.h5")))
        if done.code == 75:
            self.assertEqual(len(done.said), 1)
        return True

    def test_goes_on(self):
        self.layers(SIZE, name="whole.h5")
        whole = self.content("whole.h5")
        for number, files in ((signal.SIGTERM, MOMENTS[:1]), (signal.SIGUSR1, MOMENTS[2:]), (signal.SIGKILL, MOMENTS)):
            came = [self.ended(number, f"{file}.0-of-1") for file in files]
            kept = self.path(f"l.h5.plies/{MOMENTS[0]}.0-of-1")
            made = os.stat(kept).st_mtime_ns if os.path.exists(kept) else None
            again = self.start("layers", SIZE, "-o", "l.h5")
            while made is not None and again.poll() is None and os.path.exists(kept):
                try:
                    self.assertEqual(os.stat(kept).st_mtime_ns, made)
                except FileNotFoundError:
                    break
            self.assertEqual(again.wait(timeout=harness.TIMEOUT), 0)
            again.communicate()
            self.assertEqual(self.content(), whole)
            self.assertEqual(self.files(), ["l.h5", "whole.h5"])
            os.remove(self.path("l.h5"))
            self.assertTrue(any(came))

    def test_time_limit(self):
        done = self.fails(75, "layers", "connect4:7x6", "-o", "l.h5", "--time-limit", "1s", says="time limit")
        self.assertEqual(done.out, "")
        self.assertIn("l.h5.plies/ply04.keys.0-of-1", self.files())
        # Another game takes nothing from them.
        self.layers("mnk:3,3,3")
        self.layers("mnk:3,3,3", name="other.h5")
        self.assertEqual(self.content(), self.content("other.h5"))

    def test_job(self):
        job = self.write("job.yaml", "name: l\ntask: layers\ngame: mnk:3,3,3\nthreads: 1\n")
        done = self.ok("run", job)
        self.assertEqual(done.lines[0], ["0", "1", "0", "1", "0"])
        self.assertEqual(self.files(), ["job.yaml", "out/l/l.html", "out/l/l.layers.h5", "out/l/l.statistics.h5", "out/l/l.tsv"])
        self.assertIn("out/l/l.layers.h5", done.err)
        self.fails(65, "run", self.write("job.yaml", "name: l\ntask: layers\ngame: draughts:4x4\n"), says="cycle")

    @has_mpirun
    @release_only
    def test_ranks(self):
        lines = self.layers("connect4:4x4").lines
        for ranks in (1, 2, 3):
            done = self.ok("layers", "connect4:4x4", "-o", f"{ranks}.h5", "--threads", 1, ranks=ranks)
            self.assertEqual(done.lines, lines)
            self.assertEqual(self.content(f"{ranks}.h5"), self.content())
        self.assertEqual(self.files(), ["1.h5", "2.h5", "3.h5", "l.h5"])
        self.fails(73, "layers", "mnk:3,3,3", "-o", "nowhere/l", ranks=2, says="nowhere/l")
        self.fails(75, "layers", "connect4:7x6", "-o", "big.h5", "--time-limit", "1s", ranks=2, says="time limit")
