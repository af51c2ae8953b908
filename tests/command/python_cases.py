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
try:
    import zermelo
except ImportError:  # no h5py
    zermelo = None
TOURNAMENT = ("name: t\ntask: tournament\nboards: ['mnk:3,3,3', 'connect4:4x4']\nplayers: [random, 'minimax:depth=2', monkey]\ngames: 2\n"
              "threads: 1\ntable_memory: 4M\noutputs:\n  directory: .\n")
COMPARISON = ("name: c\ntask: compare\nboards: ['mnk:3,3,3']\nmethods: [alpha-beta, bns]\ndepths: [1-3]\npositions: ['', b2]\n"
              "table_memory: 1M\noutputs:\n  directory: .\n")
VECTORS = os.path.join(ROOT, "tests", "probe_vectors.tsv")


def values_by_ply(rows):
    """Values by ply, from the rows of columns()."""
    found = {}
    for row in rows:
        counted = found.setdefault(row["ply"], {})
        value = row["value"] and zermelo.Value[row["value"].upper()]
        counted[value] = counted.get(value, 0) + 1
    return dict(sorted(found.items()))


@unittest.skipIf(zermelo is None, "no h5py")
class Package(Case):
    def make(self, words, name="file.h5"):
        self.ok(*words.split(), "--certificate" if words.startswith("solve") else "-o", name, *SMALL[:2], "--quiet")
        return zermelo.open(self.path(name))

    def compare(self, file, positions):
        """Probe positions (of the game) by the command and by the package."""
        texts = [file.game.text(position) for position in positions]
        self.write("positions", "".join(text + "\n" for text in texts))
        done = self.call("probe", "file.h5", "--positions", self.path("positions"), "--json")
        self.assertEqual(len(done.objects), len(texts))
        for text, position, expected in zip(texts, positions, done.objects):
            self.assertEqual(file.game.key(file.game.position(text)), file.game.key(position))
            answer = file.probe(text)
            self.assertEqual((None if answer.value is None else answer.value.name.lower(), answer.score, list(answer.moves)),
                             (expected["value"], expected["score"], expected["moves"]), text)
            if "distance" in expected:  # else it follows from the score, as test_vectors compares
                self.assertEqual(answer.distance, expected["distance"], text)
            moves = file.game.moves(position)
            self.assertLessEqual(set(answer.moves), set(moves))

    def test_books_and_layers(self):
        for words in ("book connect4:5x4 --plies 4 --score", "book mnk:4,3,3 --plies 3 --score", "book mnk:3,3,3,exact --plies 8",
                      "book mnk:3,3,3,maker-breaker --plies 5", "book draughts:4x4 --plies 6", "layers mnk:3,3,3",
                      "layers connect4:3x4"):
            with self.subTest(words), self.make(words) as file:
                held = list(file)
                self.assertEqual(len(held), len(file))
                for position, answer in held:
                    self.assertEqual(file.probe(position), answer)
                    self.assertEqual(file.game.from_key(file.game.key(position)), position)
                self.compare(file, [position for position, _ in held if file.game.text(position) is not None])
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
                    found = {move: [answer.value.name.lower(), str(answer.score)] for move, answer in file.probe_moves(text).items()}
                    self.assertEqual(found, {move: rest for move, *rest in lines})

    def test_tables(self):
        generator = random.Random(17)
        with self.make("tablebase draughts:6x6 --pieces 3 --distances") as file:
            positions = []
            while len(positions) < 1000:
                squares = [0] * 18
                for _ in range(generator.choice((2, 3, 3))):
                    squares[generator.randrange(18)] = generator.choice((1, 2, -1, -2))
                if 1 not in squares[:3] and -1 not in squares[-3:]:
                    positions.append((generator.random() < 0.5, tuple(squares)))
            self.compare(file, positions)
            self.assertEqual(sum(file.columns()["positions"]), sum(sum(values.values()) for values in file.statistics().values()))
            with self.assertRaisesRegex(zermelo.NotHere, r"no table 0\.2\.0\.2 \(4 pieces\): it has those of up to 3 pieces"):
                file.probe("W:WK1,K2:BK8,K12")

    def test_every_position_of_tables(self):
        """Iteration meets each position once, in the order of the indexes, with what probe() says."""
        for words in ("tablebase draughts:4x4 --pieces 4 --distances", "tablebase draughts:6x6 --pieces 2"):
            with self.subTest(words), self.make(words) as file:
                met = {}
                for name in file.slices:
                    for index, (position, answer) in enumerate(file.entries(name)):
                        self.assertEqual(file.slice_and_index(position), (name, index))
                        self.assertEqual(file.look_up(position), answer)
                        met[position] = answer
                self.assertEqual(len(met), len(file))
                self.assertEqual(list(file), list(met.items()))
                going_on = [position for position in sorted(met) if file.game.outcome(position) is None]  # others have a score by the rules
                self.compare(file, random.Random(3).sample(going_on, 200))
                rows = file.columns("0.1.0.1")
                self.assertEqual(rows["position"], [file.game.text(position) for position, _ in file.entries("0.1.0.1")])
                self.assertEqual([rows["value"].count(word) for word in ("win", "draw", "loss")],
                                 [file.statistics()["0.1.0.1"][value] for value in (1, 0, -1)])
                self.assertEqual([any(distance is not None for distance in rows[name]) for name in ("distance", "score")],
                                 ["--distances" in words] * 2)
                for name in "0.9.0.1", "none":
                    with self.assertRaisesRegex(zermelo.NotHere, f"no table {name}"):
                        next(file.entries(name))

    def near(self, file):
        """The positions of a certificate's rows and claims, and those one and two moves later."""
        near = {position for _, position, _, _ in file} | {position for position, _, _ in file.claims()}
        for _ in range(2):
            near |= {child for position in near for child in file.game.moves(position).values()}
        return sorted(position for position in near if file.game.text(position) is not None)

    def compare_certificate(self, name, most=1000):
        """Probe what is in or near a certificate by the package and by the command. Returns how often which value was found."""
        counted = {}
        with zermelo.open(self.path(name)) as file:
            near = self.near(file)
            near = random.Random(5).sample(near, min(len(near), most)) + [position for position, _, _ in file.claims()]
            self.write("positions", "".join(file.game.text(position) + "\n" for position in near))
            lines = self.call("probe", name, "--positions", self.path("positions"), "--json").objects
            wholes = self.call("probe", name, "--positions", self.path("positions"), "--json=position").objects
            for position, line, whole in zip(near, lines, wholes, strict=True):
                text = file.game.text(position)
                if file.game.outcome(position) is not None:  # no row, but the rules say it
                    self.assertEqual((line["value"], file.probe(text).value), (None, file.game.outcome(position)))
                    continue
                try:
                    answer = file.probe(text)
                except zermelo.NotHere as error:
                    if "rests on table" in str(error):
                        self.assertEqual((line["value"], line["moves"]), ("unknown", []), text)
                        self.assertIn(f" {file.game.slice(position)} ", str(error))
                    else:
                        self.assertIsNone(line["value"], text)
                    counted[str(error)[:20]] = counted.get(str(error)[:20], 0) + 1
                    continue
                word = "unknown" if answer.value is None else answer.value.name.lower()
                self.assertEqual((word, answer.score, list(answer.moves)), (line["value"], line["score"], line["moves"]), text)
                self.assertEqual(answer.bounds is None, answer.value is not None)
                counted[word] = counted.get(word, 0) + 1
                if answer.bounds and whole["value"] == "unknown":  # the command looks one move further
                    least, most = (zermelo.Value[bound.upper()] for bound in whole["bounds"])
                    self.assertLessEqual(answer.bounds[0], least, text)
                    self.assertGreaterEqual(answer.bounds[1], most, text)
                    counted[answer.bounds] = counted.get(answer.bounds, 0) + 1
                said = {move["move"]: move["value"] for move in whole["moves"]}
                for move, known in file.probe_moves(text).items():
                    if known.value is not None:
                        self.assertEqual(known.value.name.lower(), said[move], (text, move))
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
            self.assertEqual(("unknown" if found.value is None else found.value.name.lower(), list(found.moves)),
                             (line["value"], line["moves"]))
            self.assertIsNone(file.strategies["second"][0])
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
            with self.assertRaisesRegex(zermelo.NotHere, r"rests on table 0\.2\.0\.1 of endgame tables of 3 pieces"):
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
                self.assertEqual((row["value"] is None, row["evaluation"]), (answer.value is None, answer.evaluation))
                self.assertEqual((row["proven"], row["ply"]), (answer.value is not None, len(row["position"])))
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
                position = game.position(between.join(row["moves"]))
                outcome = game.outcome(position)
                if row["ending"] == "rules":
                    self.assertEqual(row["result"], outcome if len(row["moves"]) % 2 == 0 else -outcome, row)
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
            texts = [file.game.text(file.game.from_key(key)) for key in keys]
            self.write("positions", "".join(text + "\n" for text in texts))
            for text, value, score, line in zip(texts, values, scores, self.ok("probe", "file.h5", "--positions", "positions").lines):
                answer = file.probe(text)
                self.assertEqual({(value, score), (answer.value.name.lower(), answer.score)}, {(line[1], int(line[2]))}, text)

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
            self.assertEqual([answer.value.name.lower(), *("-" if field is None else str(field) for field in (answer.score, answer.distance)),
                              " ".join(answer.moves) or "-"], [value, score, distance, moves], position)
            line = self.ok("probe", os.path.basename(file.path), position).lines[0]
            self.assertEqual([field or "-" for field in line[1:]], [value, score, moves], position)
            out = subprocess.run([os.path.join(folder, "probe_any"), file.path, position], capture_output=True, text=True, check=True)
            _, known, *after = (said.split("\t") for said in out.stdout.splitlines())
            worth = "0" if (value, score) == ("draw", "-") else score  # that of a draw follows from its value
            self.assertEqual(known[:3], [position or "-", value, worth])
            self.assertEqual(known[3], distance)
            self.assertEqual(sorted(name[2:] for name, *_ in after if name[0] == "*"), moves.split() if moves != "-" else [])

    def test_certificate_and_statistics(self):
        self.ok("solve", "connect4:4x4", "--certificate", "c.h5", "--statistics", "s.h5", *SMALL)
        with zermelo.open(self.path("c.h5")) as file:
            self.assertEqual(file.claims(), [(file.game.start, zermelo.Value.DRAW, None)])
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

    def test_unknown_game(self):
        """A file about a game that this package does not know says so; a title, too."""
        with self.make("book connect4:4x4 --plies 1") as file:
            file.attributes.update(game="nim", board="3,4,5")
            file.title = "nim:3,4,5"
            self.assertIn("nim:3,4,5", repr(file))
            self.assertEqual(len(file.statistics()), 2)
            for use in (lambda: file.probe(""), lambda: list(file), file.columns, lambda: file.game, lambda: file.probe_moves("1")):
                with self.assertRaisesRegex(zermelo.DataError, "nim:3,4,5: unknown game 'nim': one of mnk, connect4, draughts"):
                    use()
        for title in ("nim:3,4,5", "connect4:x", "", "mnk:3,3", "draughts:10x10"):
            with self.assertRaises(ValueError):
                zermelo.game(title)
        self.assertIs(zermelo.game("forza4"), zermelo.game("connect4:7x8"))

    def test_fen(self):
        """What the command takes is taken, and what it refuses is refused with one line."""
        game, lines = zermelo.game("draughts:8x8"), []
        for text in ("W:W21:B1 21-17", ' "W:W21,K30 : B1 , K5." 21-17', "b:b1-3:wk32:H0:F1", "W:W21:B1:F3 1. 21-17 *", "W:W2 1:B1", "W:W5-3:B1",
                     "W:W99:B1", "W:W0:B1", "W:W1:B5", "W:W21:B30", "W:W21:W1", "W:W21,21:B1", "W:W:B", "W:W21:B1:G2", "W:W21:B1:H", "x", "W",
                     "W:W21:B1.21-17", "W:W\u0662:B1", '"W:W21:B1', "W:W21-:B1", "W:W21,:B1", "W:W1-999999999:B1"):
            done = self.call("show", "draughts:8x8", text, "--json")
            try:
                found = game.text(game.position(text))
            except ValueError as error:
                found, lines = None, lines + [str(error)]
            self.assertEqual(found, done.objects[0]["position"] if done.code == 0 else None, (text, done.err))
        self.assertTrue(all("FEN" in line or "king" in line for line in lines), lines)

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
        out = subprocess.run([self.path("env/bin/python"), "-c", "import zermelo; print(zermelo.__file__, zermelo.open('file.h5').probe('1').value.name)"],
                             cwd=self.folder, capture_output=True, text=True, check=True).stdout
        self.assertIn("/env/lib/", out)
        self.assertTrue(out.endswith(self.ok("probe", "file.h5", "1").lines[0][1].upper() + "\n"), out)
