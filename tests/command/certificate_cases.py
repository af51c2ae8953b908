"""solve --certificate, check of what it writes, its text form, and two other programs that check it."""
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import h5py
import numpy as np

import forged
import harness
from harness import SLOW, SMALL, Case, has_mpirun, release_only

OLD = os.path.join(os.path.dirname(__file__), "../certificates/kept")
PYTHON_CHECKER = os.path.join(os.path.dirname(__file__), "../../examples/check_certificate.py")


class Certificates(Case):
    def tables(self, *words):
        return self.ok("tablebase", *words, "-o", "t.h5", "--threads", 1)

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_certificate(self):
        game = "draughts:4x4,rules=seed"
        shown = self.ok("solve", game, "--certificate", "c.h5", "--quiet", *SMALL).lines[0]
        self.assertEqual(shown[1], "draw")
        line = self.ok("check", "c.h5").lines[0]
        start = "W:W7,8:B1,2"
        self.assertEqual((line[0], line[4]), (f"White (to move) draws {game} from {start}", "accepted"))
        self.assertRegex(line[2], "^finished [0-9]+$")
        first = self.content("c.h5")
        self.ok("solve", game, "--certificate", "c.h5", "--quiet", *SMALL)
        self.assertEqual(self.content("c.h5"), first)
        with open(self.path("c.h5"), "r+b") as file:
            file.seek(len(first) // 2)
            file.write(bytes([first[len(first) // 2] ^ 1]))
        self.fails(65, "check", "c.h5")

    def certify_many(self, name, **more):
        """Wins, draws and losses in one file, with tables. Returns the values."""
        self.write("p", "".join(text + "\n" for text in ("W:WK1,K3:BK18", "B:WK1,K3:BK18", "W:WK1:BK17", "W:W13:B1,K5",
                                                         "W:WK1,K2,14:BK18", "W:WK1:B")))
        lines = self.ok("solve", "draughts:6x6", "--tables", "t.h5", "--positions", "p", "--certificate", name, "--quiet",
                        *SMALL, **more).lines
        return [line[1] for line in lines]

    def test_certificate_of_many(self):
        self.tables("draughts:6x6", "--pieces", 3, "--distances")
        values = self.certify_many("c.h5")
        self.assertEqual(set(values), {"win", "draw", "loss"})
        shown = self.ok("check", "c.h5", "--json").objects[0]
        self.assertEqual((shown["accepted"], [claim["value"] for claim in shown["claims"]]), (True, values))
        self.assertTrue(shown["complete"])
        claims = self.ok("check", "c.h5", "--threads", 3).lines[0][0].split("; ")
        verbs = {"win": "wins", "draw": "draws", "loss": "loses"}
        self.assertEqual(claims, [f"White (to move) {verbs[claim['value']]} draughts:6x6 from {claim['position']}"
                                  for claim in shown["claims"]])
        self.assertEqual(claims[2], "White (to move) draws draughts:6x6 from W:WK1:BK17")
        self.assertIn("Claim: White (to move) wins draughts:6x6 from ", self.ok("check", "c.h5", "--pretty").out)

    @has_mpirun
    def test_certificate_by_ranks(self):
        self.tables("draughts:6x6", "--pieces", 3, "--distances")
        self.certify_many("c.h5")
        self.certify_many("d.h5", ranks=2)
        self.assertEqual(self.content("d.h5"), self.content("c.h5"))

    def test_no_certificate(self):
        self.fails(73, "solve", "draughts:4x4", "--certificate", "no/folder/c.h5", *SMALL)
        self.fails(64, "solve", "draughts:4x4", "--certificate", "c.h5", "--depth", 3, *SMALL, says="proves nothing")
        self.fails(75, "solve", "draughts:6x6", "--certificate", "c.h5", "--node-limit", 10, *SMALL)
        self.tables("draughts:4x4", "--pieces", 2)
        self.fails(65, "solve", "draughts:4x4", "--tables", "t.h5", "--certificate", "c.h5", *SMALL, says="--distances")
        self.assertEqual(self.files(), ["t.h5"])

    def prove(self, game, *words):
        """A certificate from `solve`, accepted; returns the line of solve and the object of check."""
        line = self.ok("solve", game, *words, "--certificate", "c.h5", "--quiet", *SMALL).lines[0]
        shown = self.ok("check", "c.h5", "--json").objects[0]
        self.assertTrue(shown["accepted"])
        self.assertEqual(shown["claims"][0]["value"], line[1])
        return line, shown

    def test_scores(self):
        for game, position, value, score in (("connect4:4x4", "", "draw", "0"), ("connect4:5x4", "", "draw", "0"),
                                             ("connect4:6x4", "1212", "loss", "-1"),
                                             ("connect4:6x4", "12121", "win", "1"),
                                             ("mnk:4,3,3", "", "win", "7"), ("mnk:3,3,3", "", "draw", "0"),
                                             ("mnk:4,3,3", "a1", "loss", "-8"), ("mnk:3,3,3", "a1 a2 b1 b2", "win", "1")):
            line, shown = self.prove(game, position, "--score")
            self.assertEqual(line[1:3], [value, score])
            self.assertEqual(shown["claims"][0]["score"], int(line[2]))
            self.assertTrue(shown["claim"].endswith(f" with the score {line[2]}"), shown["claim"])

    def test_positions(self):
        large = () if SLOW else (("connect4:7x7", "365136", "win"),)
        for game, position, value in (("connect4:6x4", "12121", "win"), ("mnk:4,4,3", "a1 d4", "win"),
                                      ("mnk:3,3,3", "a1 a2 b1 b2", "win"), ("mnk:5,4,4", "a1", "draw"), *large):
            self.assertEqual(self.prove(game, position)[0][1], value)
        line, shown = self.prove("mnk:4,4,4", "--maker-breaker")
        self.assertEqual((line[1], shown["claim"]), ("loss", "the first player (to move) loses mnk:4,4,4,maker-breaker from the start"))

    def test_finished(self):
        for game, position, value, score in (("connect4:6x4", "1212121", "loss", -9), ("mnk:3,3,3", "a1a2b1b2c1", "loss", 0),
                                             ("mnk:3,3,3", "a1b1c1a2b2a3c2c3b3", "draw", 0)):
            self.assertEqual(self.prove(game, position)[0][1], value)
            self.assertEqual(self.prove(game, position, "--score")[1]["claims"][0]["score"], score)

    def test_without_keys(self):
        self.assertEqual(self.prove("mnk:70,70,10")[0][1], "draw")

    def test_list_of_positions(self):
        self.fails(64, "solve", "connect4:4x4", "--positions", self.write("p", "1\n2\n"), "--certificate", "c.h5", *SMALL,
                   says="about one position")
        self.assertEqual(self.files(), ["p"])

    def test_stopped(self):
        """While the certificate is being made: 75 and no file."""
        process = self.start("solve", "connect4:6x6", "--certificate", "c.h5", "--quiet", *SMALL)
        process.stdout.readline()
        time.sleep(0.5)
        self.assertEqual(self.stop(process, signal.SIGINT).code, 75)
        self.assertEqual(self.files(), [])


class Resumed(Case):
    """solve --certificate that is stopped, goes on, and is found by several ranks."""

    GAME = ("mnk:6,4,4",)
    LONG = ("connect4:5x5", *(["33"] if SLOW else []))
    KEPT = ("--checkpoint", "p.h5")

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def found(self, name, *words, **more):
        """The certificate of a run that goes to the end, accepted."""
        done = self.ok("solve", *self.GAME, "--certificate", name, *words, "--table-memory", "4M", **more)
        shown = self.ok("check", name, "--json").objects[0]
        self.assertTrue(shown["accepted"])
        self.assertEqual(shown["claims"][0]["value"], "draw")
        return done

    def rows(self):
        """Those of the certificate that the checkpoint keeps."""
        if not os.path.exists(self.path("p.h5")):
            return 0
        with h5py.File(self.path("p.h5"), "r") as file:
            sides = file["certificate"].values() if "certificate" in file else ()
            return sum(len(group["kind"]) for group in sides if hasattr(group, "keys") and "kind" in group)

    def stop_with_rows(self, number, known, *words):
        """A signal as soon as more rows are kept than are known. The process stands still while the rows are counted, since
        it would come to its end meanwhile on a busy machine."""
        process, end = self.start(*words, *SMALL, *self.KEPT, "--checkpoint-interval", "0.02s"), time.monotonic() + harness.TIMEOUT
        while True:
            process.send_signal(signal.SIGSTOP)
            enough = self.rows() > known
            if enough and number == signal.SIGKILL:
                return self.stop(process, number)
            process.send_signal(signal.SIGCONT)
            if enough:
                return self.stop(process, number)
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def nodes(self, done):
        return int(next(line.split()[1] for line in done.err.splitlines() if line.startswith("nodes ")))

    def test_no_second_solve(self):
        """The tables of the search are used: the certificate costs less than the value. (Looking for plans would cost more.)"""
        value = self.nodes(self.ok("solve", *self.GAME, "--threads", 1, "--table-memory", "4M", "--verbose"))
        self.assertLess(self.nodes(self.found("c.h5", "--threads", 1, "--verbose")), 2 * value)

    def test_node_limit(self):
        """As often as needed; then the same bytes as at once."""
        self.GAME = ("connect4:5x4",)
        self.found("whole.h5", "--threads", 1)
        self.ok("solve", *self.GAME, *SMALL, *self.KEPT)
        rows = []
        for limit in (400 * 2 ** i for i in range(20)):
            done = self.call("solve", *self.GAME, "--certificate", "c.h5", "--node-limit", limit, *SMALL, *self.KEPT)
            if done.code == 0:
                break
            self.assertEqual((done.code, len(done.said)), (75, 1), done.err)
            self.assertIn("the node limit is reached: the certificate is not complete", done.said[0])
            self.assertNotIn("c.h5", self.files())
            rows.append(self.rows())
        self.assertEqual(done.code, 0, done.err)
        self.assertIn(f", {rows[-1]} rows of a certificate", done.err)
        self.assertGreater(len(rows), 2)
        self.assertEqual(rows, sorted(rows))
        self.assertEqual(self.content("c.h5"), self.content("whole.h5"))
        os.remove(self.path("c.h5"))
        self.ok("solve", *self.GAME, "--certificate", "c.h5", *SMALL, *self.KEPT)  # nothing was left to do
        self.assertEqual(self.content("c.h5"), self.content("whole.h5"))

    @release_only
    def test_verify(self):
        """So is a row of verify, with the same bytes."""
        self.GAME = ("connect4:5x5",)
        self.found("whole.h5", "--threads", 1)
        words = ("verify", "--only", "connect4:5x5", "--certificates", "d")
        done = self.stop_with_rows(signal.SIGTERM, 0, *words)
        self.assertEqual(done.code, 75, done.err)
        self.assertNotIn("d/connect4_5x5.h5", self.files())
        self.assertRegex(self.ok(*words, *SMALL, *self.KEPT).err, ", [1-9][0-9]* rows of a certificate")
        self.assertEqual(self.content("d/connect4_5x5.h5"), self.content("whole.h5"))

    @release_only
    def test_two_kills(self):
        self.GAME = self.LONG
        self.found("whole.h5", "--threads", 1)
        for number in signal.SIGTERM, signal.SIGKILL:
            done = self.stop_with_rows(number, self.rows(), "solve", *self.GAME, "--certificate", "c.h5", "--quiet")
            self.assertEqual(done.code, 75 if number == signal.SIGTERM else -number, done.err)
            self.assertNotIn("c.h5", self.files())
        self.assertIn(" rows of a certificate", self.found("c.h5", "--threads", 1, *self.KEPT).err)
        self.assertEqual(self.content("c.h5"), self.content("whole.h5"))

    def test_two_threads(self):
        self.found("c.h5", "--threads", 2)

    @has_mpirun
    def test_ranks(self):
        for ranks in 1, 2, 3:
            self.found(f"{ranks}.h5", "--threads", 1, ranks=ranks)

    @has_mpirun
    def test_resumed_by_ranks(self):
        self.GAME = self.LONG
        for ranks in 2, 1, 3:
            done = self.call("solve", *self.GAME, "--certificate", "c.h5", "--time-limit", "0.5s", *SMALL, *self.KEPT,
                             ranks=ranks)
            self.assertIn(done.code, (0, 75), done.err)
        self.found("c.h5", "--threads", 1, *self.KEPT, ranks=2)


def load_python_checker():
    spec = importlib.util.spec_from_file_location("check_certificate", PYTHON_CHECKER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Fifo(Case):
    def test_fifo(self):
        """Nobody waits for what might come through a pipe."""
        os.mkfifo(self.path("pipe"))
        done = subprocess.run([os.path.join(os.path.dirname(harness.ZERMELO), "zermelo-check"), self.path("pipe")], capture_output=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (65, 1))
        self.fails(65, "check", "pipe")


class TwoCheckers(Case):
    """zermelo-check, `zermelo check` and the Python checker, which reads the text form, say the same."""

    BOARDS = ("mnk:3,3,3", "mnk:4,3,3", "mnk:5,4,4", "mnk:6,6,5", "mnk:3,3,3,exact", "mnk:4,3,3,exact", "mnk:5,4,4,exact",
              "mnk:6,6,5,exact", "mnk:6,4,4 --score", "mnk:4,4,3 --score", "mnk:4,4,3 --maker-breaker", "connect4:4x4",
              "connect4:4x4 --score", "connect4:5x4", "connect4:6x4 434514", "draughts:4x4", "draughts:4x4,rules=seed",
              "draughts:4x4 W:WK1:BK8", "mnk:20,20,9", "mnk:15,15,8", "mnk:12,12,8 f6f7g7", "mnk:20,20,8", "mnk:8,8,4", "mnk:6,5,4")

    def program(self, *words):
        done = subprocess.run(words, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        return done.returncode, done.stdout.rstrip("\n").split("\t"), done.stderr

    def check_alone(self, *names):
        return self.program(os.path.join(os.path.dirname(harness.ZERMELO), "zermelo-check"), *names)

    def check_by_python(self, name):
        return self.program(sys.executable, PYTHON_CHECKER, name)

    def certify(self, words, name="c.h5"):
        self.ok("solve", *words.split(), "--certificate", name, "--quiet", *SMALL)

    def export(self, name="c.h5"):
        line = self.ok("export", name, "--format", "text", "-o", "c.txt", "--quiet").lines[0]
        with open(self.path("c.txt"), encoding="ascii") as file:
            text = file.read()
        self.assertEqual((line[0], line[2], int(line[3])), ("text", "0", len(text)))
        return line[1], text

    def test_accepted(self):
        for words in self.BOARDS:
            with self.subTest(words):
                self.certify(words)
                code, alone, _ = self.check_alone("c.h5")
                self.assertEqual((code, alone[4]), (0, "accepted"))
                line = self.ok("check", "c.h5").lines[0]
                self.assertEqual([line[i] for i in (0, 1, 2, 4)], [alone[i] for i in (0, 1, 2, 4)])
                rows, _ = self.export()
                code, python, _ = self.check_by_python("c.txt")
                self.assertEqual((code, python[1], python[4]), (0, alone[1], "accepted"))
                self.assertEqual(rows, alone[1])
                leaves, others = (dict(re.findall(r"(\w+) (\d+)", each[2])) for each in (alone, python))
                for kind in ("small", "nodes", "pairing", "threats", "stealing", "plan", "tiling"):
                    self.assertEqual(leaves.get(kind), others.get(kind), kind)
                self.assertNotIn("upwards", leaves)

    def test_old_rows(self):
        """Certificates of earlier revisions with rows of the kind upwards: no reader takes them, but shrink proves their positions anew."""
        says = "upwards, which is no longer checked: zermelo certificate shrink proves its position anew"
        for name in ("connect4_6x4", "connect4_8x6"):
            with self.subTest(name):
                shutil.copy(os.path.join(OLD, name + ".h5"), self.path("old.h5"))
                code, _, said = self.check_alone("old.h5")
                self.assertEqual((code, said.count("\n")), (65, 1))
                self.assertIn(says, said)
                for words in (("check", "old.h5"), ("probe", "old.h5", "1"), ("export", "old.h5", "--format", "text", "-o", "c.txt"),
                              ("report", "old.h5", "-o", "c.html"), ("serve", "old.h5", "--port", "0")):
                    self.fails(65, *words, says=says)
                with h5py.File(self.path("old.h5")) as file:
                    self.assertIn(4, file["second/kind"][:])
                    bound, keys = int(file["second"].attrs["bound"]), file["claim/key"][:].tolist()
                self.ok("certificate", "shrink", "old.h5", "-o", "c.h5", "--quiet")
                code, alone, _ = self.check_alone("c.h5")
                self.assertEqual((code, alone[4]), (0, "accepted"))
                self.assertNotIn("upwards", alone[2])
                with h5py.File(self.path("c.h5")) as file:
                    self.assertEqual((int(file["second"].attrs["bound"]), file["claim/key"][:].tolist()), (bound, keys))
                _, text = self.export()
                self.assertEqual(self.check_by_python("c.txt")[0], 0)
                self.write("d.txt", re.sub("^(second\t\\S+)\tplan\t", "\\1\tupwards\t", text, count=1, flags=re.M))
                code, _, said = self.check_by_python("d.txt")
                self.assertEqual((code, said.count("\n")), (65, 1))
                self.assertIn(says, said)

    def test_rests_on_tables(self):
        """Shrunk with endgame tables: accepted with these or larger ones, all of which are checked, and only with them."""
        self.ok("tablebase", "draughts:6x6", "--pieces", 4, "--distances", "-o", "four.h5")
        slices = self.ok("tablebase", "draughts:6x6", "--pieces", 3, "--distances", "-o", "t.h5").lines
        self.write("p", "W:WK1,K3:BK18\nB:W13,14,16:B1,K5\nW:W13,15:B1,K5\nW:WK1,K2,14:BK18\nW:WK1:B\n")
        self.ok("solve", "draughts:6x6", "--tables", "four.h5", "--positions", "p", "--certificate", "whole.h5", "--quiet",
                *SMALL)
        before, after, size, _ = self.ok("certificate", "shrink", "whole.h5", "--tables", "t.h5", "-o", "c.h5").lines[0]
        self.assertLess(int(after), int(before))
        self.assertEqual(int(size), os.path.getsize(self.path("c.h5")))
        checked = self.ok("check", "c.h5", "--tables", "t.h5", "--json", "--threads", 2).objects[0]
        self.assertEqual((checked["accepted"], checked["positions"]),
                         (True, int(after) + sum(int(line[1]) for line in slices)))
        self.assertGreater(checked["leaves"]["tables"], 0)
        self.assertEqual(checked["claims"], self.ok("check", "whole.h5", "--json").objects[0]["claims"])
        self.assertEqual(self.check_alone("c.h5", "t.h5")[1][:3], self.ok("check", "c.h5", "--tables", "t.h5").lines[0][:3])
        self.assertIn("rests on endgame tables", self.fails(1, "check", "c.h5").lines[0][4])
        self.ok("report", "c.h5", "--tables", "t.h5", "-o", "c.html")
        self.fails(1, "report", "c.h5", "-o", "d.html")
        self.ok("certificate", "shrink", "c.h5", "--tables", "t.h5", "-o", "again.h5")
        with open(self.path("again.h5"), "rb") as again, open(self.path("c.h5"), "rb") as first:
            self.assertEqual(again.read(), first.read())
        self.ok("check", "c.h5", "--tables", "four.h5")
        self.ok("export", "c.h5", "--format", "text", "-o", "c.txt")
        with open(self.path("c.txt"), encoding="ascii") as text:
            self.assertIn("tables\t3\n", text)
        self.assertEqual(self.check_by_python("c.txt")[0], 65)
        for name, words, code, says in (
                ("two.h5", ("draughts:6x6", "--pieces", 2, "--distances"), 1, "of more pieces than were given"),
                ("plain.h5", ("draughts:6x6", "--pieces", 3), 65, "no distances"),
                ("seed.h5", ("draughts:6x6,rules=seed", "--pieces", 3, "--distances"), 65, "another game, board or rules")):
            self.ok("tablebase", *words, "-o", name)
            self.fails(code, "check", "c.h5", "--tables", name, says=says)
        self.fails(65, "check", "c.h5", "--tables", "c.h5", says="no endgame tables")
        self.fails(66, "check", "c.h5", "--tables", "absent.h5", says="absent.h5")
        self.fails(64, "check", "t.h5", "--tables", "t.h5", says="no certificate")
        self.fails(65, "certificate", "shrink", "whole.h5", "-o", "d.h5", says="need --tables")
        self.fails(1, "certificate", "shrink", "c.h5", "--tables", "two.h5", "-o", "d.h5")
        self.assertFalse(os.path.exists(self.path("d.h5")))
        with h5py.File(self.path("t.h5"), "r+") as file:
            plies = file["1.1.1.0/distance"][:]
            drawn = int(np.flatnonzero(plies == 255)[0])
            file["1.1.1.0/distance"][drawn] = 1
        self.assertIn("does not follow from its moves", self.fails(1, "check", "c.h5", "--tables", "t.h5").lines[0][4])
        self.assertEqual(self.check_alone("c.h5", "t.h5")[0], 1)

    def forge(self, rows):
        """c.h5 as f.h5 with other rows in some datasets, and its sums right."""
        forged.forge(self.path("c.h5"), self.path("f.h5"), rows)

    def agree(self, code):
        """All readers of f.h5 end with that code, those that do not check what they read with 0 if it can be read."""
        alone, read = self.check_alone("f.h5")[0], 65 if code == 65 else 0
        checking = [self.call(*words).code for words in (("check", "f.h5"), ("certificate", "shrink", "f.h5", "-o", "g.h5"),
                                                         ("report", "f.h5", "-o", "f.html"))]
        reading = [self.call("probe", "f.h5", "12121").code] + [self.call(
            "export", "f.h5", "--format", form, "-o", f"f.{form}").code for form in ("text", "html")]
        python = self.check_by_python("f.text")[0] if read == 0 else 65
        self.assertEqual((alone, checking, reading, python), (code, 3 * [code], 3 * [read], code))
        if code == 65:
            self.fails(65, "serve", "f.h5", "--port", "0")

    def test_readers_agree(self):
        """Several claims of format 2, none, one without a value, a row of a kind that does not exist, a move row of three
        numbers: all readers accept a file or refuse it alike. A certificate of two claims still proves both when it is shrunk."""
        self.certify("connect4:6x4 12121")
        with h5py.File(self.path("c.h5")) as file:
            start, keys = file["claim/key"][0], file["second/key"][:]
            kinds, sizes, numbers = (list(file[f"second/{name}"]) for name in ("kind", "size", "number"))
        others = [key for key in keys if bytes(key) != bytes(start)]
        self.forge({"claim/key": [start, *others], "claim/value": [1] * (1 + len(others))})
        self.agree(0)
        self.assertEqual(len(self.ok("check", "g.h5", "--json").objects[0]["claims"]), 1 + len(others))
        with open(self.path("f.text"), encoding="ascii") as text:
            self.assertEqual(sum(line.startswith("claim\t") for line in text), 1 + len(others))
        self.forge({"claim/key": [start, others[-1]], "claim/value": [1, 0]})
        self.agree(1)
        self.forge({"claim/key": np.zeros((0, len(start))), "claim/value": []})
        self.agree(65)
        self.forge({"claim/value": [127]})
        self.agree(65)
        self.forge({"second/kind": [200, *kinds[1:]]})
        self.agree(65)
        row = kinds.index(0)
        begin = sum(sizes[:row])
        self.forge({"second/size": [*sizes[:row], 3, *sizes[row + 1:]],
                    "second/number": [*numbers[:begin], 0, 1, 2, *numbers[begin + sizes[row]:]]})
        self.agree(65)

    def test_text(self):
        self.certify("mnk:3,3,3")
        _, text = self.export()
        self.assertEqual(text.splitlines()[:10], [
            "zermelo-certificate\t1", "game\tmnk", "board\t3,3,3", "rules\tstandard", "scores\tno", "small_nodes\t1000",
            "bound\tfirst\t0", "bound\tsecond\t0", "claim\t.../.../...\t0\tdraw", "first\t.../.../...\tstealing\t-\t-"])
        self.certify("mnk:8,4,8")
        self.assertRegex(self.export()[1], r"\nsecond\t\S+\ttiling\t12 0 1 2 3 .*\ta1-b1-c1-d1-\S+:15,240,\S+ .*:[\d,]+\n$")
        self.certify("draughts:4x4")
        _, text = self.export()
        self.assertIn("\nclaim\tW:W7,8:B1,2\t0\tdraw\nheld\t", text)
        self.assertRegex(text, r"\nheld\tW:WK7,8:BK3\tmove\t-\t7-5\tW:WK6:B1,K4\n")
        self.certify("draughts:4x4 W:WK1:BK8")
        self.assertRegex(self.export()[1], r"\nwon\tW:\S+\tmove\t\d+\t\S+\tW:\S+\n")

    def mutate(self, change, code=1):
        """A certificate with a change of what is in it, the seal as it was; what the checker ends with."""
        shutil.copy(self.path("c.h5"), self.path("d.h5"))
        with h5py.File(self.path("d.h5"), "r+") as file:
            change(file)
        self.assertEqual(self.check_alone("d.h5")[0], code)
        self.fails(65, "check", "d.h5")

    def refuse_text(self, text, old, new, count=1):
        changed = re.sub(old, new, text, count=count, flags=re.M)
        self.assertNotEqual(text, changed)
        self.write("d.txt", changed)
        code, line, _ = self.check_by_python("d.txt")
        self.assertEqual(code, 1, (old, new))
        self.assertNotEqual(line[4], "accepted")

    def test_plan_without_its_row(self):
        self.certify("connect4:5x4")
        self.ok("certificate", "shrink", "c.h5", "-o", "s.h5", "--quiet")
        _, text = self.export("s.h5")
        self.assertNotIn("\tmove\t", text)
        self.assertEqual(self.check_by_python("c.txt")[0], 0)
        claimed = re.search("^claim\t(\\S+)", text, re.M)[1]
        self.refuse_text(text, f"^first\t(?!{re.escape(claimed)}).*\n", "")

    def test_refused(self):
        def claim_a_win(file):
            file["claim/value"][0] = 1

        def raise_bound(file):
            file["second"].attrs["bound"] = 1

        def lose_a_pair(file):
            row = list(file["second/kind"]).index(2)
            file["second/kind"][row] = 1

        def drop_a_row(file):
            group, row = file["second"], list(file["second/kind"]).index(2)
            begin, sizes = sum(group["size"][:row]), group["size"][:]
            number = np.delete(group["number"][:], slice(begin, begin + sizes[row]))
            keys, kinds = np.delete(group["key"][:], row, axis=0), np.delete(group["kind"][:], row)
            key_type, filters = group["key"].dtype, {"shuffle": True, "compression": 6, "fletcher32": True}
            for name in ("key", "kind", "size", "number"):
                del group[name]
            group.create_dataset("key", (len(keys),), key_type, **filters)[...] = keys
            for name, rows in (("kind", kinds), ("size", np.delete(sizes, row)), ("number", number)):
                group.create_dataset(name, data=rows, **filters)

        self.certify("mnk:5,4,4")
        _, text = self.export()
        for change in (claim_a_win, raise_bound, drop_a_row):
            with self.subTest(change):
                self.mutate(change)
        self.mutate(lose_a_pair, 65)  # no row of that kind has such numbers
        for old, new in (("^(claim\t\\S+)\t0", "\\1\t1"), ("^bound\tsecond\t0", "bound\tsecond\t1"),
                         ("^(second\t\\S+)\tpairing\t[^\t]*", "\\1\tsmall\t-"), ("^second\t\\S+\tpairing.*\n", ""),
                         ("^(second\t\\S+\tpairing\t)\\d+ \\d+ ", "\\1"), ("^(second\t)", "\\1x"),
                         ("^rules\tstandard", "rules\texact"), ("^first\t.*stealing.*\n", "")):
            with self.subTest(old):
                self.refuse_text(text, old, new)

    @release_only
    def test_many_rows(self):
        """More than are in memory at a time: what is wrong near the end is found there."""
        self.ok("solve", "draughts:6x6", "--certificate", "c.h5", "--quiet", "--threads", 2, "--table-memory", "256M")
        code, line, _ = self.check_alone("c.h5")
        self.assertEqual((code, line[4]), (0, "accepted"))
        self.assertGreater(int(line[1]), 500_000)

        def change_last_move(file):
            file["held/move"][-1] = 255

        def shorten(file):
            moves = file["held/move"][:-1]
            del file["held/move"]
            file["held/move"] = moves

        self.mutate(change_last_move)
        shutil.copy(self.path("c.h5"), self.path("d.h5"))
        with h5py.File(self.path("d.h5"), "r+") as file:
            shorten(file)
        code, _, said = self.check_alone("d.h5")
        self.assertEqual((code, said.strip()), (65, "zermelo-check: d.h5: it has a dataset of another shape or type"))

    def test_refused_otherwise(self):
        for words, changes in (
                ("connect4:6x4 434514", (("^(\\w+\t\\S+\tplan)\t.*?\t", "\\1\t-\t"),
                                  ("^(\\w+\t\\S+\tplan\t)(\\d+) .*?\t", "\\g<1>\\2 99\t"))),
                ("mnk:8,4,8", (("^(\\w+\t\\S+\ttiling)\t.*?\t", "\\1\t2 0 1 1 4\t"), ("^(\\w+\t\\S+\ttiling\t)\\d+", "\\g<1>13"),
                               ("^(\\w+\t\\S+\ttiling\t\\d+) (\\d+) \\d+", "\\1 \\2 \\2"),
                               ("^(\\w+\t\\S+\ttiling\t.*?) \\d+\t", "\\1\t"),
                               ("^(\\w+\t\\S+\ttiling\t.*?) \\d+\t", "\\1 4096\t"),
                               ("^(\\w+\t\\S+\ttiling\t.*?) \\d+\t", "\\1 1\t"))),
                ("mnk:3,3,3", (("^small_nodes\t1000", "small_nodes\t10"), ("^second\t\\S+\tsmall.*\n", ""))),
                ("mnk:4,4,3 --score", (("^bound\tfirst\t12", "bound\tfirst\t13"), ("^(claim\t\\S+)\t12", "\\1\t11"),
                                       ("^(\\w+\t\\S+)\tthreats\t.*?\t", "\\1\tpairing\t-\t"))),
                ("draughts:4x4 W:WK1:BK8", (("^won.*\n", ""),
                                            ("^(claim\t\\S+)\t1", "\\1\t0")))):
            self.certify(words)
            _, text = self.export()
            for old, new in changes:
                with self.subTest(words + old):
                    self.refuse_text(text, old, new)
        self.refuse_text(text, "^(won\t\\S+\tmove\t)\\d+", "\\g<1>5", count=0)  # ranks do not fall

    def test_cannot_be_read(self):
        self.certify("mnk:3,3,3")
        _, text = self.export()
        self.ok("book", "connect4:4x4", "--plies", 1, "-o", "b.h5", "--quiet", *SMALL)
        self.fails(65, "export", "b.h5", "--format", "text", "-o", "d.txt", says="no certificate")
        self.fails(65, "export", "c.h5", "--format", "pons", "-o", "d.txt")
        self.fails(64, "export", "c.h5", "--format", "word", "-o", "d.txt", says="pons, pdn, dataset, text")
        self.fails(66, "export", "none.h5", "--format", "text", "-o", "d.txt")
        self.write("text", "1\n")
        self.write("unclaimed", text.replace("claim\t.../.../...\t0\tdraw\n", ""))
        self.write("cut", text[:60])
        self.assertEqual([self.check_alone(name)[0] for name in ("none", "text", "b.h5", "-x")], [66, 65, 65, 64])
        self.assertEqual([self.check_by_python(name)[0] for name in ("none", "text", "unclaimed", "cut", "-x", "c.h5")],
                         [66, 65, 65, 65, 64, 65])
        for program in (self.check_alone, self.check_by_python):
            code, (text,), _ = program("--help")
            self.assertEqual((code, max(map(len, text.split("\n"))) <= 80), (0, True))

    def test_python_rules(self):
        """They count as many sequences of moves as perft."""
        module = load_python_checker()

        def count(game, position, depth):
            moves = game.moves(position) if game.ending(position) is None else {}
            moves = moves if game.cyclic else moves.values()
            return sum(count(game, after, depth - 1) for after in moves) if depth > 1 else len(moves)

        for title, start, depth in (("draughts:6x6", "", 5), ("mnk:4,4,3", "/".join(["...."] * 4), 5),
                                    ("connect4:5x4", "/".join(["....."] * 4), 6)):
            name, board = title.split(":")
            game = (module.Draughts if name == "draughts" else module.Alignment)(
                name, board, "official" if name == "draughts" else "standard")
            text = start if name != "draughts" else "W:W13,14,15,16,17,18:B1,2,3,4,5,6"
            lines = self.ok("perft", title, "--depth", depth, "--quiet", "--distinct").lines
            self.assertEqual([int(line[1]) for line in lines],
                             [count(game, game.parse(text), i) for i in range(1, depth + 1)], title)
