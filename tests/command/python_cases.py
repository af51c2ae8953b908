"""The Python package: what it reads is what the command and the C library read."""
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import types
import unittest
from unittest import mock

import harness
from harness import SMALL, Case

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "analysis", "python"))
import zermelo

try:
    import h5py
except ImportError:
    h5py = None
TOURNAMENT = ("name: t\ntask: tournament\nboards: ['mnk:3,3,3', 'connect4:4x4']\nplayers: [random, 'minimax:depth=2', monkey]\ngames: 2\n"
              "threads: 1\ntable_memory: 4M\noutputs:\n  directory: .\n")
COMPARISON = ("name: c\ntask: compare\nboards: ['mnk:3,3,3']\nmethods: [alpha-beta, bns]\ndepths: [1-3]\npositions: ['', b2]\n"
              "table_memory: 1M\noutputs:\n  directory: .\n")
VECTORS = os.path.join(ROOT, "tests", "probe_vectors.tsv")
KEPT = os.path.join(ROOT, "tests", "certificates", "kept")


def values_by_ply(rows):
    """Values by ply, from the rows of columns()."""
    found = {}
    for row in rows:
        counted = found.setdefault(row["ply"], {})
        value = zermelo.Value(row["value"] or "unknown")
        counted[value] = counted.get(value, 0) + 1
    return dict(sorted(found.items()))


@unittest.skipIf(h5py is None, "no h5py")
class Package(Case):
    def make(self, words, name="file.h5"):
        self.ok(*words.split(), "--certificate" if words.startswith("solve") else "-o", name, *SMALL[:2], "--quiet")
        return zermelo.open(self.path(name))

    def compare(self, file, texts):
        """Probe positions by the command and by the package."""
        self.write("positions", "".join(text + "\n" for text in texts))
        lines, wholes = (self.call("probe", "file.h5", "--positions", self.path("positions"), form).objects for form in ("--json", "--json=position"))
        for text, line, whole in zip(texts, lines, wholes, strict=True):
            answer = file.probe(text)
            self.assertEqual((answer.value, answer.score, answer.distance), (whole["value"], whole["score"], whole["distance"]), text)
            self.assertEqual(list(answer.best), line["moves"], text)
            if line["score"] is not None:  # else it may follow from the rules
                self.assertEqual((answer.value, answer.score), (line["value"], line["score"]), text)
            self.assertLessEqual(set(answer.best), set(file.moves(text)))

    def test_books_and_layers(self):
        for words in ("book connect4:5x4 --plies 4 --score", "book mnk:4,3,3 --plies 3 --score", "book mnk:3,3,3,exact --plies 8",
                      "book mnk:3,3,3,maker-breaker --plies 5", "book draughts:4x4 --plies 6", "layers mnk:3,3,3",
                      "layers connect4:3x4"):
            with self.subTest(words), self.make(words) as file:
                held = list(file)
                self.assertEqual(len(held), len(file))
                for position, answer in held:
                    self.assertEqual(file.probe(position), answer)
                    self.assertEqual(file.probe(file.game.key(position)).value, answer.value)
                    self.assertEqual(file.game.key(file.game.text(file.game.key(position))), file.game.key(position))
                self.compare(file, [position for position, _ in held])
                counted = sum(sum(values.values()) for values in file.statistics().values())
                if words.startswith("book"):
                    self.assertEqual(counted, len(file))
                self.assertEqual(set(map(len, file.columns().values())), {len(file)})

    def test_every_move(self):
        """probe_moves against `moves --values`."""
        for words, texts in (("book connect4:4x4 --plies 5 --score", ("", "12", "2233", "1111")),
                             ("book mnk:3,3,3 --plies 6 --score", ("", "b2", "a1 b1 c1")), ("layers mnk:4,3,3", ("", "a1 b1", "b2 a1"))):
            with self.subTest(words), self.make(words) as file:
                for text in texts:
                    lines = self.ok("moves", file.game.title, text, "--values", "--score", *SMALL).lines
                    found = {move: [known.value, str(known.score)] for move, known in file.probe_moves(text).items()}
                    self.assertEqual(list(found.values()), [[move.value, str(move.score)] for move in file.probe(text).moves])
                    self.assertEqual(found, {move: rest for move, *rest in lines})

    def test_tables(self):
        generator = random.Random(17)
        with self.make("tablebase draughts:6x6 --pieces 3 --distances") as file:
            positions = []
            while len(positions) < 1000:
                squares = generator.sample(range(1, 19), generator.choice((2, 3, 3)))
                pieces = [("" if generator.random() < 0.5 and 3 < square < 16 else "K") + str(square) for square in squares]
                first = generator.randrange(1, len(pieces))
                positions.append(f"{generator.choice('WB')}:W{','.join(pieces[:first])}:B{','.join(pieces[first:])}")
            self.compare(file, positions)
            self.assertEqual(sum(file.columns()["positions"]), sum(sum(values.values()) for values in file.statistics().values()))
            with self.assertRaisesRegex(zermelo.NotHere, "no such position: it has positions of up to 3 pieces"):
                file.probe("W:WK1,K2:BK8,K12")

    def test_every_position_of_tables(self):
        """Iteration meets each position once, with what probe() says."""
        for words in ("tablebase draughts:4x4 --pieces 4 --distances", "tablebase draughts:6x6 --pieces 2"):
            with self.subTest(words), self.make(words) as file:
                met = list(file)
                self.assertEqual((len(met), len({position for position, _ in met})), (len(file), len(file)))
                self.assertEqual([file.game.probe(position, moves=False) for position, _ in met], [answer for _, answer in met])
                going_on = [position for position, answer in met if not answer.ended]  # others have a score by the rules
                self.compare(file, random.Random(3).sample(going_on, 200))
                rows = file.columns("0.1.0.1")
                self.assertEqual(rows["position"], [position for position, _ in file.entries("0.1.0.1")])
                self.assertEqual({re.sub(r"\d+", "", position) for position in rows["position"]}, {"W:WK:BK"})
                self.assertEqual([rows["value"].count(value) for value in ("win", "draw", "loss")],
                                 [file.statistics()["0.1.0.1"][value] for value in ("win", "draw", "loss")])
                self.assertEqual(all(distance is not None for value, distance in zip(rows["value"], rows["distance"]) if value != "draw"),
                                 "--distances" in words)
                for name in "0.9.0.1", "none":
                    with self.assertRaisesRegex(zermelo.NotHere, f"no table {name}"):
                        next(file.entries(name))

    def near(self, file):
        """The positions of a certificate's rows and claims, and those one and two moves later."""
        near = {position for _, position, _, _ in file} | {position for position, _, _ in file.claims()}
        between = "" if file.game.title.startswith("connect4") else " "
        for _ in range(2):
            near |= {(position + between + move).strip() for position in near for move in file.game.moves(position)}
        return sorted(near)

    def compare_certificate(self, name, most=1000):
        """Probe what is in or near a certificate by the package and by the command. Returns how often which value was found."""
        counted, known = {}, 0
        with zermelo.open(self.path(name)) as file, zermelo.game(file.game.title) as rules:
            near = self.near(file)
            near = random.Random(5).sample(near, min(len(near), most)) + [position for position, _, _ in file.claims()]
            self.write("positions", "".join(text + "\n" for text in near))
            lines = self.call("probe", name, "--positions", self.path("positions"), "--json").objects
            wholes = self.call("probe", name, "--positions", self.path("positions"), "--json=position").objects
            for text, line, whole in zip(near, lines, wholes, strict=True):
                answer = file.game.probe(text)
                if answer.ended:  # no row, but the rules say it
                    self.assertEqual((line["value"], answer.source), (None, "rules"))
                    continue
                if answer.nothing:
                    with self.assertRaisesRegex(zermelo.NotHere, "says nothing of this position"):
                        file.probe(text)
                    self.assertIn(line["value"], (None, "unknown"), text)
                    counted["nothing"] = counted.get("nothing", 0) + 1
                    continue
                answer = file.probe(text)
                if line["value"] is not None:
                    self.assertEqual((answer.value, answer.score), (whole["value"], whole["score"]), text)
                if line["value"] not in (None, "unknown"):
                    self.assertEqual((answer.value, list(answer.best)), (line["value"], line["moves"]), text)
                self.assertEqual(answer.lower == answer.upper, answer.value != "unknown")
                counted[answer.value] = counted.get(answer.value, 0) + 1
                if line["value"] is None and known < 50 and "4x4" in file.game.title:  # by what the file has of later positions
                    true, known = int(rules.solve(text, threads=1, memory=1 << 22, moves=False).value), known + 1
                    self.assertTrue(int(answer.lower) <= true <= int(answer.upper), text)
                elif whole["value"] == "unknown" and line["value"] is not None:  # the command looks one move further
                    least, most = (int(zermelo.Value(bound)) for bound in whole["bounds"])
                    self.assertLessEqual(int(answer.lower), least, text)
                    self.assertGreaterEqual(int(answer.upper), most, text)
                    counted[answer.bounds] = counted.get(answer.bounds, 0) + 1
                said = {move["move"]: move["value"] for move in whole["moves"]}
                for name, move in file.moves(text).items():
                    if move.value != "unknown" and line["value"] is not None:
                        self.assertEqual(move.value, said[name], (text, name))
        return counted

    def test_probes_certificates(self):
        for words in ("connect4:4x4", "connect4:4x4 --score", "mnk:4,4,3", "mnk:4,4,3 --score", "mnk:3,3,3", "draughts:4x4",
                      "draughts:4x4 W:WK1:BK8"):
            with self.subTest(words):
                game, *more = words.split()
                self.ok("solve", game, *more, "--certificate", "c.h5", "--quiet", *SMALL)
                counted = self.compare_certificate("c.h5")
                self.assertTrue({"win", "draw", "loss"} & set(counted), counted)
                if words == "draughts:4x4":
                    self.assertIn((zermelo.Value.DRAW, zermelo.Value.WIN), counted)
        with zermelo.open(self.path("c.h5")) as file, self.assertRaisesRegex(zermelo.NotHere, "says nothing of this position"):
            file.probe("W:W7,8:B1,2")

    def test_probes_certificates_of_other_files(self):
        """One claim about a board without keys, and positions that rest on endgame tables."""
        self.ok("solve", "mnk:20,20,8", "--certificate", "c.h5", "--quiet", *SMALL)
        with zermelo.open(self.path("c.h5")) as file:
            found, line = file.probe(""), self.ok("probe", "c.h5", "", "--json").objects[0]
            self.assertEqual((found.value, list(found.best)), (line["value"], line["moves"]))
            with self.assertRaises(zermelo.NotHere):
                file.probe("a1")
        self.ok("tablebase", "draughts:6x6", "--pieces", 4, "--distances", "-o", "four.h5")
        self.ok("tablebase", "draughts:6x6", "--pieces", 3, "--distances", "-o", "t.h5")
        self.write("p", "W:WK1,K3:BK18\nB:WK1,K3:BK18\nB:W13,14,16:B1,K5\nW:W13,15:B1,K5\nW:WK1,K2,14:BK18\nW:WK1:B\n")
        self.ok("solve", "draughts:6x6", "--tables", "four.h5", "--positions", "p", "--certificate", "whole.h5", "--quiet", *SMALL)
        self.ok("certificate", "shrink", "whole.h5", "--tables", "t.h5", "-o", "c.h5")
        self.assertGreaterEqual(set(self.compare_certificate("whole.h5", 300)), {"win", "draw", "loss", "unknown"})
        self.compare_certificate("c.h5", 300)
        with zermelo.open(self.path("c.h5")) as file:
            with self.assertRaises(zermelo.NotHere):
                file.probe("W:WK1,K3:BK18")

    def test_frames(self):
        """With a stand-in for pandas, which keeps what it is given; and without pandas."""
        pandas = types.ModuleType("pandas")
        pandas.DataFrame = lambda columns: ("frame", columns)
        with self.make("book connect4:4x4 --plies 3 --method alpha-beta --depth 2") as file:
            with mock.patch.dict(sys.modules, {"pandas": pandas}):
                made, columns = file.frame()
            self.assertEqual((made, columns), ("frame", file.columns()))
            self.assertEqual(list(columns), ["position", "ply", "value", "score", "distance", "moves", "proven", "evaluation"])
            self.assertIn(False, columns["proven"])
            rows = [dict(zip(columns, row)) for row in zip(*columns.values())]
            self.assertEqual(len(rows), len(file))
            for row in rows:
                answer = file.probe(row["position"])
                self.assertEqual((row["value"] is None, row["evaluation"]), (answer.value == "unknown", answer.evaluation))
                self.assertEqual((row["proven"], row["ply"]), (answer.value != "unknown", len(row["position"])))
                self.assertEqual(row["evaluation"] is None, row["proven"])
            with mock.patch.dict(sys.modules, {"pandas": None}):  # which is how an import is made to fail
                with self.assertRaisesRegex(ImportError, r"frame\(\) needs pandas.*columns\(\)"):
                    file.frame()
        self.ok("export", "file.h5", "--format", "dataset", "-o", "data.h5")
        with zermelo.open(self.path("data.h5")) as data:
            other = data.columns()
            self.assertEqual(data.statistics(), values_by_ply(rows))
            self.assertEqual(sorted(zip(other["position"], other["ply"], other["evaluation"], other["proven"])),
                             sorted(zip(columns["position"], columns["ply"], columns["evaluation"], columns["proven"])))
        with self.make("layers mnk:3,3,3") as file, mock.patch.dict(sys.modules, {"pandas": pandas}):
            columns = file.frame()[1]
            self.assertEqual(({*columns["proven"]}, {*columns["evaluation"]}, {*columns["ply"]}), ({True}, {None}, {*range(10)}))
        with self.make("tablebase draughts:4x4 --pieces 2 --distances") as file, mock.patch.dict(sys.modules, {"pandas": pandas}):
            self.assertEqual(file.frame()[1]["slice"], file.slices)
            self.assertEqual(file.frame("0.1.0.1")[1], file.columns("0.1.0.1"))

    def test_match(self):
        """Score and interval of pairs of games, and what the first plies cost, counted once more from the games."""
        players = ["minimax:depth=3", "alpha-beta:depth=2"]
        self.write("m.yaml", f"name: m\ntask: tournament\nboards: ['connect4:5x4']\nplayers: {players}\ngames: 12\nopening_plies: 3\nseed: 2\n"
                   "move_time: 0\nthreads: 1\ntable_memory: 2M\noutputs:\n  directory: .\n")
        self.ok("tournament", "m.yaml", "--quiet")
        with zermelo.open(self.path("m.games.h5")) as file:
            found, games, moves = file.match(plies=7), list(file), file.moves()
        points = [(1 + row["result"] * (1 if row["first"] == players[0] else -1)) / 2 for row in games]
        pairs = [(one + other) / 2 for one, other in zip(points[::2], points[1::2])]
        self.assertGreater(len(set(pairs)), 1)
        self.assertAlmostEqual(found["score"], statistics.mean(points))
        self.assertAlmostEqual(found["half"], 1.96 * statistics.stdev(pairs) / len(pairs) ** 0.5)
        spent = {player: [] for player in players}
        for row in games:
            own = [cost for number, cost in zip(moves["number"], moves["nodes"]) if number == row["number"]][3:7]
            for i, cost in enumerate(own):
                spent[row["first" if i % 2 == 1 else "second"]].append(cost)
        self.assertAlmostEqual(found["nodes"], statistics.mean(spent[players[0]]) / statistics.mean(spent[players[1]]))
        self.assertGreater(found["seconds"], 0)

    def test_games_and_comparisons(self):
        self.write("t.yaml", TOURNAMENT)
        self.write("c.yaml", COMPARISON)
        table = self.ok("tournament", "t.yaml", "--json", "--quiet").objects
        with zermelo.open(self.path("t.games.h5")) as file:
            games = list(file)
            self.assertEqual((len(games), len(file), file.attributes["games_of_pair"]), (12, 12, 2))
            self.assertEqual((file.boards(), file.game), (["mnk:3,3,3", "connect4:4x4"], None))
            for row in games:
                game, between = zermelo.game(row["board"]), "" if row["board"].startswith("connect4") else " "
                last = game.probe(between.join(row["moves"]))
                if row["ending"] == "rules":
                    self.assertTrue(last.ended)
                    self.assertEqual(row["result"], int(last.value) * (1 if len(row["moves"]) % 2 == 0 else -1), row)
            moves = file.moves()
            self.assertEqual((len(moves["text"]), {*moves}), (sum(file.columns()["moves"]), {"number", "text", "seconds", "nodes"}))
            self.assertEqual([move for row in games for move in row["moves"]], moves["text"])
            counted = file.statistics()
            self.assertEqual({line["player"] for line in table}, set(counted))
            for line in table:
                self.assertEqual((sum(counted[line["player"]].values()), counted[line["player"]]["drawn"]), (line["games"], line["draws"]))
        lines = [line for line in self.ok("compare", "c.yaml", "--json", "--quiet").objects if line["depth"] != "growth"]
        with zermelo.open(self.path("c.comparison.h5")) as file:
            self.assertEqual([(row["game"], row["method"], row["depth"], row["nodes"]) for row in file],
                             [(line["game"], line["method"], line["depth"], line["nodes"]) for line in lines])
            self.assertEqual(file.statistics()["mnk:3,3,3", "bns"], {line["depth"]: line["nodes"] / 2 for line in lines if line["method"] == "bns"})
            self.assertEqual(file.attributes["name"], "c")
        self.ok("solve", "draughts:4x4", "--checkpoint", "k.h5", *SMALL)
        with self.assertRaisesRegex(zermelo.DataError, "k.h5: a checkpoint, which only the program that wrote it reads"):
            zermelo.open(self.path("k.h5"))

    @unittest.skipUnless(shutil.which("h5dump"), "no h5dump")
    def test_h5dump(self):
        """h5dump, h5py and probe say the same of every position of a book."""
        with self.make("book connect4:4x4 --plies 4 --score") as file:
            def dump(name):
                done = subprocess.run(["h5dump", "-y", "-w", "0", "-d", f"/book/{name}", file.path], capture_output=True, text=True, check=True)
                return re.search(r"DATA \{(.*?)\}", done.stdout, re.S)[1]
            content = bytes(map(int, re.findall(r"\d+", dump("key"))))
            size = len(content) // len(file)
            keys = [content[i:i + size] for i in range(0, len(content), size)]
            values, scores = re.findall(r"\w+", dump("value")), [int(score) for score in re.findall(r"-?\d+", dump("score"))]
            self.assertEqual((len(keys), len(values), len(scores)), (len(file),) * 3)
            texts = [file.game.text(key) for key in keys]
            self.write("positions", "".join(text + "\n" for text in texts))
            for text, value, score, line in zip(texts, values, scores, self.ok("probe", "file.h5", "--positions", "positions").lines):
                answer = file.probe(text)
                self.assertEqual({(value, score), (answer.value.value, answer.score)}, {(line[1], int(line[2]))}, text)

    def test_vectors(self):
        """One file of positions for all readers: the command, the C library's examples, this package."""
        folder, files = os.path.dirname(harness.ZERMELO), {}
        with open(VECTORS, encoding="utf-8") as lines:
            vectors = [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]
        self.assertGreater(len(vectors), 30)
        for words, position, value, score, distance, moves in vectors:
            if words not in files:
                files[words] = self.make(words, f"{len(files)}.h5")
            file = files[words]
            answer = file.probe(position)
            worth = "0" if value == "draw" else score  # that of a draw follows from its value
            self.assertEqual([answer.value, *("-" if field is None else str(field) for field in (answer.score, answer.distance)),
                              " ".join(answer.best) or "-"], [value, worth, distance, moves], position)
            line = self.ok("probe", os.path.basename(file.path), position).lines[0]
            self.assertEqual([field or "-" for field in line[1:]], [value, score, moves], position)
            out = subprocess.run([os.path.join(folder, "probe_any"), file.path, position], capture_output=True, text=True, check=True)
            _, known, *after = (said.split("\t") for said in out.stdout.splitlines())
            self.assertEqual(known[:3], [position or "-", value, worth])
            self.assertEqual(known[3], distance)
            self.assertEqual(sorted(name[2:] for name, *_ in after if name[0] == "*"), moves.split() if moves != "-" else [])

    def test_certificate_and_statistics(self):
        self.ok("solve", "connect4:4x4", "--certificate", "c.h5", "--statistics", "s.h5", *SMALL)
        with zermelo.open(self.path("c.h5")) as file:
            self.assertEqual(file.claims(), [("", zermelo.Value.DRAW, None)])
            checked = self.ok("check", "c.h5", "--json").objects[0]
            self.assertEqual(len(list(file)), checked["positions"])
            kinds = sum((kinds for kinds in file.statistics().values()), start=type(next(iter(file.statistics().values())))())
            self.assertEqual({kind: count for kind, count in kinds.items() if kind != "move"},
                             {kind: count for kind, count in checked["leaves"].items() if kind in kinds})
        with zermelo.open(self.path("s.h5")) as file:
            self.assertEqual((file.columns()["subject"], file.columns()["found"]), (["start"], ["draw"]))
            self.assertEqual((file.statistics(), [row["found"] for row in file]), (file.counters(), ["draw"]))
            self.assertGreater(file.counters()["nodes"], sum(file.columns()["nodes"]))  # which had no certificate to find

    def test_what_is_no_file_of_ours(self):
        with self.make("book connect4:4x4 --plies 2") as file:
            with self.assertRaisesRegex(zermelo.NotHere, "up to ply 2"):
                file.probe("1234")
            for text in ("5", "11111", "x"):
                with self.assertRaises(ValueError):
                    file.probe(text)
        with open(self.path("file.h5"), "rb") as file:
            content = file.read()
        for name, damaged in (("cut", content[:-1]), ("bit", content[:3000] + bytes([content[3000] ^ 1]) + content[3001:]),
                              ("none", b""), ("text", b"zermelo\n")):
            with open(self.path(name), "wb") as file:
                file.write(damaged)
            with self.assertRaises(zermelo.DataError, msg=name):
                zermelo.open(self.path(name))
        with self.assertRaises(FileNotFoundError):
            zermelo.open(self.path("absent"))

    def test_old_rows(self):
        """Certificates of earlier revisions with rows of the kind upwards, which no reader takes: the library says the line."""
        for name in ("connect4_6x4.h5", "connect4_8x6.h5"):
            path = os.path.join(KEPT, name)
            with h5py.File(path) as file:
                self.assertIn(zermelo.Certificate.kinds.index("upwards"), file["second/kind"][:])
            said, = self.fails(65, "probe", path, "1").said
            self.assertIn("upwards, which is no longer checked: zermelo certificate shrink proves its position anew", said)
            with self.assertRaises(zermelo.DataError) as refused:
                zermelo.open(path)
            self.assertEqual(f"zermelo: {refused.exception}", said)

    def test_games(self):
        """The rules without a file, and games that there are none of."""
        for title in ("nim:3,4,5", "connect4:x", "", "mnk:3,3", "draughts:10x10"):
            with self.assertRaises(zermelo.DataError) as raised:
                zermelo.game(title)
            self.assertEqual((raised.exception.code, raised.exception.line.count("\n"), str(raised.exception)), (65, 0, raised.exception.line))
        with zermelo.game("forza4") as game:
            self.assertEqual((game.title, list(game.moves("4")), game.probe("").value), ("connect4:7x8", list("1234567"), "unknown"))
            self.assertEqual(game.text(game.key("74")), "14")  # the mirror image is canonical
            self.assertEqual((game.probe("1212121").value, game.moves("1212121")), ("loss", {}))
        with self.assertRaisesRegex(ValueError, "closed"):
            game.probe("")

    def test_fen(self):
        """What the command takes is taken, and what it refuses is refused with one line."""
        game, lines = zermelo.game("draughts:8x8"), []
        for text in ("W:W21:B1 21-17", ' "W:W21,K30 : B1 , K5." 21-17', "b:b1-3:wk32:H0:F1", "W:W21:B1:F3 1. 21-17 *", "W:W2 1:B1", "W:W5-3:B1",
                     "W:W99:B1", "W:W0:B1", "W:W1:B5", "W:W21:B30", "W:W21:W1", "W:W21,21:B1", "W:W:B", "W:W21:B1:G2", "W:W21:B1:H", "x", "W",
                     "W:W21:B1.21-17", "W:W\u0662:B1", '"W:W21:B1', "W:W21-:B1", "W:W21,:B1", "W:W1-999999999:B1"):
            done = self.call("show", "draughts:8x8", text, "--json")
            try:
                found = game.text(text)
            except zermelo.DataError as error:
                found, lines = None, lines + [str(error)]
            self.assertEqual(found, done.objects[0]["position"] if done.code == 0 else None, (text, done.err))
        self.assertTrue(all("FEN" in line or "king" in line for line in lines), lines)

    def test_solve(self):
        """What the command finds is what the package finds; limits and cancelling leave what is known."""
        for game, position in (("connect4:5x4", ""), ("connect4:5x4", "1223"), ("mnk:4,4,3", "b2"), ("draughts:4x4", "8-6 1-3")):
            with self.subTest(game), zermelo.game(game) as opened:
                line = self.ok("solve", game, position, "--score", "--json", *SMALL).objects[0]
                answer = opened.solve(position, threads=1, memory=1 << 22, score=True)
                self.assertEqual((answer.value, answer.score, answer.finished), (line["value"], line["score"], True))
                values = self.ok("moves", game, position, "--values", "--score", *SMALL).lines
                self.assertEqual({move.move: [move.value, str(move.score)] for move in answer.moves}, {move: rest for move, *rest in values})
                best = max(int(move.value) for move in answer.moves)
                self.assertEqual({move.move for move in answer.moves if move.best} & {move.move for move in answer.moves if int(move.value) < best}, set())
        answer = zermelo.solve("connect4:8x8", "", nodes=10000, threads=1, moves=False)
        self.assertEqual((answer.value, answer.finished, answer.bounds), ("unknown", False, ("loss", "win")))
        seen = []
        answer = zermelo.solve("connect4:8x8", "", threads=1, progress=lambda *far: seen.append(far) or len(seen) == 2)
        self.assertEqual((answer.finished, len(seen)), (False, 2))
        self.assertGreater(seen[1], seen[0])
        for wrong in ({"threads": 0}, {"memory": 1}, {"seconds": -1}):
            with self.assertRaises(zermelo.Error) as raised:
                zermelo.solve("connect4:4x4", **wrong)
            self.assertEqual((raised.exception.code, raised.exception.line.count("\n")), (64, 0))
        with self.make("book connect4:5x5 --plies 3") as file:
            self.assertEqual(file.game.solve("12", moves=False).source, "book")
            self.assertEqual(file.game.solve("1234", moves=False).source, "search")

    def run_script(self, *words, **variables):
        """Run Python with the package of the tree."""
        environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(zermelo.__file__)), **variables}
        return subprocess.run([sys.executable, *words], cwd=self.folder, env=environment, capture_output=True, text=True, check=False)

    def test_interrupt(self):
        """Ctrl-C ends a search as it ends other calls of Python."""
        script = ("import signal, threading, zermelo\n"
                  "timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])\n"
                  "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                  "try:\n    timer.start()\n    zermelo.solve('connect4:8x8', threads=1)\n"
                  "except KeyboardInterrupt:\n    print('interrupted')\n"
                  "print(zermelo.solve('connect4:4x4', threads=1).value)\n")
        done = self.run_script("-c", script)
        self.assertEqual((done.stdout, done.returncode), ("interrupted\ndraw\n", 0), done.stderr)

    def test_example(self):
        script = os.path.join(ROOT, "examples", "solve.py")
        done = self.run_script(script)
        value = self.ok("solve", "connect4:7x6", "44443333", "--quiet").lines[0][1]
        self.assertEqual((done.stdout.split()[0], done.returncode), (value, 0), done.stderr)
        done = self.run_script(script, "", "0.01")
        self.assertEqual((done.stdout.split()[0], done.stderr, done.returncode), ("unknown", "the time is up\n", 1))

    def test_finds_the_library(self):
        """One line if there is none, or none of this version."""
        self.write("text.so", "no library\n")
        for named, said in (("absent.so", "absent.so cannot be loaded"), ("text.so", "text.so cannot be loaded"),
                            ("libc.so.6", "libc.so.6 has no zermelo_")):
            done = self.run_script("-c", "import zermelo; zermelo.game('connect4')",
                                   ZERMELO_LIBRARY=named if named[0] == "l" else self.path(named))
            self.assertIn(said, done.stderr.splitlines()[-1])
        done = self.run_script("-c", "import zermelo, zermelo.library as l; l.VERSION = '9.9'; zermelo.game('connect4')")
        self.assertRegex(done.stderr.splitlines()[-1], "libzermelo .*, and this package needs 9.9")
        book = os.path.join(os.path.dirname(os.environ["ZERMELO_LIBRARY"]), "libzermelo-book.so")
        done = self.run_script("-c", "import zermelo; print(zermelo.game('connect4').probe('').plies); zermelo.solve('connect4')", ZERMELO_LIBRARY=book)
        self.assertEqual(done.stdout, "0\n")
        self.assertRegex(done.stderr.splitlines()[-1], "searches need libzermelo")

    def test_without_h5py(self):
        """Probing does without h5py; what needs it says so."""
        self.make("book connect4:4x4 --plies 2").close()
        done = self.run_script("-c", "import sys; sys.modules['h5py'] = None\nimport zermelo\nb = zermelo.open('file.h5')\n"
                               "print(b.probe('1').value, len(list(b)) == len(b))\nb.attributes")
        self.assertEqual(done.stdout, "draw True\n")
        self.assertRegex(done.stderr.splitlines()[-1], "ImportError: .*need h5py")

    def test_recipe(self):
        """The lines of the README, without a network and with another python3 first in the path; nothing is left in the tree."""
        def tree():
            return sorted(os.path.join(root, name) for root, folders, names in os.walk(source) for name in folders + names
                          if "__pycache__" not in os.path.join(os.path.relpath(root, source), name).split(os.sep)[1:])
        source = os.path.join(ROOT, "analysis", "python")
        with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
            recipe = re.findall(r"^    (\S.*)$", file.read(), re.M)[:2]
        os.symlink(os.path.join(ROOT, "analysis"), self.path("analysis"))
        os.makedirs(self.path("first"))
        self.write("first/python3", "#!/bin/sh\nexit 1\n")
        os.chmod(self.path("first/python3"), 0o755)
        before = tree()
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        variables.update(PATH=self.path("first") + ":" + os.environ["PATH"], PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
        for line in recipe:
            done = subprocess.run(["sh", "-c", line], cwd=self.folder, env=variables, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(tree(), before)
        self.assertFalse(os.path.exists(os.path.join(source, "__pycache__")) and "__pycache__" not in before)
        self.make("book connect4:4x4 --plies 2")
        out = subprocess.run([self.path("env/bin/python"), "-c", "import zermelo; print(zermelo.__file__, zermelo.open('file.h5').probe('1').value)"],
                             cwd=self.folder, capture_output=True, text=True, check=True).stdout
        self.assertIn("/env/lib/", out)
        self.assertTrue(out.endswith(self.ok("probe", "file.h5", "1").lines[0][1] + "\n"), out)
