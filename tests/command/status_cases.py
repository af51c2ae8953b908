"""What `status` says of runs that last, were stopped or killed, or are done; and that it changes nothing."""
import os
import signal
import statistics
import time

from harness import ENDLESS, SLOW, SMALL, TIMEOUT, Case

COLUMNS = ["path", "what", "state", "share", "nodes", "seconds", "left", "restarts"]
OFTEN = {"ZERMELO_PROGRESS": "0.05"}
PAUSE = 0.1 if SLOW else 0.02  # seconds between two questions, which take as long as much of a run under the sanitizers


class Status(Case):
    def one(self, path):
        objects = self.ok("status", path, "--json").objects
        self.assertEqual(len(objects), 1)
        self.assertEqual(list(objects[0])[:8], COLUMNS)
        return objects[0]

    def until(self, path, enough):
        """Ask until it says enough."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            done = self.call("status", path, "--json")
            if done.code == 0 and enough(done.objects[0]):
                return done.objects[0]
            time.sleep(PAUSE)
        self.fail(f"{path}: {done.out} {done.err}")

    def test_checkpoint(self):
        """A book that runs, is stopped, runs again, and is done."""
        plies = 6 if SLOW else 8
        words = ("book", "connect4:6x5", "--plies", plies, "-o", "b.h5", *SMALL, "--checkpoint", "c.h5")
        process = self.started(*words)
        now = self.until("c.h5", lambda one: one["state"] == "running" and one["share"] is not None)
        self.assertEqual((now["what"], now["restarts"], now["unit"]), (f"book connect4:6x5 --plies {plies}", 0, "nodes"))
        self.assertIn("positions", now["basis"])
        self.until("c.h5", lambda one: one["share"] > 0.02 and one["left"] is not None)
        self.assertEqual(self.stop(process).code, 75)
        stopped = self.one("c.h5")
        self.assertEqual(stopped["state"], "stopped")
        self.assertTrue(0.02 < stopped["share"] < 1)
        self.assertLessEqual(stopped["left_low"], stopped["left"])
        self.assertLessEqual(stopped["left"], stopped["left_high"])
        self.assertGreater(stopped["nodes"], 0)
        self.assertEqual([name for name in self.files() if name.endswith(".status")], [])
        process = self.started(*words)
        again = self.until("c.h5", lambda one: one["state"] == "running" and one["restarts"] == 1)
        self.assertGreaterEqual(again["nodes"], stopped["nodes"])
        process.send_signal(signal.SIGKILL)
        process.communicate()
        self.until("c.h5", lambda one: one["state"] == "stopped")
        self.ok("book", "connect4:4x4", "--plies", 1, "-o", "e.h5", *SMALL, "--checkpoint", "d.h5")
        done = self.one("d.h5")
        self.assertEqual((done["state"], done["share"], done["left"], done["restarts"]), ("done", 1, 0, 0))
        states = {one["path"]: one["state"] for one in self.ok("status", ".", "--json").objects}
        self.assertEqual(states, {"./c.h5": "stopped", "./d.h5": "done"})

    def started(self, *words, **variables):
        """A run whose status is written often."""
        return self.start(*words, **OFTEN, **variables)

    def said(self, path, *words, **variables):
        """What is said of a run, again and again until it ends."""
        process, said = self.started(*words, **variables), []
        while process.poll() is None:
            done = self.call("status", path, "--json")
            if done.code == 0 and done.objects[0]["state"] == "running" and done.objects[0]["basis"]:
                said.append(done.objects[0])
            time.sleep(PAUSE)
        process.communicate()
        self.assertEqual(process.returncode, 0)
        self.assertGreater(len(said), 0)
        return said

    def test_strategy(self):
        """The plies to come count, although nobody has listed them: a ply that is done is not the end."""
        said = self.said("c.h5", "book", "connect4:6x5", "--plies", 16 if SLOW else 18, "--strategy", "first", "-o", "b.h5", *SMALL, "--checkpoint", "c.h5")
        every = int(dict(self.ok("book", "info", "b.h5").lines)["positions"].split(",")[0])
        for one in said:
            listed = int(one["basis"].split()[2])
            self.assertTrue(one["share"] < 0.45 or listed > every / 3, one)

    def test_heuristic(self):
        """Of the ply after the last nothing is asked."""
        said = self.said("c.h5", "book", "mnk:7,7,5", "--plies", 3, "--method", "alpha-beta", "--depth", 2 if SLOW else 3,
                         "-o", "b.h5", *SMALL, "--checkpoint", "c.h5")
        every = dict(self.ok("book", "info", "b.h5").lines)["positions"].split(",")[0]
        self.assertEqual({one["basis"].split()[2] for one in said}, {every})

    def test_verify(self):
        """A board counts by what it took once: here three quarters for one that is done."""
        self.write("known_values.csv", "game,board,rules,set,value,score,last_move,effort,source,note\n"
                   "connect4,4x4,standard,connect4,draw,0,16,quick,here,\nconnect4,8x8,standard,connect4,loss,,,quick,here,\n")
        self.write("verify_costs.csv", "game,board,rules,nodes,seconds\nconnect4,4x4,standard,438,30\nconnect4,8x8,standard,1e5,10\n")
        process = self.started("verify", "--checkpoint", "c.h5", *SMALL, ZERMELO_DATA=self.folder)
        self.addCleanup(process.kill)
        now = self.until("c.h5", lambda one: one["nodes"] > 2e5)  # that of the second as far as its nodes tell
        self.assertAlmostEqual(now["share"], 0.75 + 0.25 * 0.98)
        self.assertEqual(self.stop(process).code, 75)
        self.write("verify_costs.csv", "neither,rows\nnor")  # which is no failure
        self.ok("verify", "--only", "connect4:4x4", *SMALL, ZERMELO_DATA=self.folder)

    def test_tables(self):
        """The time left follows the work, also while the file is written, which takes a good part of it."""
        said = self.said("t.h5", "tablebase", "draughts:6x6", "--pieces", 5, "--distances", "-o", "t.h5", "--threads", 1)
        shares = [one["share"] for one in said]
        self.assertEqual(shares, sorted(shares))
        end = said[-1]["seconds"]
        known = [one for one in said if 0.2 < one["share"] < 1 and one["seconds"] < 0.8 * end]
        self.assertGreater(len(known), 3)
        for one in known:
            self.assertTrue(one["left_low"] <= one["left"] <= one["left_high"], one)
        ratio = statistics.median(one["left"] / (end - one["seconds"]) for one in known)
        self.assertTrue(0.25 < ratio < 4, ratio)

    def test_nodes_of_a_job(self):
        """A book's own lines know no nodes; its job and its checkpoint agree all the same."""
        self.write("b.yaml", "name: b\ntask: book\ngame: connect4:5x4\nplies: 4\nthreads: 1\ntable_memory: 1M\n")
        self.ok("run", "b.yaml")
        job, book = self.one("b.yaml"), self.one("out/b")
        self.assertEqual((job["nodes"], job["unit"], job["state"]), (book["nodes"], "nodes", "done"))
        self.assertGreater(job["nodes"], 1000)

    JOB = "name: {name}\ntask: {task}\ngame: {game}\nthreads: 1\ntable_memory: 4M\n{more}"

    def job(self, name="j", task="solve", game="connect4:5x4", more=""):
        return self.write(name + ".yaml", self.JOB.format(name=name, task=task, game=game, more=more))

    def test_nodes_of_the_result(self):
        """After a stop as well: those that the lines of the job add up to."""
        for number, more in enumerate(("", "score: true\n", "positions: ['1', '2', '33']\n")):
            job = self.job(f"n{number}", game="connect4:6x5", more=more)
            self.call("run", job, "--time-limit", "0.02s")
            self.ok("run", job)
            with open(self.path(f"out/n{number}/n{number}.tsv"), encoding="ascii") as file:
                nodes = sum(int(line.split("\t")[3]) for line in file)
            self.assertEqual([one["nodes"] for path in (job, f"out/n{number}") for one in self.ok("status", path, "--json").objects], [nodes] * 2)
        self.job("d", game="draughts:4x4", more="pieces: 3\nscore: true\n")
        line, = self.ok("run", "d.yaml").lines
        self.assertEqual(self.one("d.yaml")["nodes"], int(line[3]))

    def test_another_job(self):
        """What was done is told, and at once that the job file asks for something else."""
        self.ok("run", self.job())
        for more in ({"game": "connect4:6x5"}, {"more": "score: true\n"}, {"more": "positions: ['1']\n"}, {"task": "verify", "game": "mnk:3,3,3"}):
            self.job(**more)
            if more.get("task") == "verify":
                self.write("j.yaml", "name: j\ntask: verify\nonly: connect4\n")
            done = self.fails(65, "status", "j.yaml", says="the checkpoint of another job: 'connect4:5x4,standard solve', not")
            self.assertEqual([line[1:4] for line in done.lines], [["solve connect4:5x4", "done", "1.0000"]])
            for words in (("run", "--check"), ("run", "--dry-run"), ("run",), ("submit", "--dry-run"), ("submit",)):
                self.fails(65, words[0], "j.yaml", *words[1:], says="remove it to begin anew")
        self.job(more="time_limit: 5s\n")
        self.assertEqual(self.one("j.yaml")["state"], "done")
        # What has no checkpoint is made anew, so nothing of the other job is done.
        for task, more in (("tablebase", "pieces: 2\n"), ("count", "plies: 2\n"), ("layers", "")):
            first, then = ("draughts:4x4", "draughts:6x6") if task == "tablebase" else ("connect4:4x3", "connect4:3x4")
            self.ok("run", self.job(task, task, first, more))
            self.assertEqual(self.one(f"{task}.yaml")["state"], "done")
            self.job(task, task, then, more)
            self.assertEqual((self.one(f"{task}.yaml")["state"], self.one(f"{task}.yaml")["share"]), (None, 0))

    def test_another_job_without_checkpoint(self):
        """Other pieces or plies are another job, too, unless the game ends before them; of a comparison all but tables that are a share of the memory."""
        for task, game, key, done, others in (("tablebase", "draughts:4x4", "pieces", (2,), (3,)), ("tablebase", "draughts:4x4", "score: true\npieces", (2,), (3,)),
                                              ("perft", "mnk:3,3,3", "plies", (4,), (3, 5)), ("count", "connect4:4x3", "plies", (4,), (3, 5)),
                                              ("count", "mnk:3,3,2", "plies", (6, 7, 9), (2,)), ("count", "draughts:4x4", "plies", (3,), (2, 4))):
            with self.subTest(task=task, game=game):
                self.ok("run", self.job(task, task, game, f"{key}: {done[0]}\n"))
                for number in done:
                    self.job(task, task, game, f"{key}: {number}\n")
                    self.assertEqual(self.one(f"{task}.yaml")["state"], "done", number)
                for number in others:
                    self.job(task, task, game, f"{key}: {number}\n")
                    self.assertEqual(self.one(f"{task}.yaml")["state"], None, number)
        self.ok("run", self.job("perft", "perft", "mnk:3,3,3", "plies: 2\n"))
        self.ok("status", self.job("perft", "perft", "mnk:0,3,3", "plies: 3\n"))  # a game that is none cannot be compared
        text = "name: c\ntask: compare\nboards: ['mnk:3,3,3']\nmethods: [alpha-beta]\ndepths: ['1-{}']\ntable_memory: {}\n"
        self.ok("run", self.write("c.yaml", text.format(2, "1%")))
        self.assertEqual(self.one("c.yaml")["state"], "done")
        self.write("c.yaml", text.format(2, "2%"))
        self.assertEqual(self.one("c.yaml")["state"], "done")
        for depth, memory in ((3, "2%"), (2, "77M")):
            self.fails(65, "status", self.write("c.yaml", text.format(depth, memory)), says="the checkpoint of another job")

    def test_bad_key(self):
        """It is no reason to say nothing of what was done."""
        self.ok("run", self.job())
        for more in ("effort: lots\n", "effrot: quick\n", "slurm: {nodes: none}\n", "evaluation: future\n"):
            done = self.ok("status", self.job(more=more))
            self.assertEqual([line[1:4] for line in done.lines], [["solve connect4:5x4", "done", "1.0000"]])
            self.assertRegex(done.err, r"^warning: j.yaml:6: .*\n$")

    def test_array_as_a_whole(self):
        array = self.job(more="positions: ['1', '2', '3']\nslurm: {array: 2}\n")
        self.ok("run", array)
        self.assertEqual([(line[0], line[2]) for line in self.ok("status", array).lines], [("out/j/j.checkpoint.h5", "done")])
        self.ok("run", array, "--part", "2/2")
        self.assertEqual([line[2] for line in self.ok("status", array).lines], ["-", "done"])

    def test_until(self):
        """Who goes on until a time is over knows how long that is."""
        process = self.started("book", "connect4:7x6", "--until", "6s", "-o", "b.h5", *SMALL, "--checkpoint", "c.h5")
        now = self.until("c.h5", lambda one: one["state"] == "running" and (one["share"] or 0) > 0.2)
        self.assertEqual(now["basis"], "the time of --until")
        self.assertAlmostEqual(now["left"], 6 - now["seconds"], delta=0.5)
        self.assertTrue(0 == now["left_low"] <= now["left"] <= now["left_high"])
        self.stop(process)

    def test_layers(self):
        """Layers have no checkpoint: what is known stands in their own file, and goes when they are done."""
        game = "connect4:5x4" if SLOW else "connect4:5x5"
        words = ("layers", game, "-o", "l.h5", "--threads", 1)
        process = self.started(*words)
        now = self.until("l.h5", lambda one: one["state"] == "running" and (one["share"] or 0) > 0.02)
        self.assertEqual((now["what"], now["unit"]), (f"layers {game}", "positions"))
        self.assertEqual(self.stop(process).code, 75)
        stopped = self.one("l.h5")
        self.assertEqual((stopped["state"], stopped["restarts"]), ("stopped", 0))
        self.assertGreaterEqual(stopped["share"], now["share"])
        self.assertLessEqual(stopped["left_low"], stopped["left"])
        self.assertIn("l.h5.status", self.files())
        process = self.started(*words)
        self.until("l.h5", lambda one: one["state"] == "running" and one["restarts"] == 1)
        self.assertEqual(self.stop(process).code, 75)
        self.ok("layers", "mnk:3,3,3", "-o", "m.h5")
        self.assertEqual(self.one("m.h5")["state"], "done")
        self.assertNotIn("m.h5.status", self.files())

    def test_job(self):
        text = "name: j\ntask: {}\ngame: {}\n{}threads: 1\ntable_memory: 4M\n"
        self.write("j.yaml", text.format("tablebase", "draughts:4x4", "pieces: 3\n"))
        new = self.one("j.yaml")
        self.assertEqual((new["state"], new["share"], new["restarts"]), (None, 0, 0))
        self.ok("run", "j.yaml")
        self.assertEqual(self.one("j.yaml")["state"], "done")
        self.assertGreater(self.one("j.yaml")["nodes"], 0)
        self.write("s.yaml", text.format("solve", ENDLESS, "time_limit: 0.3s\n").replace("name: j", "name: s"))
        self.fails(75, "run", "s.yaml")
        stopped = self.one("s.yaml")
        self.assertEqual((stopped["state"], stopped["left"]), ("stopped", None))
        self.assertEqual(stopped["what"], f"solve {ENDLESS}")
        self.write("t.yaml", "name: t\ntask: tournament\nboards: ['mnk:3,3,3', 'mnk:6,6,6']\nplayers: [random, monkey]\n"
                             "games: 20\nmove_time: 0.02s\nthreads: 1\ntable_memory: 4M\n")
        self.assertEqual(self.one("t.yaml")["what"], "tournament mnk:3,3,3 and others")
        process = self.started("run", "t.yaml")
        now = self.until("t.yaml", lambda one: one["state"] == "running" and (one["share"] or 0) > 0)
        # Those on the small board are played first, and are the short ones.
        self.assertLess(now["share"], int(now["basis"].split()[0]) / 40)
        self.assertEqual(self.stop(process).code, 75)
        self.assertEqual(self.one("t.yaml")["state"], "stopped")
        self.ok("run", "t.yaml")
        self.assertEqual(self.one("t.yaml")["state"], "done")
        self.write("c.yaml", "name: c\ntask: compare\nboards: ['connect4:4x4']\nmethods: [null-window]\nrepetitions: 1\n")
        self.assertEqual(self.one("c.yaml")["state"], None)
        self.ok("run", "c.yaml")
        self.assertEqual(self.one("c.yaml")["state"], "done")
        self.write("p.yaml", text.format("solve", "mnk:3,3,3", "positions: [a1, b2]\nslurm:\n  array: 2\n"))
        self.assertEqual(len(self.ok("status", "p.yaml").lines), 2)

    def test_bad(self):
        self.fails(66, "status", "nothing", says="nothing")
        self.fails(66, "status", ".", says="no run")
        self.fails(64, "status")
        self.write("text", "no file of ours")
        self.fails(65, "status", "text", says="text")
        self.write("bad.yaml", "name: [")
        self.fails(65, "status", "bad.yaml", says="bad.yaml")
        for words in ("", "{", '{"kind":"zermelo status","share":1e300,"nodes":-5,"left":"x"}', "[" * 3000):
            self.write("c.h5.status", words)
            done = self.call("status", "c.h5")
            self.assertIn(done.code, (0, 66), words)
        self.ok("solve", "mnk:3,3,3", "--checkpoint", "c.h5")
        with open(self.path("c.h5"), "r+b") as file:
            file.truncate(700)
        self.fails(65, "status", "c.h5", says="c.h5")

    def test_people(self):
        self.ok("solve", "mnk:3,3,3", "--checkpoint", "c.h5")
        shown = self.ok("status", "c.h5", "--pretty").out
        self.assertIn("last checkpoint", shown)
        for line in shown.splitlines():
            self.assertLessEqual(len(line), 80)
