"""`run --dry-run`: what a job will need, with what that rests on, and what cannot fit."""
from harness import SMALL, Case

HEAD = ["task", "limits", "resources", "slurm", "files", "positions", "memory", "disk", "ranks"]


class Forecast(Case):
    def plan(self, text, *words):
        done = self.ok("run", self.write("job.yaml", "name: j\n" + text), "--dry-run", "--json", *words)
        self.assertEqual(self.files(), ["job.yaml"])
        lines = done.objects
        self.assertEqual([line["what"] for line in lines[:9]], HEAD)
        self.assertEqual(lines[-1]["what"], "time")
        script = self.ok("submit", "job.yaml", "--dry-run").out
        for line in lines[9:-1]:
            self.assertEqual(line["what"], "sbatch")
            self.assertIn(f"#SBATCH {line['plan']}\n", script)
        self.assertGreater(len(lines), 12)
        return {line["what"]: line for line in lines}

    def test_tasks(self):
        """Each task has its own basis; what is counted is right."""
        tables = self.plan("task: tablebase\ngame: draughts:6x6\npieces: 5\n")
        self.assertGreater(tables["positions"]["positions"], 1e6)
        self.assertLess(tables["time"]["least"], tables["time"]["most"])
        self.assertIn("slices of", tables["time"]["plan"])
        layers = self.plan("task: layers\ngame: connect4:4x4\n")
        counted = int(self.ok("count", "connect4:4x4", "--symmetry", "-q").lines[-1][1])
        self.assertEqual(layers["positions"]["positions"], counted)
        self.assertIn("counted", layers["positions"]["plan"])
        count = self.plan("task: count\ngame: mnk:3,3,3\nplies: 4\n")
        self.assertEqual(count["positions"]["positions"], 1 + 9 + 72 + 252 + 756)
        book = self.plan("task: book\ngame: connect4:4x4\nplies: 3\n")
        self.assertIn("random positions of ply 3", book["time"]["plan"])
        perft = self.plan("task: perft\ngame: mnk:3,3,3\nplies: 4\n")
        self.assertEqual(perft["positions"]["positions"], 9 * 8 * 7 * 6)
        verify = self.plan("task: verify\nonly: mnk:3,3,3\n")
        self.assertEqual(verify["positions"]["positions"], 1)
        solve = self.plan("task: solve\ngame: connect4:7x6\n")
        self.assertEqual((solve["time"]["least"], solve["time"]["most"]), (None, None))
        self.assertIn("cannot be told", solve["time"]["plan"])
        limited = self.plan("task: solve\ngame: connect4:7x6\nnode_limit: 1000000\n")
        self.assertIsNotNone(limited["time"]["most"])

    def test_guess(self):
        """What cannot be counted in a second is guessed: 94 910 577 positions of 6x4 (Tromp), half of them up to symmetry."""
        plan = self.plan("task: layers\ngame: connect4:6x4\n")["positions"]
        self.assertTrue(94910577 / 4 < plan["positions"] < 94910577, plan)

    def test_positions_of_a_book(self):
        """Those that stand in it, and not the ply after, which is searched as well."""
        for name, game, more in (("a", "connect4:6x5", ""), ("h", "draughts:8x8", "method: bns\ndepth: 3\n")):
            path = self.write(f"{name}.yaml", f"name: {name}\ntask: book\ngame: {game}\nplies: 3\n{more}")
            said = {one["what"]: one for one in self.ok("run", path, "--dry-run", "--json").objects if "what" in one}
            self.ok("book", game, "--plies", 3, *("--method bns --depth 3".split() if more else ()), "-o", "b.h5", *SMALL)
            there = dict(self.ok("book", "info", "b.h5").lines)["positions"]
            self.assertEqual(str(int(said["positions"]["positions"])), there.split(",")[0])

    def test_books_of_unknown_size(self):
        """A strategy of 18 plies of 7x6 is a book of 3 MB, whatever all positions of these plies would take."""
        for words in ("plies: 24\nstrategy: first\n", "plies: 4\naround: job.yaml\n", "plies: 40\nuntil: 5m\n"):
            plan = self.plan("task: book\ngame: connect4:7x6\n" + words)
            self.assertEqual((plan["positions"]["positions"], plan["disk"]["bytes"], plan["disk"]["plan"]), (None, None, "unknown"), words)
            self.assertEqual((plan["time"]["least"], plan["time"]["most"]), (None, 300 if "until" in words else None), words)

    def test_cannot_fit(self):
        job = "name: j\ntask: {}\nslurm:\n  memory_per_node: 64M\n"
        self.fails(65, "run", self.write("a.yaml", job.format("tablebase\ngame: draughts:8x8\npieces: 5")), "--dry-run",
                   says="a.yaml:6: slurm.memory_per_node: the job takes")
        self.fails(65, "run", self.write("b.yaml", job.format("layers\ngame: connect4:6x6")), "--dry-run", says="b.yaml:5")
        self.fails(65, "run", self.write("c.yaml", "name: j\ntask: tablebase\ngame: draughts:8x8\npieces: 14\n"), "--dry-run",
                   says="c.yaml:4: pieces")
        self.fails(65, "run", self.write("e.yaml", "name: j\ntask: layers\ngame: mnk:15,15,5\n"), "--dry-run", says="too large for layers")
        self.fails(65, "run", self.write("f.yaml", "name: j\ntask: layers\ngame: connect4:9x9\n"), "--dry-run",
                   says="outputs.directory: the files take ")
        self.fails(65, "run", self.write("d.yaml", "name: j\ntask: count\npieces: 3\n"), "--dry-run", says="d.yaml:3")
