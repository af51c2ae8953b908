"""zermelo tournament: every game is counted a second time from the file of games, by rules of our own where they are
short; a run that is killed goes on; and the texts of the games say the same."""
import math
import os
import re
import shutil
import signal
import subprocess
import time
import unittest

import harness
from harness import LAUNCHER, Case, environment, has_mpirun
from report_cases import Page

try:
    import h5py
except ImportError:
    h5py = None

LATE = 10 if harness.SLOW else 1  # seconds; on a machine that does much else nothing less can be asserted
FORFEITS = (6, 7, 8, 9)
CAP = 5
JOB = """name: t
task: tournament
boards: [{boards}]
players: [{players}]
games: {games}
move_time: {move_time}s
tolerance: {late}s
threads: 1
table_memory: 8M
checkpoint_interval: 0.2s
{more}"""
FIVE = ("monkey", "solver", "alpha-beta", "minimax:depth=2", "random")


def job(boards, players=FIVE, games=2, move_time=0.02, more=""):
    quoted = [", ".join("'" + text + "'" for text in texts) for texts in (boards, players)]
    return JOB.format(boards=quoted[0], players=quoted[1], games=games, move_time=move_time, late=10 * LATE, more=more)


def mnk_result(board, moves):
    """For the first player, or None while the game goes on."""
    columns, rows, length = map(int, board.split(":")[1].split(","))
    stones = {}
    for i, move in enumerate(moves):
        letters, row = re.fullmatch(r"([a-z]+)(\d+)", move).groups()
        column = 0
        for letter in letters:
            column = 26 * column + ord(letter) - 96
        assert column <= columns and 1 <= int(row) <= rows and (column, int(row)) not in stones, move
        stones[column, int(row)] = i % 2
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = 1
            for way in (1, -1):
                x, y = column + way * dx, int(row) + way * dy
                while stones.get((x, y)) == i % 2:
                    line, x, y = line + 1, x + way * dx, y + way * dy
            if line >= length:
                assert i == len(moves) - 1, "the game went on"
                return 1 - 2 * (i % 2)
    return 0 if len(stones) == columns * rows else None


class Games:
    """What a file of games holds."""

    def __init__(self, path):
        with h5py.File(path, "r") as file:
            self.boards = [text.decode() for text in file["/boards/game"]]
            self.players = [text.decode() for text in file["/players/name"]]
            columns = {name: file["/games"][name][...].tolist() for name in file["/games"]}
            self.games = [dict(zip(columns, values)) for values in zip(*columns.values())]
            self.texts = [text.decode() for text in file["/moves/text"]]
            self.seconds = file["/moves/seconds"][...].tolist()

    def moves(self, game):
        return self.texts[game["first_move"]:game["first_move"] + game["moves"]]

    def lines(self):
        """The table, counted once more."""
        rows = {name: [0] * 8 for name in self.players}  # points, second, first, forfeit, draws, losses, forfeited, games
        for game in self.games:
            forfeit = game["ending"] in FORFEITS
            for side, sign in (("first", 1), ("second", -1)):
                row, result = rows[self.players[game[side]]], sign * game["result"]
                row[7] += 1
                if result == 0:
                    kind, points = 4, 1
                elif result < 0:
                    kind, points = (6 if forfeit else 5), 0
                elif forfeit:
                    kind, points = 3, 2
                else:
                    kind, points = (2, 2) if side == "first" else (1, 3)
                row[kind] += 1
                row[0] += points
        order = sorted(self.players, key=lambda name: (-rows[name][0], self.players.index(name)))
        return [[name, *map(str, rows[name])] for name in order]


@unittest.skipUnless(h5py, "no h5py")
class Tournament(Case):
    def hold(self, text, *words, **more):
        done = self.ok("tournament", self.write("t.yaml", text), *words, **more)
        return done, Games(self.path("out/t/t.games.h5"))

    def complete(self, games, count, boards, of_pair):
        """Each pair as often on each board, half of the games with each side first."""
        self.assertEqual([game["number"] for game in games.games], list(range(count)))
        met = {}
        for game in games.games:
            key = game["board"], game["first"], game["second"]
            met[key] = met.get(key, 0) + 1
        players = len(games.players)
        self.assertEqual(met, {(board, i, j): of_pair // 2 for board in range(boards) for i in range(players)
                               for j in range(players) if i != j})

    def in_time(self, games):
        """Nobody forfeits, and nobody is late by a second, but for what the scheduler of a busy machine does to one process."""
        self.assertFalse([game for game in games.games if game["ending"] in FORFEITS])
        late = [seconds for seconds in games.seconds if seconds > 0.02 + LATE]
        self.assertLessEqual(len(late), len(games.seconds) // 300, late)

    def adjudicated(self, games, cap=None):
        """Results of m,n,k-games by rules of our own."""
        for game in games.games:
            board, moves = games.boards[game["board"]], games.moves(game)
            if board.startswith("mnk:"):
                result = mnk_result(board, moves)
                self.assertEqual(game["ending"], CAP if result is None else 1, (board, moves))
                self.assertEqual(game["result"], result or 0, (board, moves))
                if result is None:
                    self.assertEqual(len(moves), cap)

    def test_table(self):
        boards = ("mnk:3,3,3", "mnk:4,4,3", "connect4:4x4", "draughts:4x4")
        done, games = self.hold(job(boards))
        self.assertEqual(done.lines, games.lines())
        self.complete(games, 80, 4, 2)
        self.in_time(games)
        self.adjudicated(games)
        self.assertEqual([line[0] for line in done.lines][-1], "random")
        self.assertEqual(self.files(), sorted(["t.yaml", *(f"out/t/{name}" for name in (
            "t.checkpoint.h5", "t.checkpoint.h5.previous", "t.games.h5", "t.html", "t.statistics.h5", "t.tsv",
            "t.games/mnk-3,3,3.txt", "t.games/mnk-4,4,3.txt", "t.games/connect4-4x4.txt", "t.games/draughts-4x4.pdn"))]))
        self.texts(games)
        again = self.ok("tournament", "t.yaml", "--json")  # nothing is left
        self.assertIn("80 games", again.err)
        self.assertEqual([row["points"] for row in again.objects], [int(line[1]) for line in done.lines])
        self.means(games, again.objects)
        self.page(done)

    def texts(self, games):
        """Positions are games that zermelo reads, with the result in front; PDN has a record for each."""
        with open(self.path("out/t/t.games/connect4-4x4.txt"), encoding="ascii") as file:
            lines = file.read().splitlines()
        played = [game for game in games.games if games.boards[game["board"]] == "connect4:4x4"]
        self.assertEqual(lines[1::2], ["".join(games.moves(game)) for game in played])
        for line, game in zip(lines[::2], played):
            result = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[game["result"]]
            first, second = (games.players[game[side]] for side in ("first", "second"))
            self.assertTrue(line.startswith(f"# game {game['number'] + 1}: {first} against {second}, {result}: "), line)
        self.assertEqual(len(self.ok("solve", "connect4:4x4", "--positions", "out/t/t.games/connect4-4x4.txt").lines), 20)
        with open(self.path("out/t/t.games/draughts-4x4.pdn"), encoding="ascii") as file:
            text = file.read()
        self.assertEqual(len(re.findall(r'^\[GameType "22,W,4,4,N2,1"\]$', text, re.M)), 20)
        self.terminated(games, "draughts:4x4", text)

    def terminated(self, games, board, text):
        """PDN names the result and the end of each game as the file of games does."""
        ends = {CAP: "adjudication", 6: "time forfeit", 7: "rules infraction", 8: "abandoned"}
        played = [game for game in games.games if games.boards[game["board"]] == board]
        self.assertEqual(re.findall(r'^\[Result "(.*)"\]\n\[Termination "(.*)"\]$', text, re.M),
                         [({1: "1-0", 0: "1/2-1/2", -1: "0-1"}[game["result"]], ends.get(game["ending"], "normal")) for game in played])

    def means(self, games, objects):
        points = {name: [] for name in games.players}
        for game in games.games:
            for side, sign, win in (("first", 1, 2), ("second", -1, 3)):
                result = sign * game["result"]
                points[games.players[game[side]]].append(win if result > 0 else 1 if result == 0 else 0)
        for row in objects:
            list_ = points[row["player"]]
            mean = sum(list_) / len(list_)
            variance = sum((x - mean) ** 2 for x in list_) / (len(list_) - 1)
            self.assertAlmostEqual(row["points_a_game"], mean)
            self.assertAlmostEqual(row["interval"], 1.96 * math.sqrt(variance / len(list_)))

    def page(self, done):
        os.remove(self.path("out/t/t.html"))
        self.ok("report", "out/t/t.games.h5")
        with open(self.path("out/t/t.html"), encoding="utf-8") as file:
            page = Page(file.read())
        self.assertEqual(page.headlines, [f"{done.lines[0][0]} has most points"])
        self.assertEqual((page.cards["games"], page.cards["players"], page.cards["games lost by a forfeit"]), ("80", "5", "0"))
        for name, column in (("subject", 0), ("Points", 1), ("Wins as second", 2), ("Wins as first", 3), ("Wins by forfeit", 4), ("Draws", 5),
                             ("Losses", 6), ("Forfeits lost", 7), ("Games", 8)):
            self.assertEqual([str(row[name]).removesuffix(".0") for row in page.rows[:5]], [line[column] for line in done.lines])
        for row in page.rows[5:10]:  # the cross table: what one has against each other is what he has
            self.assertEqual(sum(value for name, value in row.items() if name != "subject" and value != ""),
                             next(int(line[1]) for line in done.lines if line[0] == row["subject"]))
        self.assertEqual([row["subject"] for row in page.rows[10:]], ["mnk:3,3,3", "mnk:4,4,3", "connect4:4x4", "draughts:4x4"])
        for row in page.rows[10:]:
            self.assertEqual(row["First player won"] + row["Drawn"] + row["Second player won"], 20)
        self.fails(64, "report", "out/t/t.games.h5", "out/t/t.statistics.h5", says="a page of its own")

    @has_mpirun
    def test_killed(self):
        """Five players on two ranks, one of which is killed, and then a signal: what was played is kept, the table is
        right to the point, and nobody is late."""
        boards = ("mnk:5,4,4", "mnk:6,6,4", "mnk:7,7,5")
        self.write("t.yaml", job(boards, games=6))
        known = 0
        for number in signal.SIGKILL, signal.SIGUSR1:
            self.interrupt(number, known)
            self.assertFalse(os.path.exists(self.path("out/t/t.games.h5")))
            kept = self.kept()
            self.assertGreater(kept, known)
            known = kept
        done, games = self.hold(job(boards, games=6), ranks=2)
        self.assertIn(f"{known} games", done.err)
        self.assertEqual(done.lines, games.lines())
        self.complete(games, 180, 3, 6)
        self.in_time(games)
        self.adjudicated(games)

    def kept(self):
        """The games in the checkpoint."""
        path = self.path("out/t/t.checkpoint.h5")
        if not os.path.exists(path):
            return 0
        with h5py.File(path, "r") as file:
            return len(file["/games/number"])

    def interrupt(self, number, known):
        """Two ranks; a rank is killed, or all are told to stop, as soon as more games are kept than are known."""
        with subprocess.Popen([*LAUNCHER, "-n", "2", harness.ZERMELO, "tournament", "t.yaml"], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()) as process:
            end = time.monotonic() + harness.TIMEOUT
            while self.kept() <= known and process.poll() is None and time.monotonic() < end:
                time.sleep(0.02)
            ranks = subprocess.run(["pgrep", "-P", str(process.pid), "-x", "zermelo"], stdout=subprocess.PIPE, text=True,
                                   check=False).stdout.split()
            for rank in ranks[:1]:
                os.kill(int(rank), number)
            process.wait(timeout=harness.TIMEOUT)
        self.assertTrue(ranks)

    def test_cap_and_openings(self):
        """A game that has as many plies is a draw and marked; pairs share their openings, with the sides exchanged."""
        more = "ply_cap: 6\nopening_plies: 3\nseed: 5\n"
        done, games = self.hold(job(("mnk:50,50,10", "gomoku", "draughts:6x6"), ("monkey", "random", "alpha-beta:depth=1"), 4, more=more))
        self.assertEqual(done.lines, games.lines())
        self.adjudicated(games, 6)
        self.assertEqual({game["ending"] for game in games.games}, {CAP})
        self.assertEqual({game["opening"] for game in games.games}, {3})
        openings = {}
        for game in games.games:
            openings.setdefault((game["board"], game["number"] % 4 // 2), []).append(games.moves(game)[:3])
        self.assertEqual(len({str(each) for each in openings.values()}), 6)
        for each in openings.values():
            self.assertEqual(len(each), 6)
            self.assertEqual(len({str(moves) for moves in each}), 1)
        sentence = self.ok("run", "t.yaml", "--pretty").out
        self.assertIn("36 of 36 games; 0 ended by a forfeit, 36 by the ply cap", " ".join(sentence.split()))
        with open(self.path("out/t/t.games/mnk-15,15,5.sgf"), encoding="ascii") as file:
            text = file.read()
        self.assertEqual((text.count("(;GM[4]FF[4]"), text.count("RE[Void]\n")), (12, 12))
        with open(self.path("out/t/t.games/draughts-6x6.pdn"), encoding="ascii") as file:
            self.terminated(games, "draughts:6x6", file.read())
        shutil.rmtree(self.path("out"))
        self.assertEqual([self.hold(job(("gomoku",), ("random", "random:seed=1"), more=more + f"# {i}"))[1].texts
                          for i in range(2)][0], Games(self.path("out/t/t.games.h5")).texts)

    def test_depths(self):
        """With depths every player takes part at each of them, and meets the others of that depth: the games are those of
        a tournament at that depth alone, and so are the lines, depth by depth."""
        players = ("dama:evaluation=balanced", "dama:evaluation=defence", "alpha-beta")
        more = "opening_plies: 4\nseed: 2\n"
        done, games = self.hold(job(("draughts:6x6", "draughts:4x4"), players, 4, 0, more + "depths: [1-2, '4']\n"))
        self.assertEqual(games.players, [f"{player}{':' if player == 'alpha-beta' else ','}depth={depth}"
                                         for depth in (1, 2, 4) for player in players])
        self.assertEqual([game["number"] for game in games.games], list(range(2 * 3 * 3 * 4)))
        self.assertTrue(all(game["first"] // 3 == game["second"] // 3 for game in games.games))
        order = {line[0]: i for i, line in enumerate(games.lines())}
        self.assertEqual(done.lines, sorted(games.lines(), key=lambda line: (games.players.index(line[0]) // 3, order[line[0]])))
        self.ok("report", "out/t/t.games.h5")
        with open(self.path("out/t/t.html"), encoding="utf-8") as file:
            page = Page(file.read())
        self.assertEqual(page.headlines, ["Players of 3 depths, each among themselves"])
        self.assertEqual([row["subject"] for row in page.rows[:9]], [line[0] for line in done.lines])
        for i, row in enumerate(page.rows[9:18]):  # the cross table has points against players of the same depth only
            self.assertEqual([j for j in range(9) if done.lines[j][0] in row], [j for j in range(9) if j != i and j // 3 == i // 3])
        with h5py.File(self.path("out/t/t.games.h5"), "r") as file:
            self.assertEqual(file["/players/group"][...].tolist(), [0, 0, 0, 1, 1, 1, 2, 2, 2])
        of_depth = [game for game in games.games if game["first"] // 3 == 2]
        expected = [games.moves(game) for game in of_depth]
        shutil.rmtree(self.path("out"))
        alone = self.hold(job(("draughts:6x6", "draughts:4x4"), [f"{player}{':' if player == 'alpha-beta' else ','}depth=4"
                                                                 for player in players], 4, 0, more))[1]
        self.assertEqual([alone.moves(game) for game in alone.games], expected)
        self.write("t.yaml", job(("draughts:4x4",), players[:2], more="depths: [3-1]\n"))
        self.fails(65, "tournament", "t.yaml", says="t.yaml:11: ")
        self.write("t.yaml", job(("draughts:4x4",), (players[0], "random"), more="depths: [1]\n"))
        self.fails(65, "tournament", "t.yaml", says="random has no key 'depth'")

    def test_jobs(self):
        """The tournaments that come with Zermelo can be held."""
        folder, found = os.path.join(harness.DATA, "../jobs"), 0
        for name in sorted(name for name in os.listdir(folder) if name.endswith(".yaml")):
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            if "task: tournament" in text:
                if "book=" in text:  # which another job makes
                    self.ok("book", "draughts", "--plies", "1", "--method", "bns", "--depth", "1", "-o", "book.h5")
                    path = self.write(name, re.sub(r"book=[^\",]*", "book=book.h5", text))
                self.assertIn("a tournament: ", self.ok("tournament", path, "--check").lines[0][1])
                found += 1
        self.assertGreaterEqual(found, 3)

    def test_refused(self):
        good = job(("mnk:3,3,3",), ("random", "monkey"))
        for old, new, line, says in (
                ("games: 2", "games: 3", 5, "3 is odd"), ("'monkey'", "'random'", 4, "'random' stands there twice"),
                ("'monkey'", "'forza4'", 4, "'forza4': "), ("'monkey'", "'human'", 4, "nobody is there to move"),
                (", 'monkey'", "", 4, "two players"), ("'mnk:3,3,3'", "'chess'", 3, "chess"), ("'mnk:3,3,3'", "", 3, "a board"),
                ("tournament", "solve", 2, "expected tournament, found solve"), ("2", "1", 5, "2 to 1000000")):
            self.write("t.yaml", good.replace(old, new, 1) if old != "2" else good.replace("games: 2", "games: 1"))
            self.fails(65, "tournament", "t.yaml", says=f"t.yaml:{line}: ")
            self.assertIn(says, self.fails(65, "tournament", "t.yaml", "--check").said[0])
        self.assertEqual(self.files(), ["t.yaml"])
        self.write("t.yaml", good)
        self.assertIn("2 players on 1 board, 2 games", self.ok("tournament", "t.yaml", "--check").out)
        self.ok("run", "t.yaml")
        with open(self.path("out/t/t.games.h5"), "r+b") as file:
            file.truncate(1000)
        self.fails(65, "report", "out/t/t.games.h5")
        self.write("t.yaml", good.replace("random", "random:seed=1"))
        self.fails(65, "run", "t.yaml", says="another job")
