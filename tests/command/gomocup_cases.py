"""`zermelo engine gomocup` from the text of the protocol: a manager that sends lines, reads answers, and keeps score."""
import os
import re
import signal
import subprocess
import time

import harness
from harness import TIMEOUT, Case, environment

LATE = 10 if harness.SLOW else 1  # seconds over the time of a turn; on a machine that does much else nothing less can be asserted


class Engine:
    """An engine that runs, and what it says."""

    def __init__(self, case, program=None, words=("engine", "gomocup", "--threads", "1", "--table-memory", "4M")):
        self.case, self.said = case, []
        self.process = subprocess.Popen([program or harness.ZERMELO, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, bufsize=1, cwd=case.folder, env=environment())

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
        self.fails(64, "engine", "gomocup", "15", says="one argument too many")
