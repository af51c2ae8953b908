"""zermelo engine hub by a client written from the text of the protocol, with the rules of the second checker."""
import importlib.util
import os
import random
import re
import shlex
import subprocess
import time

import harness
from harness import TIMEOUT, Case, environment

LATE = 10 if harness.SLOW else 1
START = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
CHECKER = os.path.join(os.path.dirname(__file__), "../../examples/check_certificate.py")
SQUARES = 32


def read_rules():
    spec = importlib.util.spec_from_file_location("check_certificate", CHECKER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Draughts


class Board:
    """A position as the protocol writes it, and the moves from it."""

    def __init__(self, rules, text=START):
        self.rules, self.text = rules, text

    def seen(self):
        """As the side to move sees it: the squares from its own far side, its own pieces positive."""
        worth = {"w": 1, "W": 2, "b": -1, "B": -2, "e": 0}
        cells = [worth[c] for c in self.text[1:]]
        return tuple(cells if self.text[0] == "W" else [-piece for piece in reversed(cells)])

    def after(self, cells):
        """The text of a position that is seen by the other side."""
        white = self.text[0] == "B"
        cells = cells if white else [-piece for piece in reversed(cells)]
        return ("W" if white else "B") + "".join("BbewW"[piece + 2] for piece in cells)

    def moves(self):
        """Names and the texts of the positions behind them."""
        found = {}
        for cells in self.rules.moves(self.seen()):
            text = self.after(cells)
            own = "wW" if self.text[0] == "W" else "bB"
            gone = [i for i in range(1, SQUARES + 1) if self.text[i] in own and text[i] not in own]
            come = [i for i in range(1, SQUARES + 1) if text[i] in own and self.text[i] not in own]
            taken = [i for i in range(1, SQUARES + 1) if self.text[i] not in own + "e" and text[i] == "e"]
            start, end = (gone or [0])[0], (come or [0])[0]  # both 0: a king that came back to where it was
            found["x".join(map(str, [start, end, *taken])) if taken else f"{start}-{end}"] = text
        return found


class Engine(harness.Conversation):
    def __init__(self, case, *words):
        self.case = case
        self.process = subprocess.Popen([harness.ZERMELO, "engine", "hub", "--threads", "1", "--table-memory", "4M", *words],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
                                        cwd=case.folder, env=environment())
        self.infos = []

    def read(self):
        """The next line that is no info, in words."""
        while True:
            line = self.process.stdout.readline().rstrip("\n")
            if not line.startswith("info"):
                return shlex.split(line)
            self.infos.append(line)

    def until(self, word):
        lines = []
        while not lines or lines[-1][0] != word:
            lines.append(self.read())
            self.case.assertTrue(lines[-1], "the engine is gone")
        return lines

    def begin(self, *parameters):
        self.send("hub")
        lines = self.until("wait")
        self.send(*(f"set-param name={name} value={value}" for name, value in parameters), "init")
        self.case.assertEqual(self.read(), ["ready"])
        return lines

    def move(self, *lines):
        self.send(*lines)
        words = self.read()
        self.case.assertEqual(words[0], "done", words)
        self.case.assertTrue(words[1].startswith("move="), words)
        return words[1][5:]

    def ends(self, *lines):
        self.send(*lines)
        out, err = self.process.communicate(timeout=TIMEOUT)
        self.case.assertEqual((self.process.returncode, out, err), (0, "", ""))


class Hub(Case):
    def setUp(self):
        super().setUp()
        self.rules = read_rules()(None, "8x8", "official")

    def test_begin(self):
        with Engine(self) as engine:
            lines = engine.begin()
            self.assertEqual(lines[0][:2], ["id", "name=Zermelo"])
            self.assertIn(["param", "name=variant", "value=italian", "type=enum", "values=italian"], lines)
            self.assertIn(["param", "name=rules", "value=official", "type=enum", "values=official seed"], lines)
            engine.send("something new=1", "", "ping")
            self.assertEqual(engine.read(), ["pong"])
            engine.ends("quit")
        with Engine(self) as engine:
            engine.process.stdin.close()  # the interface is gone
            self.assertEqual(engine.process.wait(timeout=TIMEOUT), 0)

    def test_games(self):
        """Games against a player by chance, by all levels of the protocol: legal moves in time; with a number of nodes, which
        no load of the machine changes, they are won."""
        chance = random.Random(1)
        levels = ("level nodes=10000", "level nodes=30000", "level move-time=0.05", "level moves=30 time=2", "level time=1 inc=0.02")
        with Engine(self) as engine:
            engine.begin()
            for game in range(len(levels)):
                engine.send("new-game", levels[game])
                board, side, plies = Board(self.rules), "WB"[game % 2], 0
                while (moves := board.moves()) and plies < 150:
                    if board.text[0] == side:
                        begun = time.monotonic()
                        move = engine.move(f"pos pos={board.text}", "go think")
                        self.assertLess(time.monotonic() - begun, 0.1 + LATE)
                        self.assertIn(move, moves, board.text)
                    else:
                        move = chance.choice(sorted(moves))
                    board = Board(self.rules, moves[move])
                    plies += 1
                if "nodes" in levels[game]:
                    self.assertTrue(not moves and board.text[0] != side, "not won against chance")
            self.assertRegex(engine.infos[-1], r"^info (score=99\.00|depth=\d+ score=-?[\d.]+) nodes=\d+ time=[\d.]+$")
            engine.ends("quit")

    def test_captures(self):
        """What is taken may be named in any order; of a move by a king that comes back, too."""
        with Engine(self) as engine:
            engine.begin()
            board = Board(self.rules, "W" + "eeee" "eebe" "eeee" "ebbe" "eeee" "ebee" "eeee" "eeew")
            for _ in range(3):
                moves = board.moves()
                move = engine.move(f"pos pos={board.text}", "level move-time=0.05", "go think")
                self.assertIn(move, moves)
                board = Board(self.rules, moves[move])
            text = "W" + "eeee" "eeee" "ebee" "eebe" "eeew" + "e" * 12
            board = Board(self.rules, text)
            name = next(iter(board.moves()))
            start, end, *taken = name.split("x")
            spelled = "x".join([start, end, *reversed(taken)])
            self.assertGreaterEqual(len(taken), 1)
            engine.send(f'pos pos={text} moves="{spelled}"', "go think")
            self.assertIn(engine.read()[0], ("done", "error"))
            engine.ends("quit")

    def test_interrupted(self):
        with Engine(self) as engine:
            engine.begin()
            engine.send(f"pos pos={START}", "level infinite", "go analyze", "ping")
            self.assertEqual(engine.read(), ["pong"])
            begun = time.monotonic()
            move = engine.move("stop")
            self.assertLess(time.monotonic() - begun, 0.5 + LATE)
            self.assertIn(move, Board(self.rules).moves())
            engine.send("level move-time=0.2", "go ponder", "ponder-hit")
            self.assertEqual(engine.read()[0], "done")
            engine.send("level move-time=0.2", "go think", f"pos pos={START}", "go think", "ping")  # sent too soon: they wait
            self.assertEqual([engine.read()[0] for _ in range(3)], ["done", "pong", "done"])
            engine.send("level depth=900", "go think", f"pos pos={START}", "ping")  # without a clock it would never be their turn
            self.assertEqual([engine.read()[0] for _ in range(2)], ["done", "pong"])
            engine.send("go think")
            engine.ends("quit")

    def test_depth(self):
        """A limit of depth is one of the work, whatever the time: the deeper the more nodes, always the same."""
        nodes = {}
        for depth in 2, 5, 2, 5:
            with Engine(self) as engine:
                engine.begin()
                self.assertIn(engine.move(f"pos pos={START}", f"level depth={depth}", "go think"), Board(self.rules).moves())
                info = re.fullmatch(rf"info depth={depth} score=-?[\d.]+ nodes=(\d+) time=[\d.]+", engine.infos[-1])
                self.assertTrue(info, engine.infos)
                self.assertEqual(nodes.setdefault(depth, info[1]), info[1])
                engine.ends("quit")
        self.assertLess(int(nodes[2]), int(nodes[5]))

    def test_moves(self):
        """A position with the moves since the last that cannot be taken back, and what is wrong."""
        with Engine(self) as engine:
            engine.send(f"pos pos={START}", "go think")
            self.assertEqual([engine.read()[0] for _ in range(2)], ["error", "error"])
            engine.begin()
            kings = "W" + "B" + "e" * 30 + "W"
            engine.send("level move-time=0.05")
            move = engine.move(f'pos pos={kings} moves="32-28 1-5 28-32 5-1"', "go think")
            self.assertIn(move, Board(self.rules, kings).moves())
            again = " ".join(["32-28 1-5 28-32 5-1"] * 2)  # for the third time: it is the interface that ends a game
            self.assertIn(engine.move(f'pos pos={kings} moves="{again}"', "go think"), Board(self.rules, kings).moves())
            for wrong in ("pos", "pos pos=W", f"pos pos={START[:-1]}x", f'pos pos={kings} moves="1-5"', "pos pos=" + "X" * 33,
                          f'pos pos={kings} moves="32x28"', "pos pos=Ww" + "e" * 31):
                engine.send(wrong)
                self.assertEqual(engine.read()[0], "error", wrong)
                engine.send("go think")
                self.assertEqual(engine.read()[0], "error", wrong)
            engine.send("pos pos=Wb" + "e" * 31, "go think")  # White has nothing left
            self.assertEqual(engine.read()[0], "error")
            engine.send("set-param name=rules value=strange", "init")
            self.assertEqual(engine.read()[0], "error")
            engine.send("set-param name=rules value=seed", "set-param name=variant value=frisian", "init")
            self.assertEqual([engine.read()[0] for _ in range(2)], ["error", "ready"])
            engine.ends("quit")

    def test_book(self):
        """The move of a book, which the command names or a parameter; one of another game is an error at init."""
        self.ok("book", "draughts:8x8", "--plies", 0, "--depth", 2, "--method", "bns", "-o", "b.h5")
        self.ok("book", "draughts:6x6", "--plies", 0, "--depth", 2, "--method", "bns", "-o", "o.h5")
        move = self.ok("probe", "b.h5", "").lines[0][3].split()[0]
        for words, parameters, errors in (("book=b.h5",), (), "book: b.h5\n"), ((), (("book", "b.h5"),), ""):
            with Engine(self, *words) as engine:
                self.assertIn("name=book", engine.begin(*parameters)[4])
                self.assertEqual(engine.move("pos pos=" + START, "level move-time=0.5", "go think"), move)
                self.assertIn("depth=0", engine.infos[-1])  # nobody looked ahead
                engine.send("set-param name=book value=o.h5", "init")
                words = engine.read()
                self.assertEqual(words[0], "error")
                self.assertIn("o.h5", words[1])
                engine.send("quit")
                self.assertEqual(engine.process.communicate(timeout=TIMEOUT)[1], errors)

    def test_tables(self):
        """With tables a won ending is won, and soon."""
        self.ok("tablebase", "draughts", "--pieces", 3, "--distances", "-o", "t.h5", "--threads", 1, "--quiet")
        position = "W:WK3,K31:BK30"
        answer = self.ok("probe", "t.h5", position, "--json").objects[0]
        self.assertEqual(answer["value"], "win")
        for words, parameters in (("--tables", "t.h5"), ()), ((), (("tables", "t.h5"),)):
            with Engine(self, *words) as engine:
                engine.begin(*parameters)
                text = "W" + "eeWe" + "e" * 24 + "eBWe"
                board, plies = Board(self.rules, text), 0
                while moves := board.moves():
                    if board.text[0] == "W":
                        move = engine.move(f"pos pos={board.text}", "level move-time=0.3", "go think")
                    else:
                        move = sorted(moves)[0]
                    self.assertIn(move, moves)
                    board = Board(self.rules, moves[move])
                    plies += 1
                    self.assertLessEqual(plies, answer["distance"])
                self.assertEqual(board.text[0], "B")
                engine.ends("quit")
        with Engine(self, "--tables", "nowhere.h5") as engine:
            engine.send("hub", "init")
            engine.until("wait")
            self.assertEqual(engine.read()[0], "error")
            for line in (f"pos pos={START}", "go think"):  # without a player there is no game
                engine.send(line)
                self.assertEqual(engine.read()[0], "error", line)
            engine.send("set-param name=tables value=t.h5", "init", "new-game")
            self.assertEqual(engine.read(), ["ready"])
            self.assertIn(engine.move(f"pos pos={START}", "level depth=1", "go think"), Board(self.rules).moves())
            engine.send("set-param name=tables value=nowhere.h5", "init", "go think")  # the old game is over, too
            self.assertEqual([engine.read()[0] for _ in range(2)], ["error", "error"])
            engine.ends("quit")

    def test_unknown(self):
        self.fails(64, "engine", "uci", says="unknown protocol 'uci': gomocup or hub")
