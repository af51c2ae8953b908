"""The Python package: what it reads is what the command and the C library read."""
import os
import random
import subprocess
import sys
import unittest

import harness
from harness import SMALL, Case

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "analysis", "python"))
try:
    import zermelo
except ImportError:  # no h5py
    zermelo = None
VECTORS = os.path.join(ROOT, "tests", "probe_vectors.tsv")


@unittest.skipIf(zermelo is None, "no h5py")
class Package(Case):
    def make(self, words, name="file.h5"):
        self.ok(*words.split(), "-o", name, *SMALL[:2], "--quiet")
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
            self.assertEqual(answer.distance, expected.get("distance"), text)
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
            program = {"book": "probe_moves", "tablebase": "probe_tables"}.get(words.split()[0])
            if program is not None:
                out = subprocess.run([os.path.join(folder, program), file.path, position], capture_output=True, text=True, check=True)
                said = out.stdout.splitlines()[-1]
                self.assertEqual(said, "\t".join((position or "-", value, score, moves)) if program == "probe_moves" else
                                 f"{position} {value}" + (f" in {distance} plies" if value != "draw" else ""))

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

    def test_installs_without_a_network(self):
        source = os.path.join(ROOT, "analysis", "python")
        python = self.path("env/bin/python")
        subprocess.run(["cp", "-r", source, self.path("source")], check=True)  # setuptools builds in the source's folder
        for words in ([sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", self.path("env")],
                      [python, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-index", self.path("source")]):
            subprocess.run(words, check=True, capture_output=True)
        self.make("book connect4:4x4 --plies 2")
        out = subprocess.run([python, "-c", "import zermelo; print(zermelo.__file__, zermelo.open('file.h5').probe('1').value.name)"],
                             cwd=self.folder, capture_output=True, text=True, check=True).stdout
        self.assertIn("/env/lib/", out)
        self.assertTrue(out.endswith(self.ok("probe", "file.h5", "1").lines[0][1].upper() + "\n"), out)
