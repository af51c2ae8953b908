"""run, report and job files."""
import os
import re
import time
import unittest

import harness
from harness import ENDLESS, SLOW, SMALL, Case, has_mpirun

try:
    import h5py
except ImportError:
    h5py = None

SOLVE = 'name: a\ntask: solve\ngame: mnk:3,3,3\nthreads: 1\ntable_memory: 4M\n'


class Run(Case):
    def job(self, text, *words, **more):
        return self.ok("run", self.write("job.yaml", text), *words, **more)

    def bad(self, text, line, says, code=65, others=()):
        done = self.fails(code, "run", self.write("job.yaml", text), "--check", says=f"job.yaml:{line}: ")
        self.assertIn(says, done.said[0], text)
        self.assertEqual(self.files(), ["job.yaml", *others])

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_solve(self):
        done = self.job(SOLVE)
        self.assertEqual(done.lines[0][:2], ["-", "draw"])
        self.assertEqual(self.read("out/a/a.tsv"), done.out)
        made = ["out/a/a.html", "out/a/a.statistics.h5", "out/a/a.tsv"]
        self.assertEqual(self.files(), ["job.yaml", "out/a/a.checkpoint.h5", *made])
        for name in made:
            self.assertIn(name, done.err)
        self.assertEqual(self.job(SOLVE, "--quiet").err, "")

    def test_node_limit_of_all_runs(self):
        """The node limit of a job counts over its runs: used up, it ends with 75 at once; a larger one goes on."""
        text = "name: n\ntask: solve\ngame: connect4:5x5\nthreads: 1\ntable_memory: 4M\nnode_limit: {}\n"
        first = self.fails(75, "run", self.write("job.yaml", text.format(500)), says="node limit of the job is used up")
        self.assertEqual(first.lines[0][1:4:2], ["unknown", "500"])
        for _ in range(2):
            again = self.fails(75, "run", "job.yaml", says="a larger node_limit goes on")
            self.assertEqual(again.lines[0][1:4:2], ["unknown", "500"])
        more = self.fails(75, "run", self.write("job.yaml", text.format(800)), says="node limit of the job")
        self.assertEqual(more.lines[0][3], "800")
        self.assertEqual(self.ok("run", self.write("job.yaml", text.format(0))).lines[0][1], "draw")
        # of a list: each position
        text = text.replace("name: n", "name: l") + 'positions: ["", "1", "2"]\n'
        for limit, nodes in ((300, ["300"] * 3), (300, ["300"] * 3), (400, ["400"] * 3)):
            done = self.fails(75, "run", self.write("job.yaml", text.format(limit)), says="node limit of the job is used up")
            self.assertEqual([line[3] for line in done.lines], nodes)
        # on the command line limits stay as they are
        for nodes in ("500", "1000"):
            done = self.fails(75, "solve", "connect4:5x5", "--node-limit", "500", "--checkpoint", "c", *SMALL, says="the node limit is reached")
            self.assertEqual(done.lines[0][3], nodes)

    @unittest.skipUnless(h5py, "no h5py")
    def test_node_limit_of_a_certificate(self):
        """So does what its rows may cost, beside the value: nothing is searched once it is used up."""
        text = "name: c\ntask: solve\ngame: connect4:5x4\nthreads: 1\ntable_memory: 4M\nnode_limit: {}\noutputs:\n  certificate: true\n"
        rows = []
        for limit in (700, 700, 700, 900):
            done = self.fails(75, "run", self.write("job.yaml", text.format(limit)), says="node limit of the job is used up, a larger node_limit goes on: the certificate")
            self.assertEqual(done.lines[0][1], "draw")
            with h5py.File(self.path("out/c/c.checkpoint.h5"), "r") as file:
                rows.append((int(file["certificate/cost"].attrs["nodes"]), [list(file["certificate"][side]["kind"]) for side in ("first", "second") if side in file["certificate"]]))
        self.assertGreater(rows[0][0], 0)
        self.assertEqual(rows[1:3], [rows[0]] * 2)
        self.assertGreater(rows[3], rows[0])
        self.ok("run", self.write("job.yaml", text.format(0)))
        self.assertEqual(self.ok("check", "out/c/c.certificate.h5").lines[0][4], "accepted")

    def test_time_limit_of_all_runs(self):
        """So does the time limit; once it is used up, no file is touched."""
        text = f"name: t\ntask: solve\ngame: {ENDLESS}\nthreads: 1\ntable_memory: 4M\ntime_limit: {{}}\n"
        self.fails(75, "run", self.write("job.yaml", text.format("1s")), says="the time limit of the job is used up")
        kept = {name: os.stat(self.path(name)).st_mtime_ns for name in self.files() if not name.endswith((".status", ".yaml"))}
        done = self.fails(75, "run", "job.yaml", says="a larger time_limit goes on")
        self.assertEqual(done.out, "")
        self.assertIn("its runs took 1", done.said[0])
        self.assertEqual({name: os.stat(self.path(name)).st_mtime_ns for name in kept}, kept)
        self.fails(75, "run", self.write("job.yaml", text.format("1.5s")), says="is used up")
        self.fails(75, "run", "job.yaml", "--time-limit", "0.2s", says="the time limit is reached")
        # a job that is finished says what it found
        text = SOLVE.replace("name: a", "name: d")
        self.job(text + "time_limit: 1h\n")
        self.assertEqual(self.job(text + "time_limit: 0.001s\n").lines[0][1], "draw")

    @has_mpirun
    def test_used_up_limit_on_ranks(self):
        """All ranks agree that nothing is left of a limit."""
        text = f"name: t\ntask: solve\ngame: {ENDLESS}\nthreads: 1\ntable_memory: 4M\ntime_limit: 1s\n"
        self.fails(75, "run", self.write("job.yaml", text), says="is used up", ranks=2)
        done = self.fails(75, "run", "job.yaml", says="a larger time_limit goes on", ranks=2)
        self.assertEqual(done.out, "")

    def test_positions(self):
        done = self.job(SOLVE + 'positions: ["", b2, "a1 b1 a2 b2"]\nscore: true\n')
        self.assertEqual([line[:3] for line in done.lines],
                         [["-", "draw", "0"], ["b2", "draw", "0"], ["a1 b1 a2 b2", "win", "1"]])
        self.write("list", "b2\na1\n")
        other = SOLVE.replace("name: a", "name: b")
        done = self.job(other + "positions: list\n")
        self.assertEqual([line[0] for line in done.lines], ["b2", "a1"])
        self.fails(66, "run", self.write("job.yaml", SOLVE + "positions: nowhere\n"), says="nowhere")

    def test_evaluation(self):
        job = SOLVE.replace("mnk:3,3,3", "draughts:6x6") + "method: minimax\ndepth: 3\n"
        nodes = self.ok("solve", "draughts:6x6", "--method", "minimax", "--depth", 3, "--threads", 1).lines[0][3]
        for name in ("balanced", "defence"):
            one = self.job(job.replace("name: a", f"name: {name}") + f"evaluation: {name}\n", "--json").objects[0]
            self.assertEqual((str(one["nodes"]), one["evaluation_name"]), (nodes, name))

    def test_other_tasks(self):
        common = "threads: 1\noutputs:\n  directory: there/and/there\n  report: false\n"
        done = self.job(f"name: c\ntask: count\ngame: mnk:3,3,3\nplies: 2\n{common}")
        self.assertEqual(done.lines, [["0", "1"], ["1", "9"], ["2", "72"], ["total", "82"]])
        self.assertEqual(self.files(), ["job.yaml", "there/and/there/c.statistics.h5", "there/and/there/c.tsv"])
        done = self.job(f"name: p\ntask: perft\ngame: draughts:8x8\nplies: 4\n{common}")
        self.assertEqual([line[1] for line in done.lines], ["7", "49", "302", "1469"])
        done = self.job(f"name: b\ntask: book\ngame: connect4:4x4\nplies: 2\ntable_memory: 4M\n{common}")
        self.assertEqual(len(done.lines), 3)
        self.assertIn("there/and/there/b.book.h5", self.files())
        self.assertIn("there/and/there/b.book.h5", done.err)
        self.ok("probe", "there/and/there/b.book.h5", "")
        done = self.job(f"name: v\ntask: verify\nonly: mnk:?,?,3\neffort: quick\ntable_memory: 4M\n{common}",
                        ZERMELO_DATA=harness.DATA)
        self.assertEqual({line[3] for line in done.lines}, {"ok"})

    def test_certificate(self):
        text = SOLVE.replace("mnk:3,3,3", "draughts:4x4") + "pieces: 3\noutputs:\n  certificate: true\n"
        for _ in range(2):  # the second time with the tables that are there
            done = self.job(text, "--json")
            self.assertEqual((done.objects[0]["value"], done.objects[0]["proven"]), ("draw", True))
            self.assertIn("out/a/a.certificate.h5", done.err)
            self.assertEqual(self.ok("check", "out/a/a.certificate.h5").lines[0][4], "accepted")

    def test_certificates(self):
        self.job(SOLVE + "outputs:\n  certificate: true\n")
        self.assertEqual(self.ok("check", "out/a/a.certificate.h5").lines[0][4], "accepted")
        text = "name: v\ntask: verify\nonly: mnk:[34],3,3\neffort: quick\ntable_memory: 4M\noutputs:\n  certificate: true\n"
        self.job(text, ZERMELO_DATA=harness.DATA)
        self.assertEqual([name for name in self.files() if "certificates/" in name],
                         [f"out/v/v.certificates/mnk_{board},3,3.h5" for board in (3, 4)])

    def test_command_line_wins(self):
        shown = self.job(SOLVE, "--json", "--threads", 2, "--table-memory", "8M").objects[0]
        self.assertEqual((shown["threads"], shown["table_bytes"]), (2, 8 << 20))
        self.assertNotIn("{", self.read("out/a/a.tsv"))

    def test_everything(self):
        self.job("""# every key
name: whole
task: solve
game: connect4:4x4
positions: [""]
only: "*"
effort: normal
plies: 8
pieces: 5
score: false
method: auto
threads: 1
table_memory: 4M
time_limit: 0
checkpoint_interval: 5m
outputs:
  directory: out/whole
  certificate: false
  report: true
slurm:
  nodes: 1
  ranks_per_node: 1
  threads_per_rank: 16
  memory_per_node: 16G
  time: 2h
  partition: ""
  account: ""
  array: 0
  extra: []
""")

    def test_check(self):
        """Five lines say what would be done, for each task; nothing is done."""
        for text, says in ((SOLVE, "solve mnk:3,3,3: the start position"),
                           (SOLVE + 'positions: [b2, a1]\nscore: true\n', "solve mnk:3,3,3: 2 positions, with scores"),
                           ("name: a\neffort: quick\nonly: 'mnk:*'\n", "the known values of 'mnk:*', effort quick"),
                           ("name: a\ntask: book\ngame: connect4:4x4\nplies: 3\n", "book of connect4:4x4 up to ply 3"),
                           ("name: a\ntask: layers\ngame: connect4:4x4\n", "every position of connect4:4x4"),
                           ("name: a\ntask: tablebase\ngame: draughts:6x6\npieces: 3\n", "draughts:6x6 with 2 to 3 pieces"),
                           ("name: a\ntask: count\ngame: mnk:3,3,3\n", "the positions of mnk:3,3,3 up to ply 8"),
                           ("name: a\ntask: perft\ngame: mnk:3,3,3\npositions: [b2]\n", "8 plies from the position b2")):
            done = self.job(text, "--check")
            self.assertEqual((done.err, self.files()), ("", ["job.yaml"]))
            self.assertEqual([line[0] for line in done.lines], ["task", "limits", "resources", "slurm", "files"])
            self.assertIn(says, done.lines[0][1])
            self.assertTrue(done.lines[4][1].startswith("out/a/a.tsv"))
            shown = self.job(text, "--check", "--json").objects
            self.assertEqual([[line["what"], line["plan"]] for line in shown], done.lines)
        line = self.job(SOLVE + "node_limit: 5\ntime_limit: 90\nslurm:\n  nodes: 2\n  time: 2-00\n", "--check").lines
        self.assertIn("at most 5 nodes a position, for at most 1 min 30 s", line[1][1])
        self.assertNotIn("in each run", line[1][1])
        layers = self.job("name: a\ntask: layers\ngame: connect4:4x4\ntime_limit: 90\n", "--check").lines
        self.assertIn("for at most 1 min 30 s in each run", layers[1][1])
        self.assertIn("1 thread a rank, with a table of 4M", line[2][1])
        self.assertIn("2 nodes with 1 rank on all its cores and all its memory, for 2 d", line[3][1])

    def test_plan_says_who_works_together(self):
        """A search is one a node, whatever the ranks; other work is divided among them."""
        for task, nodes, ranks, says in ((SOLVE, 1, 1, ""), (SOLVE, 1, 16, "; its ranks search as one"),
                                         (SOLVE, 4, 1, "; one search a node, and the nodes share what they find"),
                                         (SOLVE, 64, 16, "; the ranks of a node search as one, and the nodes share what they find"),
                                         ("name: a\ntask: layers\ngame: connect4:4x4\n", 4, 1, "; the ranks divide the work")):
            line = self.job(task + f"slurm:\n  nodes: {nodes}\n  ranks_per_node: {ranks}\n", "--check").lines
            ranks = "1 rank" if ranks == 1 else f"{ranks} ranks"
            nodes = "1 node" if nodes == 1 else f"{nodes} nodes"
            self.assertEqual(line[3][1], f"{nodes} with {ranks} on all its cores and all its memory, for 2 h 0 min{says}")

    def listed(self):
        """Keys, tasks and lines of `help jobs`."""
        shown = self.ok("help", "jobs").out
        keys, group, tasks = {}, "", "solve verify book layers tablebase count perft tournament compare".split()
        for line in shown.split("To begin with")[0].splitlines()[6:]:
            found = re.match(r"( {2,4})([a-z_]+)(:?)( +\S+ +\S+ )?(.*)", line)
            if found and len(line) - len(line.lstrip()) <= 4:
                group = group if found[1] == "    " else ""
                if found[3]:
                    group = found[2] + "."
                    continue
                key = group + found[2]
                self.assertTrue(found[4], line)
                keys[key] = found[5].strip()
            elif line.strip():
                keys[key] += " " + line.strip()
        for key, text in keys.items():
            only = re.match(r"\((.*?)\)", text)
            keys[key] = set(re.findall(r"\w+", only[1])) & set(tasks) if only else set(tasks)
        return keys, shown

    def test_help(self):
        """`help jobs` has every key of the schema, and a job file to begin with."""
        keys, shown = self.listed()
        known = self.call("run", self.write("job.yaml", "x: 1\n"), "--check").said[0].split("known are ")[1].split(", ")
        for group in ("outputs", "slurm"):
            said = self.call("run", self.write("job.yaml", f"name: a\n{group}:\n  x: 1\n"), "--check").said[0]
            known.remove(group)
            known += [f"{group}.{key}" for key in said.split("known are ")[1].split(", ")]
        self.assertEqual(sorted(keys), sorted(known))
        template = "".join(line[4:] + "\n" for line in shown.split("To begin with")[1].splitlines()[2:])
        self.assertEqual(self.job(template, "--check").err, "")
        self.assertIn("#SBATCH --time=720", self.ok("submit", "job.yaml", "--dry-run").out)
        self.assertEqual(self.ok("help", "jobs").out, shown)

    def test_unused_keys(self):
        """A key that the task does not use is refused by --check, and warned about by run."""
        keys, _ = self.listed()
        values = {"game": "mnk:3,3,3", "positions": '[""]', "only": "'*'", "effort": "quick", "plies": 2, "pieces": 2,
                  "tables": "t.h5", "strategy": "first", "around": "lines", "from": "b.h5", "until": "1h", "score": "false",
                  "all_moves": "true", "method": "auto", "depth": 2,
                  "evaluation": "balanced", "seed": 1, "node_limit": 9, "table_memory": "4M", "checkpoint_interval": "1m",
                  "outputs.certificate": "false", "slurm.array": 0, "boards": '["mnk:3,3,3"]', "players": "[random, solver]",
                  "games": 2, "move_time": 1, "tolerance": 1, "unplayable": "skip", "ply_cap": 9, "opening_plies": 1,
                  "threads": 1, "methods": "[bns]", "depths": "['2']", "whole_games": "true", "repetitions": 2, "published": "[]"}
        self.assertEqual({key for key in keys if len(keys[key]) < 9}, set(values))
        for key, value in values.items():
            tasks = {"solve", "verify", "book", "layers", "tablebase", "count", "perft", "tournament", "compare"} - keys[key]
            for task in sorted(tasks)[:1] if SLOW else tasks:
                group, _, name = key.rpartition(".")
                text = f"name: a\ntask: {task}\n" + (f"{group}:\n  {name}: {value}\n" if group else f"{key}: {value}\n")
                if task == "tournament":
                    text += 'boards: ["mnk:3,3,3"]\nplayers: [random, solver]\n'
                elif task == "compare":
                    text += 'boards: ["mnk:3,3,3"]\nmethods: [bns]\n'
                elif task != "verify" and key != "game":
                    text += f"game: {'draughts:4x4' if task == 'tablebase' else 'mnk:3,3,3'}\n"
                done = self.fails(65, "run", self.write("job.yaml", text), "--check", says=f"job.yaml:{4 if group else 3}: {key}: ")
                self.assertRegex(done.said[0], f"task {task} does not use it|only solve")
        done = self.job("name: a\ntask: count\ngame: mnk:3,3,3\nplies: 1\nscore: true\n")
        self.assertIn("warning: job.yaml:5: score: task count does not use it", done.err)
        self.assertIn("warning: job.yaml:5: score: ", self.ok("submit", "job.yaml", "--dry-run").err)
        self.bad(SOLVE + "pieces: 3\n", 6, "no endgame tables", others=["out/a/a.html", "out/a/a.statistics.h5", "out/a/a.tsv"])

    def test_new_keys(self):
        whole = self.ok("solve", "mnk:3,3,3", "b2 a1", "--all-moves", "--threads", 1, "--table-memory", "4M").lines[0]
        done = self.job(SOLVE + "positions: [b2 a1]\nall_moves: true\n")
        self.assertEqual((done.lines[0][1], done.lines[0][5]), (whole[1], whole[5]))
        self.assertGreater(len(whole[5].split()), 1)
        moves = set()
        for seed in range(4):
            job = SOLVE.replace("name: a", f"name: s{seed}").replace("mnk:3,3,3", "mnk:15,15,5")
            mine = self.job(job + f"positions: [h8]\nmethod: immediate\nseed: {seed}\n").lines[0][5]
            words = ("mnk:15,15,5", "h8", "--method", "immediate", "--seed", seed, "--threads", 1)
            self.assertEqual(mine, self.ok("solve", *words).lines[0][5])
            moves.add(mine)
        self.assertGreater(len(moves), 1)
        text = SOLVE.replace("name: a", "name: n").replace("mnk:3,3,3", "mnk:5,5,4") + "node_limit: 10\n"
        self.assertEqual(self.fails(75, "run", self.write("job.yaml", text), says="node limit").lines[0][3], "10")
        self.ok("tablebase", "draughts:4x4", "--pieces", 3, "-o", "t.h5", "--threads", 1, "--quiet")
        draughts = SOLVE.replace("name: a", "name: d").replace("mnk:3,3,3", "draughts:4x4")
        self.assertEqual(self.job(draughts + "tables: t.h5\n").lines[0][1], "draw")
        for text, line, says in ((draughts + "tables: t.h5\npieces: 3\n", 6, "one of the two"),
                                 (SOLVE + "tables: t.h5\n", 6, "no endgame tables"), (draughts + 'tables: ""\n', 6, "empty"),
                                 (SOLVE + "seed: x\n", 6, "whole number"), (SOLVE + "node_limit: -1\n", 6, "whole number")):
            done = self.fails(65, "run", self.write("job.yaml", text), "--check", says=f"job.yaml:{line}: ")
            self.assertIn(says, done.said[0])
        self.fails(66, "run", self.write("job.yaml", draughts.replace("name: d", "name: e") + "tables: no.h5\n"), says="no.h5")

    def test_unknown_keys(self):
        self.bad(SOLVE + "plys: 3\n", 6, "unknown key 'plys'; known are name, task, game")
        self.bad(SOLVE + "outputs:\n  report: true\n  folder: x\n", 8, "outputs.folder")
        self.bad(SOLVE + "slurm:\n  node: 1\n", 7, "known are nodes")
        self.bad(SOLVE + "Threads: 1\n", 6, "Threads")

    def test_wrong_types(self):
        for text, line, says in ((SOLVE + "plies: many\n", 6, "whole number"),
                                 (SOLVE + "plies: -1\n", 6, "whole number"),
                                 (SOLVE + "plies: 1.5\n", 6, "whole number"),
                                 (SOLVE + "plies: [1]\n", 6, "plies"),
                                 (SOLVE + "\n\nscore: perhaps\n", 8, "true or false"),
                                 (SOLVE + "outputs: here\n", 6, "mapping"),
                                 (SOLVE + "outputs:\n  report: 3\n", 7, "outputs.report"),
                                 (SOLVE + "slurm:\n  extra: x\n", 7, "list"),
                                 (SOLVE + "positions:\n  - a1\n  - [b2]\n", 8, "positions"),
                                 (SOLVE + "positions: {a: b}\n", 6, "positions"),
                                 (SOLVE + "time_limit: soon\n", 6, "time"),
                                 (SOLVE + "method: magic\n", 6, "magic"),
                                 (SOLVE + "method: bns\nevaluation: best\n", 7, "mnk has equation9"),
                                 (SOLVE.replace("mnk:3,3,3", "draughts:4x4") + "depth: 2\nevaluation: best\n", 7, "balanced or"),
                                 (SOLVE + "evaluation: balanced\n", 6, "depth"),
                                 (SOLVE + "method: retrograde\ndepth: 3\n", 7, "minimax"),
                                 (SOLVE.replace("solve", "perft") + "depth: 3\n", 6, "only solve"),
                                 (SOLVE + "effort: some\n", 6, "quick, normal, long"),
                                 (SOLVE.replace("4M", "4X"), 5, "size"),
                                 (SOLVE.replace("solve", "win"), 2, "solve, tournament, verify, book"),
                                 (SOLVE + "threads: 2\n", 6, "line 4")):
            self.bad(text, line, says)

    def test_wrong_values(self):
        for text, line, says in ((SOLVE.replace("mnk:3,3,3", "mnk:3,3"), 3, "mnk"),
                                 (SOLVE.replace("mnk:3,3,3", "chess:8x8"), 3, "chess"),
                                 (SOLVE + "positions: [b2, b2 b2]\n", 6, "taken"),
                                 (SOLVE + "positions: []\n", 6, "empty"),
                                 (SOLVE.replace("name: a", "name: a/b"), 1, "a/b"),
                                 (SOLVE.replace("name: a", "name: ''"), 1, "name"),
                                 (SOLVE + "positions: [b2, a1]\noutputs:\n  certificate: true\n", 8, "about one position"),
                                 (SOLVE.replace("solve", "count") + "outputs:\n  certificate: true\n", 7, "only solve and verify"),
                                 (SOLVE.replace("mnk:3,3,3", "draughts:4x4") + "depth: 2\noutputs:\n  certificate: true\n", 8,
                                  "proves nothing"),
                                 ("task: solve\n", 1, "'name' is missing"),
                                 ("", 1, "empty"), ("- a\n- b\n", 1, "mapping")):
            self.bad(text, line, says)

    def test_syntax_errors(self):
        for text, line in (("name: a\ntask: [solve\n", 3), ("name: a\n  task: solve\n", 2), ("name: 'a\n", 2),
                           ("name: a\n\ttask: solve\n", 2), ("name: a\nname\n", 3), (SOLVE + "---\nname: b\n", 7)):
            done = self.fails(65, "run", self.write("job.yaml", text), "--check", says="job.yaml:")
            found = int(done.said[0].split("job.yaml:")[1].split(":")[0])
            self.assertLessEqual(abs(found - line), 1, (text, done.said))
        with open(self.path("job.yaml"), "wb") as file:
            file.write(b"name: a\ntask: \xff\xfe\n")
        self.fails(65, "run", "job.yaml", says="job.yaml:2: ")
        self.fails(66, "run", "absent.yaml", says="absent.yaml")
        self.fails(65, "run", ".", says="directory")

    def test_unwritable(self):
        self.write("file", "")
        text = SOLVE + "outputs:\n  directory: file/x\n"
        self.fails(73, "run", self.write("job.yaml", text), says="file")
        os.mkdir(self.path("out"))
        os.mkdir(self.path("out/a"))
        os.mkdir(self.path("out/a/a.statistics.h5"))
        self.fails(73, "run", self.write("job.yaml", SOLVE), says="a.statistics.h5")
        self.assertEqual(self.files(), ["file", "job.yaml"])

    def test_limit(self):
        text = f"name: long\ntask: solve\ngame: {ENDLESS}\nthreads: 1\ntable_memory: 4M\ntime_limit: 1s\n"
        done = self.fails(75, "run", self.write("job.yaml", text), says="time limit")
        self.assertEqual(done.lines[0][1], "unknown")
        self.assertIn("out/long/long.statistics.h5", self.files())

    @has_mpirun
    def test_ranks(self):
        for ranks in (1, 2, 3):
            done = self.job(SOLVE, ranks=ranks)
            self.assertEqual(done.lines[0][:2], ["-", "draw"])
            self.assertIn("out/a/a.html", self.files())
            self.fails(65, "run", self.write("job.yaml", SOLVE + "x: 1\n"), ranks=ranks, says="job.yaml:6: ")
            self.fails(66, "run", "absent.yaml", ranks=ranks, says="absent.yaml")


class Report(Case):
    def test_page(self):
        self.ok("solve", "mnk:4,4,4", "--statistics", "a.statistics.h5", *SMALL)
        self.ok("verify", "--only", "mnk:?,?,3", "--effort", "quick", "--statistics", "b.h5", *SMALL,
                ZERMELO_DATA=harness.DATA)
        self.ok("report", "a.statistics.h5")
        self.assertEqual(self.files(), ["a.html", "a.statistics.h5", "b.h5"])
        done = self.ok("report", "a.statistics.h5", "b.h5", "-o", "page.html", "--merge", "all.h5")
        self.assertIn("page.html", done.err)
        self.ok("report", "all.h5", "-o", "again.html")
        for name in ("a.html", "page.html", "again.html"):
            with open(self.path(name), encoding="utf-8") as file:
                page = file.read()
            self.assertIn("</html>", page)
            self.assertIsNone(re.search(r"(?i)<script|(src|href)=.?http", page))

    @unittest.skipUnless(h5py, "no h5py")
    def test_statistics_file(self):
        self.ok("solve", "mnk:4,4,4", "--statistics", "a.h5", *SMALL)
        with h5py.File(self.path("a.h5"), "r") as file:
            names = []
            file.visit(names.append)
            self.assertGreater(len(names), 2)

    def test_bad_input(self):
        self.fails(64, "report", says="FILE")
        self.fails(66, "report", "absent.h5", says="absent.h5")
        self.write("text.h5", "text")
        self.fails(65, "report", "text.h5", says="text.h5")
        self.ok("book", "mnk:3,3,3", "--plies", 1, "-o", "book.h5", *SMALL)
        self.fails(65, "report", "book.h5", says="book.h5")
        self.ok("solve", "mnk:3,3,3", "--statistics", "a.h5", *SMALL)
        self.fails(65, "probe", "a.h5", "", says="a.h5")
        self.fails(73, "report", "a.h5", "-o", "nowhere/page.html", says="nowhere/page.html")
        with open(self.path("a.h5"), "rb") as file:
            whole = file.read()
        for cut in range(0, len(whole), len(whole) // 12):
            with open(self.path("cut.h5"), "wb") as file:
                file.write(whole[:cut])
            self.fails(65, "report", "cut.h5", "-o", "page.html", says="cut.h5")
        self.assertEqual(self.files(), ["a.h5", "book.h5", "cut.h5", "text.h5"])


class Stop(Case):
    def test_signal(self):
        name = self.write("job.yaml", f"name: long\ntask: solve\ngame: {ENDLESS}\nthreads: 1\ntable_memory: 4M\n")
        process = self.start("run", name)
        time.sleep(1.5)
        done = self.stop(process)
        self.assertEqual((done.code, len(done.said)), (75, 1), done.err)
        self.assertNotIn(".part", " ".join(self.files()))
