"""`zermelo serve`: its answers against those of the other commands, and what it does to those who ask badly."""
import concurrent.futures
import http.client
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import time
import unittest
import urllib.parse

import jsonschema

try:
    import h5py
    import forged
except ImportError:
    h5py = None

import harness
from harness import SLOW, Case, environment, release_only

SMALL = ("--threads", "1", "--table-memory", "16M")
GAMES = ("connect4:5x4", "mnk:3,3,3", "draughts:4x4")
PATHS = ("/api/position", "/api/line", "/api/files", "/api/statistics", "/api/game", "/api/setup", "/api/move", "/api/certificate", "/solve", "/")


class Server:
    """One that runs, at a port of its own."""

    def __init__(self, case, *words):
        self.case = case
        self.process = subprocess.Popen([harness.ZERMELO, "serve", *words, "--port", "0", *SMALL], cwd=case.folder, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        case.assertTrue(found, (line, self.process.poll()))
        self.port = int(found[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """A signal ends it cleanly, whatever was asked before."""
        done = self.case.stop(self.process)
        self.case.assertEqual((done.code, done.out, done.err), (0, "", ""))

    def send(self, path, method="GET", headers=None, body=None):
        """Status, headers and content."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=harness.TIMEOUT)
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, answer.headers, content

    def get(self, path, status=200, **parameters):
        found, headers, content = self.send(path + "?" + urllib.parse.urlencode(parameters))
        self.case.assertEqual(found, status, (path, parameters, content))
        self.case.assertEqual(headers["Content-Type"], "application/json")
        return json.loads(content)

    def refuses(self, status, path, **parameters):
        answer = self.get(path, status, **parameters)
        self.case.assertEqual(list(answer), ["error"], answer)
        self.case.assertNotIn("\n", answer["error"])
        return answer["error"]

    def raw(self, data, wait=harness.TIMEOUT):
        """What comes back for these bytes, until the other side closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            got = b""
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                while part := connection.recv(65536):
                    got += part
            except (ConnectionError, TimeoutError):
                pass
            return got

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


class Serve(Case):
    def schema(self):
        with open(os.path.join(harness.DATA, "position.schema.json"), encoding="utf-8") as file:
            return jsonschema.Draft202012Validator(json.load(file))

    @staticmethod
    def positions(server, game, count, plies=range(1, 12)):
        """Some, by games of random moves, with so many plies unless they end before."""
        chance, found = random.Random(f"20261123 {game}"), []
        while len(found) < count:
            text = ""
            for _ in range(chance.choice(plies)):
                moves = server.get("/api/game", game=game, position=text)["moves"]
                if not moves:
                    break
                text = chance.choice(moves)["position"]
            found.append(text)
        return found

    def compare(self, game, text, answer):
        """The server says what `moves --values --score` says."""
        lines = self.ok("moves", game, text, "--values", "--score", *SMALL).lines
        said = {move["move"]: (move["value"], move["score"]) for move in answer["moves"]}
        self.assertEqual(said, {move: (value, int(score)) for move, value, score in lines}, (game, text))
        ranks = [("win", "draw", "unknown", "loss").index(move["value"]) for move in answer["moves"]]
        self.assertEqual(ranks, sorted(ranks), "best first")
        self.assertTrue(answer["complete"])
        if answer["moves"]:
            self.assertEqual((answer["value"], answer["score"]), (answer["moves"][0]["value"], answer["moves"][0]["score"]))

    def test_positions(self):
        """Values, scores, distances, texts and moves of all three games; each answer fits the schema."""
        schema = self.schema()
        with Server(self, *GAMES) as server:
            for game in GAMES:
                for text in ["", *self.positions(server, game, 4)]:
                    answer = server.get("/api/position", game=game, position=text, score=1, time=60)
                    schema.validate(answer)
                    self.compare(game, text, answer)
                    board = server.get("/api/game", game=game, position=text)
                    self.assertEqual(board["position"], answer["position"])
                    self.assertEqual(sorted(move["move"] for move in board["moves"]), sorted(move["move"] for move in answer["moves"]))
                    self.assertEqual({move["move"]: move["position"] for move in board["moves"]},
                                     {move["move"]: move["position"] for move in answer["moves"]})
                    for move in answer["moves"]:
                        after = server.get("/api/position", game=game, position=move["position"], time=0)
                        schema.validate(after)
                        if after["value"] != "unknown":
                            self.assertEqual(after["value"], {"win": "loss", "draw": "draw", "loss": "win"}[move["value"]])

    def test_shape(self):
        """--json=position is the same object."""
        schema = self.schema()
        with Server(self, *GAMES) as server:
            for game, text in (("connect4:5x4", "33"), ("mnk:3,3,3", "a1 b1"), ("mnk:3,3,3", "a1 b1 a2 b2 a3"), ("draughts:4x4", "")):
                served = server.get("/api/position", game=game, position=text, score=1, time=60)
                printed = self.ok("moves", game, text, "--values", "--score", "--json=position", *SMALL).objects[0]
                solved = self.ok("solve", game, text, "--score", "--all-moves", "--json=position", *SMALL).objects[0]
                for answer in (served, printed, solved):
                    schema.validate(answer)
                    answer["seconds"], answer["source"], answer["argument"], answer["origin"] = 0, None, None, None
                    for move in answer["moves"]:
                        move["source"] = None
                self.assertEqual(printed, served)
                for member in ("position", "turn", "outcome", "value", "score", "distance", "sentence", "proven"):
                    self.assertEqual(solved[member], served[member], (game, text, member))
        self.ok("book", "connect4:4x4", "--plies", 3, "--score", "-o", "b.h5")
        found = self.ok("probe", "b.h5", "1", "12", "--json=position").objects
        for answer in found:
            schema.validate(answer)
            self.assertEqual(answer["source"], "book")
        plain = self.ok("probe", "b.h5", "1", "--json").objects[0]
        self.assertEqual(list(plain), ["position", "value", "score", "moves"])
        self.assertEqual((found[0]["value"], found[0]["score"]), (plain["value"], plain["score"]))
        self.fails(64, "perft", "connect4:4x4", "--depth", 1, "--json=position", says="position")
        self.fails(64, "moves", "connect4:4x4", "--json=lots", says="lines, position")

    def test_boards(self):
        """What a page needs to draw: cells in their places, pieces, moves and what may be clicked."""
        with Server(self, "connect4:7x6", "mnk:4,3,3", "draughts:8x8", "mnk:20,20,5") as server:
            board = server.get("/api/game", game="connect4:7x6", position="443")
            self.assertEqual((board["columns"], board["rows"], board["gravity"], board["dark"]), (7, 6, True, False))
            self.assertEqual(board["files"], list("1234567"))
            self.assertEqual(board["pieces"], [{"cell": 2, "side": 0, "kind": "stone"}, {"cell": 3, "side": 0, "kind": "stone"},
                                               {"cell": 10, "side": 1, "kind": "stone"}])
            self.assertEqual((board["last"], board["turn"]), ([2], "second"))
            move = board["moves"][3]
            self.assertEqual((move["move"], move["cells"], move["targets"]), ("4", [17], [3, 10, 17, 24, 31, 38]))
            self.assertEqual(board["cells"][17], {"name": "4:3", "x": 3, "y": 3})
            board = server.get("/api/game", game="mnk:4,3,3", position="d3 a1")
            self.assertEqual((board["files"], board["ranks"]), (list("abcd"), list("321")))
            self.assertEqual(board["pieces"], [{"cell": 0, "side": 1, "kind": "stone"}, {"cell": 11, "side": 0, "kind": "stone"}])
            self.assertEqual(len(board["symmetries"]), 4)
            for images in board["symmetries"]:
                self.assertEqual(sorted(images), list(range(12)))
            self.assertEqual(board["symmetries"][0], list(range(12)))
            board = server.get("/api/game", game="draughts:8x8", position="W:WK9,22:B18,K1")
            self.assertEqual((len(board["cells"]), board["dark"], board["sides"]), (32, True, ["White", "Black"]))
            self.assertEqual(board["cells"][31], {"name": "32", "x": 7, "y": 7})
            self.assertIn({"cell": 8, "side": 0, "kind": "king"}, board["pieces"])
            self.assertIn({"cell": 17, "side": 1, "kind": "man"}, board["pieces"])
            for move in board["moves"]:
                self.assertEqual([board["cells"][cell]["name"] for cell in move["cells"]], re.split("[-x]", move["move"]))
            names = [player["name"] for player in board["players"]]
            self.assertIn("perfect", names)
            self.assertNotIn("human", names)
            large = server.get("/api/game", game="mnk:20,20,5", position="h8")
            self.assertEqual((len(large["cells"]), len(large["moves"])), (400, 399))

    def test_files(self):
        """A book, tables, layers and certificates: what they know, with where it is from, and what is in them."""
        self.ok("book", "connect4:5x4", "--plies", 4, "--score", "-o", "b.h5")
        self.ok("tablebase", "draughts:4x4", "--pieces", 3, "--distances", "-o", "t.h5")
        self.ok("layers", "mnk:3,3,3", "-o", "l.h5")
        self.ok("solve", "mnk:4,4,3", "--certificate", "c.h5")
        with Server(self, "b.h5", "t.h5", "l.h5", "c.h5") as server:
            files = server.get("/api/files")
            self.assertEqual([file["kind"] for file in files["files"]], ["book", "tables", "layers", "certificate"])
            self.assertEqual([file["name"] for file in files["files"]], ["b.h5", "t.h5", "l.h5", "c.h5"])
            self.assertEqual(files["solve"], "connect4:5x4")
            for game, text, source in (("connect4:5x4", "33", "book"), ("draughts:4x4", "W:WK1:BK8", "tables"), ("mnk:3,3,3", "b2", "layers")):
                answer = server.get("/api/position", game=game, position=text, time=0)
                self.assertEqual((answer["source"], answer["complete"]), (source, True), answer)
                self.compare(game, text, answer)
                line = server.get("/api/line", game=game, position=text)
                self.assertEqual((line["value"], line["distance"]), (answer["value"], answer["distance"]))
                if line["complete"] and line["distance"] is not None:
                    self.assertEqual(len(line["moves"]), line["distance"])
                before = text
                for move, position in zip(line["moves"], line["positions"], strict=True):
                    self.assertIn({"move": move, "position": position},
                                  [{"move": each["move"], "position": each["position"]} for each in server.get("/api/game", game=game, position=before)["moves"]])
                    before = position
            counted = self.ok("layers", "mnk:3,3,3", "-o", "again.h5").lines
            layers = server.get("/api/statistics", file=2)
            self.assertEqual(len(layers["plies"]), len(counted))
            self.assertEqual(layers["positions"], sum(ply["positions"] for ply in layers["plies"]))
            self.assertEqual(sum(ply["win"] + ply["loss"] for ply in layers["plies"]),
                             sum(each["win"] + each["loss"] for each in layers["distances"]))
            tables = server.get("/api/statistics", file=1)
            self.assertEqual({each["slice"] for each in tables["slices"]} >= {"0.1.0.1"}, True)
            for each in tables["slices"]:
                self.assertEqual(each["positions"], each["win"] + each["draw"] + each["loss"])
                self.assertEqual(sum(one["win"] for one in each["distances"]), each["win"])
            book = server.get("/api/statistics", file=0)
            self.assertEqual(book["positions"], files["files"][0]["positions"])
            for each in book["longest"]:
                answer = server.get("/api/position", game="connect4:5x4", position=each["position"], time=0)
                self.assertEqual((answer["value"], answer["distance"]), (each["value"], each["distance"]))
            self.assertEqual(sum(row["positions"] for row in server.get("/api/statistics", file=3)["rows"]), files["files"][3]["positions"])
            server.refuses(404, "/api/statistics", file=4)
            server.refuses(400, "/api/statistics", file="b.h5")
            server.refuses(400, "/api/certificate", file=0)

    def test_on_trust(self):
        """What rests on a file that nobody has checked is proven nowhere; checked, or without it, it is."""
        self.ok("tablebase", "draughts:4x4", "--pieces", 4, "--distances", "-o", "t.h5")
        game, text = "draughts:4x4", "W:W3,4,8:B5"  # the longest win of its slice
        tables = (*SMALL, "--tables", "t.h5", "--json=position")
        for words, proven in ((("solve", game, text, *tables), False), (("moves", game, text, "--values", *tables), False),
                              (("probe", "t.h5", text, "--json=position"), False),
                              (("solve", game, text, *tables, "--check-tables"), True),
                              (("moves", game, text, "--values", *tables, "--check-tables"), True),
                              (("moves", game, text, "--values", "--json=position", *SMALL), True)):
            answer = self.ok(*words).objects[0]
            self.assertEqual((answer["value"], answer["proven"]), ("win", proven), words)
            if "--tables" in words:
                self.assertIn("endgame tables t.h5", answer["argument"])
            if words[0] == "moves":
                self.assertGreater(answer["seconds"], 0, words)
        with Server(self, "t.h5") as server:
            found = server.get("/api/position", position=text, time=0)
            self.assertEqual((found["value"], found["source"], found["proven"]), ("win", "tables", False))
            found = server.get("/api/position", position="W:W6,7:B1,2,3", time=60)  # searched, down to the tables
            self.assertEqual((found["source"], found["proven"]), ("search", False), found)
            self.assertTrue(server.get("/api/position", position="W:W5:B3", time=0)["proven"], "a win by the rules at the next ply")
        self.ok("layers", "connect4:4x4", "-o", "l.h5", *SMALL[:2])
        self.ok("solve", "connect4:4x4", "--certificate", "c.h5", *SMALL)
        for name, source in (("l.h5", "layers"), ("c.h5", "certificate")):
            with Server(self, name) as server:
                found = server.get("/api/position", position="", time=0)
                self.assertEqual((found["value"], found["source"], found["proven"]), ("draw", source, False))

    def test_setup(self):
        """The pieces of a position are the position, with its moves in some order; what is none is refused in one line."""
        with Server(self, "connect4:5x4", "mnk:4,4,3", "draughts:6x6", "mnk:20,20,5") as server:
            for game in ("connect4:5x4", "mnk:4,4,3", "draughts:6x6"):
                for text in ["", *self.positions(server, game, 10)]:
                    board = server.get("/api/game", game=game, position=text)
                    names = [",".join(("K" if piece["kind"] == "king" else "") + board["cells"][piece["cell"]]["name"]
                                      for piece in board["pieces"] if piece["side"] == side) for side in (0, 1)]
                    found = server.get("/api/setup", game=game, first=names[0], second=names[1], turn=board["turn"])
                    again = server.get("/api/game", game=game, position=found["position"])
                    for member in ("pieces", "turn", "outcome"):
                        self.assertEqual(again[member], board[member], (game, text))
                    if board["before"]:
                        self.assertEqual(server.get("/api/game", game=game, position=f"{board['before']['position']} {board['before']['move']}")["position"], board["position"])
            self.assertEqual(server.get("/api/setup", game="draughts:6x6", first="K10", second="3,K1")["position"], "W:WK10:BK1,3")
            for game, first, second, why in (("connect4:5x4", "1:1,2:1,3:1,4:1", "1:2,2:2,3:2,4:2", "the game was over"), ("connect4:5x4", "1:2", "", "column 1"),
                                             ("connect4:5x4", "1:1,1:2", "1:3,1:4", "no order"), ("connect4:5x4", "1:1", "1:1", "named twice"),
                                             ("mnk:4,4,3", "a1,a2", "", "2 of the first"), ("mnk:4,4,3", "Ka1", "", "no cell 'Ka1'"), ("mnk:4,4,3", "a1", ",", "no cell ''"),
                                             ("draughts:6x6", "", "", "no pieces"), ("draughts:6x6", "1", "18", "a man of White cannot stand on 1"), ("mnk:20,20,5", "a1", "", "at most 256 cells")):
                self.assertIn(why, server.refuses(400, "/api/setup", game=game, first=first, second=second))
            server.refuses(400, "/api/setup", game="mnk:4,4,3", turn="third")
            server.refuses(413, "/api/setup", game="mnk:4,4,3", first="a1," * 4000)

    def test_two_books(self):
        """What one book knows of the distance says nothing of the moves that another one names."""
        game = "mnk:4,3,3"
        self.ok("book", game, "--plies", 2, "--score", "-o", "scored.h5")
        self.ok("book", game, "--plies", 2, "-o", "values.h5")
        with Server(self, "scored.h5", "values.h5") as server:
            for text in ("a1 a2", "b1 b2", "a1 d3", "b2 a1", "a2 d1"):
                true = {move: int(score) for move, _, score in self.ok("moves", game, text, "--values", "--score", *SMALL).lines}
                answer = server.get("/api/position", position=text, time=0)
                self.assertNotEqual(answer["value"], "unknown")
                for move in answer["moves"]:
                    if move["score"] is not None:
                        self.assertEqual(move["score"], true[move["move"]], (text, move))

    def test_contradiction(self):
        """A book in which a won position has no good move: a player looks for a move of its own."""
        self.write("b.csv", "position,ply,value,score,moves,proven\n,0,win,5,,yes\n"
                   + "".join(f"{move},1,draw,0,,yes\n" for move in ("b2", "b3", "c3")))
        self.ok("import", "mnk:3,3,3", "b.csv", "-o", "b.h5")
        with Server(self, "b.h5") as server:
            moves = {line[0] for line in self.ok("moves", "mnk:3,3,3").lines}
            self.assertIn(server.get("/api/move", player="perfect", time="0.2")["move"], moves)

    def walk(self, server, game, file, side, text):
        """Follow a strategy through all replies to its leaves; how many steps there were."""
        step = server.get("/api/certificate", file=file, position=text, side=side)
        if step["row"] in ("move", "planned", "plan", "threats") and step["turn"] == side:
            self.assertIn(step["move"]["move"], [line[0] for line in self.ok("moves", game, text).lines])
            return 1 + self.walk(server, game, file, side, step["move"]["position"])
        if step["row"] in ("reply", "planned", "plan", "threats"):
            self.assertEqual({reply["move"] for reply in step["replies"]}, {line[0] for line in self.ok("moves", game, text).lines})
            return 1 + sum(self.walk(server, game, file, side, reply["position"]) for reply in step["replies"][:2 if step["row"] == "reply" else 1])
        self.assertIsNotNone(step["row"], (text, step))
        if step["row"] != "finished":
            self.assertEqual(step["argument"]["kind"], step["row"])
            return 1
        bound = next(strategy["bound"] for strategy in step["strategies"] if strategy["side"] == side)
        self.assertRegex(step["sentence"], "wins" if bound == "win" else "wins|does not lose")
        return 1

    def test_certificates(self):
        """The strategy's moves lead, whatever the other side replies, to arguments of the certificate."""
        self.ok("solve", "mnk:6,5,4", "--certificate", "c.h5")
        self.ok("solve", "connect4:5x4", "--certificate", "d.h5")
        self.ok("solve", "mnk:5,5,5", "--certificate", "e.h5")
        self.ok("solve", "mnk:12,12,8", "--certificate", "f.h5")
        with Server(self, "c.h5", "d.h5", "e.h5", "f.h5") as server:
            first = server.get("/api/certificate", file=0)
            self.assertEqual((first["claims"], first["side"]), ([{"position": "", "value": "win", "score": None}], "first"))
            self.assertGreater(self.walk(server, "mnk:6,5,4", 0, "first", ""), 8)
            for side in ("first", "second"):
                self.assertGreater(self.walk(server, "connect4:5x4", 1, side, ""), 1)
            drawn = server.get("/api/certificate", file=2, side="second")
            self.assertEqual(drawn["row"], "pairing")
            cells = [cell for pair in drawn["argument"]["pairs"] for cell in pair]
            self.assertEqual(len(cells), len(set(cells)))
            self.assertEqual([link[:2] for link in drawn["argument"]["drawing"]["links"]], drawn["argument"]["pairs"])
            tiled = server.get("/api/certificate", file=3, side="second")
            self.assertEqual(tiled["row"], "tiling")
            tiles, drawing = tiled["argument"]["tiles"], tiled["argument"]["drawing"]
            cells = [cell for tile in tiles for cell in tile["cells"]]
            self.assertEqual(len(cells), len(set(cells)))
            self.assertLess(max(cells), 144)
            for tile in tiles:
                self.assertTrue(tile["sets"])
                for cells_of_set in tile["sets"]:
                    self.assertLessEqual(set(cells_of_set), set(tile["cells"]))
            for start in (0, 5, 144 - 12):  # eight in a row at the edges of the board hold a set
                self.assertTrue(any(set(one) <= set(range(start - start % 12, start - start % 12 + 8)) for tile in tiles for one in tile["sets"]))
            self.assertEqual(drawing["areas"], [tile["cells"] for tile in tiles])
            self.assertEqual(sorted(mark["cell"] for mark in drawing["marks"]), sorted(cells))
            answer = server.get("/api/position", game="mnk:6,5,4", time=0)
            self.assertEqual((answer["value"], answer["source"]), ("win", "certificate"))
            self.assertIsNone(server.get("/api/certificate", file=0, position="a1 d4", side="first")["row"])

    def test_certificate_with_tables(self):
        """Where a strategy comes to endgame tables the walk ends, and says so."""
        self.ok("tablebase", "draughts:6x6", "--pieces", 4, "--distances", "-o", "four.h5")
        self.ok("tablebase", "draughts:6x6", "--pieces", 3, "--distances", "-o", "t.h5")
        start = "W:WK1,K3:BK18"
        self.write("p", "W:WK1,K3:BK18\nB:W13,14,16:B1,K5\nW:W13,15:B1,K5\n")
        self.ok("solve", "draughts:6x6", "--tables", "four.h5", "--positions", "p", "--certificate", "w.h5", "--quiet", "--threads", 1)
        self.ok("certificate", "shrink", "w.h5", "--tables", "t.h5", "-o", "c.h5")
        with Server(self, "c.h5") as server:
            small = server.get("/api/certificate", file=0, position=start, side="first")
            self.assertEqual((small["row"], small["move"], small["replies"]), ("tables", None, []))
            self.assertIn("Endgame tables of at most 3 pieces", small["sentence"])
            met = set()
            for claim in small["claims"]:
                side = {"W": "first", "B": "second"}[claim["position"][0]]
                here = [claim["position"]]
                for _ in range(30):  # a strategy that holds a draw may go on for ever
                    step = server.get("/api/certificate", file=0, position=here[0], side=side)
                    if step["row"] != "move":
                        break
                    after = server.get("/api/certificate", file=0, position=step["move"]["position"], side=side)
                    replies = after["replies"]
                    if replies:
                        self.assertEqual({reply["move"] for reply in replies},
                                         {line[0] for line in self.ok("moves", "draughts:6x6", after["position"]).lines})
                    met |= {after["row"], *(reply["row"] for reply in replies)}
                    here = [reply["position"] for reply in replies if reply["row"] == "move"]
                    if not here:
                        break
            self.assertIn("tables", met)
            self.assertNotIn(None, met)

    def compare_columns(self, server, game, columns, positions):
        for text in positions:
            scores = {move: int(score) for move, _, score in self.ok("moves", game, text, "--values", "--score", *SMALL).lines}
            self.assertEqual(server.get("/solve", pos=text), {"pos": text, "score": [scores.get(str(i + 1), 100) for i in range(columns)]})

    def test_pons(self):
        """/solve answers as P. Pons's server does: a score for each column, 100 for a full one."""
        self.ok("book", "connect4:5x4", "--plies", 2, "--score", "-o", "b.h5")
        with Server(self, "b.h5", "mnk:3,3,3") as server:
            self.compare_columns(server, "connect4:5x4", 5, self.positions(server, "connect4:5x4", 20))
            self.assertEqual(server.get("/solve"), server.get("/solve", pos=""))
            server.refuses(400, "/solve", pos="9")
        with Server(self, "connect4:7x6") as server:  # late enough that each takes milliseconds
            self.compare_columns(server, "connect4:7x6", 7, self.positions(server, "connect4:7x6", 10 if SLOW else 100, range(20 if SLOW else 14, 40)))
        with Server(self, "connect4:4x4", "connect4:5x4") as server:
            server.refuses(404, "/solve", pos="")
        with Server(self, "mnk:3,3,3") as server:
            server.refuses(404, "/solve", pos="")

    def test_players(self):
        with Server(self, *GAMES) as server:
            for game in GAMES:
                for player in ("perfect", "random:seed=3", "alpha-beta:depth=2,book=none", "solver:time=1"):
                    answer = server.get("/api/move", game=game, player=player)
                    self.assertIn(answer["move"], [line[0] for line in self.ok("moves", game).lines])
                    self.assertEqual(answer["position"], self.ok("show", game, answer["move"], "--json").objects[0]["position"])
            answer = server.get("/api/move", game="connect4:5x4", position="33", player="minimax:depth=3,fixed=1,table=none")
            perft = [int(line[1]) for line in self.ok("perft", "connect4:5x4", "33", "--depth", 3).lines]
            self.assertEqual(answer["nodes"], 1 + sum(perft))
            self.assertIsInstance(answer["evaluation"], int)
            self.assertGreater(answer["seconds"], 0)
            answer = server.get("/api/move", game="connect4:5x4", player="random")
            self.assertEqual((answer["nodes"], answer["evaluation"]), (0, None))
            server.refuses(400, "/api/move", game="mnk:3,3,3", position="a1 b1 a2 b2 a3")
            for player in ("human", "nobody", "perfect:book=/etc/passwd", "perfect:tables=t.h5", "solver:book", "solver:book=none,book=b.h5", "solver:book=nonesuch.h5", "random:speed=1", "perfect:time=x"):
                server.refuses(400, "/api/move", game="mnk:3,3,3", player=player)

    def test_no_programs(self):
        """Players that are programs from outside are not for whoever asks."""
        with Server(self, "mnk:15,15,5", "draughts:8x8", "connect4:7x6") as server:
            for player, game in (("gomocup", "mnk:15,15,5"), ("hub", "draughts:8x8"), ("pons", "connect4:7x6")):
                server.refuses(400, "/api/move", game=game, player=f'{player}:command="touch {self.path("started")}"')
        self.assertFalse(os.path.exists(self.path("started")))

    def test_limits_of_time(self):
        """What is not found in time is unknown, with bounds; a client that asks anew calls its old question off."""
        with Server(self, harness.ENDLESS) as server:
            begun = time.monotonic()
            answer = server.get("/api/position", time="0.3")
            self.assertEqual((answer["value"], answer["bounds"], answer["complete"]), ("unknown", ["loss", "win"], False))
            self.assertIsInstance(answer["evaluation"], int)
            self.assertLess(time.monotonic() - begun, 30 if SLOW else 20)
            old = socket.create_connection(("127.0.0.1", server.port))
            old.sendall(f"GET /api/position?time=60&client=me HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
            time.sleep(0.2)
            begun = time.monotonic()
            server.get("/api/position", position="1", time="0.1", client="me")
            self.assertTrue(old.recv(100).startswith(b"HTTP/1.1 200"))
            self.assertLess(time.monotonic() - begun, 30 if SLOW else 20)
            old.close()
            for _ in range(3):  # nobody waits for these any more
                gone = socket.create_connection(("127.0.0.1", server.port))
                gone.sendall(f"GET /api/position?time=60 HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
                time.sleep(0.1)
                gone.close()
            begun = time.monotonic()
            server.get("/api/position", position="12", time="0.1")
            self.assertLess(time.monotonic() - begun, 40)
            others = []
            for _ in range(60):  # too many at once
                others.append(socket.create_connection(("127.0.0.1", server.port)))
                others[-1].sendall(f"GET /api/position?time=60 HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
            time.sleep(1)
            found = [other for other in others if select.select([other], [], [], 0)[0] and b" 503 " in other.recv(100)]
            self.assertGreaterEqual(len(found), 20)
            for other in others:
                other.close()

    def test_many_at_once(self):
        """Eight clients ask all kinds of things while searches run, call each other's off, and go without waiting for an answer."""
        self.ok("book", "connect4:5x4", "--plies", 3, "--score", "-o", "b.h5")
        self.ok("solve", "mnk:5,5,5", "--certificate", "c.h5")
        questions = [("/api/position", {"game": harness.ENDLESS, "time": "0.2"}), ("/api/position", {"game": "connect4:5x4", "position": "333", "score": "1", "time": "0.1"}),
                     ("/api/position", {"game": "connect4:5x4", "position": "123", "client": "all", "time": "0.1"}), ("/api/line", {"game": "mnk:3,3,3", "client": "all"}),
                     ("/api/move", {"game": "mnk:3,3,3", "player": "perfect:time=0.1", "client": "all"}), ("/api/move", {"game": "draughts:4x4", "player": "random"}),
                     ("/api/game", {"game": "draughts:4x4"}), ("/api/setup", {"game": "mnk:3,3,3", "first": "a1"}), ("/api/files", {}), ("/api/statistics", {"file": "0"}),
                     ("/api/certificate", {"file": "1"}), ("/", {})]
        with Server(self, *GAMES, harness.ENDLESS, "b.h5", "c.h5") as server:
            def ask(number):
                chance, statuses = random.Random(number), set()
                for _ in range(25):
                    path, parameters = chance.choice(questions)
                    target = f"{path}?{urllib.parse.urlencode(parameters)}"
                    if chance.random() < 0.2:
                        with socket.create_connection(("127.0.0.1", server.port)) as gone:
                            gone.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
                    else:
                        statuses.add(server.send(target)[0])
                return statuses
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                statuses = set().union(*pool.map(ask, range(8)))
            self.assertLessEqual(statuses, {200, 503})
            self.assertIn(200, statuses)

    def test_remembered(self):
        """What was found once is there at once."""
        with Server(self, "connect4:5x5") as server:
            text = "333355"
            first = server.get("/api/position", position=text, score=1, time=60)
            self.assertTrue(first["complete"])
            again = server.get("/api/position", position=text, score=1, time=0)
            self.assertEqual(again["moves"], first["moves"])
            mirrored = server.get("/api/position", position=text.translate(str.maketrans("12345", "54321")), score=1, time=0)
            self.assertEqual((mirrored["value"], mirrored["score"]), (first["value"], first["score"]))

    def test_page(self):
        """The page is there, is not sent twice, and forbids scripts from elsewhere; no path leads to a file."""
        with Server(self, "mnk:3,3,3") as server:
            status, headers, content = server.send("/")
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
            self.assertEqual(server.send("/index.html")[2], content)
            self.assertEqual(server.send("/", headers={"If-None-Match": headers["ETag"]})[::2], (304, b""))
            status, head, nothing = server.send("/", method="HEAD")
            self.assertEqual((status, head["Content-Length"], nothing), (200, str(len(content)), b""))
            for path in ("/", "/api/files", "/nothing"):
                found = server.send(path)[1]
                self.assertIn("default-src 'none'; script-src 'self'", found["Content-Security-Policy"])
                self.assertEqual(found["X-Content-Type-Options"], "nosniff")
            self.write("secret", "secret")
            for path in ("/secret", "/../secret", "/%2e%2e/secret", "//etc/passwd", "/etc/passwd", "/.", "/page/index.html"):
                self.assertEqual(server.send(path)[0], 404, path)

    def test_connection(self):
        """Question after question over one connection, also after an error; and several at once, answered in their order."""
        with Server(self, "mnk:3,3,3") as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=harness.TIMEOUT)
            connection.connect()
            own = connection.sock
            for i in range(200):
                connection.request("GET", f"/api/position?position={'z9' if i % 7 == 3 else 'b2'}&time={i % 2}")
                answer = connection.getresponse()
                answer.read()
                self.assertEqual(answer.status, 400 if i % 7 == 3 else 200)
                self.assertIs(connection.sock, own)
            connection.close()
            said = server.raw((f"GET /api/position?position=a1 HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
                               f"GET /api/game?position=c3 HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n\r\n").encode())
            self.assertEqual(re.findall(rb'"position":"([a-z0-9]*)","turn"', said), [b"a1", b"c3"])

    def test_other_sites(self):
        """Pages of other sites get nothing, whatever name they give this machine."""
        with Server(self, "mnk:3,3,3") as server:
            for host in (f"localhost:{server.port}", f"127.0.0.1:{server.port}", "LOCALHOST:9", "127.0.0.1", "[::1]:1"):  # ports are forwarded
                self.assertEqual(server.send("/api/files", headers={"Host": host})[0], 200)
            for host in ("example.org", f"example.org:{server.port}", "", "localhost:x", "localhost:123456", "localhost:", "[localhost", "127.0.0.2", f"[::1:{server.port}", f"127.0.0.1.example.org:{server.port}"):
                self.assertEqual(server.send("/api/files", headers={"Host": host})[0], 403, host)
            own = f"http://127.0.0.1:{server.port}"
            self.assertEqual(server.send("/api/files", headers={"Origin": own})[0], 200)
            for origin in ("http://example.org", "null", own + "0", "https://127.0.0.1", f"http://127.0.0.1:{server.port}.example.org"):
                self.assertEqual(server.send("/api/files", headers={"Origin": origin})[0], 403, origin)
            for site, mode, path, status in (("cross-site", "no-cors", "/api/files", 403), ("same-site", "cors", "/api/files", 403), ("cross-site", "navigate", "/api/files", 403),
                                             ("cross-site", "navigate", "/", 200), ("cross-site", "no-cors", "/", 403), ("same-origin", "cors", "/api/files", 200), ("none", "navigate", "/", 200)):
                self.assertEqual(server.send(path, headers={"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode})[0], status, (site, mode, path))
            for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
                status, headers, _ = server.send("/api/files", method=method)
                self.assertEqual((status, headers["Allow"]), (405, "GET, HEAD"))
            self.assertEqual(server.send("/api/files", body=b"x" * 100000)[0], 413)

    def test_bad_requests(self):
        with Server(self, *GAMES) as server:
            game = "mnk:3,3,3"
            server.refuses(404, "/api/position", game="mnk:4,4,4")
            server.refuses(404, "/api/position", game="chess")
            server.refuses(404, "/api/nothing")
            self.assertIn("z9", server.refuses(400, "/api/position", game=game, position="z9"))
            server.refuses(400, "/api/position", game=game, position="a1 a1")
            server.refuses(413, "/api/position", game=game, position="a1 " * 5000)
            for parameters in ({"time": "1e9"}, {"time": "-1"}, {"time": "nan"}, {"time": "1s"}, {"time": "."}, {"time": "61"}, {"score": "2"}, {"client": "a b"}, {"client": "a" * 41}):
                server.refuses(400, "/api/position", game=game, **parameters)
            server.refuses(400, "/api/certificate", file=0, side="third")
            self.assertEqual(server.send("/api/position?game=mnk:3,3,3&position=%ff%fe")[0], 400)
            self.assertEqual(server.send("/" + "x" * 40000)[0], 414)
            self.assertEqual(server.send("/api/files", headers={"X": "x" * 40000})[0], 431)

    def test_what_is_not_clear(self):
        """A zero byte, what is there twice, and what is there without a value are refused, not read in one of the ways they could be."""
        with Server(self, "mnk:3,3,3") as server:
            for target in ("/api/position?position=a1%00", "/api/position?position=%00", "/api/position?posi%00tion=a1", "/api/files%00", "/api/position?position=a1&position=b2",
                           "/api/position?position=&position=b2", "/api/position?position=a1&time=0&time=0", "/api/position?position", "/api/position?time", "/api/position?time=",
                           "/api/position?score=", "/api/position?client=", "/api/certificate?file=0&side=", "/api/setup?turn=", "/api/move?player=",
                           "/api/files?" + "&".join(f"a{i}=1" for i in range(30))):
                status, _, content = server.send(target)
                self.assertEqual((status, list(json.loads(content))), (400, ["error"]), target)
            self.assertEqual(server.send("/api/position?position=&time=0")[0], 200)  # the start
            head, own = b"GET /api/files HTTP/1.1\r\n", b"Host: localhost:%d\r\n" % server.port
            for more in (own + own, own + b"host: example.org\r\n", own + b"Origin: http://localhost\r\nOrigin: null\r\n", own + b"Sec-Fetch-Site: none\r\nSec-Fetch-Site: none\r\n"):
                self.assertTrue(server.raw(head + more + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 400 "), more)
            self.assertTrue(server.raw(head + own + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 200 "))

    def test_in_turn(self):
        """However many questions one client has, another one waits for one of them at most; and nobody may have too many."""
        with Server(self, harness.ENDLESS, "mnk:3,3,3") as server:
            ask = f"GET /api/position?game={urllib.parse.quote(harness.ENDLESS)}&time=2 HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode()
            many = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(12)]
            for one in many:
                one.sendall(ask)
                time.sleep(0.02)
            other = socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.2", 0), timeout=harness.TIMEOUT)
            other.sendall(f"GET /api/position?game=mnk:3,3,3&time=2 HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
            self.assertIn(b'"value":"draw"', other.recv(65536))
            statuses = [one.recv(12)[9:] for one in select.select(many, [], [], 0)[0]]
            self.assertLessEqual(statuses.count(b"200"), 2)
            self.assertGreaterEqual(statuses.count(b"503"), 3)
            for one in (*many, other):
                one.close()

    @unittest.skipUnless(h5py, "no h5py")
    def test_forged_tiling(self):
        """A row with more cells or sets than a tile has: no reader uses it, and each says so with the same code."""
        self.ok("solve", "mnk:8,4,8", "--certificate", "c.h5", *SMALL)
        for numbers in ([20000] + [0] * 20000 + [20000] + [0xffff] * 20000, [13] + [0] * 13 + [1, 1], [2, 0, 1, 65] + [3] * 65, [2, 0, 1, 2, 3], [1, 0, 0], [2, 0]):
            rows = {}
            with h5py.File(self.path("c.h5")) as file:
                for group in ("first", "second"):
                    kinds, sizes, old, new = file[group]["kind"][:], list(file[group]["size"]), list(file[group]["number"]), []
                    for row, kind in enumerate(kinds):
                        begin = sum(file[group]["size"][:row])
                        mine = numbers if kind == 7 else old[begin:begin + sizes[row]]
                        sizes[row] = len(mine)
                        new += mine
                    if 7 in kinds:
                        rows |= {group + "/size": sizes, group + "/number": new}
            self.assertTrue(rows)
            forged.forge(self.path("c.h5"), self.path("f.h5"), rows)
            for words in (("check", "f.h5"), ("probe", "f.h5", ""), ("export", "f.h5", "--format", "text", "-o", "f.txt"), ("export", "f.h5", "--format", "html", "-o", "f.html"),
                          ("certificate", "shrink", "f.h5", "-o", "g.h5"), ("report", "f.h5"), ("serve", "f.h5", "--port", "0")):
                self.fails(65, *words)
            done = subprocess.run([os.path.join(os.path.dirname(harness.ZERMELO), "zermelo-check"), self.path("f.h5")], capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stderr.count(b"\n")), (65, 1), done)

    def heavy(self):
        """A certificate that claims a hundred long games, each of which is looked for whenever somebody asks for its claims."""
        chance, keys = random.Random(20261126), set()
        self.ok("solve", "mnk:16,16,9", "--certificate", "c.h5", *SMALL)
        cells = [(column, row) for row in range(16) for column in range(16)]
        sides = [[cell for cell in cells if ((cell[0] + 2 * cell[1]) % 4 < 2) == first] for first in (True, False)]
        while len(keys) < 100:
            key = [0] * 64
            for player, side in enumerate(sides):
                for column, row in chance.sample(side, 124):
                    key[4 * row + column // 4] |= (1 + player) << 6 - 2 * (column % 4)
            keys.add(tuple(key))
        forged.forge(self.path("c.h5"), self.path("f.h5"), {"claim/key": sorted(keys), "claim/value": [0] * len(keys)})
        return "f.h5"

    @unittest.skipUnless(h5py, "no h5py")
    def test_long_answers(self):
        """What takes long to say about a certificate holds up nobody else, and a signal ends it at once."""
        questions = 3 if SLOW else 8
        with Server(self, self.heavy(), "mnk:3,3,3") as server:
            ask = f"GET /api/certificate?file=0 HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n\r\n".encode()
            begun = time.monotonic()
            self.assertEqual(len(server.get("/api/certificate", file=0)["claims"]), 100)
            one_takes = time.monotonic() - begun
            many = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(questions)]
            begun = time.monotonic()
            for one in many:
                one.sendall(ask)
            longest = 0
            for _ in range(10):
                asked = time.monotonic()
                self.assertEqual(server.get("/api/position", game="mnk:3,3,3", time=0)["position"], "")
                longest = max(longest, time.monotonic() - asked)
            for one in many:
                self.assertTrue(one.recv(12).endswith(b" 200"))
                one.close()
            self.assertLess(longest, (time.monotonic() - begun) / 4)
            many = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(questions)]
            begun = time.monotonic()
            for one in many:
                one.sendall(ask)
            time.sleep(0.1)
            self.stop(server.process)
            self.assertLess(time.monotonic() - begun, 2 * one_takes + 2)
            for one in many:
                self.assertIn(one.recv(12)[-4:], (b" 200", b" 503"))
                one.close()

    def fuzz(self, server, count):
        """Requests that somebody has trampled on. The server answers each in some way, and the next one in order."""
        chance = random.Random(20261123)
        words = ["connect4:5x4", "draughts:4x4", "W:WK1:BK8", "position", "game", "score=1", "time=0", "&", "?", "=", "%", "%00", "\r\n", "\n", " ", "\0", "..", "/", "9" * 30,
                 "-1", "44", "a1", "Host:", "Transfer-Encoding: chunked", "Content-Length: -1", "Content-Length: 99999999999999999999", "HTTP/1.1", "\xff", "client=x"]
        for i in range(count):
            path = chance.choice(PATHS)
            query = "&".join(f"{chance.choice(('game', 'position', 'pos', 'file', 'side', 'score', 'client', 'player'))}={chance.choice(words)}" for _ in range(chance.randrange(5)))
            method = chance.choice(("GET", "GET", "GET", "HEAD", "POST", "G\0T", ""))
            lines = [f"{method} {path}?{query}&time=0 HTTP/1.{chance.choice('0119')}", f"Host: localhost:{server.port}",
                     *(chance.choice(words) for _ in range(chance.randrange(4))), "Connection: close", "", ""]
            data = bytearray("\r\n".join(lines).encode("latin-1"))
            for _ in range(chance.choice((0, 0, 1, 3, 20))):
                place = chance.randrange(len(data))
                if chance.random() < 0.5:
                    data[place] = chance.randrange(256)
                else:
                    data[place:place + chance.randrange(4)] = chance.choice(words).encode("latin-1")
            server.raw(bytes(data), wait=0.3)
            if i % 100 == 0:
                self.assertEqual(server.get("/api/position", game="mnk:3,3,3", time=0)["position"], "")
        return server.memory()

    def test_malformed(self):
        with Server(self, *GAMES) as server:
            count = int(os.environ.get("ZERMELO_FUZZ", "1000")) // 2
            before = self.fuzz(server, count)  # which touches tables for the first time
            after = self.fuzz(server, count)
            if not SLOW:
                self.assertLess(after, before + 2048)  # KiB

    def test_silent(self):
        """500 connections that send nothing: others are answered at once, and nothing grows."""
        with Server(self, "mnk:3,3,3") as server:
            silent = []
            for _ in range(500):
                silent.append(socket.create_connection(("127.0.0.1", server.port)))
            begun = time.monotonic()
            for _ in range(20):
                server.get("/api/files")
            self.assertLess(time.monotonic() - begun, 60 if SLOW else 20)
            closed = sum(bool(select.select([one], [], [], 0)[0]) for one in silent)
            self.assertGreaterEqual(closed, 200)  # the oldest have made room
            for one in silent:
                one.close()
            server.get("/api/files")

    @release_only
    def test_slow(self):
        """One byte now and then: closed after ten seconds in all; and so is who reads no answer."""
        with Server(self, "mnk:15,15,5") as server:
            slow = socket.create_connection(("127.0.0.1", server.port))
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", server.port))
            deaf.sendall((f"GET /api/game HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n" * 30).encode())
            begun, text = time.monotonic(), b"GET / HTTP/1.1\r\nX: " + b"x" * 200
            for i in range(len(text)):
                try:
                    slow.sendall(text[i:i + 1])
                    if select.select([slow], [], [], 0.25)[0] and not slow.recv(100):
                        break
                except ConnectionError:
                    break
            self.assertLess(time.monotonic() - begun, 60 if SLOW else 30)
            self.assertGreater(time.monotonic() - begun, 8)
            time.sleep(2)
            deaf.settimeout(5)
            with self.assertRaises((ConnectionError, EOFError)):
                while True:
                    if not deaf.recv(65536):
                        raise EOFError
            server.get("/api/files")
            slow.close()
            deaf.close()

    def test_headers_without_end(self):
        """100 MB of headers: closed long before."""
        with Server(self, "mnk:3,3,3") as server:
            before, sent = server.memory(), 0
            with socket.create_connection(("127.0.0.1", server.port)) as connection:
                connection.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\n".encode())
                try:
                    while sent < 100 << 20:
                        sent += connection.send(b"X-A: " + b"a" * 4000 + b"\r\n")
                except ConnectionError:
                    pass
            self.assertLess(sent, 50 << 20)
            self.assertLess(server.memory(), before + 8192)
            server.get("/api/files")

    def test_end(self):
        """A signal ends it at once and cleanly, also in the middle of a search for somebody who still gets an answer."""
        for number in (signal.SIGTERM, signal.SIGINT):
            server = Server(self, harness.ENDLESS)
            waiting = socket.create_connection(("127.0.0.1", server.port))
            waiting.sendall(f"GET /api/position?time=60 HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
            time.sleep(0.3)
            begun = time.monotonic()
            done = self.stop(server.process, number)
            self.assertEqual((done.code, done.err), (0, ""))
            self.assertLess(time.monotonic() - begun, 60 if SLOW else 20)
            self.assertTrue(waiting.recv(100).startswith(b"HTTP/1.1 200"))
            waiting.close()

    def test_says_what_it_rests_on(self):
        """A value from a certificate that nobody has checked is not called proven, but what it rests on is said."""
        self.ok("solve", "mnk:3,3,3", "--certificate", "c.h5", *SMALL)
        with Server(self, "c.h5") as server:
            answer = server.get("/api/position", game="mnk:3,3,3", position="", time=0)
            self.assertEqual((answer["value"], answer["proven"]), ("draw", False))
            self.assertIn("not proven: it rests on a file that was not checked", answer["origin"])

    def test_page_in_a_file(self):
        """export --format html: the page with a small file inside, which says what the server says."""
        self.ok("book", "connect4:4x4", "--plies", 3, "--score", "-o", "b.h5")
        self.ok("solve", "mnk:6,5,4", "--certificate", "c.h5")
        self.ok("tablebase", "draughts:4x4", "--pieces", 3, "-o", "t.h5")
        self.ok("layers", "mnk:4,3,3", "-o", "l.h5")
        for name, game in (("b", "connect4:4x4"), ("c", "mnk:6,5,4")):
            count = int(self.ok("export", f"{name}.h5", "--format", "html", "-o", f"{name}.html").lines[0][1])
            with open(self.path(f"{name}.html"), encoding="utf-8") as file:
                page = file.read()
            self.assertNotIn("src=", page)
            self.assertEqual(page.count("</script"), 2)
            data = json.loads(re.search(r'<script type="application/json" id="zermelo-data">(.*?)</script>', page, re.S)[1])
            self.assertEqual(len(data["position"]) >= count >= 10, True)
            self.assertEqual(set(data["position"]), set(data["game"]))
            with Server(self, f"{name}.h5") as server:
                board = server.get("/api/game")
                self.assertEqual(data["files"], server.get("/api/files"))
                self.assertEqual(data["statistics"]["0"], server.get("/api/statistics", file=0))
                for key in random.Random(1).sample(sorted(data["position"]), 10):
                    text = key.split("|")[1]
                    here = data["position"][key]
                    self.assertEqual([move["move"] for move in here["moves"]],
                                     [move["move"] for move in server.get("/api/position", position=text, time=0)["moves"]])
                    self.assertEqual({**data["board"][game], **data["game"][key]}.keys(), board.keys())
                for key, step in data["certificate"].items():
                    for move in [step["move"]] if step["move"] else step["replies"]:
                        self.assertIn(f"{game}|{move['position']}", data["position"], key)
        self.fails(65, "export", "t.h5", "--format", "html", "-o", "t.html", says="start")
        self.fails(65, "export", "l.h5", "--format", "html", "-o", "l.html", says="too many")
        self.assertEqual([name for name in self.files() if name.endswith("html")], ["b.html", "c.html"])

    def test_words(self):
        self.fails(64, "serve", says="argument missing")
        self.fails(65, "serve", "mnk:0,0,0", "--port", "0")
        self.fails(66, "serve", "nothing.h5", "--port", "0", says="nothing.h5")
        self.fails(64, "serve", "mnk:3,3,3", "--port", "70000")
        self.fails(64, "serve", "mnk:3,3,3", "--port", "0", "--listen", "somewhere", says="somewhere")
        self.write("text.h5", "text")
        self.fails(65, "serve", "text.h5", "--port", "0")
        with Server(self, "mnk:3,3,3") as server:
            self.fails(73, "serve", "mnk:3,3,3", "--port", server.port, says="Address already in use")
