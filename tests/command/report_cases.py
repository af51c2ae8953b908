"""The page about a run: what stands on its cards and in its tables is what the run printed, task by task."""
import html.parser
import re
import shutil

import harness
from harness import LAUNCHER, Case

ONE = ("--threads", "1")


class Page(html.parser.HTMLParser):
    """Headline, cards (label: number), and the rows of the table of results (column: number or text)."""

    def __init__(self, text):
        super().__init__()
        self.headlines, self.cards, self.rows, self.total, self.text = [], {}, [], None, ""
        self.into, self.words, self.value, self.figure = None, "", None, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        kind = attrs.get("class") or ""
        if tag in ("h1", "h2") or (tag == "b" and self.into is None):
            self.into, self.words, self.value = tag, "", None
        elif tag == "span" and kind == "quiet" and self.figure is not None:
            self.into, self.words = "label", ""
        elif tag == "table":
            self.results = kind == "results"
        elif tag == "tr":
            self.row = {}
        elif (tag == "td" and "data-label" in attrs) or (tag == "th" and attrs.get("scope") == "row"):
            self.into, self.words, self.value = attrs.get("data-label", "subject"), "", None
        elif tag == "data" and self.into is not None:
            self.value = float(attrs["value"])
        elif tag == "tfoot":
            self.total = {}

    def handle_endtag(self, tag):
        if tag in ("h1", "h2") and self.into == tag:
            self.headlines.append(self.words)
        elif tag == "b" and self.into == "b":
            self.figure = self.words if self.value is None else self.value
        elif tag == "span" and self.into == "label":
            self.cards[self.words], self.figure = self.figure, None
        elif tag in ("td", "th") and self.into is not None:
            self.row[self.into] = self.words if self.value is None else self.value
        elif tag == "tr" and self.row and self.results:
            if self.total == {}:
                self.total = self.row
            elif self.total is None:
                self.rows.append(self.row)
        if tag not in ("data", "span", "code") or self.into == "label":
            self.into = None

    def handle_data(self, data):
        if self.into is not None:
            self.words += data
        self.text += data

    def column(self, name):
        return [row.get(name) for row in self.rows]


class Report(Case):
    runs = 0

    def page(self, *words, **more):
        """Run with statistics; its lines and its page."""
        self.runs += 1
        file = f"{self.runs}.h5"
        done = self.call(*words, "--statistics", file, **more)
        self.assertIn(done.code, (0, 75), done.err)
        return done.lines, self.read(file)

    def read(self, *files, words=()):
        self.ok("report", *files, "-o", "page.html", *words)
        with open(self.path("page.html"), encoding="utf-8") as file:
            text = file.read()
        page = Page(text)
        self.assertNotRegex(page.text, r"\de[-+]\d\d|\bnan\b|\binf\b")
        for share in re.findall(r"(\d+(?:\.\d+)?) %", page.text):
            self.assertLessEqual(float(share), 100)
        return page

    def same(self, page, column, numbers, total=True):
        """A column of the page and of the lines, and their sum; an empty cell is 0."""
        self.assertEqual([value or 0 for value in page.column(column)], list(map(float, numbers)))
        if total and len(page.rows) > 1:
            self.assertEqual(page.total[column], sum(map(float, numbers)))

    def test_solve(self):
        lines, page = self.page("solve", "connect4:5x5", "--score", *ONE)
        self.assertEqual(page.headlines, ["Connect Four 5x5 is a draw"])
        self.assertEqual(page.cards["nodes"], float(lines[0][3]))
        self.same(page, "Nodes", [lines[0][3]])
        self.assertEqual(page.column("Moves"), [lines[0][5]])
        self.assertEqual(page.column("Value"), ["draw 0"])
        lines, page = self.page("solve", "connect4:5x4", "1234", *ONE)
        self.assertRegex(page.headlines[0], "^Connect Four 5x4: the (side to move (wins|loses)|position is a draw)$")
        lines, page = self.page("solve", harness.ENDLESS, "--node-limit", 1000, *ONE)
        self.assertEqual(page.headlines, ["Connect Four 8x8: no value yet"])
        self.assertIn("before its work was done", page.text)

    def test_positions(self):
        self.write("list", "44\n4455\n12\n1\n")
        lines, page = self.page("solve", "connect4:5x4", "--positions", "list", *ONE)
        values = [line[1] for line in lines]
        self.assertEqual(page.column("subject"), [line[0] for line in lines])
        self.assertEqual(page.column("Value"), values)
        self.assertEqual(page.cards["positions"], 4)
        self.same(page, "Nodes", [line[3] for line in lines])
        self.assertEqual(page.cards["nodes"], page.total["Nodes"])
        for name, word in (("win", "win"), ("draw", "draw"), ("loss", "loss")):
            found = re.search(rf"(\d+) {word}", page.headlines[0])
            self.assertEqual(int(found.group(1)) if found else 0, values.count(name))

    def test_verify(self):
        lines, page = self.page("verify", "--only", "*:4*4*", "--effort", "quick", *ONE, ZERMELO_DATA=harness.DATA)
        self.assertIn("draughts:4x4", [line[0] for line in lines])  # tables are positions that no search counted
        ok = sum(line[3] == "ok" for line in lines)
        self.assertRegex(page.headlines[0], rf"^(All )?{ok} published values? found again, none differs$")
        self.assertEqual(page.column("Found"), [line[2] for line in lines])
        self.assertEqual(page.column("Verdict"), [line[3] for line in lines])
        self.same(page, "Nodes", [line[5] for line in lines])
        self.assertEqual(page.cards["nodes"], page.total["Nodes"])
        self.assertEqual(page.cards["boards"], len(lines))
        self.assertAlmostEqual(page.cards["search time"], sum(float(line[6]) for line in lines), places=6)
        self.assertIn("the others are positions of endgame tables", page.text)

    def by_ply(self, lines, page):
        self.assertEqual(page.column("subject"), [line[0] for line in lines])
        for column, name in enumerate(("Positions", "Wins", "Draws", "Losses"), 1):
            self.same(page, name, [line[column] for line in lines])
        self.assertEqual(page.cards["positions"], page.total["Positions"])
        self.assertEqual(page.cards["plies"], len(lines))
        self.assertFalse({"Nodes", "Nodes/s", "Time"} & set(page.rows[0]))
        self.assertNotIn("nodes a second", page.cards)

    def test_book(self):
        lines, page = self.page("book", "connect4:4x4", "--plies", 4, "--score", "-o", "b.h5", *ONE)
        self.assertEqual(page.headlines, ["Connect Four 4x4 is a draw"])
        self.by_ply(lines, page)
        self.assertEqual(page.column("Scores")[0], "0")
        self.assertRegex(page.total["Scores"], r"^-?\d+ to -?\d+$")
        self.assertGreater(page.cards["nodes searched"], 0)

    def test_layers(self):
        lines, page = self.page("layers", "connect4:4x3", "-o", "l.h5", *ONE)
        self.assertEqual(page.headlines, ["Connect Four 4x3 is a draw"])
        self.by_ply(lines, page)

    def test_tables(self):
        lines, page = self.page("tablebase", "draughts:6x6", "--pieces", 3, "-o", "t.h5", *ONE)
        self.assertEqual(page.headlines, ["Every position of Italian draughts 6x6 with 2 to 3 pieces is decided"])
        self.assertEqual(page.column("subject"), [line[0] for line in lines])
        for column, name in enumerate(("Positions", "Wins", "Draws", "Losses"), 1):
            self.same(page, name, [line[column] for line in lines])
        self.same(page, "Longest", [line[5].replace("-", "0") for line in lines], total=False)
        self.assertEqual(page.cards["plies in the longest win"], max(int(line[5].replace("-", "0")) for line in lines))
        self.assertEqual(page.cards["positions"], page.total["Positions"])
        self.assertEqual(page.cards["slices"], len(lines))
        self.assertEqual(page.column("Longest win"), [line[6].replace("-", "") if line[5] == "-" else line[6] for line in lines])

    def test_counts(self):
        lines, page = self.page("count", "connect4:4x4", *ONE)
        self.same(page, "Positions", [line[1] for line in lines[:-1]])
        self.assertEqual(page.total["Positions"], float(lines[-1][1]))
        self.assertEqual(page.cards["positions"], float(lines[-1][1]))
        lines, page = self.page("perft", "draughts:8x8", "--depth", 6, *ONE)
        self.same(page, "Sequences", [line[1] for line in lines], total=False)
        self.assertIsNone(page.total)
        self.assertEqual(page.cards["sequences at the last depth"], float(lines[-1][1]))
        self.assertEqual(page.column("subject"), [line[0] for line in lines])

    def test_bench(self):
        lines, page = self.page("bench", "mnk-5,5,4", "connect4-end-easy", *ONE)
        self.same(page, "Nodes", [line[3] for line in lines])
        self.assertEqual(page.cards["nodes"], page.total["Nodes"])

    def test_merged(self):
        rows = {}
        for part in (1, 2):
            done = self.ok("verify", "--only", "mnk:?,?,3", "--effort", "quick", "--part", f"{part}/2", *ONE, "--statistics",
                           f"{part}.h5", ZERMELO_DATA=harness.DATA)
            rows.update({line[0]: line for line in done.lines})
        page = self.read("1.h5", "2.h5", words=("--merge", "all.h5"))
        self.assertEqual(len(page.headlines), 1)
        self.assertEqual(set(page.column("subject")), set(rows))
        self.same(page, "Nodes", [rows[name][5] for name in page.column("subject")])
        self.assertIn("Runs put together2", page.text)
        self.assertEqual(self.read("all.h5").rows, page.rows)
        self.assertEqual(len(self.read("1.h5", "2.h5").headlines), 2 + 2)  # side by side: title, overview, and one each

    def test_ranks(self):
        if shutil.which(LAUNCHER[0]) is None:
            self.skipTest("no launcher")
        _, page = self.page("layers", "connect4:4x3", "-o", "l.h5", *ONE, ranks=2)
        self.assertEqual(page.headlines, ["Connect Four 4x3 is a draw"])
        lines, page = self.page("solve", "connect4:5x5", *ONE, ranks=2)
        self.assertEqual(page.cards["nodes"], float(lines[0][3]))

    def test_certificate(self):
        self.ok("solve", "connect4:4x4", "--certificate", "c.h5", "--quiet", *ONE)
        checked = self.ok("check", "c.h5", "--json").objects[0]
        self.ok("report", "c.h5", "-o", "c.html", "--quiet")
        with open(self.path("c.html"), encoding="utf-8") as file:
            page = Page(file.read())
        self.assertEqual(page.headlines[0], "Connect Four 4x4 is a draw: proven")
        self.assertEqual(page.cards["positions"], checked["positions"])
        kinds = {row["subject"]: row["Rows"] for row in page.rows if "Rows" in row}
        self.assertEqual(sum(kinds.values()), checked["positions"])
        self.assertEqual({kind: kinds[kind] for kind in kinds if kind != "move"},
                         {kind: n for kind, n in checked["leaves"].items() if kind not in ("finished", "nodes")})
        self.assertEqual(sum(row["Moves"] + row["Leaves"] for row in page.rows if "Moves" in row), checked["positions"])
        self.fails(64, "report", "c.h5", "c.h5", "-o", "d.html", says="a page of its own")
        self.assertEqual(self.files(), ["c.h5", "c.html"])
