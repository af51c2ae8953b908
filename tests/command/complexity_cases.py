"""`complexity`: what is counted agrees with what others count, and what is sampled with what is counted."""
import math

from harness import Case, release_only


class Complexity(Case):
    def table(self, game, *words):
        done = self.ok("complexity", game, *words, "--json", "--quiet")
        for line in done.objects:
            self.assertEqual(list(line)[:5], ["quantity", "value", "lower", "upper", "how"])
            if line["value"] is not None:
                self.assertLessEqual(line["lower"], line["value"])
                self.assertLessEqual(line["value"], line["upper"])
        return {(line["quantity"], line["how"]): line for line in done.objects}

    def test_counted(self):
        """Tic-tac-toe: 5478 positions, 255168 games, 549946 nodes; counts of `count` and `perft` elsewhere."""
        table = self.table("tictactoe")
        self.assertEqual(table["state space: positions", "counted"]["value"], 5478)
        self.assertEqual(table["game tree: games", "counted"]["value"], 255168)
        self.assertEqual(table["game tree: nodes", "counted"]["value"], 549946)
        self.assertEqual(table["lines", "formula"]["value"], 8)  # where the report's equation 8 gives 16
        self.assertEqual(table["game tree: nodes without early ends", "formula"]["value"],
                         sum(math.factorial(9) // math.factorial(p) for p in range(10)))
        for game in "connect4:4x4", "mnk:4,3,3", "draughts:4x4":
            counted = self.table(game)["state space: positions", "counted"]["value"]
            self.assertEqual(counted, int(self.ok("count", game, "--quiet").lines[-1][1]), game)
        nodes = self.table("connect4:3x3")["game tree: nodes", "counted"]["value"]
        perft = self.ok("perft", "connect4:3x3", "--depth", 9, "--quiet").lines
        self.assertEqual(nodes, 1 + sum(int(line[1]) for line in perft))

    @release_only
    def test_sampled(self):
        """With a limit that is too low to count: the ranges hold what is counted without it (this seed)."""
        for game in "mnk:4,4,3", "connect4:4x4", "connect4:5x4", "mnk:3,3,3", "mnk:4,3,3,exact":
            counted, sampled = self.table(game), self.table(game, "--node-limit", 10, "--seed", 3)
            for name in "state space: positions", "game tree: nodes":
                line, truth = sampled[name, "sampled"], counted[name, "counted"]["value"]
                self.assertLess(0.85 * line["lower"], truth, (game, name))
                self.assertLess(truth, 1.15 * line["upper"], (game, name))
                self.assertLess(abs(line["value"] / truth - 1), 0.3, (game, name))
        again = self.ok("complexity", "connect4:5x4", "--node-limit", 10, "--seed", 3, "--quiet").out
        self.assertEqual(again, self.ok("complexity", "connect4:5x4", "--node-limit", 10, "--seed", 3, "--quiet").out)

    def test_formulas(self):
        """Schaeffer's count of placements on 32 squares; the count of stones on stones of 7x6."""
        pieces = self.table("draughts:8x8", "--node-limit", 10)
        line = pieces["state space: placements of pieces, either side to move", "formula"]["value"]
        self.assertLess(abs(line / (2 * 500995484682338672639) - 1), 1e-5)
        stones = self.table("connect4:7x6", "--node-limit", 10)
        self.assertEqual(stones["state space: stones on stones, in equal numbers", "formula"]["value"], 70728639995483)
        self.assertEqual(stones["lines", "formula"]["value"], 69)
        found = stones["state space: positions", "sampled"]
        self.assertTrue(found["lower"] < 4531985219092 < found["upper"], found)  # Edelkamp and Kissmann (2008); Tromp

    def test_depths(self):
        """The report's equation 3 at every depth, and its bound of equation 6; in Connect Four drops into columns that are not full."""
        table = self.table("mnk:4,4,3", "--plies", 20)
        for depth in range(17):
            exact = math.factorial(16) // math.factorial(16 - depth)
            self.assertEqual(table[f"game tree: nodes at depth {depth}", "formula"]["value"], exact)
        self.assertNotIn(("game tree: nodes at depth 17", "formula"), table)
        self.assertEqual(table["game tree: nodes, lower bound (2k - 1)!", "formula"]["value"], 120)
        self.assertEqual(table["game tree: nodes at depth 2k - 1", "formula"]["value"], 16 * 15 * 14 * 13 * 12)
        self.assertNotIn(("game tree: nodes, lower bound (2k - 1)!", "formula"), self.table("mnk:5,2,3"))
        drops = {(): 1}  # sequences by heights
        table = self.table("connect4:3x3", "--plies", 9)
        for depth in range(10):
            self.assertEqual(table[f"game tree: nodes at depth {depth}", "formula"]["value"], sum(drops.values()))
            longer = {}
            for heights, count in drops.items():
                heights = heights or (0, 0, 0)
                for column in range(3):
                    if heights[column] < 3:
                        higher = heights[:column] + (heights[column] + 1,) + heights[column + 1:]
                        longer[higher] = longer.get(higher, 0) + count
            drops = longer
        self.fails(64, "complexity", "draughts:4x4", "--plies", 3, says="no formula")

    def test_large(self):
        """Numbers that no floating-point type holds are text."""
        lines = self.ok("complexity", "mnk:22,22,9", "--quiet", "--json").objects
        tree = [line for line in lines if line["quantity"] == "game tree: nodes without early ends"][0]
        self.assertIsNone(tree["value"])
        self.assertRegex(tree["value_text"], r"^\d\.\d{5}e\+\d{4}$")
        self.fails(65, "complexity", "mnk:0,0,0")
        self.fails(75, "complexity", "connect4:7x6", "--time-limit", "0.01s")
