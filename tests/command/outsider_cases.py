"""Programs from outside that play: faulty ones lose by a forfeit, nothing hangs, and nothing is left of them. What a good
one is told is compared with the text of its protocol."""
import os
import re
import subprocess
import sys
import time
import unittest

import harness
from harness import Case, has_mpirun
from tournament_cases import Games

try:
    import h5py
except ImportError:
    h5py = None

GOMOCUP = """#!/bin/sh
answer () {
  case $1 in
    late) sleep 20; echo 0,0;;
    outside) echo 7,0;;
    twice) echo 0,0;;
    nonsense) echo hello;;
    error) echo ERROR no idea;;
    silent) ;;
    crash) exit 3;;
    endless) yes MESSAGE hello;;
    line) tr '\\0' x </dev/zero;;
    child) sleep 1000 & exit;;
    leaver) setsid sh -c 'sleep 1000; :' "$0" & exit;;
  esac
}
test "$1" = absent && exit 1
test "$1" = deaf && sleep 1000
trap '' TERM HUP
while read line rest; do
  case $line in
    START|RECTSTART) test "$1" = refuses && echo ERROR || echo OK;;
    BEGIN|TURN|DONE) answer $1;;
    END) test "$1" = twice && exit; sleep 1000;;
  esac
done
"""
LATE, ILLEGAL, GONE, UNPLAYABLE = 6, 7, 8, 9
FAULTS = {"late": LATE, "outside": ILLEGAL, "twice": ILLEGAL, "nonsense": ILLEGAL, "error": ILLEGAL, "silent": LATE, "crash": GONE,
          "endless": LATE, "line": GONE, "child": LATE, "absent": GONE, "refuses": UNPLAYABLE}

# Plays at the first free point, and writes down what it is told.
RECORDER = """
import re, sys
taken, size, log = set(), 0, open(sys.argv[1], "a")
for line in sys.stdin:
    print(line, end="", file=log, flush=True)
    word = line.split()[0]
    numbers = list(map(int, re.findall(r"\\d+", line)))
    if word in ("START", "RECTSTART"):
        taken, size = set(), numbers
        print("MESSAGE hello\\nOK", flush=True)
    elif word == "BOARD":
        taken = set()
    elif re.match(r"\\d", word):
        taken.add((numbers[0], numbers[1]))
    elif word == "TURN":
        taken.add(tuple(numbers))
    elif word == "INFO" and numbers == [0]:
        print("UNKNOWN command", flush=True)
    elif word == "END":
        sys.exit()
    if word in ("BEGIN", "TURN", "DONE"):
        free = next((x, y) for y in range(size[-1]) for x in range(size[0]) if (x, y) not in taken)
        taken.add(free)
        print("DEBUG thinking\\n%d,%d" % free, flush=True)
"""

# Plays at the first free point; what it does when it is told how many in a row win is to be chosen.
SPEAKER = """
import re, sys
taken, size, mode = set(), 0, sys.argv[1]
for text in sys.stdin:
    word, numbers = text.split()[0], list(map(int, re.findall(r"\\d+", text)))
    if text.startswith("INFO line") and mode in ("ERROR", "UNKNOWN", "refuses"):
        print("OK" if mode == "refuses" else mode + " what is a line?", flush=True)
    elif word == "ABOUT" and mode != "mute":
        print('name="speaker", version="1"' + ("\\nOK" if mode == "late" else ""), flush=True)
    elif word in ("START", "RECTSTART"):
        taken, size = set(), numbers
        print("ERROR not that one" if mode == "refuses" else "OK", flush=True)
    elif word in ("BEGIN", "TURN"):
        taken.update([tuple(numbers)] if numbers else [])
        free = next((x, y) for y in range(size[-1]) for x in range(size[0]) if (x, y) not in taken)
        taken.add(free)
        print("%d,%d" % free, flush=True)
"""
EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/mnk_player.py")
# MoNKey's tournament
BOARDS = ("3,3,3 4,3,3 4,4,3 4,4,4 5,4,4 5,5,4 5,5,5 6,4,4 6,5,4 6,6,4 6,6,5 6,6,6 7,4,4 7,5,4 7,6,4 7,7,4 7,5,5 7,6,5 7,7,5 7,7,6 7,7,7 "
          "8,8,4 10,10,5 50,50,10 70,70,10").split()

# Answers as P. Pons's solver does: one score a position, or with -a one a column. The best column is the highest that
# is free, of the child's score the lowest.
PONS = """
import sys
WIDTH, HEIGHT = 5, 4
def scores(moves):
    return [column if moves.count(str(column)) < HEIGHT else -1000 for column in range(1, WIDTH + 1)]
for line in sys.stdin:
    moves = line.strip()
    if sys.argv[1:] == ["-a"]:
        print(moves, *scores(moves), flush=True)
    else:
        print(moves, -int(moves[-1]) if moves else 0, flush=True)
"""

HUB = """#!/bin/sh
while read line rest; do
  case $line in
    hub) echo id name=x; echo wait;;
    init) echo ready;;
    go) case $1 in
          illegal) echo done move=1-32;;
          nonsense) echo done moved=21-17;;
          error) echo error message=no;;
          late) sleep 20;;
          crash) exit 1;;
        esac;;
    quit) exit;;
  esac
done
"""


class Outsider(Case):
    def script(self, name, text):
        self.write(name, text)
        os.chmod(self.path(name), 0o755)
        return self.path(name)

    def leaves_nothing(self):
        """No process of a script of ours is left; what was just killed may take a moment."""
        end = time.monotonic() + harness.TIMEOUT
        while (found := subprocess.run(["pgrep", "-f", self.folder], stdout=subprocess.PIPE, text=True, check=False).stdout):
            self.assertLess(time.monotonic(), end, found)
            time.sleep(0.01)

    def loses(self, board, player, says, *words):
        done = self.ok("play", board, "--first", player, "--second", "random", "--pretty", *words)
        self.assertIn(f"loses: {says}.", " ".join(done.out.split()), player)
        self.leaves_nothing()

    def test_play(self):
        """One fault of each kind, in a game with the account at its end."""
        engine = self.script("engine", GOMOCUP)
        for fault, says in (("silent", "no move in time"), ("twice", "no legal move"), ("crash", "the program is gone"), ("leaver", "no move in time")):
            self.loses("mnk:6,6,5", f'gomocup:command="{engine} {fault}",time=0.2s', says)
        done = self.ok("play", "mnk:6,6,5", "--first", "random", "--second", f"gomocup:time=0.2s,command={engine} line", "-q")
        self.assertEqual([line[2:4] for line in done.lines], [["won", "1"], ["lost", "0"]])
        engine = self.script("hub", HUB)
        ends = {"no legal move": "rules infraction", "no move in time": "time forfeit", "the program is gone": "abandoned"}
        for fault, says in (("illegal", "no legal move"), ("nonsense", "no legal move"), ("error", "no legal move"),
                            ("late", "no move in time"), ("crash", "the program is gone")):
            self.loses("draughts", f'hub:command="{engine} {fault}",time=0.1s', says, "-o", f"{fault}.pdn")
            with open(self.path(f"{fault}.pdn"), encoding="ascii") as file:
                self.assertIn(f'[Result "0-1"]\n[Termination "{ends[says]}"]\n', file.read())
        self.loses("connect4:5x4", "pons:time=0.1s,command=cat", "no move in time")
        self.loses("connect4:5x4", "pons:time=0.1s,command=yes", "no legal move")

    @unittest.skipUnless(h5py, "no h5py")
    def test_faults(self):
        """Every fault against a good player and against another fault, over ranks' worth of games: forfeits of the right
        kind, no hang, and no process that is dead and not reaped."""
        engine = self.script("engine", GOMOCUP)
        good = self.script("recorder.py", RECORDER)
        for faults in list(FAULTS)[:6], list(FAULTS)[6:]:
            players = [f'\'gomocup:command="{engine} {fault}"\'' for fault in faults]
            players.append(f'\'gomocup:command="{sys.executable} {good} {self.path("log")}"\'')
            self.write("t.yaml", f"name: {faults[0]}\ntask: tournament\nboards: ['mnk:6,7,5']\nplayers: [{', '.join(players)}]\n"
                       "games: 2\nmove_time: 0.1s\ntolerance: 0.1s\nthreads: 1\ntable_memory: 4M\nunplayable: forfeit\noutputs:\n  report: false\n")
            lines = self.run_watched("tournament", "t.yaml")
            self.assertEqual(lines, Games(self.path(f"out/{faults[0]}/{faults[0]}.games.h5")).lines())
            self.assertEqual(sum(int(line[4]) for line in lines), sum(int(line[7]) for line in lines))
            self.assertEqual(lines[0][4:], [str(2 * len(faults)), "0", "0", "0", str(2 * len(faults))])
            results = []
            with h5py.File(self.path(f"out/{faults[0]}/{faults[0]}.games.h5"), "r") as file:
                for first, second, result, ending, moves in zip(*(file["/games"][name][...].tolist() for name in (
                        "first", "second", "result", "ending", "moves"))):
                    loser = first if result < 0 else second
                    self.assertNotEqual(result, 0)
                    self.assertLess(loser, len(faults), "the good one lost")
                    self.assertEqual(ending, FAULTS[faults[loser]], (faults[loser], moves))
                    self.assertLess(moves, 4)
                    results.append(f"RE[{'B' if result > 0 else 'W'}+{'Time' if ending == LATE else 'Forfeit'}]")
            with open(self.path(f"out/{faults[0]}/{faults[0]}.games/mnk-6,7,5.sgf"), encoding="utf-8") as file:
                self.assertEqual(re.findall(r"RE\[.*?\]", file.read()), results)
            self.leaves_nothing()

    def run_watched(self, *words):
        """A call during which no child stays dead for long."""
        dead = {}
        with subprocess.Popen([harness.ZERMELO, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=harness.environment()) as process:
            while process.poll() is None:
                found = subprocess.run(["ps", "-o", "pid=,stat=", "--ppid", str(process.pid)], stdout=subprocess.PIPE, text=True,
                                       check=False).stdout
                dead = {pid: dead.get(pid, 0) + 1 for pid, state in map(str.split, found.splitlines()) if state[0] == "Z"}
                self.assertLess(max(dead.values(), default=0), 40)
                time.sleep(0.05)
            self.assertEqual(process.returncode, 0, process.stderr.read())
            return [line.split("\t") for line in process.stdout.read().decode().splitlines()]

    @has_mpirun
    @unittest.skipUnless(h5py, "no h5py")
    def test_ranks(self):
        """A program that a rank starts takes itself for no rank: zermelo itself would refuse to play."""
        self.write("t.yaml", "name: t\ntask: tournament\nboards: ['mnk:6,6,5']\nplayers: ['random', "
                   f"'gomocup:command=\"{harness.ZERMELO} engine gomocup --threads 1 --table-memory 4M\"']\n"
                   "games: 2\nmove_time: 0.1s\ntolerance: 60s\nthreads: 1\ntable_memory: 4M\n")
        done = self.ok("tournament", "t.yaml", ranks=2)
        self.assertEqual([line[4] for line in done.lines], ["0", "0"], done.lines)
        self.assertEqual(done.lines, Games(self.path("out/t/t.games.h5")).lines())

    def test_told(self):
        """A good program is told the game in the words of the protocol, also from a position and after another game."""
        good = self.script("recorder.py", RECORDER)
        player = f'gomocup:command="{sys.executable} {good} {self.path("log")}",time=2s'
        self.ok("play", "mnk:6,7,5", "--first", player, "--second", "random:seed=1", "--quiet", "-o", "game.sgf")
        with open(self.path("log"), encoding="ascii") as file:
            lines = file.read().splitlines()
        self.assertEqual(lines[:8], ["RECTSTART 6,7", "INFO rule 0", "INFO game_type 1", "INFO timeout_turn 2000", "INFO timeout_match 0",
                                     "INFO time_left 2147483647", lines[6], "BEGIN"])
        self.assertRegex(lines[6], "^INFO max_memory [1-9][0-9]*$")
        self.assertEqual(lines[-1], "END")
        for line in lines[8:-1]:
            self.assertRegex(line, "^TURN [0-5],[0-6]$")
        os.remove(self.path("log"))
        self.ok("play", "gomoku", "h8 g7 a15", "--first", "random", "--second", player, "--quiet")
        with open(self.path("log"), encoding="ascii") as file:
            lines = file.read().splitlines()
        self.assertEqual(lines[0], "START 15")
        self.assertEqual(lines[7:12], ["BOARD", "7,7,2", "6,8,1", "0,0,2", "DONE"])
        self.assertTrue(lines[12].startswith("TURN "))
        self.leaves_nothing()

    @unittest.skipUnless(h5py, "no h5py")
    def test_all_boards(self):
        """The reference player on all 25 boards of MoNKey's tournament, and our own engine under ourselves as manager."""
        with open(EXAMPLE, encoding="utf-8") as file:
            self.assertLessEqual(len(file.readlines()), 60)
        example = f'gomocup:command="{sys.executable} {EXAMPLE}"'
        boards = ", ".join(f"'mnk:{board}'" for board in BOARDS)
        more = "games: 2\nmove_time: 0.05s\ntolerance: 60s\nply_cap: 20\nthreads: 1\ntable_memory: 4M\n"
        self.write("t.yaml", f"name: t\ntask: tournament\nboards: [{boards}]\nplayers: ['{example}', random]\n{more}")
        done = self.ok("tournament", "t.yaml", "--json")
        games = Games(self.path("out/t/t.games.h5"))
        self.assertEqual(len(games.games), 50)
        for game in games.games:
            self.assertIn(game["ending"], (1, 2, 5), game)
        self.assertEqual([(line["games"], line["forfeited"], line["unplayable"]) for line in done.objects], 2 * [(50, 0, [])])
        self.assertEqual(done.objects[0]["player"], example)
        own = f'gomocup:command="{harness.ZERMELO} engine gomocup --threads 1 --table-memory 4M"'
        self.write("t.yaml", f"name: o\ntask: tournament\nboards: ['mnk:3,3,3', 'mnk:4,3,3', 'mnk:6,5,4,exact']\nplayers: ['{own}', '{example}']\n{more}")
        lines = self.ok("tournament", "t.yaml").lines
        self.assertEqual([line[7:] for line in lines], 2 * [["0", "6"]], lines)
        self.leaves_nothing()

    @unittest.skipUnless(h5py, "no h5py")
    def test_unplayable(self):
        """Programs that do not answer INFO line K with OK play five in a row alone: elsewhere they are left out, or lose; so does who
        refuses START, and a player of another game. Nothing of what they say late is taken for an answer."""
        speaker = self.script("speaker.py", SPEAKER)
        modes = ["silent", "UNKNOWN", "ERROR", "late", "refuses"]
        players = [f'gomocup:command="{sys.executable} {EXAMPLE}"', *(f'gomocup:command="{sys.executable} {speaker} {mode}"' for mode in modes)]
        boards = ["mnk:3,3,3", "mnk:5,6,5", "mnk:6,4,4"]
        for way, left_out in ("skip", True), ("forfeit", False):
            self.write("t.yaml", f"name: {way}\ntask: tournament\nboards: {boards}\nplayers: {players}\ngames: 2\nmove_time: 1s\n"
                       f"tolerance: 60s\nthreads: 1\ntable_memory: 4M\nunplayable: {way}\n")
            done = self.ok("tournament", "t.yaml", "--json")
            rows = {line["player"]: line for line in done.objects}
            for player in players[1:5]:
                self.assertEqual(rows[player]["unplayable"], ["mnk:3,3,3", "mnk:6,4,4"], player)
                self.assertIn(f"{player} cannot play 2 of 3 boards, and {'was left out' if left_out else 'lost by forfeit'} there: "
                              "mnk:3,3,3 mnk:6,4,4\n", done.err)
            self.assertEqual((rows[players[0]]["unplayable"], rows[players[5]]["unplayable"]), ([], boards))
            endings = [(game["board"], game["first"], game["second"], game["ending"], game["result"])
                       for game in Games(self.path(f"out/{way}/{way}.games.h5")).games]
            self.assertEqual(len(endings), 90)
            for board, first, second, ending, result in endings:
                able = [side == 0 or (board == 1 and side < 5) for side in (first, second)]
                expected = (12 if able == [False, False] else (10 if able[1] else 11) if left_out else 9) if not all(able) else 1
                if expected == 9:
                    self.assertEqual(result, 1 if able[0] else -1)
                self.assertEqual(ending if ending > 8 else 1, expected, (board, first, second))
            self.assertEqual(rows[players[0]]["games"], 8 if left_out else 30)
            self.assertEqual(rows[players[0]]["forfeit"], 0 if left_out else 22)
            self.assertEqual(rows[players[5]]["games"], 0 if left_out else 14)
        self.loses("mnk:3,3,3", players[1], "it cannot play the board")
        self.write("t.yaml", "name: x\ntask: tournament\nboards: ['mnk:3,3,3', 'connect4:4x4']\nplayers: [forza4, random, 'hub:command=x']\n"
                   "games: 2\nmove_time: 0.1s\n")
        self.assertIn("'hub:command=x': it can play on none of the boards", self.fails(65, "tournament", "t.yaml").said[0])
        self.write("t.yaml", "name: x\ntask: tournament\nboards: ['mnk:3,3,3', 'connect4:4x4']\nplayers: [forza4, random]\ngames: 2\nmove_time: 0.1s\n"
                   "tolerance: 60s\n")
        self.assertEqual({line["player"]: line["games"] for line in self.ok("tournament", "t.yaml", "--json").objects}, {"forza4": 2, "random": 2})
        self.leaves_nothing()

    def test_mute(self):
        """Who answers neither INFO line nor ABOUT is waited for ten seconds, no longer."""
        speaker, begun = self.script("speaker.py", SPEAKER), time.monotonic()
        self.loses("mnk:3,3,3", f'gomocup:time=0.1s,command="{sys.executable} {speaker} mute"', "it cannot play the board")
        self.assertLess(time.monotonic() - begun, 10 + harness.TIMEOUT / 2)

    def test_pons(self):
        """By the scores of columns, or of the positions behind the moves."""
        solver = self.script("pons.py", PONS)
        for words in "", " -a":
            done = self.ok("play", "connect4:5x4", "--first", f"pons:command={sys.executable} {solver}{words}", "--second",
                           "random:seed=3", "--quiet", "-o", "game")
            self.assertEqual(done.lines[0][2], "won")
            with open(self.path("game"), encoding="ascii") as file:
                moves = file.read().strip()
            self.assertEqual(moves[0], "5")

    def test_refused(self):
        for board, player, says, code in (
                ("mnk:7,7,4,maker-breaker", "gomocup:command=x", "cannot be played in the protocol gomocup", 65), ("connect4", "gomocup:command=x", "cannot be played", 65),
                ("connect4:10x4", "pons:command=x", "cannot be played", 65), ("draughts:6x6", "hub:command=x", "cannot be played", 65),
                ("draughts:8x8,rules=seed", "hub:command=x", "cannot be played", 65), ("draughts", "pons:command=x", "cannot be played", 65),
                ("gomoku", "gomocup", 'needs a program: gomocup:command="..."', 64), ("gomoku", "gomocup:command=", "needs a value", 64),
                ("gomoku", 'gomocup:command="a,b",depth=3', "no key 'depth': time or command", 64)):
            self.fails(code, "play", board, "--first", player, "--second", "random", says=says)
