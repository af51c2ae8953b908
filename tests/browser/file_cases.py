"""A book, tables, layers and certificates: their numbers, and walking through them."""
from browser import PageTest, zermelo


class Files(PageTest):
    served = ("--table-memory", "16M")

    @classmethod
    def files(cls):
        return (cls.make("5x4.book.h5", "book", "connect4:5x4", "--plies", "4", "--score", "--table-memory", "16M", "-o"),
                cls.make("4x4.tables.h5", "tablebase", "draughts:4x4", "--pieces", "3", "--distances", "-o"),
                cls.make("4x3.layers.h5", "layers", "connect4:4x3", "-o"))

    def number(self, name):
        return next(file["file"] for file in self.server.ask("files")["files"] if file["name"] == name)

    def show_file(self, name):
        self.driver.get(f"{self.server.url}/#view=files")
        self.driver.refresh()
        self.wait(lambda: name in self.words("#file-list"), "the list of files")
        self.script("""[...document.querySelectorAll("#file-list a")].find((a) => a.textContent.replace(/\\u200b/g, "") === arguments[0]).click()""", name)
        self.wait(lambda: name in self.words("#statistics h2"), "its numbers")
        self.assertEqual(self.address(), {"file": str(self.number(name))})

    def test_book_walked(self):
        """From the start through the book: every value is from it, and the one that `probe` gives."""
        self.open("connect4:5x4")
        for position in ("", "3", "33", "332"):
            self.at(position)
            self.assertIn("rom the book 5x4.book.h5", self.words("#source"))
            answer = self.server.ask("position", game="connect4:5x4", position=position)
            probed = zermelo("probe", self.files_made[0], position)[0]
            self.assertEqual(answer["value"], probed["value"])
            if position != "332":
                self.cell({"": "3:1", "3": "3:1", "33": "2:1"}[position])

    def test_book_in_numbers(self):
        self.show_file("5x4.book.h5")
        self.assertEqual(self.script("return document.querySelectorAll('#statistics figure svg[role=img]').length"), 2)
        answer = self.server.ask("statistics", file=self.number("5x4.book.h5"))
        self.assertEqual([row["ply"] for row in answer["plies"]], [0, 1, 2, 3, 4])
        self.assertIn(str(answer["positions"]), self.words("#statistics .facts"))
        self.driver.back()
        self.wait(lambda: self.words("#statistics") == "", "the list again")
        self.click("#view-explore")
        self.at("")

    def test_longest_win_is_a_link(self):
        self.show_file("4x4.tables.h5")
        longest = self.server.ask("statistics", file=self.number("4x4.tables.h5"))["longest"][0]
        self.script("""[...document.querySelectorAll("#statistics a")].find((a) => a.textContent.replace(/\\u200b/g, "") === arguments[0]).click()""", longest["position"])
        self.at(longest["position"])
        self.assertIn(f"in {longest['distance']} pl", self.sentence())

    def test_table_walked(self):
        """A win by the tables, to its end, by the best move."""
        position = self.server.ask("statistics", file=self.number("4x4.tables.h5"))["longest"][0]["position"]
        self.open("draughts:4x4", position)
        self.at(position)
        self.assertIn("rom the tables 4x4.tables.h5", self.words("#source"))
        for _ in range(30):
            shown = self.address()["position"]
            if "game is over" in self.sentence():
                break
            self.press(" ")
            self.wait(lambda: self.address()["position"] != shown, "a move")
            self.at(self.address()["position"])
        self.assertIn("game is over", self.sentence())

    def test_layers(self):
        self.open("connect4:4x3", "1")
        self.at("1")
        self.assertIn("rom the layers 4x3.layers.h5", self.words("#source"))
        self.show_file("4x3.layers.h5")
        self.assertIn("By ply", self.words("#statistics"))


class Certificates(PageTest):
    served = ("--table-memory", "16M")
    games = {"connect4:5x4": "", "mnk:5,5,4": "", "draughts:4x4": "W:W7,8:B1,2", "mnk:12,12,8": ""}

    @classmethod
    def files(cls):
        return [cls.make(f"{number}.certificate.h5", "solve", game, "--table-memory", "16M", "--threads", "1", "--certificate")
                for number, game in enumerate(cls.games)]

    def test_walked(self):
        """The strategy's move, then a reply, until an argument or the end of the game: what the page shows is the answer."""
        for number, game in enumerate(self.games):
            begin = self.server.ask("certificate", file=number)
            position = begin["position"]
            with self.subTest(game=game):
                self.open(game, position, proof=number, side=begin["side"])
                self.at(self.server.ask("game", game=game, position=position)["position"])
                rows = []
                for _ in range(24):
                    answer = self.server.ask("certificate", file=number, position=position, side=begin["side"])
                    rows.append(answer["row"])
                    self.wait(lambda: answer["sentence"][1:] in self.words("#proof-claim"), "the claim: " + answer["sentence"])
                    drawn = {"pairing": ".ghost.pair", "threats": ".ghost", "tiling": ".area-0", "plan": ".ghost.order"}.get(answer["row"])
                    if drawn:
                        self.wait(lambda: len(self.driver.find_elements("css selector", drawn)) > 0, answer["row"])
                    if answer["move"]:
                        self.click("#proof-move")
                        position = answer["move"]["position"]
                    elif answer["replies"]:
                        self.wait(lambda: len(self.driver.find_elements("css selector", "#proof-replies button")) == len(answer["replies"]), "the replies")
                        self.click("#proof-replies button")
                        position = answer["replies"][0]["position"]
                    else:
                        break
                    self.wait(lambda: self.address()["position"] == position, position)
                self.assertIn(rows[-1], ("finished", "small", "pairing", "threats", "stealing", "plan", "planned", "tiling", "move", "reply"))
                self.assertNotIn(None, rows)

    def test_tiles(self):
        """Each tile has one of four colours, and its letter on each of its cells."""
        self.open("mnk:12,12,8", proof=3, side="second")
        self.wait(lambda: "on its own tile" in self.words("#proof-claim"), "the claim")
        tiles = self.server.ask("certificate", file=3, position="", side="second")["argument"]["tiles"]
        marks = self.script("return [...document.querySelectorAll('.marks text')].map((each) => each.textContent)")
        self.assertEqual(sorted(marks), sorted(chr(65 + i) for i, tile in enumerate(tiles) for _ in tile["cells"]))
        self.assertEqual([len(self.driver.find_elements("css selector", f".area-{i}")) for i in range(4)],
                         [sum(len(tile["cells"]) for tile in tiles[i::4]) for i in range(4)])
        self.assertEqual(len(set(self.script("return [0, 1, 2, 3].map((i) => getComputedStyle(document.querySelector(`.area-${i}`)).fill)"))), 4)

    def test_outside(self):
        """Where the strategy does not lead, the page says so."""
        outside = next(move["position"] for move in self.server.ask("game", game="connect4:5x4")["moves"]
                       if self.server.ask("certificate", file=0, position=move["position"], side="first")["row"] is None)
        self.open("connect4:5x4", outside, proof=0, side="first")
        self.at(outside)
        self.wait(lambda: "does not reach" in self.words("#proof-claim"), "a word about it")
        self.choose("#proof-file", "")
        self.wait(lambda: self.words("#proof-claim") == "", "no proof")
        self.assertNotIn("proof", self.address())
