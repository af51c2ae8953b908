"""export and import of books as PDN, SGF, libraries of RenLib and data sets: what is read back is what was written."""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from unittest import mock

from harness import SLOW, SMALL, TIMEOUT, Case

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "analysis", "python"))
import zermelo

try:
    import h5py
except ImportError:
    h5py = None


def renlib_nodes(content):
    """(moves, marked, comment, text on the board) of each node of a library, as RenLib itself walks through it: a stack of
    nodes that have a sibling, and after a leaf back to the one before the last of them."""
    def text_at(at):
        end = content.index(0, at)
        return content[at:end].decode(), end + 1 + (end + 1 - at) % 2
    assert content[:8] == b"\xffRenLib\xff" and content[8:10] == b"\x03\x04"
    at, path, stack, first = 20, [], [], True
    while at < len(content):
        point, flags = content[at:at + 2]
        at += 2
        if not (first and point == 0):
            path.append("abcdefghijklmno"[point % 16 - 1] + str(15 - point // 16))
        first, comment, board = False, None, None
        if flags & 1:
            assert content[at:at + 2] == b"\0\1"
            at += 2
        if flags & 8:
            comment, at = text_at(at)
        if flags & 1:
            board, at = text_at(at)
        yield tuple(path), bool(flags & 16), comment, board
        if flags & 128:
            stack.append(len(path))
        if flags & 64 and stack:
            del path[stack.pop() - 1:]


# Values on 15x15: a threat of four, the open four after it, and one that is stopped at one end only.
PROVEN = """position,ply,value,score,moves,proven
h8 a1 i8 a2 j8 a3,6,win,3,k8,yes
h8 a1 i8 a2 j8 a3 k8,7,loss,-2,,yes
h8 a1 i8 a2 j8 a3 k8 g8,8,win,1,l8,yes
h8 a1 i8 c3 j8 b2,6,loss,-4,,yes
h8 a1,2,draw,0,,yes
"""


class ExportFormats(Case):
    def book(self, game, *words, name="book.h5"):
        self.ok("book", game, "-o", name, *words, *SMALL)

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def there_and_back(self, game, form, suffix, source="book.h5"):
        """The same bytes."""
        line, = self.ok("export", source, "--format", form, "-o", f"b.{suffix}").lines
        self.assertEqual((line[0], line[2], int(line[3])), (form, "0", len(self.content(f"b.{suffix}"))))
        self.assertEqual(self.ok("import", game, f"b.{suffix}", "-o", "again.h5").lines, [[line[1], mock.ANY, "0"]])
        for name in (source, "again.h5"):
            self.ok("export", name, "--format", "csv", "-o", name + ".csv")
        self.assertEqual(self.content(source + ".csv"), self.content("again.h5.csv"))
        self.assertEqual(self.content(source), self.content("again.h5"))

    def test_pdn(self):
        for words in (("--plies", 6, "--score"), ("--plies", 8, "--strategy", "both"),
                      ("--plies", 4, "--method", "bns", "--depth", 3)):
            self.book("draughts:4x4", *words)
            self.there_and_back("draughts:4x4", "pdn", "pdn")
        self.book("draughts:8x8", "--plies", 2, "--method", "bns", "--depth", 2)
        self.there_and_back("draughts:8x8", "pdn", "pdn")
        games = self.content("b.pdn").decode().split("[Event ")[1:]
        self.assertEqual(len(games), 57)
        for game in games:
            self.assertIn('[GameType "22"]', game)
            self.assertRegex(game, r'\[FEN "[WB]:W[0-9K,]+:B[0-9K,]+"\]')
            self.assertRegex(game, r"\n\{evaluation -?\d+: .*\}\n1\. \d+[-x]\d+ ")

    def test_sgf(self):
        for game, words in (("mnk:5,5,5", ("--plies", 2, "--score")), ("mnk:7,5,5", ("--plies", 2, "--method", "mtdf", "--depth", 2)),
                            ("mnk:6,5,5,exact", ("--plies", 2, "--strategy", "first"))):
            self.book(game, *words)
            self.there_and_back(game, "sgf", "sgf")
            self.ok("book", "extract", "book.h5", "--min-ply", 2, "-o", "part.h5")  # which no way through the book leads to
            self.there_and_back(game, "sgf", "sgf", "part.h5")
        text = self.content("b.sgf").decode()
        self.assertEqual(text.count("("), text.count(")"))
        self.assertTrue(text.startswith("(;GM[4]FF[4]CA[UTF-8]AP[zermelo]SZ[6:5]RU[exact]"))

    def test_renlib(self):
        self.write("lines", "h8 h9\nh8 i9\n")
        self.book("mnk:15,15,5", "--plies", 1, "--around", "lines", "--method", "alpha-beta", "--depth", 1)
        self.there_and_back("mnk:15,15,5", "renlib", "lib")
        nodes = list(renlib_nodes(self.content("b.lib")))
        self.assertEqual(nodes[0][0], ())
        self.assertEqual(len({moves for moves, *_ in nodes}), len(nodes))
        said = {moves: comment for moves, _, comment, _ in nodes}
        for moves, marked, comment, board in nodes:
            self.assertIsNone(board)  # nothing is proven
            probed = self.ok("probe", "book.h5", " ".join(moves), "--json").objects[0] if len(moves) < 2 else None
            if probed is not None and comment is not None:
                comment, _, author = comment.partition("\b")
                self.assertEqual(author, "" if moves else "zermelo " + self.method())
                best = comment.split(": ")[1] if ": " in comment else ""
                self.assertEqual((comment.split(":")[0], best.split()), (f"evaluation {probed['evaluation']}", probed["moves"]))
            if moves:
                self.assertIn(moves[:-1], said)
                self.assertEqual(marked, moves[-1] in (said[moves[:-1]] or "").partition(": ")[2].split())
        self.ok("book", "extract", "book.h5", "--min-ply", 3, "-o", "part.h5")
        self.there_and_back("mnk:15,15,5", "renlib", "lib", "part.h5")

    def method(self, name="book.h5"):
        info = {line[0]: line[1] for line in self.ok("book", "info", name).lines}
        return info["evaluations"][info["evaluations"].index("--method"):].rstrip(")")

    def test_method_as_text(self):
        """A heuristic book says by which method it was made, also as a table; two methods are no book."""
        self.book("connect4:5x4", "--plies", 2, "--method", "alpha-beta", "--depth", 2)
        for end in ("csv", "jsonl"):
            self.ok("export", "book.h5", "--format", end, "-o", f"b.{end}")
            self.ok("import", "connect4:5x4", f"b.{end}", "-o", "again.h5")
            self.assertEqual(self.content("book.h5"), self.content("again.h5"))
        head = "position,value,evaluation,method\n,unknown,3,--method bns --depth 2\n"
        self.fails(65, "import", "connect4:5x4", self.write("x.csv", head + "1,unknown,3,--method bns --depth 3\n"), "-o", "out", says="x.csv:3")
        self.fails(65, "import", "connect4:5x4", self.write("x.csv", head + "1,unknown,3,by hand\n"), "-o", "out", says="no method")

    def test_renlib_values(self):
        """What is proven stands on the board at the move, for the side that makes it, with the ply of the end."""
        self.write("b.csv", PROVEN)
        self.ok("import", "mnk:15,15,5", "b.csv", "-o", "book.h5")
        self.there_and_back("mnk:15,15,5", "renlib", "lib")
        texts = {comment: board for moves, _, comment, board in renlib_nodes(self.content("b.lib")) if comment}
        self.assertEqual(texts, {"draw 0": "D", "win 3: k8": "L9", "loss -2": "W9", "win 1: l8": "L9", "loss -4": "W10"})

    def test_renlib_from_elsewhere(self):
        """What that program may write besides: an old header without a root, comments of several lines, text on the board."""
        self.write("x", "")
        with open(self.path("x.lib"), "wb") as file:
            file.write(b"\xffRenLib\xff\x03\x00" + b"\xff" * 10 + b"\x78\x08" + b"draw: h9\x08more\0" + b"\0" * 0
                       + b"\x68\x89\0\x01" + b"loss\0\0" + b"A\0" + b"\x67\x48" + b"my own words\0\0")
        self.ok("import", "mnk:15,15,5", "x.lib", "-o", "x.h5")
        self.ok("export", "x.h5", "--format", "csv", "-o", "x.csv")
        with open(self.path("x.csv"), encoding="ascii") as file:
            self.assertEqual([re.split(",", line)[1:3] for line in file][1:], [["1", "draw"], ["2", "loss"]])

    @unittest.skipUnless(h5py, "no h5py")
    def test_dataset(self):
        """Against the lines of JSON of the same book."""
        for game, words in (("connect4:4x4", ("--plies", 5, "--score")), ("mnk:4,3,3", ("--plies", 3)),
                            ("draughts:4x4", ("--plies", 6, "--score")), ("draughts:8x8", ("--plies", 2, "--method", "bns", "--depth", 2))):
            self.book(game, *words)
            self.ok("export", "book.h5", "--format", "jsonl", "-o", "b.jsonl")
            self.ok("export", "book.h5", "--format", "dataset", "--seed", 3, "-o", "b.data.h5")
            with open(self.path("b.jsonl"), encoding="ascii") as file:
                lines = [json.loads(line) for line in file]
            values = {"win": 1, "draw": 0, "loss": -1, "unknown": 127, None: 127}
            with h5py.File(self.path("book.h5")) as book:
                rows = {bytes(key): row for row, key in enumerate(book["book/key"][()])}
                values_of_book, plies = book["book/value"][()], book["book/ply"][()]
            with h5py.File(self.path("b.data.h5")) as file:
                data = {name: dataset[()] for name, dataset in file["dataset"].items()}
                cells = int(file["dataset"].attrs["cells"])
            self.assertEqual(data["board"].shape, (len(lines), cells))
            order = [rows[bytes(key)] for key in data["key"]]
            self.assertEqual(sorted(order), list(range(len(lines))))
            self.assertNotEqual(order, sorted(order))
            self.assertEqual(data["value"].tolist(), values_of_book[order].tolist())
            self.assertEqual(data["ply"].tolist(), plies[order].tolist())
            found = sorted((int(v), sorted(m[legal == 1].tolist())) for v, m, legal in zip(data["value"], data["move_value"], data["move_legal"]))
            self.assertEqual(found, sorted((values[line["value"]], sorted(values[move["value"]] for move in line["all_moves"]))
                                           for line in lines))
            if not SLOW:  # Python cannot load a library with sanitizers
                with zermelo.open(self.path("b.data.h5")) as file:
                    self.assertEqual((len(file), set(file.arrays())), (len(lines), set(data)))
                    self.assertEqual(sorted((file.game.key(position), answer.evaluation) for position, answer in file),
                                     sorted((file.game.key(line["position"]), line.get("evaluation")) for line in lines))
            if not game.startswith("draughts"):
                self.assertEqual((data["board"] != 0).sum(axis=1).tolist(), data["ply"].tolist())
                self.assertEqual((data["ply"] % 2).tolist(), data["side"].tolist())
                self.assertEqual(data["board"].sum(axis=1).tolist(), data["side"].tolist())
            if "score" in data:
                self.assertEqual(sorted(data["score"].tolist()), sorted(line["score"] for line in lines))

    def test_dataset_is_reproducible(self):
        self.book("connect4:5x4", "--plies", 4)
        for name, seed in (("a", 1), ("b", 1), ("c", 2)):
            self.ok("export", "book.h5", "--format", "dataset", "--seed", seed, "-o", name)
        self.assertEqual(self.content("a"), self.content("b"))
        self.assertNotEqual(self.content("a"), self.content("c"))

    def test_from_elsewhere(self):
        """Tags and properties of other programs, a comment that is not about the beginning, values on several lines."""
        for game, name, text, says in (
                ("draughts:8x8", "x.pdn", '[Event "a \\"b\\""]\n[Site ""]\n[Round_2 "?"]\n\n1. 23-19 {win} *\n'
                                          '[FEN "W:W21:B1"]\n{win: 21-17} 1. 21-17 {loss} 1-0\n[Event "c"]\n{draw}\n*\n',
                 [("W:W21:B1", "win"), (f"W:W{','.join(map(str, range(21, 33)))}:B{','.join(map(str, range(1, 13)))}", "draw")]),
                ("mnk:5,5,5", "x.sgf", "(;GM[4]SZ[5]LB[aa:A]\n[bb:B]C\n[draw: c3]\n;B[cc]C[draw])\n", [("", "draw"), ("c3", "draw")])):
            self.ok("import", game, self.write(name, text), "-o", "x.h5")
            self.ok("export", "x.h5", "--format", "jsonl", "-o", "x.jsonl")
            with open(self.path("x.jsonl"), encoding="ascii") as file:
                found = {(line["position"], line["value"]) for line in map(json.loads, file)}
            self.assertEqual(found, set(says))

    def test_what_has_no_place(self):
        """Scores that a format does not have are refused before it begins; what a page has not is counted."""
        self.book("connect4:5x5", "--plies", 5, "--score")
        before = self.files()
        says = "at ply 5 has the score -10: for connect4:5x5 the format has scores from -9 to 245; 'book extract --plies 4'"
        self.fails(65, "export", "book.h5", "--format", "pons", "-o", "b.pons", says=says.replace("connect4:", ""))
        self.assertEqual(self.files(), before)
        self.ok("book", "extract", "book.h5", "--plies", 4, "-o", "part.h5")
        self.ok("export", "part.h5", "--format", "pons", "-o", "b.pons")
        self.ok("book", "extract", "part.h5", "--plies", 1, "-o", "one.h5")
        self.ok("book", "extract", "part.h5", "--min-ply", 3, "-o", "three.h5")
        self.ok("book", "merge", "one.h5", "three.h5", "-o", "gap.h5")
        for name, left in (("part.h5", 0), ("gap.h5", int(self.ok("book", "info", "three.h5").lines[3][1].split(",")[0]))):
            positions = int(self.ok("book", "info", name).lines[3][1].split(",")[0])
            line, = self.ok("export", name, "--format", "html", "-o", "b.html").lines
            self.assertEqual(line[:3], ["html", str(positions - left), str(left)])
        self.ok("solve", "connect4:4x4", "--certificate", "c.h5", *SMALL)
        line, = self.ok("export", "c.h5", "--format", "html", "-o", "c.html").lines
        self.assertEqual(int(line[1]) + int(line[2]), int(self.ok("check", "c.h5").lines[0][1]))

    def test_said_of_the_game(self):
        """What a file says of game, board and rules must agree with the book."""
        start = ('draughts:8x8', "x.pdn")
        for (game, name), text, says in (
                *((start, f'[GameType "{kind}"]\n{{draw}}\n*\n', f'"{kind}"') for kind in
                  ("25", "21", "20,W,10,10,N2,0", "22,B,8,8,N2,1", "22,W,6,6,N2,1", "22,W,8,8,A0,1", "Italian", "")),
                (start, '[GameType "22"]\n{draw} *\n[GameType "21"]\n\n1. 23-19 *\n', "line 3"),
                (("draughts:6x6", "x.pdn"), '[GameType "22"]\n{draw}\n*\n', '"22,W,6,6,N2,1"'),
                (("mnk:15,15,5", "x.sgf"), "(;GM[1]SZ[15]C[draw])", "GM[1]"), (("mnk:15,15,5", "x.sgf"), "(;SZ[19]C[draw])", "SZ[19]"),
                (("mnk:15,15,5", "x.sgf"), "(;GM[4]RU[Renju]C[draw])", "RU[Renju]"),
                (("mnk:15,15,5", "x.sgf"), "(;GM[4]RU[standard]C[draw])", "RU[standard]"),
                (("mnk:15,15,5", "x.sgf"), "(;GM[4]AP[zermelo]RU[standard]C[draw])(;RU[standard])", "RU[standard]"),
                (("connect4:5x4", "x.csv"), "game,board,position,value\nconnect4,6x5,,draw\n", "'6x5'"),
                (("mnk:4,3,3", "x.csv"), "rules,position,value\nexact,,draw\n", "x.csv:2: 'exact'"),
                (("connect4:5x4", "x.jsonl"), '{"game": "mnk", "position": "", "value": "draw"}\n', "'mnk'")):
            self.fails(65, "import", game, self.write(name, text), "-o", "out", says=says)
        for (game, name), text in ((start, '[GameType "22,W,8,8,N2,1"]\n{draw}\n*\n'), (start, '[GameType "22,W"]\n{draw}\n*\n'),
                                   (("mnk:15,15,5", "x.sgf"), "(;GM[4]RU[Freestyle]SZ[15]C[draw])"),
                                   (("mnk:15,15,5,exact", "x.sgf"), "(;GM[4]RU[standard]SZ[15:15]C[draw])"),
                                   (("connect4:5x4", "x.csv"), "game,board,rules,position,value\nconnect4,5x4,,,draw\n")):
            self.ok("import", game, self.write(name, text), "-o", "x.h5")
        lines = self.ok("solve", "connect4:5x4", "3", "--json", *SMALL).out
        self.assertEqual(self.ok("import", "connect4:5x4", self.write("x.jsonl", lines), "-o", "x.h5").lines, [["1", "0", "0"]])

    def test_comments_of_others(self):
        """Blanks and ends of lines where programs put them, comments up to the end of a line; what is left out is counted, and the
        first of it named."""
        games = "".join('[Event "x"]\n[FEN "W:W%d:BK1:H0:F1"]\n\n%s\n1. %d-%d *\n\n' % (man, comment, man, man - 4) for man, comment in (
            (21, "{ draw 0: 21-17 }"), (22, "{draw\n0: 22-19\n22-18}"), (23, "{by A. Nonym} {\tdraw 0 :\r\n23-19}"), (24, "; draw 0: 24-20"),
            (25, "{A study.}"), (26, "{draw 0: 26-22} {more}"), (27, "")))
        for text, bom in ((games, ""), (games, "\ufeff")):
            done = self.ok("import", "draughts:8x8", self.write("x.pdn", bom + text), "-o", "x.h5")
            self.assertEqual(done.lines, [["5", "0", "4"]])
            self.assertEqual(done.err, 'warning: x.pdn:18: no value in "{by A. Nonym", nor in others\n')
        self.ok("export", "x.h5", "--format", "csv", "-o", "x.csv")
        with open(self.path("x.csv"), encoding="ascii", newline="") as file:
            self.assertEqual(sorted((row["position"], row["moves"]) for row in csv.DictReader(file)),
                             [(f"W:W{man}:BK1", moves) for man, moves in ((21, "21-17"), (22, "22-18 22-19"), (23, "23-19"), (24, "24-20"), (26, "26-22"))])
        done = self.ok("import", "mnk:5,5,5", self.write("x.sgf", "\ufeff(;GM[4]SZ[5]C[ draw\\: c3\n d\\\n4 ](;B[cc]C[mine\\]])(;B[aa]C[draw]))"), "-o", "x.h5")
        self.assertEqual((done.lines, done.err), ([["2", "0", "1"]], 'warning: x.sgf:3: no value in "mine\\]"\n'))

    def test_byte_order_mark(self):
        """Every reader of text takes one."""
        self.assertEqual(self.ok("import", "connect4:4x4", self.write("x.csv", "\ufeffposition,value\n,draw\n"), "-o", "x.h5").lines, [["1", "0", "0"]])
        self.write("p", "\ufeff1\n2\n")
        for more in ({}, {"stdin": "\ufeff1\n2\n"}):
            done = self.ok("solve", "connect4:4x4", "--positions", "-" if more else "p", *SMALL, **more)
            self.assertEqual([line[:2] for line in done.lines], [["1", "draw"], ["2", "draw"]])
        self.ok("book", "connect4:4x4", "--plies", 0, "--around", "p", "-o", "a.h5", *SMALL)
        self.ok("run", self.write("j.yaml", "\ufeffname: j\ntask: count\ngame: connect4:4x4\nplies: 2\n"), "--check")
        self.ok("play", "connect4:4x4", "--second", "random", stdin="\ufeff1\nquit\n")
        self.ok("solve", "connect4:4x4", "--certificate", "c.h5", *SMALL)
        self.ok("export", "c.h5", "--format", "text", "-o", "c.txt")
        with open(self.path("c.txt"), encoding="ascii") as file:
            self.write("m.txt", "\ufeff" + file.read())
        checked = subprocess.run([sys.executable, os.path.join(ROOT, "examples", "check_certificate.py"), "m.txt"], cwd=self.folder,
                                 stdout=subprocess.PIPE, check=False, text=True)
        self.assertIn("accepted", checked.stdout)

    def test_refused(self):
        self.book("connect4:4x4", "--plies", 1, name="c.h5")
        self.book("mnk:4,4,4", "--plies", 1, name="m.h5")
        self.book("mnk:5,5,5", "--plies", 0, name="f.h5")
        before = self.files()
        for name, form, says in (("c.h5", "pdn", "for draughts"), ("c.h5", "sgf", "five in a row"), ("m.h5", "sgf", "five in a row"),
                                 ("f.h5", "renlib", "15x15"), ("c.h5", "pgn", "pdn")):
            self.fails(64 if form == "pgn" else 65, "export", name, "--format", form, "-o", "out", says=says)
        self.assertEqual(self.files(), before)
        for name, text, says in (("a.pdn", '[FEN "W:W1"\n', "line 1: a tag"), ("a.pdn", "{win", "without its end"), ("a.pdn", "{draw}\0{draw}", "zero byte"),
                                 ("a.pdn", '[FEN "W:W99:B1"]\n{win}\n', "a.pdn:2: "), ("a.sgf", "(;B[ab]", "not a tree"),
                                 ("a.sgf", "(;B[ab];B[bb])", "not a tree"), ("a.sgf", "(;B[zz])", "not a tree"),
                                 ("a.sgf", "(;GM[4]C[won])", "no positions"), ("a.sgf", "(;C[win: z9])", "'z9' is no move"),
                                 ("a.lib", "no", "RenLib"), ("a.lib", "", "RenLib"), ("a.pgn", "", ".sgf")):
            game = "draughts:8x8" if name.endswith("pdn") else "mnk:15,15,5"
            self.fails(64 if name == "a.pgn" else 65, "import", game, self.write(name, text), "-o", "out", says=says)
        for game, other, form, says in (("mnk:6,5,5,exact", "mnk:6,5,5", "sgf", r"RU[exact], but the game is mnk:6,5,5"),
                                        ("mnk:6,5,5,exact", "mnk:7,5,5,exact", "sgf", "SZ[6:5], but"),
                                        ("draughts:4x4,rules=seed", "draughts:4x4", "pdn", "a game of draughts:4x4,rules=seed")):
            self.book(game, "--plies", 1, name="r.h5")
            self.ok("export", "r.h5", "--format", form, "-o", f"r.{form}")
            self.fails(65, "import", other, f"r.{form}", "-o", "out", says=says)
            self.ok("import", game, f"r.{form}", "-o", "again.h5")
            self.assertEqual(self.ok("book", "diff", "r.h5", "again.h5").lines, [])
        for tree, says in ((b"\0\x08win", "node 1"), (b"\0\0\x78\x48win\0\x68", "node 2: the tree ends there"),
                           (b"\0\0\x78\x48win\0\x68\x48loss\0\0", "node 2: the tree ends there")):
            with open(self.path("cut.lib"), "wb") as file:
                file.write(b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + tree)
            self.fails(65, "import", "mnk:15,15,5", "cut.lib", "-o", "out", says=says)
        self.assertNotIn("out", self.files())
        os.unlink(self.path("cut.lib"))


# github.com/dhbloo/rapfi, which reads libraries of RenLib (LIBTODB)
RAPFI = os.environ.get("ZERMELO_RAPFI") or shutil.which("pbrain-rapfi")


@unittest.skipUnless("ZERMELO_LONG" in os.environ, "long")
class OutsideReaderLong(Case):
    def read(self, positions):
        """What Rapfi has read of b.lib: how many positions, and its record of each of these."""
        commands = ["LIBTODB b.lib", "DBSIZE", *(line for position in positions
                                                 for line in ("PUTBOARD freestyle 15 15 " + position.replace(" ", ""), "BOARDGET")), "QUIT"]
        done = subprocess.run([os.path.abspath(RAPFI), "database", "--url", self.path("rapfi.db"), "--yixindb-save-on-close=false"],
                              input="".join(command + "\n" for command in commands), cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("ERROR", done.stdout)  # which it says of a tree that goes on beyond its end, and ends with 0
        records = re.findall(r'^label (\S+) value (-?\d+) depth 0 bound (\w+) text "(.*)"$', done.stdout, re.M)
        self.assertEqual(len(records), len(positions), done.stdout[-3000:])
        return int(re.search(r"^(\d+)$", done.stdout, re.M)[1]), records

    def compare(self):
        """Every position of the book is there, with what the book says of it. Of the start Rapfi keeps nothing."""
        self.ok("export", "book.h5", "--format", "renlib", "-o", "b.lib")
        self.ok("export", "book.h5", "--format", "csv", "-o", "b.csv")
        with open(self.path("b.csv"), encoding="ascii", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["position"]]
        with open(self.path("b.lib"), "rb") as file:
            nodes = [node for node in renlib_nodes(file.read()) if node[0]]
        size, records = self.read([row["position"] for row in rows])
        self.assertEqual(size, len(nodes))
        for row, (label, value, bound, text) in zip(rows, records):
            evaluation = row.get("evaluation")
            says = f"evaluation {evaluation}" if evaluation else f"{row['value']} {row['score']}"
            self.assertRegex(text, rf"^(@\w+@)?{says}(:|$)", row)
            self.assertEqual(text.count(":") and len(text.split(": ")[1].split()), len(row["moves"].split()), row)
            plies = 30000 - abs(int(value))
            self.assertEqual((label, bound, plies if bound == "exact" else None),
                             {"loss": ("w", "exact", abs(int(row["score"] or 0))), "win": ("l", "exact", abs(int(row["score"] or 0)))}
                             .get(row["value"], ("(none)", "none", None)), row)
        _, records = self.read([" ".join(node[0]) for node in nodes])
        for (moves, _, comment, _), (*_, text) in zip(nodes, records):
            self.assertIn(comment or "", text, moves)
        return len(rows)

    def test_rapfi(self):
        if not RAPFI:
            print("no Rapfi: neither ZERMELO_RAPFI nor the path names it", file=sys.stderr)
            self.skipTest("no Rapfi")
        self.write("lines", "h8 h9\nh8 i9 g8 k4\na1 o15 b1 n15\n")
        self.ok("book", "mnk:15,15,5", "--plies", 1, "--around", "lines", "--method", "alpha-beta", "--depth", 1, "-o", "book.h5", *SMALL)
        self.assertGreater(self.compare(), 1000)
        self.write("p.csv", PROVEN)
        self.ok("import", "mnk:15,15,5", "p.csv", "-o", "book.h5")
        self.assertEqual(self.compare(), 5)
