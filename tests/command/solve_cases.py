"""solve, single and batch."""
import itertools
import os
import re
import resource
import signal
import time

import harness
import tictactoe
from harness import ENDLESS, SLOW, SMALL, Case, catches, has_mpirun, release_only

KEYS = {"game": str, "board": str, "rules": str, "position": str, "value": str, "method": str, "version": str,
        "seconds": (int, float), "nodes": int, "looks": int, "table_bytes": int, "threads": int, "ranks": int,
        "solved": bool, "moves": list}


class Single(Case):
    def line(self, *words):
        fields = self.ok("solve", *words, *SMALL).lines
        self.assertEqual(len(fields), 1)
        self.assertEqual(len(fields[0]), 6)
        self.assertRegex(fields[0][4], r"^\d+\.\d{9}$")
        return fields[0]

    def test_start_of_tictactoe(self):
        position, value, score, nodes, _, moves = self.line("mnk:3,3,3", "--all-moves")
        self.assertEqual((position, value, score), ("-", "draw", "-"))
        self.assertGreater(int(nodes), 0)
        self.assertEqual(moves, "a1 a2 a3 b1 b2 b3 c1 c2 c3")
        self.assertEqual(self.line("tictactoe", "")[:3], ["-", "draw", "-"])

    def test_normal_form(self):
        self.assertEqual(self.line("mnk:3,3,3", "B2A1 c1")[0], "b2 a1 c1")
        self.assertEqual(self.line("draughts:4x4", "B:B1:WK8.")[0], "B:WK8:B1")

    def test_finished(self):
        self.assertEqual(self.ok("solve", "mnk:3,3,3", "a1 b1 a2 b2 a3", "--score").lines[0][:4],
                         ["a1 b1 a2 b2 a3", "loss", "-0", "0"])
        self.assertEqual(self.line("connect4:4x4", "1212121")[1:4], ["loss", "-", "0"])
        self.assertEqual(self.line("mnk:3,3,3", "a1 b1 c1 b2 a2 c2 b3 a3 c3")[5], "-")
        shown = self.ok("solve", "mnk:3,3,3", "a1 b1 a2 b2 a3", "--score", "--json").objects[0]
        self.assertEqual((shown["value"], shown["score"], shown["distance"], shown["moves"], shown["solved"]),
                         ("loss", 0, 0, [], True))

    def test_scores(self):
        # Connect Four: half the stones that are left when the winning one falls, rounded down.
        self.assertEqual(self.line("connect4:4x4", "121212", "--score")[1:3], ["win", "5"])
        self.assertEqual(self.line("mnk:3,3,3", "a1 b1 a2 b2", "--score")[1:3], ["win", "1"])
        self.assertEqual(self.line("mnk:3,3,3", "--score")[1:3], ["draw", "0"])
        shown = self.ok("solve", "connect4:4x4", "121212", "--score", "--json", *SMALL).objects[0]
        self.assertEqual((shown["score"], shown["distance"], shown["moves"]), (5, 1, ["1"]))

    def test_eight_in_a_row(self):
        for board in ("15,15,8", "19,19,8", "128,127,8"):
            line, = self.ok("solve", "mnk:" + board).lines
            self.assertEqual((line[1], line[3]), ("draw", "0"), board)

    def test_maker_breaker(self):
        self.assertEqual(self.line("mnk:3,3,3", "--maker-breaker")[1], "win")  # the real game is a draw
        self.assertEqual(self.line("mnk:3,3,3,maker-breaker")[1], "win")
        self.assertEqual(self.line("tictactoe", "b2", "--maker-breaker")[:2], ["b2", "loss"])
        self.assertEqual(self.line("mnk:4,4,4", "--maker-breaker")[1], "loss")
        self.assertEqual(self.line("mnk:4,4,4", "b2", "--maker-breaker")[1], "win")  # as Breaker
        self.assertEqual(self.line("mnk:50,50,10", "--maker-breaker")[1], "loss")
        self.assertEqual(self.line("mnk:3,3,3", "a1 b1 a2 b2 c1 b3", "--maker-breaker")[1], "win")  # b1 b2 b3 is no line
        shown = self.ok("solve", "mnk:4,4,4", "--maker-breaker", "--score", "--json", *SMALL).objects[0]
        self.assertEqual((shown["rules"], shown["value"], shown["score"], shown["distance"]),
                         ("maker-breaker", "loss", -16, 16))  # on a full board
        values = self.ok("moves", "mnk:4,3,3", "--maker-breaker", "--values", *SMALL).lines
        self.assertEqual({value for _, value in values}, {"win"})
        self.fails(65, "solve", "connect4:7x6", "--maker-breaker")
        self.fails(65, "solve", "mnk:3,3,3,exact", "--maker-breaker")
        self.fails(64, "count", "mnk:3,3,3", "--maker-breaker")

    def test_json(self):
        shown = self.ok("solve", "mnk:4,3,3", "b2", "--json", *SMALL).objects
        self.assertEqual(len(shown), 1)
        shown = shown[0]
        for key, kind in KEYS.items():
            self.assertIsInstance(shown[key], kind, key)
        self.assertNotIsInstance(shown["nodes"], bool)
        self.assertEqual((shown["game"], shown["board"], shown["rules"], shown["position"]),
                         ("mnk", "4,3,3", "standard", "b2"))
        self.assertEqual((shown["value"], shown["solved"], shown["score"], shown["distance"]),
                         ("loss", True, None, None))
        self.assertEqual((shown["threads"], shown["ranks"], shown["table_bytes"]), (1, 1, 4 << 20))
        self.assertEqual(shown["statistics"]["nodes"], shown["nodes"])
        self.assertEqual(self.ok("solve", "mnk:4,3,3", "--json", *SMALL).objects[0]["position"], "")

    def test_depth_limited(self):
        for method in ("minimax", "alpha-beta"):
            shown = self.ok("solve", "connect4:7x6", "--depth", 4, "--method", method, "--json", *SMALL).objects[0]
            self.assertEqual((shown["value"], shown["solved"], shown["depth"], shown["method"]),
                             ("unknown", False, 4, method))
            self.assertIsInstance(shown["evaluation"], int)
            self.assertGreaterEqual(len(shown["moves"]), 1)
        self.assertEqual(self.line("mnk:3,3,3", "--depth", "9")[1], "draw")  # to the end of the game

    @release_only
    def test_heuristic_methods(self):
        for game in ("connect4:7x6", "draughts:8x8", "mnk:7,7,5", "mnk:15,15,5", "mnk:50,50,10", "mnk:70,70,10"):
            for method in ("bns", "immediate"):
                depth = ("--depth", 3) if method == "bns" else ()
                shown = self.ok("solve", game, "--method", method, *depth, "--json", *SMALL).objects[0]
                self.assertEqual((shown["value"], shown["solved"], shown["method"], len(shown["moves"]) > 0),
                                 ("unknown", False, method, True), game)
                self.assertIsInstance(shown["evaluation"], int)
        # three with two free ends count 1300; a stone at one end leaves nothing that counts
        shown = self.ok("solve", "mnk:9,9,5", "e5 a1 f5 i9 g5", "--method", "bns", "--depth", 1, "--json", *SMALL).objects[0]
        self.assertEqual((shown["evaluation"], shown["moves"]), (0, ["d5"]))
        # a claim where no move is left out and the end is reached
        self.assertEqual(self.line("mnk:3,3,3", "b2 a1 c1 a3", "--method", "bns")[1:3:4] +
                         self.line("mnk:3,3,3", "b2 a1 c1 a3", "--method", "bns")[5:], ["draw", "a2"])
        self.assertEqual(self.line("mnk:70,70,10", "aj35 a1 ak35 a2 al35 a3 am35 a4 an35 a5 ao35 a6 ap35 a7 aq35 a8 ar35 b9",
                                   "--method", "immediate")[5:], ["ai35"])
        self.assertEqual(self.line("mnk:3,3,3")[1:2], ["draw"])
        done = self.ok("solve", "mnk:15,15,5", "h8 h7", "--method", "bns", "--time-limit", "0.5s", "--json", *SMALL)
        self.assertLess(done.objects[0]["seconds"], 10)
        self.assertIn(done.objects[0]["moves"][0], [c + r for c in "ghi" for r in "6789"])
        nodes = {self.line("mnk:7,7,5", "d4", "--method", "bns", "--node-limit", 3000)[3] for _ in range(2)}
        self.assertEqual(nodes, {"3000"})
        found = {self.line("mnk:70,70,10", "aj35", "--method", "immediate", "--seed", seed)[5] for seed in range(40)}
        self.assertEqual(found, {"ai34", "ai35", "ai36", "aj34", "aj36", "ak34", "ak35", "ak36"})

    def test_heuristic_methods_refused(self):
        self.fails(64, "solve", "mnk:3,3,3", "--method", "immediate", "--depth", 3, says="no depth")

    def test_evaluations(self):
        """valuteBalanced and valuteDefense of the draughts report: another evaluation, kept apart in checkpoints and statistics."""
        position, search = "W:W21,K25:B1,6", ("--method", "minimax", "--depth", 1)
        shown = {}
        for words in ((), ("--evaluation", "balanced"), ("--evaluation", "defence")):
            done = self.ok("solve", "draughts", position, *search, *words, "--json", "--checkpoint", "c", *SMALL).objects[0]
            shown[words[-1:]] = (done["evaluation_name"], done["evaluation"])
        self.assertEqual(shown[()], shown[("balanced",)])
        self.assertEqual([shown[("balanced",)][0], shown[("defence",)][0]], ["balanced", "defence"])
        self.assertNotEqual(shown[("balanced",)][1], shown[("defence",)][1])
        for name in ("balanced", "defence"):
            for depth in (1, 2):
                self.ok("solve", "draughts", "--method", "minimax", "--depth", depth, "--evaluation", name, "--statistics",
                        f"{name}{depth}.h5", *SMALL)
        self.ok("report", "--merge", "all.tsv", "balanced1.h5", "balanced2.h5", "defence1.h5", "defence2.h5")
        with open(self.path("all.tsv"), encoding="utf-8") as file:
            table = file.read()
        start = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
        for name, (depth, nodes) in itertools.product(("balanced", "defence"), ((1, 8), (2, 57))):
            self.assertIn(f"{start}, depth {depth}, {name}\t-\tunknown\t-\tminimax\t{nodes}\t", table)
        self.fails(64, "solve", "draughts", *search, "--evaluation", "best", says="balanced or defence")
        self.fails(64, "solve", "draughts", "--evaluation", "defence", says="--depth")
        self.fails(64, "solve", "mnk:3,3,3", *search, "--evaluation", "defence", says="equation9")
        self.fails(64, "solve", "connect4", *search, "--evaluation", "best", says="present+future or present or future or lines+future or lines or zero")
        for name, value, solved in (("zero", 0, True), ("lines+future", 0, True), ("present+future", 200, False), ("present", 200, False),
                                    ("future", 200, False)):  # a stalemate of the report proves nothing
            done = self.ok("solve", "connect4:4x3", "--method", "alpha-beta", "--depth", 12, "--evaluation", name, "--json", *SMALL).objects[0]
            self.assertEqual((done["evaluation"], done["solved"], done["value"]), (value, solved, "draw" if solved else "unknown"), name)
        for method in "minimax", "alpha-beta":  # a move that wins at once is taken at once; the first column would win, too
            done = self.ok("solve", "connect4:7x6", "4455", "--method", method, "--depth", 5, "--json", *SMALL).objects[0]
            self.assertEqual((done["solved"], done["value"]), (True, "win"))
            done = self.ok("solve", "connect4:7x6", "445566", "--method", method, "--depth", 5, "--json", *SMALL).objects[0]
            self.assertEqual((done["nodes"], done["moves"], done["value"], done["evaluation"]), (1, ["3", "7"], "win", 32000))
        self.fails(64, "moves", "draughts", "--evaluation", "defence", says="belongs to solve")
        self.fails(64, "verify", "--method", "bns", says="only solve")
        self.fails(64, "moves", "mnk:3,3,3", "--values", "--method", "immediate", says="only solve")
        self.write("job.yaml", "name: x\ntask: verify\nmethod: bns\n")
        self.fails(65, "run", "job.yaml", says="job.yaml:3: method: bns gives")

    def test_proof_number(self):
        for game, value in (("mnk:5,5,4", "draw"), ("mnk:6,5,4", "win"), ("connect4:5x4", "draw"), ("draughts:4x4", "draw")):
            shown = self.ok("solve", game, "--method", "proof-number", "--json", *SMALL).objects[0]
            self.assertEqual((shown["value"], shown["solved"], shown["method"]), (value, True, "proof-number"), game)
        stopped = self.fails(75, "solve", "connect4:6x5", "--method", "proof-number", "--node-limit", 5000, *SMALL, says="node limit")
        self.assertEqual((stopped.lines[0][1], stopped.lines[0][3]), ("unknown", "5000"))
        for command in (("solve", "mnk:3,3,3"), ("moves", "mnk:3,3,3", "--values"), ("book", "mnk:3,3,3", "--plies", 1, "-o", "b.h5")):
            self.fails(64, *command, "--score", "--method", "proof-number", says="no scores")
        self.write("job.yaml", "name: x\ntask: solve\ngame: mnk:3,3,3\nscore: true\nmethod: proof-number\n")
        self.fails(65, "run", "job.yaml", says="job.yaml:5: method: proof-number finds values, no scores")

    def test_methods_agree(self):
        for game, value in (("mnk:3,3,3", "draw"), ("mnk:4,3,3", "win"), ("connect4:4x4", "draw")):
            for method in ("auto", "minimax", "alpha-beta", "null-window", "proof-number", "retrograde"):
                if game == "connect4:4x4" and method == "minimax":
                    continue
                self.assertEqual(self.line(game, "--method", method)[1], value, (game, method))
        self.assertEqual(self.line("draughts:4x4")[1], self.line("draughts:4x4", "--method", "retrograde")[1])

    def test_replacement_and_threads(self):
        for name in ("twobig1", "twodeep", "big1", "deep", "new"):
            self.assertEqual(self.line("mnk:4,4,4", "--replacement", name)[1], "draw")
        self.assertEqual(self.ok("solve", "mnk:4,4,4", "--threads", 3, "--table-memory", "4M").lines[0][1], "draw")

    def test_same_nodes_every_time(self):
        self.assertEqual(self.line("mnk:4,4,4")[3], self.line("mnk:4,4,4")[3])

    def test_node_limit(self):
        answers = set()
        for _ in range(2):
            done = self.fails(75, "solve", "connect4:7x6", "--node-limit", 5000, *SMALL, says="node limit")
            self.assertEqual(done.lines[0][1:3], ["unknown", "-"])
            answers.add(done.lines[0][3])
        self.assertEqual(answers, {"5000"})

    def test_names_a_move(self):
        """A win names a move that wins and a draw one that draws, also where an argument settled it."""
        for game, position, kept in (("connect4:12x1", "7581c49ab", {"6"}),
                                     ("draughts:8x8", "B:W23:B2,K31", {"2-5", "2-6", "31-27", "31-28"})):
            for words in ([], ["--method", "null-window"], ["--json"]):
                done = self.ok("solve", game, position, *words, *SMALL)
                named = done.objects[0]["moves"] if words == ["--json"] else done.lines[0][5].split(" ")
                self.assertTrue(named and set(named) <= kept, (game, words, named))
        self.assertEqual(self.ok("solve", "mnk:20,20,9", *SMALL).lines[0][3:6:2], ["0", "a1"])

    def test_naming_costs_little(self):
        """That who moves first does not lose names no move, and a tenth of the nodes does not find one either."""
        nodes = 894  # of the value
        line = self.ok("solve", "mnk:5,5,4", *SMALL).lines[0]
        self.assertEqual((line[1], line[5]), ("draw", "-"))
        self.assertTrue(nodes < int(line[3]) <= nodes + nodes // 10, line)
        for limit in nodes, nodes + 20:
            self.assertEqual(self.ok("solve", "mnk:5,5,4", "--node-limit", limit, *SMALL).lines[0][3], str(limit))

    def check_line(self, shown, game, position, scored):
        """Every move of the principal variation keeps the value. Returns the line about its end."""
        line = shown["pv"]
        self.assertEqual(shown["pv_proven"], len(line))
        self.assertIn(line[0], shown["moves"])
        glue = "" if game.startswith("connect4") else " "
        positions = [glue.join([*([position] if position else []), *line[:n]]) for n in range(len(line) + 1)]
        after = self.ok("solve", game, "--positions", self.write("line", "\n".join(positions) + "\n"), *(["--score"] if scored else []),
                        *SMALL).lines
        other = {"win": "loss", "draw": "draw", "loss": "win"}
        for one, two in zip(after, after[1:]):
            self.assertEqual(two[1], other[one[1]], (game, line))
            if scored and game.startswith("connect4"):
                self.assertEqual(int(two[2]), -int(one[2]), (game, line))
            elif scored:
                self.assertEqual(abs(int(two[2])), abs(int(one[2])) - (one[2] != "0"), (game, line))
        return after[-1]

    @release_only
    def test_principal_variation(self):
        """As long as the game where play ends by itself; the same nodes as without."""
        for game, position, scored in (("connect4:6x5", "", False), ("connect4:5x5", "31", True), ("connect4:7x6", "4444417", True),
                                       ("mnk:6,5,4", "", True), ("mnk:4,4,4", "a1", False),
                                       ("draughts:8x8", "W:WK14,K15:BK1", True), ("draughts:4x4", "", False)):
            words = ("solve", game, position, *(["--score"] if scored else []), *SMALL)
            shown, plain = self.ok(*words, "--json").objects[0], self.ok(*words).lines[0]
            self.assertEqual((str(shown["nodes"]), " ".join(shown["moves"])), (plain[3], plain[5]))
            self.assertLess(shown["pv_nodes"], shown["nodes"] / 10 + 1001)
            last = self.check_line(shown, game, position, scored)
            over = last[3] == "0" and last[5] == "-"
            self.assertTrue(over or game == "draughts:4x4", (game, shown["pv"]))
        shown = self.ok("solve", "connect4:7x6", "44", "--depth", 6, "--json", *SMALL).objects[0]
        self.assertEqual((shown["pv"], shown["pv_proven"], shown["pv_nodes"]), (shown["moves"][:1], 0, 0))

    @has_mpirun
    def test_principal_variation_by_ranks(self):
        for game in "connect4:6x5", "mnk:6,5,4", "draughts:4x4":
            self.check_line(self.ok("solve", game, "--json", *SMALL, ranks=2).objects[0], game, "", False)

    def test_all_moves_within_limits(self):
        """The nodes of a position and all its moves together are limited; a list that is cut short is no list."""
        words = ("solve", "draughts:4x4", "--all-moves", "--method", "proof-number", "--threads", 1, "--table-memory", "1M")
        position = "W:WK3,6,K7:B2,K4,K8"
        whole = self.ok(*words, position).lines[0]
        self.assertEqual((whole[1], whole[5]), ("draw", "3-1 7-5"))
        self.write("list", f"{position}\n\n")
        for limit in range(200, int(whole[3]) + 1500, 1500):
            one = self.call(*words, position, "--node-limit", limit)
            batch = self.call(*words, "--positions", "list", "--node-limit", limit)
            shown = self.call(*words, position, "--node-limit", limit, "--json").objects[0]
            enough = limit >= int(whole[3])
            self.assertEqual(one.code, 0 if enough else 75, (limit, one.err))
            self.assertEqual(batch.lines[0][1:4] + batch.lines[0][5:], one.lines[0][1:4] + one.lines[0][5:])
            self.assertEqual(one.lines[0][5], whole[5] if enough else "-")
            self.assertEqual((shown["moves"], shown["all_moves"]), (["3-1", "7-5"] if enough else [], enough))
            self.assertLessEqual(int(one.lines[0][3]), limit)
            if not enough:
                self.assertEqual((batch.code, int(one.lines[0][3])), (75, limit), batch.err)
                self.assertIn("undecided" if one.lines[0][1] == "draw" else "value", one.said[0])
        done = self.call("solve", "connect4:7x6", "--positions", self.write("more", "44444\n444444\n"), "--all-moves", "--time-limit",
                         "0.3s", *SMALL)
        self.assertEqual((done.code, len(done.said)), (75, 1), done.err)

    def test_time_limit(self):
        begun = time.monotonic()
        done = self.fails(75, "solve", ENDLESS, "--time-limit", "0.5s", *SMALL, says="time limit")
        self.assertEqual(done.lines[0][1], "unknown")
        self.assertLess(time.monotonic() - begun, 30)

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
            process = self.start("solve", ENDLESS, *SMALL)
            time.sleep(1)
            done = self.stop(process, number)
            self.assertEqual((done.code, len(done.said)), (75, 1), done.err)
            self.assertIn("signal", done.said[0])
            self.assertEqual(done.lines[0][1], "unknown")

    def test_pretty(self):
        lines = self.ok("solve", "mnk:3,3,3", "--pretty", *SMALL).out.splitlines()
        self.assertTrue(lines[0].startswith("Neither player can force a win: a draw; best: "), lines)
        self.assertEqual(lines[-2].split(), ["position", "value", "score", "nodes", "seconds", "moves"])
        self.assertNotIn("\t", lines[-1])

    def test_output_file(self):
        done = self.ok("solve", "mnk:3,3,3", "-o", "answer.tsv", *SMALL)
        self.assertEqual((done.out, self.files()), ("", ["answer.tsv"]))
        with open(self.path("answer.tsv"), encoding="ascii") as file:
            self.assertEqual(file.read().split("\t")[:2], ["-", "draw"])

    def test_verbose(self):
        done = self.ok("solve", "mnk:3,3,3", "--verbose", *SMALL)
        self.assertRegex(done.err, r"(?m)^nodes +\d+ ")
        self.assertRegex(done.err, r"(?m)^table_hits +\d+ +0\.\d+ of table_probes")

    def test_table_counters(self):
        """Every search says how often its table was enough: among the looks that found the position."""
        for words in (["connect4:5x5"], ["connect4:5x5", "--score"], ["connect4:5x4", "--method", "alpha-beta"],
                      ["connect4:5x5", "--method", "proof-number"],
                      ["mnk:5,5,4", "--method", "null-window"], ["mnk:8,4,4", "--maker-breaker"], ["draughts:4x4"],
                      ["draughts:4x4", "W:WK3,6,K7:B2,K4,K8", "--method", "proof-number"]):
            counted = self.ok("solve", *words, "--json", *SMALL).objects[0]["statistics"]
            self.assertGreater(counted["table_cuts"], 0, words)
            self.assertLessEqual(counted["table_cuts"], counted["table_hits"], words)
            self.assertLess(counted["table_hits"], counted["table_probes"], words)

    @has_mpirun
    @release_only
    def test_counters_of_ranks(self):
        """What only several ranks do shows in --verbose: that they join a search, and what they share."""
        alone = ("estimates", "shared", "joins", "messages")
        for board, ranks in (("5x8", 1), ("5x8", 2), ("6x6", 8)):
            for _ in range(10):  # on a busy machine one rank may be done with the whole before the other has begun
                done = self.ok("solve", f"connect4:{board}", "--verbose", *SMALL, ranks=ranks)
                counted = {line.split()[0]: int(line.split()[1]) for line in re.findall(r"(?m)^\w+ +\d+ .*$", done.err)}
                if ranks == 1 or counted["received"] > 0:
                    break
            if ranks == 1:
                self.assertEqual([counted[name] for name in alone], [0] * len(alone))
                continue
            for name in ("shared", "received", "share_bytes", "share_us", "messages"):
                self.assertGreater(counted[name], 0, (ranks, name))
            self.assertGreater(counted["joins"], 0)
            self.assertLessEqual(counted["joins_won"], counted["joins"])
            self.assertGreater(counted["message_bytes"], counted["share_bytes"])

    def test_statistics(self):
        self.ok("solve", "mnk:4,4,4", "--statistics", "s.h5", *SMALL)
        self.assertEqual(self.files(), ["s.h5"])

    def test_large_board(self):
        self.fails(65, "solve", "mnk:40,40,5", says="too large")

    def test_one_thread_is_one_thread(self):
        """The search runs where its caller is, and still ends when it is told to."""
        process = self.start("solve", ENDLESS, *SMALL)
        end = time.monotonic() + harness.TIMEOUT
        while not catches(process.pid, signal.SIGTERM):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        time.sleep(0.2)
        threads = len(os.listdir(f"/proc/{process.pid}/task"))
        self.assertEqual(self.stop(process).code, 75)
        self.assertEqual(threads, 1)

    def test_loads_no_library_from_where_one_stands(self):
        for name in ("libz.so.1", "libxxhash.so.0", "libhdf5_openmpi.so.103", "libjansson.so.4", "libc.so.6"):
            self.write(name, "not a library")
        self.ok("--version")

    def test_reads_no_data(self):
        self.assertEqual(self.ok("solve", "mnk:3,3,3", *SMALL, ZERMELO_DATA="/nonexistent").lines[0][1], "draw")


class Batch(Case):
    def batch(self, text, *words, code=0, game="mnk:3,3,3", **more):
        done = self.call("solve", game, "--positions", "-", *words, *SMALL, stdin=text, **more)
        self.assertEqual(done.code, code, done.err)
        return done

    def check_against_brute_force(self, lines, positions):
        self.assertEqual([line[0] for line in lines], [tictactoe.text(moves) or "-" for moves in positions])
        for (name, value, score, _, _, kept), moves in zip(lines, positions):
            expected = tictactoe.solve(moves)
            self.assertEqual((value, score), (tictactoe.NAMES[expected[0]],
                                              "-0" if expected == (-1, 0) else tictactoe.score(expected)), name)
            best = [move for move, worth in tictactoe.children(moves).items()
                    if tictactoe.rank(worth) == tictactoe.rank(expected)]
            self.assertEqual(kept, " ".join(sorted(best)) or "-", name)

    def test_all_of_it_against_brute_force(self):
        positions = tictactoe.some_positions(300)
        text = "".join(tictactoe.text(moves) + "\n" for moves in positions)
        self.check_against_brute_force(self.batch(text, "--score", "--all-moves").lines, positions)

    @has_mpirun
    def test_ranks(self):
        positions = tictactoe.some_positions(60, seed=2)
        name = self.write("positions", "".join(tictactoe.text(moves) + "\n" for moves in positions))
        for ranks in (1, 2, 3):
            done = self.ok("solve", "mnk:3,3,3", "--positions", name, "--score", "--all-moves", *SMALL, ranks=ranks)
            self.check_against_brute_force(done.lines, positions)

    def test_moves_are_moves_that_keep_the_value(self):
        positions = tictactoe.some_positions(200, seed=3)
        done = self.batch("".join(tictactoe.text(moves) + "\n" for moves in positions))
        for (name, value, _, _, _, kept), moves in zip(done.lines, positions):
            worth = tictactoe.children(moves)
            known = [] if kept == "-" else kept.split(" ")
            for move in known:
                self.assertEqual(tictactoe.NAMES[worth[move][0]], value, name)

    def test_comments_empty_lines_and_line_ends(self):
        done = self.batch("# start\n\nb2\r\n  # no comment\n\na1", code=65)
        self.assertEqual([line[0] for line in done.lines], ["-", "b2", "  # no comment", "-", "a1"])
        self.assertEqual(done.lines[2], ["  # no comment", "error", "-", "0", "0"])
        self.assertEqual(len(done.said), 1)
        self.assertIn(":4: ", done.said[0])

    def test_bad_lines(self):
        done = self.batch("b2\nb2 b2\nzz\na1 b1 a2 b2 a3 c3\n\n", code=65)
        self.assertEqual([line[1] for line in done.lines], ["draw", "error", "error", "error", "draw"])
        self.assertEqual(done.lines[1], ["b2 b2", "error", "-", "0", "0"])
        self.assertEqual([re.search(r":(\d+): ", said).group(1) for said in done.said], ["2", "3", "4"])
        self.assertIn("move 2", done.said[0])

    def test_strange_bytes(self):
        name = self.path("strange")
        with open(name, "wb") as file:
            file.write(b"b2\x00a1\n\xff\xfe\n" + b"a" * 100000 + b"\na1\tb1\n")
        done = self.call("solve", "mnk:3,3,3", "--positions", name, *SMALL)
        self.assertEqual((done.code, len(done.lines), len(done.said)), (65, 4, 3 if done.lines[3][1] != "error" else 4))
        done = self.call("solve", "mnk:3,3,3", "--positions", name, "--json", *SMALL)
        self.assertEqual([shown["value"] for shown in done.objects][:3], ["error"] * 3)

    def test_json(self):
        done = self.batch("b2\nb2 b2\n", "--json", "--score", code=65)
        good, bad = done.objects
        self.assertEqual((good["position"], good["value"], good["score"]), ("b2", "draw", 0))
        self.assertEqual((bad["position"], bad["value"], bad["score"], bad["nodes"]), ("b2 b2", "error", None, 0))

    def test_a_question_costs_little(self):
        """Nobody is woken for a question or waits for its answer, and no fresh memory is touched for it."""
        def cost(game, positions):
            name = self.write("positions", "".join(position + "\n" for position in positions))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.ok("solve", game, "--positions", name, *SMALL, "-o", "answers.tsv")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_nvcsw - before.ru_nvcsw, after.ru_minflt - before.ru_minflt
        for game, positions in (("mnk:3,3,3", [tictactoe.text(moves) for moves in tictactoe.some_positions(300)]),
                                ("draughts:6x6", ["W:WK5,K17:BK2,K8", "W:WK4,K10:BK13,K7", "B:WK4,K16:BK3,K9"] * (10 if SLOW else 100))):
            few, many = cost(game, positions[:3]), cost(game, positions)
            self.assertLess(many[0] - few[0], len(positions) / 3, game)
            if not SLOW:  # sanitizers put freed memory aside; a page now and then is chance, one a question is not
                self.assertLess(many[1] - few[1], len(positions), game)

    def test_answers_come_one_by_one(self):
        process = self.start("solve", "mnk:3,3,3", "--positions", "-", *SMALL)
        for text, value in (("", "draw"), ("b2", "draw"), ("a1 b1 a2 b2", "win")):
            process.stdin.write(text + "\n")
            process.stdin.flush()
            self.assertEqual(process.stdout.readline().split("\t")[1], value)
        out, err = process.communicate(timeout=harness.TIMEOUT)
        self.assertEqual((process.returncode, out, err), (0, "", ""))

    def test_limits(self):
        done = self.batch("\n4\n44\n", "--node-limit", "1000", code=75, game="connect4:7x6")
        self.assertEqual([line[1] for line in done.lines], ["unknown"] * 3)
        self.assertEqual(len(done.said), 1)
        name = self.write("many", "\n" * 50)
        done = self.fails(75, "solve", ENDLESS, "--positions", name, "--time-limit", "1s", *SMALL,
                          says="time limit")
        self.assertLessEqual(len(done.lines), 50)

    def test_heuristic_methods(self):
        done = self.batch("d4\nd4 c4\n\n", "--method", "bns", "--depth", 3, game="mnk:7,7,5")
        self.assertEqual([line[1] for line in done.lines], ["unknown"] * 3)
        for text, line in zip(("d4", "d4 c4", ""), done.lines):
            alone = self.ok("solve", "mnk:7,7,5", text, "--method", "bns", "--depth", 3, *SMALL).lines[0]
            self.assertEqual((line[3], line[5]), (alone[3], alone[5]))

    def test_empty_file(self):
        self.assertEqual(self.batch("").out, "")
