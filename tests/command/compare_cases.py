"""`compare`: nodes against counts that are made here in another way, published figures, ranks, bad files."""
import os
import shutil

import h5py

from harness import Case, has_mpirun
import tictactoe


JOB = "name: c\ntask: compare\ntable_memory: 1M\nrepetitions: 2\n"


class Compare(Case):
    def cells(self, text, *words, **more):
        shutil.rmtree(self.path("out"), ignore_errors=True)  # what an earlier run kept
        self.write("c.yaml", JOB + text)
        done = self.ok("compare", "c.yaml", "--json", "--quiet", *words, **more)
        return [line for line in done.objects if line["depth"] != "growth"], [line for line in done.objects if line["depth"] == "growth"]

    def nodes(self, position, depth):
        """Calls of full-width search to a depth: of each position that is not finished, the last ply included."""
        children = [position + (cell,) for cell in range(9) if cell not in position]
        going_on = [child for child in children if tictactoe.over(child) is None]
        return 1 + (sum(self.nodes(child, depth - 1) for child in going_on) if depth > 0 else 0)

    def test_minimax(self):
        """Minimax without a table visits what a plain walk visits."""
        cells, growth = self.cells("boards: ['mnk:3,3,3']\nmethods: ['minimax:table=none']\ndepths: [1-6]\npositions: ['', b2]\n")
        self.assertEqual([cell["depth"] for cell in cells], list(range(1, 7)))
        start, centre = (), (tictactoe.CELLS.index("b2"),)
        for cell in cells:
            self.assertEqual(cell["nodes"], self.nodes(start, cell["depth"]) + self.nodes(centre, cell["depth"]), cell)
            self.assertEqual((cell["searches"], cell["unfinished"], cell["repetitions"]), (2, 0, 2))
        self.assertEqual(len(growth), 1)
        self.assertLess(growth[0]["lower"], growth[0]["average"])

    def test_whole_games(self):
        """Both methods play the same game, and the search with cuts visits less; published figures stand beside."""
        cells, _ = self.cells("boards: ['connect4:5x4']\nmethods: ['minimax:table=none', alpha-beta]\ndepths: [2-5]\n"
                              "whole_games: true\npublished: ['connect4:5x4 alpha-beta 3 77']\n")
        plain, cut = cells[:4], cells[4:]
        for one, other in zip(plain, cut):
            self.assertEqual(one["searches"], other["searches"])
            self.assertGreater(one["searches"], 5)
            self.assertGreater(one["nodes"], other["nodes"])
        self.assertEqual([cell["published"] for cell in cut], [None, 77, None, None])

    def test_root_alpha(self):
        """Alpha-beta with a fresh alpha at each move of the root, as in the report on Forza 4: the same games, and more nodes; at depth 2
        no fewer than minimax, since the moves of the root are all that could cut."""
        cells, _ = self.cells("boards: ['connect4:5x4', 'mnk:3,3,3']\nmethods: ['minimax:table=none', 'alpha-beta:root-alpha=fresh', "
                              "'alpha-beta:root-alpha=kept', alpha-beta]\ndepths: [2-5]\nwhole_games: true\n")
        for first in 0, 16:
            plain, fresh, kept, usual = (cells[first + i:first + i + 4] for i in range(0, 16, 4))
            self.assertEqual([cell["nodes"] for cell in kept], [cell["nodes"] for cell in usual])
            self.assertEqual(plain[0]["nodes"], fresh[0]["nodes"])
            for i in range(4):
                self.assertEqual({plain[i]["searches"], fresh[i]["searches"]}, {usual[i]["searches"]})
                self.assertGreater(fresh[i]["nodes"], usual[i]["nodes"])
            for i in range(1, 4):
                self.assertGreater(plain[i]["nodes"], fresh[i]["nodes"])

    def test_report_depths(self):
        """Forza 4 as in the report: what its alpha-beta generates for an average move, without the root. At depth 2 no move can cut another."""
        job = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "jobs", "compare-depths-7x8.yaml")
        with open(job, encoding="utf-8") as file:
            text = file.read()
        self.write("c.yaml", text.replace('"2-9"', '"2-5"') + "repetitions: 1\n")
        cells = [line for line in self.ok("compare", "c.yaml", "--json", "--quiet").objects if line["depth"] != "growth"]
        generated = {(cell["method"], cell["depth"]): round((cell["nodes"] + cell["looks"]) / cell["searches"] - 1) for cell in cells}
        self.assertEqual([generated["alpha-beta:root-alpha=fresh", depth] for depth in range(2, 6)], [48, 245, 698, 5270])
        self.assertEqual(generated["minimax:table=none,most=8", 2], 48)
        self.assertEqual([cell["published"] for cell in cells if "fresh" in cell["method"]], [39, 231, 1216, 5433])

    def test_options(self):
        """Replacement, tables, symmetry, threats, evaluations; to the end of the game without depths."""
        cells, growth = self.cells("boards: ['mnk:4,3,3', 'mnk:3,3,3']\nmethods: [null-window, 'null-window:symmetry=no', proof-number, "
                                   "'alpha-beta:table=4K,replacement=new', minimax]\n")
        self.assertEqual((len(cells), growth), (10, []))
        self.assertNotIn("growth", self.ok("compare", "c.yaml", "--pretty").out)  # nor a heading of such lines
        nodes = {(cell["game"], cell["method"]): cell["nodes"] for cell in cells}
        self.assertEqual({cell["depth"] for cell in cells}, {None})
        self.assertGreater(nodes["mnk:3,3,3", "null-window:symmetry=no"], nodes["mnk:3,3,3", "null-window"])
        cells, _ = self.cells("boards: ['draughts:6x6']\nmethods: ['alpha-beta:evaluation=balanced', 'alpha-beta:evaluation=defence']\ndepths: ['2', '4']\n")
        self.assertEqual(len(cells), 4)
        cells, _ = self.cells("boards: ['connect4:4x4']\nmethods: [null-window, 'null-window:symmetry=no']\n")
        self.assertLess(cells[0]["nodes"], cells[1]["nodes"])
        cells, _ = self.cells("boards: ['mnk:5,5,4']\nmethods: [proof-number, 'proof-number:threats=no']\n")
        self.assertLess(cells[0]["nodes"], cells[1]["nodes"])

    def test_windows(self):
        """MTD(f) and best node search differ in their windows alone: both end, and MTD(f) is the same search every time."""
        text = "boards: ['mnk:5,5,4', 'connect4:5x4']\nmethods: [bns, mtdf, 'mtdf:table=none']\ndepths: [1-4]\n"
        cells, again = self.cells(text)[0], self.cells(text)[0]
        nodes = [cell["nodes"] for cell in cells]
        self.assertEqual(nodes, [cell["nodes"] for cell in again])
        self.assertTrue(all(cell["unfinished"] == 0 for cell in cells))
        for board in 0, 12:
            self.assertLess(nodes[board + 7], nodes[board + 11])
            self.assertNotEqual(nodes[board:board + 4], nodes[board + 4:board + 8])

    def test_frames(self):
        """PVS, and alpha-beta by the moves of best node search: the same tree, so they need nodes of the same order; another order of
        moves, and what is known of the first positions, change them; other searches have neither."""
        frame = "alpha-beta:relevant=yes,table=16M"
        text = f"boards: ['mnk:5,5,4']\nmethods: [pvs, '{frame}', 'pvs:order=spiral', '{frame},order=spiral', alpha-beta, bns, 'bns:window=known']\ndepths: [1-4]\n"
        cells, _ = self.cells(text + "positions: [a1]\n")
        nodes = [sum(cell["nodes"] for cell in cells[i:i + 4]) for i in range(0, 28, 4)]
        self.assertEqual(len(set(nodes)), 7, nodes)
        self.assertLess(nodes[0], 2 * nodes[1])
        self.assertLess(nodes[1], nodes[4])
        cells, _ = self.cells("boards: ['mnk:5,5,4', 'mnk:9,9,5']\nmethods: [bns, 'bns:window=known']\ndepths: ['3']\npositions: [c3 b2]\n")
        self.assertEqual(cells[0]["nodes"], cells[1]["nodes"])  # of the third stone nothing is known
        for method, says in (("alpha-beta:order=spiral", "order is for"), ("null-window:window=known", "window=known is for"),
                             ("bns:relevant=yes", "for alpha-beta"), ("pvs:order=best", "unknown order 'best': mnk has spiral"),
                             ("pvs:window=shut", "expected open or known")):
            depths = "" if "null" in method else "depths: ['2']\n"
            self.write("c.yaml", JOB + f"boards: ['mnk:4,4,4']\nmethods: ['{method}']\n" + depths)
            self.assertIn(says, self.fails(65, "compare", "c.yaml").said[0])
        self.write("c.yaml", JOB + "boards: ['connect4:4x4']\nmethods: ['pvs:order=spiral']\ndepths: ['2']\n")
        self.assertIn("no orders to choose from", self.fails(65, "compare", "c.yaml").said[0])

    def test_files(self):
        cells, _ = self.cells("boards: ['mnk:4,4,4']\nmethods: [bns, alpha-beta]\ndepths: [1-3]\n")
        made = [f"out/c/c.{end}" for end in ("checkpoint.h5", "comparison.h5", "html", "statistics.h5", "tsv")]
        self.assertEqual(self.files(), ["c.yaml", *made])
        with h5py.File(self.path(made[1]), "r") as file:
            self.assertEqual(list(file["cells/nodes"]), [cell["nodes"] for cell in cells])
            self.assertEqual([name.decode() for name in file["cells/method"]], [cell["method"] for cell in cells])
        with open(self.path(made[2]), encoding="utf-8") as file:
            page = file.read()
        for word in ("mnk:4,4,4", "bns", "Growth"):
            self.assertIn(word, page)
        again = self.ok("run", "c.yaml", "--json")  # nothing is left
        self.assertIn("6 cells", again.err)
        self.assertEqual([cell for cell in again.objects if cell["depth"] != "growth"], cells)
        shutil.rmtree(self.path("out"))
        self.fails(75, "compare", "c.yaml", "--time-limit", "0.000001s")

    @has_mpirun
    def test_resumed(self):
        """What was measured when a run is stopped is not measured again, whatever the number of ranks; and a checkpoint serves
        only the comparison that it is of."""
        text = JOB + "boards: ['connect4:7x6']\nmethods: [alpha-beta]\ndepths: [1-10]\n"
        self.write("c.yaml", text)
        with self.start("compare", "c.yaml", "--json") as process:
            process.stdout.readline()
            self.assertEqual(self.stop(process).code, 75)
        with h5py.File(self.path("out/c/c.checkpoint.h5"), "r") as file:
            kept = [list(row) for row in zip(file["cells/depth"], file["cells/nodes"], file["cells/seconds"])]
        self.assertIn(len(kept), range(1, 10))
        self.assertFalse(os.path.exists(self.path("out/c/c.comparison.h5")))
        done = self.ok("compare", "c.yaml", "--json", ranks=2)
        self.assertIn(f"{len(kept)} cells\n", done.err)
        self.assertEqual([[cell["depth"], cell["nodes"], round(cell["seconds"], 9)] for cell in done.objects[:len(kept)]],
                         [[depth, nodes, round(seconds, 9)] for depth, nodes, seconds in kept])
        self.assertEqual([cell["depth"] for cell in done.objects], [*range(1, 11), "growth"])
        self.write("c.yaml", text.replace("repetitions: 2", "repetitions: 3"))
        self.fails(65, "compare", "c.yaml", says="c.checkpoint.h5")

    @has_mpirun
    def test_ranks(self):
        text = "boards: ['mnk:4,4,4', 'connect4:4x4']\nmethods: [bns, 'alpha-beta:table=none']\ndepths: [1-3]\n"
        one, other = self.cells(text), self.cells(text, ranks=3)
        for alone, together in zip(one[0] + one[1], other[0] + other[1]):
            self.assertEqual({**alone, "seconds": 0}, {**together, "seconds": 0})
        self.assertEqual(len(one[0]), len(other[0]))

    def test_job_files(self):
        """Those that come with Zermelo are right."""
        folder = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "jobs")
        names = [name for name in os.listdir(folder) if name.startswith("compare-")]
        self.assertGreater(len(names), 5)
        for name in names:
            self.ok("run", os.path.join(folder, name), "--check")

    def test_bad(self):
        for text, line, says in (("boards: []\nmethods: [bns]\n", 5, "boards"), ("boards: ['mnk:3,3,3']\n", 1, "methods"),
                                 ("boards: ['mnk:3,3,3']\nmethods: [fast]\n", 6, "unknown method 'fast'"),
                                 ("boards: ['mnk:3,3,3']\nmethods: ['bns:speed=1']\n", 6, "keys are"),
                                 ("boards: ['mnk:3,3,3']\nmethods: ['bns:table=1']\n", 6, "table=1"),
                                 ("boards: ['mnk:3,3,3']\nmethods: [null-window]\ndepths: ['3']\n", 6, "no depths"),
                                 ("boards: ['mnk:3,3,3']\nmethods: [bns]\ndepths: [3-1]\n", 7, "3-1"),
                                 ("boards: ['mnk:3,3,3']\nmethods: [bns]\ndepths: [x]\n", 7, "expected a depth"),
                                 ("boards: ['mnk:3,3,3']\nmethods: [bns]\npositions: [z9]\n", 7, "z9"),
                                 ("boards: ['draughts:4x4']\nmethods: ['alpha-beta:symmetry=no']\n", 6, "without symmetry"),
                                 ("boards: ['connect4:4x4']\nmethods: ['alpha-beta:threats=no']\n", 6, "without threats"),
                                 ("boards: ['connect4:4x4']\nmethods: ['minimax:root-alpha=fresh']\ndepths: ['3']\n", 6, "not with minimax"),
                                 ("boards: ['connect4:4x4']\nmethods: ['alpha-beta:root-alpha=fresh']\n", 6, "to the end"),
                                 ("boards: ['connect4:4x4']\nmethods: ['alpha-beta:root-alpha=old']\ndepths: ['3']\n", 6, "kept or fresh"),
                                 ("boards: ['mnk:90,90,5']\nmethods: [bns]\n", 6, "too large"),
                                 ("boards: ['go:9x9']\nmethods: [bns]\n", 5, "go"),
                                 ("boards: ['mnk:3,3,3']\nmethods: [bns]\npositions: file\n", 7, "compare takes a list")):
            self.write("c.yaml", JOB + text)
            self.fails(65, "compare", "c.yaml", says=f"c.yaml:{line}: ")
            self.assertIn(says, self.call("compare", "c.yaml").err, text)
            self.assertEqual(self.files(), ["c.yaml"])
        self.fails(65, "compare", self.write("v.yaml", "name: v\ntask: verify\n"), says="v.yaml:2: task: expected compare")
        self.fails(66, "compare", "none.yaml")
