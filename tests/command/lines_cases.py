"""moves, perft, count, bench, help."""
import collections
import re
import time

import tictactoe
from harness import SMALL, Case, has_mpirun, release_only


class Moves(Case):
    def test_published_capture(self):
        self.assertEqual(self.ok("moves", "draughts:8x8", "W:WK30:B10,K12,K18,20,K26,K27").out, "30x5\n")

    def test_sorted(self):
        self.assertEqual(self.ok("moves", "mnk:3,3,3", "b2").out, "a1\na2\na3\nb1\nb3\nc1\nc2\nc3\n")
        moves = self.ok("moves", "draughts:8x8").out.split()
        self.assertEqual(moves, sorted(moves))
        self.assertEqual(self.ok("moves", "connect4:11x4", "11").out.split(), list("123456789ab"))

    def test_finished(self):
        self.assertEqual(self.ok("moves", "mnk:3,3,3", "a1 b1 a2 b2 a3").out, "")
        self.assertEqual(self.ok("moves", "draughts:8x8", "W:W21:B").out, "")

    def test_large_board(self):
        self.assertEqual(len(self.ok("moves", "mnk:70,70,10", "a1").out.split()), 4899)

    def test_values(self):
        for moves in tictactoe.some_positions(12, seed=4):
            lines = self.ok("moves", "mnk:3,3,3", tictactoe.text(moves), "--values", "--score", *SMALL).lines
            expected = [[name, tictactoe.NAMES[worth[0]], tictactoe.score(worth)]
                        for name, worth in sorted(tictactoe.children(moves).items())]
            self.assertEqual(lines, expected)
        self.assertEqual(self.ok("moves", "mnk:3,3,3", "a1 b2 c3", "--values", *SMALL).lines,
                         [[name, tictactoe.NAMES[worth[0]]] for name, worth in
                          sorted(tictactoe.children((0, 4, 8)).items())])

    def test_json(self):
        shown = self.ok("moves", "mnk:3,3,3", "a1 b1 a2 b2", "--values", "--score", "--json", *SMALL).objects
        self.assertEqual(shown[1], {"move": "b3", "value": "loss", "score": shown[1]["score"],
                                    "distance": -shown[1]["score"]}
                         if shown[1]["score"] < 0 else shown[1])
        self.assertEqual([each["value"] for each in shown if each["move"] == "a3"], ["win"])
        self.assertEqual(self.ok("moves", "connect4:4x4", "--json").objects, [{"move": move} for move in "1234"])

    def test_options(self):
        self.fails(64, "moves", "mnk:3,3,3", "--score", says="--values")
        self.fails(65, "moves", "mnk:40,40,5", "--values", says="too large")
        self.fails(75, "moves", "connect4:7x6", "--values", "--node-limit", 100, *SMALL, says="node limit")


class Perft(Case):
    def test_draughts(self):
        lines = self.ok("perft", "draughts:8x8", "--depth", 10).lines
        self.assertEqual([line[0] for line in lines], [str(depth) for depth in range(1, 11)])
        self.assertEqual([int(line[1]) for line in lines],
                         [7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875, 17761384])
        for line in lines:
            self.assertRegex(line[2], r"^\d+\.\d{9}$")

    def test_tictactoe(self):
        lines = self.ok("perft", "mnk:3,3,3", "--depth", 10, "--threads", 3).lines
        self.assertEqual([int(line[1]) for line in lines],
                         [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0])
        self.assertEqual(self.ok("perft", "mnk:3,3,3", "a1 b1 a2 b2 a3", "--depth", 2).lines[1][1], "0")

    def test_large_board(self):
        self.assertEqual([line[1] for line in self.ok("perft", "mnk:70,70,10", "--depth", 2).lines],
                         ["4900", str(4900 * 4899)])

    def test_distinct(self):
        # Two ways around take the same men and end on the same square.
        position = "W:WK18:B9,10,14"
        both = [[int(line[1]) for line in self.ok("perft", "draughts:8x8", position, "--depth", 3, *more).lines]
                for more in ((), ("--distinct",))]
        self.assertTrue(all(a >= b for a, b in zip(*both)))

    @has_mpirun
    def test_ranks(self):
        for ranks in (1, 2, 3):
            lines = self.ok("perft", "draughts:8x8", "--depth", 7, "--threads", 1, ranks=ranks).lines
            self.assertEqual([int(line[1]) for line in lines], [7, 49, 302, 1469, 7361, 36473, 177532])

    def test_options(self):
        self.fails(64, "perft", "mnk:3,3,3", says="--depth")
        self.fails(64, "perft", "mnk:3,3,3", "--depth", 0, says="--depth")
        shown = self.ok("perft", "connect4:7x6", "--depth", 2, "--json").objects
        self.assertEqual([(each["depth"], each["sequences"]) for each in shown], [(1, 7), (2, 49)])
        self.assertIsInstance(shown[0]["seconds"], float)
        begun = time.monotonic()
        done = self.fails(75, "perft", "connect4:7x6", "--depth", 40, "--time-limit", "1s", says="time limit")
        self.assertGreater(len(done.lines), 3)
        self.assertLess(time.monotonic() - begun, 60)


def tictactoe_layers():
    """Positions by ply, counted in another way: (all, up to symmetry)."""
    turn = (6, 3, 0, 7, 4, 1, 8, 5, 2)
    flip = (2, 1, 0, 5, 4, 3, 8, 7, 6)
    layer, counts = {(): frozenset()}, []
    layer = {(frozenset(), frozenset()): ()}
    while layer:
        canonical = set()
        for first, second in layer:
            images = []
            for mirrored in (False, True):
                pair = tuple(frozenset(flip[cell] if mirrored else cell for cell in side) for side in (first, second))
                for _ in range(4):
                    pair = tuple(frozenset(turn[cell] for cell in side) for side in pair)
                    images.append(tuple(tuple(sorted(side)) for side in pair))
            canonical.add(min(images))
        counts.append((len(layer), len(canonical)))
        following = {}
        for key, moves in layer.items():
            if tictactoe.over(moves) is None:
                for cell in range(9):
                    if cell not in moves:
                        after = moves + (cell,)
                        following[frozenset(after[0::2]), frozenset(after[1::2])] = after
        layer = following
    return counts


class Count(Case):
    def test_tictactoe(self):
        counts = tictactoe_layers()
        self.assertEqual(sum(count for count, _ in counts), 5478)
        for column, words in enumerate(((), ("--symmetry",))):
            expected = [[str(ply), str(count[column])] for ply, count in enumerate(counts)]
            expected.append(["total", str(sum(count[column] for count in counts))])
            self.assertEqual(self.ok("count", "mnk:3,3,3", *words).lines, expected)

    def test_connect4(self):
        self.assertEqual(self.ok("count", "connect4:4x4").lines[-1], ["total", "161029"])
        self.assertEqual(self.ok("count", "connect4:7x6", "--plies", 4).lines,
                         [["0", "1"], ["1", "7"], ["2", "49"], ["3", "238"], ["4", "1120"], ["total", "1415"]])
        self.assertEqual(self.ok("count", "connect4:7x6", "--plies", 0).lines, [["0", "1"], ["total", "1"]])

    @has_mpirun
    @release_only
    def test_ranks(self):
        for game, words in (("connect4:4x4", ()), ("draughts:4x4", ("--symmetry",))):
            expected = self.ok("count", game, *words).lines
            for ranks in (1, 2, 3):
                self.assertEqual(self.ok("count", game, *words, "--threads", 2, ranks=ranks).lines, expected)

    def test_cycles_end(self):
        lines = self.ok("count", "draughts:4x4").lines
        self.assertEqual(lines[0], ["0", "1"])
        self.assertEqual(sum(int(count) for _, count in lines[:-1]), int(lines[-1][1]))

    def test_options(self):
        self.fails(65, "count", "mnk:20,20,5", says="too large")
        done = self.fails(75, "count", "connect4:7x6", "--time-limit", "1s", says="time limit")
        self.assertNotIn("total", done.out)
        shown = self.ok("count", "mnk:3,3,3", "--plies", 1, "--json").objects
        self.assertEqual(shown, [{"ply": 0, "positions": 1}, {"ply": 1, "positions": 9},
                                 {"ply": "total", "positions": 10}])


class Bench(Case):
    def test_lines(self):
        lines = self.ok("bench", "draughts-perft-9").lines
        self.assertEqual([line[:4] for line in lines],
                         [["draughts-perft-9", threads, "1", "3860875"] for threads in "12"])
        lines = self.ok("bench", "mnk-5,5,4", "--threads", 1, "--table-memory", "16M").lines
        self.assertEqual([line[:3] for line in lines], [["mnk-5,5,4", "1", "1"]])
        self.fails(64, "bench", "foo", says="connect4-6x5")

    def test_positions(self):
        lines = [self.ok("bench", "connect4-end-easy", "connect4-middle-easy", "--table-memory", "16M",
                         *more).lines for more in ([], ["--threads", 2])]
        self.assertEqual([line[:4] for line in lines[0]], [line[:4] for line in lines[1]])
        self.assertEqual([line[:3] for line in lines[0]],
                         [["connect4-end-easy", "1", "1"], ["connect4-middle-easy", "1", "1"]])
        self.fails(75, "bench", "connect4-middle-medium", "--time-limit", "0.2s", says="connect4-middle-medium")

    @has_mpirun
    def test_ranks(self):
        lines = self.ok("bench", "draughts-perft-9", "mnk-5,5,4", "--threads", 1, "--table-memory", "16M",
                        ranks=2).lines
        counted = collections.Counter(tuple(line[:3]) for line in lines)
        self.assertEqual(counted, {("draughts-perft-9", "1", "2"): 1, ("mnk-5,5,4", "1", "2"): 1})
        self.assertEqual([line[3] for line in lines if "perft" in line[0]], ["3860875"])

    def check_scaling(self, lines, ranks):
        """Lines of one workload: as many ranks as there are, alone and with either memory, and ratios that fit."""
        alone = lines[0]
        memories = ("-",) if alone[5] == "-" else ("rank", "all")
        self.assertEqual([(line[2], line[5]) for line in lines],
                         [("1", "-" if alone[5] == "-" else "both"),
                          *((str(n), memory) for memory in memories for n in range(2, ranks + 1))])
        self.assertEqual(alone[6:10], ["1.000", "1.000", "1.000", "0.000" if alone[9] != "-" else "-"])
        for line in lines:
            n, nodes, seconds = int(line[2]), int(line[3]), float(line[4])
            self.assertAlmostEqual(float(line[6]), float(alone[4]) / seconds, delta=2e-3 + 1e-3 * float(line[6]))
            self.assertAlmostEqual(float(line[7]), float(line[6]) / n, delta=2e-3)
            self.assertAlmostEqual(float(line[8]), nodes / int(alone[3]), delta=2e-3)
            if line[9] != "-":
                self.assertTrue(0 <= float(line[9]) and 0 <= float(line[10]) <= 1, line)

    @has_mpirun
    def test_scaling(self):
        words = ("bench", "--scaling", "mnk-5,5,4", "draughts-perft-9", "--threads", 1, "--table-memory", "16M",
                 "--statistics", "s.h5")
        lines = self.ok(*words, ranks=3).lines
        self.assertEqual([line[0] for line in lines], ["mnk-5,5,4"] * 5 + ["draughts-perft-9"] * 3)
        self.check_scaling(lines[:5], 3)
        self.check_scaling(lines[5:], 3)
        self.assertEqual({line[3] for line in lines[5:]}, {"3860875"})
        self.assertEqual({tuple(line[9:]) for line in lines[5:]}, {("-", "-")})
        self.ok("report", "s.h5", "-o", "page.html")
        with open(self.path("page.html"), encoding="utf-8") as file:
            self.assertIn("mnk-5,5,4, 3 ranks, memory all", file.read())
        shown = self.ok("bench", "--scaling", "mnk-5,5,4", "--threads", 1, "--table-memory", "16M", "--json", ranks=2).objects
        self.assertEqual([line["table_bytes"] for line in shown], [1 << 24, 1 << 24, 1 << 23])
        self.assertEqual((shown[0]["messages_sent"], shown[0]["manager"]), (0, 0))
        self.assertGreater(shown[1]["manager"], 0)
        self.assertGreater(shown[1]["message_bytes"], shown[1]["messages_sent"])

    def test_scaling_alone(self):
        lines = self.ok("bench", "--scaling", "mnk-5,5,4", *SMALL).lines
        self.check_scaling(lines, 1)
        self.fails(64, "bench", "--scaling", "connect4-end-easy", says="one rank")
        self.fails(64, "solve", "mnk:3,3,3", "--scaling", says="bench")
        self.fails(75, "bench", "--scaling", "connect4-7x6", "--time-limit", "0.2s", *SMALL, says="connect4-7x6")


class Help(Case):
    def test_version(self):
        lines = self.ok("--version").out.splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["zermelo", "revision", "compiler", "MPI", "HDF5"])
        self.assertRegex(lines[0], r"^zermelo \d+\.\d+\.\d+$")

    def test_help(self):
        listing = self.ok("help").out
        self.assertEqual(self.ok("--help").out, listing)
        for command in re.findall(r"(?m)^  ([a-z]+) ", listing):
            self.assertIn("Example: ", self.ok("help", command).out)
        self.fails(64, "help", "foo", says="foo")
