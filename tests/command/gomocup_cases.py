"""`zermelo engine gomocup` from the text of the protocol: a manager that sends lines, reads answers, and keeps score."""
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

import harness
from harness import TIMEOUT, Case, environment

LATE = 10 if harness.SLOW else 1  # seconds over the time of a turn; on a machine that does much else nothing less can be asserted


class Engine(harness.Conversation):
    """An engine that runs, and what it says."""

    def __init__(self, case, program=None, words=("engine", "gomocup", "--threads", "1", "--table-memory", "4M")):
        self.case, self.said = case, []
        self.process = subprocess.Popen([program or harness.ZERMELO, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, bufsize=1, cwd=case.folder, env=environment())

    def read(self):
        """The next line that is no MESSAGE or DEBUG; those are kept."""
        while True:
            line = self.process.stdout.readline().rstrip("\n")
            if not line.startswith(("MESSAGE ", "DEBUG ")):
                return line
            self.said.append(line)

    def ask(self, *lines):
        self.send(*lines)
        return self.read()

    def point(self, *lines):
        match = re.fullmatch(r"(\d+),(\d+)", line := self.ask(*lines))
        self.case.assertTrue(match, line)
        return int(match[1]), int(match[2])

    def refuses(self, *lines, kind="ERROR", says=""):
        line = self.ask(*lines)
        self.case.assertTrue(line.startswith(kind + " ") and says in line, (lines, line))

    def ends(self, *lines):
        self.send(*lines)
        out, err = self.process.communicate(timeout=TIMEOUT)
        self.case.assertEqual((self.process.returncode, out, err), (0, "", ""))


def wins(stones, point, player, exact):
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for way in (1, -1):
            x, y = point[0] + way * dx, point[1] + way * dy
            while stones.get((x, y)) == player:
                length, x, y = length + 1, x + way * dx, y + way * dy
        if length == 5 or (length > 5 and not exact):
            return True
    return False


class Gomocup(Case):
    def engine(self, **more):
        return Engine(self, **more)

    def test_words(self):
        with self.engine() as e:
            self.assertRegex(e.ask("ABOUT"), r'^name="Zermelo", version="[^"]+", author="[^"]+", country="[^"]+"$')
            e.refuses("TURN 3,3", says="START")
            e.refuses("BEGIN", says="START")
            e.refuses("RESTART", says="START")
            e.refuses("START", says="START needs")
            e.refuses("START 4", says="at least 5")
            e.refuses("START 1000", says="too large")
            e.refuses("START fifteen")
            e.refuses("RECTSTART 15")
            self.assertEqual(e.ask("START 15"), "OK")
            e.refuses("SWAP2BOARD", kind="UNKNOWN")
            e.refuses("hello, world", kind="UNKNOWN")
            e.send("INFO timeout_turn 100", "INFO timeout_match 0", "INFO time_left 100000", "INFO game_type 1", "INFO folder /tmp",
                   "INFO max_memory 20000000", "INFO max_node 1000", "INFO nonsense", "INFO", "")
            self.assertEqual(e.point("begin"), (7, 7))
            e.refuses("TURN 7,7", says="7,7")
            e.refuses("TURN 15,0")
            e.refuses("TURN -1,0")
            e.refuses("TURN 1")
            x, y = e.point("TURN 0,0")
            self.assertNotIn((x, y), ((7, 7), (0, 0)))
            e.refuses("TAKEBACK 7,7", says="last stone")
            self.assertEqual(e.ask(f"TAKEBACK {x},{y}"), "OK")
            self.assertEqual(e.ask("TAKEBACK 0,0"), "OK")
            self.assertNotIn(e.point("TURN 8,8"), ((7, 7), (8, 8)))
            self.assertEqual(e.ask("RESTART"), "OK")
            self.assertEqual(e.point("BEGIN"), (7, 7))
            self.assertEqual(e.ask("RECTSTART 9,7"), "OK")
            self.assertEqual(e.point("BEGIN"), (4, 3))
            e.refuses("TURN 8,7")
            e.point("TURN 8,6")
            self.assertEqual(e.ask("START 20"), "OK")
            e.point("TURN 10,10")
            e.ends("END")

    def test_line(self):
        """INFO line K: answered with OK, alone among INFO; the next board is one of K in a row, of any size."""
        with self.engine() as e:
            e.send("INFO timeout_turn 300")
            for line in "INFO line", "INFO line 0", "INFO line 129", "INFO line x", "INFO line 3 4":
                e.refuses(line, says="from 1 to 128")
            self.assertEqual(e.ask("info LINE 3"), "OK")
            self.assertEqual(e.ask("START 3"), "OK")
            self.assertEqual(e.point("BOARD", "0,0,1", "1,1,2", "1,0,1", "0,2,2", "DONE"), (2, 0))
            self.assertEqual(e.ask("INFO line 4"), "OK")
            self.assertEqual(e.ask("RECTSTART 5,4"), "OK")
            self.assertIn(e.point("BOARD", "0,0,1", "1,1,2", "1,0,1", "1,2,2", "2,0,1", "4,3,2", "DONE"), ((3, 0), ))
            self.assertEqual(e.ask("RECTSTART 3,1"), "OK")
            e.point("BEGIN")
            self.assertEqual(e.ask("INFO line 5"), "OK")
            self.assertEqual(e.ask("START 15"), "OK")
            self.assertIn(e.point("BOARD", "3,3,1", "4,3,1", "0,0,2", "5,3,1", "6,3,1", "0,2,2", "0,4,2", "9,9,2", "DONE"), ((2, 3), (7, 3)))
            e.ends("END")

    def test_ends(self):
        for lines in ((), ("START 9",), ("START 9", "BOARD", "1,1,1")):
            with self.engine() as e:
                e.send(*lines)
                if lines:
                    self.assertEqual(e.read(), "OK")
                e.process.stdin.close()
                self.assertEqual(e.process.wait(TIMEOUT), 0)
        with self.engine() as e:
            self.assertEqual(e.ask("START 15"), "OK")
            e.send("INFO timeout_turn 600000", "BEGIN")
            self.assertEqual(self.stop(e.process, signal.SIGTERM).code, 75)

    def test_board(self):
        """Stones in any order; four in a row are completed, and an opponent's four is stopped."""
        with self.engine() as e:
            e.send("INFO timeout_turn 300")
            self.assertEqual(e.ask("START 15"), "OK")
            self.assertIn(e.point("BOARD", "3,3,1", "4,3,1", "0,0,2", "5,3,1", "6,3,1", "0,2,2", "0,4,2", "9,9,2", "DONE"), ((2, 3), (7, 3)))
            self.assertIn("MESSAGE proven: a win", e.said)
            self.assertEqual(e.point("BOARD", "5,5,2", "5,6,2", "5,7,2", "5,8,2", "5,4,1", "0,0,1", "9,9,1", "DONE"), (5, 9))
            e.refuses("BOARD", "1,1,1", "DONE", says="turn")
            e.refuses("BOARD", "1,1,2", "1,1,1", "2,2,2", "DONE")
            e.refuses("BOARD", "1,1,3", says="1 or")
            self.assertEqual(e.point("BOARD", "DONE"), (7, 7))
            e.ends("END")

    def test_rules(self):
        """Six in a row win, but not with rule 1; rules of other games are refused."""
        six = ("BOARD", "2,3,1", "3,3,1", "4,3,1", "6,3,1", "7,3,1", "0,0,2", "0,2,2", "0,4,2", "0,6,2", "8,8,2", "DONE")
        with self.engine() as e:
            e.send("INFO timeout_turn 300", "INFO rule 0")
            self.assertEqual(e.ask("START 9"), "OK")
            self.assertEqual(e.point(*six), (5, 3))
            e.send("INFO rule 1")
            e.said.clear()
            self.assertNotEqual(e.point(*six), (5, 3))
            e.send("INFO rule 4")
            e.refuses("BEGIN", says="rule 4")
            e.send("INFO rule 0")
            self.assertEqual(e.ask("START 9"), "OK")
            self.assertEqual(e.point("BEGIN"), (4, 4))

    def test_games(self):
        """Against itself: legal moves, in time, until a row of five or a full board."""
        for columns, rows, rule, seconds in ((5, 5, 0, 0.05), (7, 6, 0, 0.05), (7, 7, 1, 0.05), (15, 15, 0, 0.1), (20, 20, 1, 0.1)):
            with self.engine() as first, self.engine() as second:
                stones, engines = {}, (first, second)
                for e in engines:
                    e.send(f"INFO timeout_turn {int(1000 * seconds)}", f"INFO rule {rule}")
                    self.assertEqual(e.ask(f"RECTSTART {columns},{rows}"), "OK")
                line, player = "BEGIN", 0
                while len(stones) < columns * rows:
                    begun = time.monotonic()
                    point = engines[player].point(line)
                    self.assertLess(time.monotonic() - begun, seconds + LATE)
                    self.assertNotIn(point, stones)
                    self.assertTrue(point[0] < columns and point[1] < rows, point)
                    stones[point] = player
                    if wins(stones, point, player, rule == 1):
                        break
                    line, player = f"TURN {point[0]},{point[1]}", 1 - player
                for e in engines:
                    e.ends("END")

    def test_nodes(self):
        """However small a limit of nodes is, it ends a move long before the time of the turn."""
        with self.engine() as e:
            self.assertEqual(e.ask("START 15"), "OK")
            e.send("INFO timeout_turn 1000000000")
            for nodes in 1, 2, 100:
                e.send(f"INFO max_node {nodes}")
                self.assertNotIn(e.point("BOARD", "7,7,2", "8,8,1", "6,7,2", "DONE"), ((7, 7), (8, 8), (6, 7)))
            e.ends("END")

    def test_other_name(self):
        program = os.path.join(os.path.dirname(harness.ZERMELO), "pbrain-zermelo")
        with self.engine(program=program, words=()) as e:
            self.assertEqual(e.ask("START 15"), "OK")
            e.send("INFO timeout_turn 50")
            self.assertEqual(e.point("BEGIN"), (7, 7))
            e.ends("END")

    def test_refused(self):
        self.fails(64, "engine", says="argument missing")
        self.fails(64, "engine", "uci", says="unknown protocol 'uci': gomocup")
        self.fails(64, "engine", "gomocup", "15", says="'15' is no key: book=FILE")
        self.fails(64, "engine", "gomocup", "book=none", "book=b.h5", says="book=none beside a book")
        self.fails(66, "engine", "gomocup", "book=absent.h5", says="absent.h5")
        self.write("b.h5", "no book")
        self.fails(65, "engine", "gomocup", "book=b.h5", says="b.h5")

    def test_book(self):
        """Books of the board that is played: the move at once, and a line that says which book it is from."""
        for columns in (9, 11):  # too large for a proof, which would come before what a heuristic book says
            self.ok("book", f"mnk:{columns},{columns},5", "--plies", 0, "--depth", 1, "--method", "bns", "-o", f"{columns}.h5")
        with self.engine(words=("engine", "gomocup", "book=9.h5", "book=11.h5")) as e:
            self.assertEqual(e.ask("START 11"), "OK")
            self.assertEqual(e.point("BEGIN"), (5, 5))
            e.send("END")
            _, errors = e.process.communicate(timeout=TIMEOUT)
        self.assertEqual(errors, "book: 11.h5\n")


class Fours:
    """Forced wins by fours on a square board where five or more win, by plain search: every move makes a four, which has
    one answer, until one has two."""

    def __init__(self, size):
        self.size = size
        self.lines = [tuple((x + i * dx, y + i * dy) for i in range(5)) for x in range(size) for y in range(size)
                      for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
                      if x + 4 * dx < size and 0 <= y + 4 * dy < size]
        self.of_cell = {}
        for line in self.lines:
            for cell in line:
                self.of_cell.setdefault(cell, []).append(line)

    @staticmethod
    def gaps(stones, lines, player, own):
        """The empty cells of lines with so many stones of the player, and none of the other."""
        for line in lines:
            held = [stones.get(cell) for cell in line]
            if held.count(player) == own and held.count(None) == 5 - own:
                yield [cell for cell, stone in zip(line, held) if stone is None]

    def completes(self, stones, player, cells=None):
        """The cells that complete a line of the player: all, or those of lines through a cell."""
        lines = self.lines if cells is None else [line for cell in cells for line in self.of_cell[cell]]
        return {gap[0] for gap in self.gaps(stones, lines, player, 4)}

    def wins(self, stones, player, left):
        """Has the player, who is to move, such a win with at most that many fours? The moves, or None."""
        if self.completes(stones, player):
            return []
        threats = self.completes(stones, 1 - player)
        for gap in list(self.gaps(stones, self.lines, player, 3)) if left > 0 else []:
            for move, reply in (gap, gap[::-1]):
                if threats - {move}:
                    continue
                stones[move] = player
                if len(self.completes(stones, player, [move])) > 1:
                    del stones[move]
                    return [move]
                stones[reply] = 1 - player
                rest = self.wins(stones, player, left - 1)
                del stones[move], stones[reply]
                if rest is not None:
                    return [move, *rest]
        return None

    def position(self, chance):
        """Stones in order, with such a win in at least two fours for the side to move, and no line that could be
        completed at once."""
        while True:
            stones, near = {}, range(self.size // 2 - 4, self.size // 2 + 5)
            cells = chance.sample([(x, y) for x in near for y in near], 2 * chance.randrange(7, 13))
            for i, cell in enumerate(cells):
                stones[cell] = i % 2
            if any(self.completes(stones, player) for player in (0, 1)) or any(
                    set(map(stones.get, line)) in ({0}, {1}) for line in self.lines):
                continue
            moves = self.wins(stones, 0, 4)
            if moves is not None and len(moves) > 1:
                return cells


class FoursWon(Case):
    POSITIONS = 200 if "ZERMELO_LONG" in os.environ else 5
    HARD = (  # wins that need four fours
        "f5 h11 l6 k5 h7 j7 j4 g7 e11 k4 h4 e8 f7 h5 j12 d5 i4 h9 j9 e7 d4 k8 i7 j10",
        "h7 f12 k10 h4 g9 f9 g10 f4 f8 k7 i12 d7 l6 d8 k11 k9 h8 i8 j10 h5 l12 i9",
        "j8 e8 g10 g12 l9 h7 k11 e7 g7 f4 f9 f5 g9 g6 l11 k5 d11 i9 h10 k10 e11 g8 i12 i10",
        "h9 i10 i9 i8 g11 j4 k10 h11 h5 e6 k8 f10 f4 l11 f8 d4 e9 j5 j12 k5 d5 i7 d7 g5",
        "f4 j6 d8 d12 j5 f6 e7 j11 e8 i12 h5 h7 k7 g6 f7 g10 k6 f5 k10 k12 l9 f10 l11 i9",
    )

    def play(self, engine, fours, cells):
        """Every stone is proven to win and a four, which is answered, until one wins."""
        stones = {cell: i % 2 for i, cell in enumerate(cells)}
        for _ in range(12):
            engine.said.clear()
            begun = time.monotonic()
            point = engine.point("BOARD", *(f"{x},{y},{1 + player}" for (x, y), player in stones.items()), "DONE")
            self.assertLess(time.monotonic() - begun, 1 + LATE)
            self.assertEqual(engine.said, ["MESSAGE proven: a win"], cells)
            self.assertNotIn(point, stones)
            stones[point] = 0
            if wins(stones, point, 0, False):
                return
            answers = fours.completes(stones, 0, [point])
            self.assertTrue(answers, (cells, point))
            stones[min(answers)] = 1
        self.fail(f"not won: {cells}")

    def test_fours(self):
        """Forced wins by fours on 15x15 are found without a search: at once, whatever else the machine does."""
        fours, chance = Fours(15), random.Random(15)
        positions = [[(ord(move[0]) - 97, 15 - int(move[1:])) for move in text.split()] for text in self.HARD]
        with Engine(self, words=("engine", "gomocup", "--threads", "1", "--table-memory", "64M")) as engine:
            self.assertEqual(engine.ask("START 15"), "OK")
            engine.send("INFO timeout_turn 1000", "INFO timeout_match 0")
            for number in range(self.POSITIONS + len(self.HARD)):
                self.play(engine, fours, positions[number] if number < len(self.HARD) else fours.position(chance))
            engine.ends("END")


# github.com/dhbloo/c-gomoku-cli, a manager that is not ours
MANAGER = os.environ.get("ZERMELO_GOMOKU_CLI") or shutil.which("c-gomoku-cli")


@unittest.skipUnless("ZERMELO_LONG" in os.environ, "long")
class OutsideManagerLong(Case):
    GAMES = 8

    def openings(self, size):
        """Three stones near the centre, by lot."""
        chance, near = random.Random(size), [size // 2 + i for i in range(-2, 3)]
        points = [f"{chr(97 + x)}{y + 1}" for x in near for y in near]
        return "".join("".join(chance.sample(points, 3)) + "\n" for _ in range(self.GAMES))

    def test_games(self):
        """pbrain-zermelo against itself on three boards by both rules; any fault is fatal."""
        if not MANAGER:
            print("no c-gomoku-cli: neither ZERMELO_GOMOKU_CLI nor the path names it", file=sys.stderr)
            self.skipTest("no c-gomoku-cli")
        engine = os.path.join(os.path.dirname(os.path.abspath(harness.ZERMELO)), "pbrain-zermelo")
        for size in 7, 9, 15:
            openings = self.write("openings", self.openings(size))
            for rule in 0, 1:
                done = subprocess.run(
                    [os.path.abspath(MANAGER), "-each", "tc=0/0.3", f"cmd={engine}", "maxmemory=67108864", "-engine", "name=A", "-engine",
                     "name=B", "-rule", str(rule), "-boardsize", str(size), "-games", str(self.GAMES), "-fatalerror", "-repeat", "-openings",
                     f"file={openings}", "type=pos"], cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    timeout=TIMEOUT, check=False, env=environment())
                self.assertEqual(done.returncode, 0, done.stdout)
                ends = re.findall(r"^\[\d+\] Finished game .*\{(.*)\}$", done.stdout, re.M)
                self.assertEqual(len(ends), self.GAMES, done.stdout)
                for end in ends:
                    self.assertRegex(end, "by five connection|[Dd]raw")
