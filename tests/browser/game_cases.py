"""A game of each kind, with the mouse and with the keyboard; the values beside the moves; ways to a position."""
import re

from selenium.webdriver.common.keys import Keys

from browser import PageTest, Server, fields, zermelo

ENDGAME = "W:WK30:B10"
TWINS = "W:W27:B14,15,22,23"  # 27x11 to the left or to the right


class Games(PageTest):
    served = ("connect4:5x4", "mnk:3,3,3", "draughts:8x8", "connect4:4x1", "--table-memory", "16M")

    def legal(self, game, position):
        return {move["move"]: move for move in self.server.ask("game", game=game, position=position)["moves"]}

    def press_cells(self, names, way):
        """By the keyboard alone: to the board, from cell to cell with the arrows, Enter at each."""
        self.press("b")
        cells = {cell["name"]: cell for cell in way["cells"]}
        for name in names:
            for _ in range(40):
                here = self.script("return document.activeElement.dataset.name")
                if here == name:
                    break
                x, y = (cells[name][axis] - cells[here][axis] for axis in "xy")
                self.press(Keys.ARROW_DOWN if y > 0 else Keys.ARROW_UP if y < 0 else Keys.ARROW_RIGHT if x > 0 else Keys.ARROW_LEFT)
            self.press(Keys.ENTER)

    def play(self, game, position, keyboard):
        """To the end of the game: the move that the program holds for the best, on the board."""
        self.open(game, position)
        begun = before = len(self.server.ask("game", game=game, position=position)["pieces"]) if " " in position or position.isdigit() else 0
        for _ in range(60):
            info = self.server.ask("game", game=game, position=position)
            self.at(info["position"])
            if info["outcome"]:
                break
            best = self.server.ask("position", game=game, position=position, score=1)["moves"][0]
            move = next(each for each in info["moves"] if each["move"] == best["move"])
            cells = [info["cells"][cell]["name"] for cell in (move["cells"] if len(move["cells"]) == 1 else (move["cells"][0], move["cells"][-1]))]
            if keyboard:
                self.press_cells(cells, info)
            else:
                for cell in cells:
                    self.cell(cell)
            before += 1
            position = move["position"]
        self.assertTrue(info["outcome"])
        self.assertIn("game is over", self.sentence())
        self.assertEqual(len(self.played()), before)
        self.assertEqual(self.words("#legend"), "There is no move.")
        self.assertEqual(self.script("return document.querySelectorAll(`#history li:nth-child(n + ${arguments[0]}) .thrown`).length", begun + 1), 0)

    def test_connect4_with_the_mouse(self):
        self.play("connect4:5x4", "1234512", False)

    def test_connect4_with_the_keyboard(self):
        self.play("connect4:5x4", "12345123", True)

    def test_mnk_with_the_mouse(self):
        self.play("mnk:3,3,3", "", False)

    def test_mnk_with_the_keyboard(self):
        self.play("mnk:3,3,3", "b2 a2", True)

    def test_draughts_with_the_mouse(self):
        self.play("draughts:8x8", ENDGAME, False)

    def test_draughts_with_the_keyboard(self):
        self.play("draughts:8x8", ENDGAME, True)

    def test_values(self):
        """The list says of each move what `zermelo moves --values` says."""
        for game, position in (("connect4:5x4", "3344"), ("connect4:5x4", "12345123"), ("mnk:3,3,3", "b2 a2"), ("mnk:3,3,3", "a1"), ("draughts:8x8", ENDGAME)):
            self.open(game, position)
            self.at(position)
            expected = {}
            for line in zermelo("moves", game, position, "--values", "--score", "--quiet", "--table-memory", "16M"):
                plies = f"in {line['distance']} {'ply' if line['distance'] == 1 else 'plies'}"
                expected[line["move"]] = {"win": f"wins {plies}", "draw": "draws", "loss": f"loses {plies}"}[line["value"]]
            with self.subTest(game=game, position=position):
                self.assertEqual(self.shown(), expected)
                for move in self.legal(game, position).values():
                    cell = self.server.ask("game", game=game, position=position)["cells"][move["cells"][0]]["name"]
                    spoken = self.script("return document.querySelector(`.cell[data-name=\"${arguments[0]}\"]`).getAttribute('aria-label')", cell)
                    if len(move["cells"]) == 1:
                        self.assertIn(expected[move["move"]], spoken)

    def test_sentence(self):
        """The value in words, and where it is from."""
        self.open("mnk:3,3,3", "b2 a2")
        self.at("b2 a2")
        self.assertEqual(self.sentence(), "The first player wins in 5 plies.")
        self.assertIn("proven", self.words("#source"))
        self.assertEqual(self.words("#mover").strip(), "The first player to move")
        self.assertIn("The first player wins in 5 plies.", self.driver.title)
        self.assertEqual(self.get("#value").get_attribute("role"), "status")

    def test_thrown_away(self):
        """The history says where a value was lost, and by which side."""
        self.open("mnk:3,3,3", "b2 a2")
        self.wait(lambda: "threw away a draw" in self.words("#history"), "what was thrown away")
        self.assertIn("draws", self.words("#history li:nth-child(1)"))
        self.assertIn("loses in 6 plies", self.words("#history li:nth-child(2)"))
        self.wait(lambda: self.script("return document.querySelectorAll('#course .shape').length") == 3, "the course of the game")

    def test_best_move_by_space(self):
        self.open("mnk:3,3,3", "b2 a2")
        self.at("b2 a2")
        for moves in range(3, 8):
            self.press(" ")
            self.wait(lambda: len(self.played()) == moves, f"{moves} moves")
        self.wait(lambda: self.sentence() == "The game is over: the first player has won.", "the end")

    def test_back_and_forward(self):
        """By keys, by buttons, by the list, by the browser: always the position of the address."""
        self.open("mnk:3,3,3")
        self.at("")
        self.cell("b2")
        self.cell("b2")
        for position, cell in (("b2", "a1"), ("b2 a1", "c3")):
            self.at(position)
            self.cell(cell)
        self.at("b2 a1 c3")
        self.script("document.activeElement.blur()")
        self.press(Keys.ARROW_LEFT)
        self.at("b2 a1")
        self.press(Keys.HOME)
        self.at("")
        self.press(Keys.END)
        self.at("b2 a1 c3")
        self.click("#back")
        self.at("b2 a1")
        self.click("#forward")
        self.at("b2 a1 c3")
        self.press("b")
        self.press(Keys.ARROW_LEFT, held=Keys.SHIFT)
        self.at("b2 a1")
        self.press(Keys.ARROW_RIGHT, held=Keys.SHIFT)
        self.at("b2 a1 c3")
        self.click("#history li:first-child button")
        self.at("b2")
        self.assertEqual(len(self.played()), 3)
        self.driver.refresh()
        self.at("b2")
        self.assertEqual(len(self.played()), 3)
        self.driver.back()
        self.at("b2 a1 c3")
        self.driver.back()
        self.at("b2 a1")
        self.driver.forward()
        self.at("b2 a1 c3")

    def test_address_alone(self):
        """Whoever gets the address gets the way to the position, too."""
        self.open("connect4:5x4", "3344")
        self.at("3344")
        self.assertEqual(self.played(), ["3", "3", "4", "4"])
        self.press(Keys.ARROW_LEFT)
        self.at("334")

    def test_paste_and_text(self):
        self.open("draughts:8x8")
        self.at(self.server.ask("game", game="draughts:8x8")["position"])
        self.paste("W:WK30:B10")
        self.at("W:WK30:B10")
        self.click("#position summary")
        text = self.get("#text")
        text.clear()
        text.send_keys("B:W31,32:BK1")
        self.click("#edit .main")
        self.at("B:W31,32:BK1")
        self.paste("W:W99:B1")
        self.wait(lambda: self.get("#error").is_displayed(), "an error")
        self.expected = ("400",)
        self.assertRegex(self.words("#error"), r"^[A-Z].*\.$")
        self.at("B:W31,32:BK1")

    def test_error_while_a_position_is_on_its_way(self):
        """It stays when the position comes."""
        self.open("connect4:5x4")
        self.at("")
        self.script("""const ask = window.fetch;
            window.fetch = async (what, ...how) => {
              const answer = await ask(what, ...how);
              await new Promise((go) => setTimeout(go, /position=3&/.test(what) ? 1000 : 0));
              return answer;
            }""")
        self.cell("3:1")
        self.paste("nonsense")
        self.wait(lambda: self.get("#error").is_displayed(), "an error")
        self.expected = ("400",)
        self.assertEqual(self.played(), [])
        self.at("3")
        self.assertEqual(self.played(), ["3"])
        self.assertTrue(self.get("#error").is_displayed())

    def spoken(self, cell):
        return self.script("return document.querySelector(`.cell[data-name='${arguments[0]}']`).getAttribute('aria-label')", cell)

    def test_set_up_stones_with_the_mouse(self):
        """Stones fall; what cannot be is said in one line, and the stones stay until they are right."""
        self.open("connect4:5x4", "1")
        self.at("1")
        self.click("#edit-board")
        self.assertFalse(self.get("#beside").is_displayed())
        self.cell("3:4")
        self.assertEqual((self.spoken("3:1"), self.spoken("3:4")), ("3:1, stone of the first player", "3:4, empty"))
        self.click("#setup-done")
        self.wait(lambda: self.get("#error").is_displayed(), "an error")
        self.expected = ("400",)
        self.assertEqual(self.words("#error"), "Stones: 2 of the first player, 0 of the second; the first has as many as the second, or one more.")
        self.click("#brushes label:nth-child(2)")
        self.cell("3:3")
        self.assertEqual(self.spoken("3:2"), "3:2, stone of the second player")
        self.cell("3:1")  # one like it, the highest there, is taken away
        self.assertEqual(self.spoken("3:2"), "3:2, empty")
        self.cell("1:1")  # another one changes its colour
        self.assertEqual(self.spoken("1:1"), "1:1, stone of the second player")
        self.click("#setup-done")
        self.at("31")
        self.assertEqual(self.played(), ["3", "1"])
        self.assertFalse(self.get("#setup").is_displayed())
        self.assertFalse(self.get("#error").is_displayed())
        self.open("mnk:3,3,3", "b2 a2")
        self.at("b2 a2")
        self.click("#edit-board")
        self.cell("a2")
        self.cell("c3")  # the first player's, as a2 is now
        self.click("#brushes label:nth-child(2)")
        self.cell("a1")
        self.cell("b1")
        self.cell("b1")
        self.cell("c1")
        self.click("#setup-done")
        self.wait(lambda: len(self.played()) == 5, "five moves")
        self.assertEqual(set(self.address()["position"].split()), {"b2", "a2", "c3", "a1", "c1"})

    def test_set_up_pieces_with_the_keyboard(self):
        self.open("draughts:8x8")
        self.at(self.server.ask("game", game="draughts:8x8")["position"])
        self.press("e")
        self.get("#brushes button").send_keys(Keys.ENTER)  # Clear
        info = self.server.ask("game", game="draughts:8x8")
        for brush, cells in (("3", ["30"]), ("2", ["10", "14"]), ("1", ["4"])):
            self.press(brush)
            self.press_cells(cells, info)
        self.assertEqual([self.spoken(cell) for cell in ("30", "10", "4")], ["30, king of White", "10, man of Black", "4, man of White"])
        self.press("6")
        self.get("#setup-done").send_keys(Keys.ENTER)
        self.wait(lambda: self.get("#error").is_displayed(), "an error")
        self.expected = ("400",)
        self.assertEqual(self.words("#error"), "A man of White cannot stand on 4, where it becomes a king (K4).")
        self.press("1")
        self.press_cells(["4"], info)
        self.get("#setup-done").send_keys(Keys.ENTER)
        self.at("B:WK30:B10,14")
        self.press("e")
        self.press_cells(["1"], info)
        self.press(Keys.ESCAPE)
        self.wait(lambda: self.get("#beside").is_displayed(), "the position as it was")
        self.at("B:WK30:B10,14")
        self.assertEqual(self.spoken("1"), "1, empty")

    def test_copy(self):
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.open("mnk:3,3,3", "b2 a2 c3")
        self.at("b2 a2 c3")
        self.click("#position summary")
        self.script("""window.copied = []; navigator.clipboard.writeText = (text) => { window.copied.push(text); return Promise.resolve(); }""")
        for button in ("#copy-position", "#copy-moves"):
            self.click(button)
        self.wait(lambda: self.words("#copied") == "Moves copied.", "a word about it")
        self.assertEqual(self.script("return window.copied"), ["b2 a2 c3", "b2 a2 c3"])

    def test_flip_and_values(self):
        self.open("mnk:3,3,3", "a1")
        self.at("a1")
        where = "return document.querySelector('.cell[data-name=a1]').getBoundingClientRect().x"
        before = self.script(where)
        self.press("f")
        self.assertGreater(self.script(where), before)
        self.cell("b2")
        self.at("a1 b2")
        self.press("v")
        self.wait(lambda: self.script("return document.querySelectorAll('.badge').length") == 0, "no values")
        self.assertEqual(set(self.shown().values()), {None})
        self.press("v")
        self.wait(lambda: self.script("return document.querySelectorAll('.badge').length") == 7, "the values")

    def test_players(self):
        """A person against a player, and two players."""
        self.open("mnk:3,3,3")
        self.at("")
        self.click("#players summary")
        self.choose("#player-1", "perfect")
        self.cell("b2")
        self.wait(lambda: len(self.played()) == 2, "an answer")
        self.cell("a2" if "a2" not in self.played() else "c2")
        self.wait(lambda: len(self.played()) == 4, "an answer")
        self.choose("#player-0", "random")
        self.get("#keys-0").send_keys("seed=1", Keys.ENTER)
        self.wait(lambda: "game is over" in self.sentence(), "the end of the game")
        self.click("#new-game")
        self.wait(lambda: "game is over" in self.sentence() and len(self.played()) >= 5, "a game of two players")
        self.get("#keys-0").send_keys(Keys.BACKSPACE * 6, "nonsense=1", Keys.ENTER)
        self.click("#new-game")
        self.wait(lambda: self.get("#error").is_displayed(), "an error")
        self.expected = ("400",)

    def account(self):
        """A list for each player: name, result, moves, nodes, time of a move."""
        rows = self.script("return [...document.querySelectorAll('#account tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
        return [list(column) for column in zip(*rows)][1:]

    def log(self):
        return self.script("return [...document.querySelectorAll('#history li')].map((row) => row.querySelector('.score')?.textContent ?? '')")

    def test_account_of_two_players(self):
        """Each move with its nodes and time while the game goes on; at its end what each player spent, the same that `zermelo play` counts."""
        players = ("minimax:depth=2,fixed=1,table=none", "alpha-beta:depth=3,fixed=1,table=none")
        played = fields("play", "mnk:3,3,3", "--first", players[0], "--second", players[1], "-q")
        self.open("mnk:3,3,3")
        self.at("")
        self.assertFalse(self.get("#account").is_displayed())
        self.click("#players summary")
        self.script("""for (const [side, player] of arguments[0].entries()) {
            const [name, keys] = player.split(":"), at = (what) => document.querySelector(`#${what}-${side}`);
            at("player").value = name;
            at("keys").value = keys;
          }""", players)  # with an event for each, the first would begin at once
        self.click("#new-game")
        self.wait(lambda: "game is over" in self.sentence(), "the end of the game")
        log, account = self.log(), self.account()
        self.assertEqual(len(log), sum(int(line[3]) for line in played))
        for side, (_, player, result, moves, total, _, _) in enumerate(played):
            self.assertEqual(account[side][:4], [player, result, moves, f"{int(total):,}".replace(",", "\u202f")])
            self.assertRegex(account[side][4], r"^[\d.]+ m?s$")
            nodes = [int(re.match(r"([\d\u202f]+) nodes, [\d.]+ m?s$", text)[1].replace("\u202f", "")) for text in log[side::2]]
            self.assertEqual(sum(nodes), int(total))
        self.click("#back")
        self.wait(lambda: [row[1] for row in self.account()] == ["unfinished"] * 2, "the account one move before")
        self.driver.refresh()
        self.wait(lambda: len(self.account()) == 2, "the account after the page was loaded again")
        self.assertEqual(self.log(), log)

    def test_account_against_a_person(self):
        self.open("mnk:3,3,3", "b2 a1")
        self.at("b2 a1")
        self.click("#players summary")
        self.choose("#player-1", "minimax")
        self.get("#keys-1").send_keys("depth=2", Keys.ENTER)
        self.cell("c1")
        self.wait(lambda: len(self.played()) == 4, "an answer")
        log = self.log()
        self.assertEqual(log[:2], ["", ""])
        self.assertRegex(log[2], r"^[\d.]+ m?s$")
        self.assertRegex(log[3], r"^\d+ nodes, [\d.]+ m?s$")
        self.assertEqual([row[:3] for row in self.account()], [["a person", "unfinished", "1"], ["minimax:depth=2", "unfinished", "1"]])

    def test_play_stops(self):
        """As for those who play in a terminal: when nobody can win any more, and at the third occurrence of a position."""
        self.open("connect4:4x1")
        self.click("#players summary")
        for side in (0, 1):
            self.choose(f"#player-{side}", "random")
        self.wait(lambda: "A draw: neither side can win any more." in self.words("#account"), "the end")
        self.assertEqual([row[:3] for row in self.account()], [["random", "drawn", "1"]] * 2)
        self.open("draughts:8x8", "W:WK31:BK1")
        self.at("W:WK31:BK1")
        self.click("#players summary")
        for side, keys in (1, "depth=3"), (0, "depth=1"):
            self.choose_player(side, "alpha-beta", keys)
        self.wait(lambda: "the same position for the third time" in self.words("#account"), "the third time")
        self.assertEqual({row[1] for row in self.account()}, {"drawn"})

    def test_best_line(self):
        self.open("mnk:3,3,3", "b2 a2")
        self.at("b2 a2")
        self.click("#line")
        self.wait(lambda: len(self.played()) == 7, "the line")
        self.script("document.activeElement.blur()")
        self.press(Keys.END)
        self.wait(lambda: "the first player has won" in self.sentence(), "its end")

    def test_errors_are_sentences(self):
        self.driver.get(f"{self.server.url}/#game=mnk:3,3,3&position=z9")
        self.driver.refresh()
        self.wait(lambda: self.get("#error").is_displayed(), "an error")
        self.assertRegex(self.words("#error"), r"^[A-Z].*\.$")
        self.driver.get(f"{self.server.url}/#game=nonsense:1")
        self.driver.refresh()
        self.wait(lambda: self.get("#error").is_displayed(), "an error")
        self.assertRegex(self.words("#error"), r"^[A-Z].*\.$")
        for button in ("#flip", "#values", "#line"):
            self.click(button)
        self.press("f", " ", "b", Keys.ARROW_LEFT)
        self.click("h1 a")
        self.at("")
        self.expected = ("400", "404")

    def test_server_gone(self):
        server = Server("mnk:3,3,3", "--table-memory", "16M")
        self.driver.get(f"{server.url}/#game=mnk:3,3,3")
        self.at("")
        server.close()
        self.cell("b2")
        self.wait(lambda: "The server does not answer." in self.words("#error"), "a word about it")
        self.expected = ("ERR_CONNECTION_REFUSED",)
        self.chromium.requests()

    def test_two_captures_with_the_same_ends(self):
        """A piece, its target, and then the square between."""
        info = self.server.ask("game", game="draughts:8x8", position=TWINS)
        ends = [(move["cells"][0], move["cells"][-1]) for move in info["moves"]]
        self.assertEqual(len(info["moves"]), 2)
        self.assertEqual(ends[0], ends[1])
        name = [cell["name"] for cell in info["cells"]]
        self.open("draughts:8x8", TWINS)
        self.at(info["position"])
        self.cell(name[ends[0][0]])
        self.cell(name[ends[0][1]])
        self.assertTrue(self.get("#error").is_displayed())
        self.cell(name[info["moves"][1]["cells"][1]])
        self.wait(lambda: self.played() == [info["moves"][1]["move"]], "the second capture")


class Unknown(PageTest):
    """Where a search has no time to find the value."""
    served = ("connect4:8x8", "mnk:4,4,3", "--table-memory", "16M")

    def test_heuristic_value(self):
        """Nothing is claimed of a value that nobody has proven; what the search takes it for is called a heuristic value."""
        self.open("connect4:8x8", "4")
        self.at("4")
        answer = self.server.ask("position", game="connect4:8x8", position="4", time=0.5)
        self.assertEqual((answer["value"], answer["proven"]), ("unknown", False))
        self.assertEqual(self.sentence(), "The value is not known.")
        self.assertRegex(self.words("#source"), r"^Heuristic value: -?\d+ for the side to move; not every move is decided yet\.$")
        self.assertEqual(set(self.shown().values()), {"not known"})
        self.assertTrue(self.get("#longer").is_displayed())
        self.press(" ")
        self.wait(lambda: self.words("#error") == "No best move is known.", "a word about it")

    def test_search_longer(self):
        """The page begins with what is known at once; the button asks again, for half a minute, in steps that take longer each time.
        What a step has proven is shown while the next one, here held back, looks for the score."""
        hasty = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """const real = window.fetch; window.asked = [];
            const held = new Promise((go) => { window.go = go; });
            window.fetch = async (url, ...more) => {
              asked.push(url);
              if (/time=4/.test(url)) await held;
              if (/time=2/.test(url)) {
                const value = await (await real(url.replace("score=1", "score=0"), ...more)).json();
                return new Response(JSON.stringify({ ...value, complete: false }), { headers: { "Content-Type": "application/json" } });
              }
              return real(/position\\?/.test(url) && !/time=/.test(url) ? url + "&time=0" : url, ...more);
            }"""})
        self.addCleanup(self.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", hasty)
        self.open("mnk:4,4,3")
        self.at("")
        self.assertEqual(self.sentence(), "The value is not known.")
        self.assertEqual(set(self.shown().values()), {"not known"})
        self.click("#longer")
        self.wait(lambda: self.sentence().startswith("The first player wins"), "the value")
        self.wait(lambda: "time=4" in self.script("return asked[asked.length - 1]"), "the next step")
        self.assertIn("time=2", self.script("return asked[asked.length - 2]"))
        self.assertNotIn("in 5 plies", self.sentence())
        self.script("go()")
        self.wait(lambda: self.sentence() == "The first player wins in 5 plies.", "the score")
        self.assertRegex(self.words("#source"), r"proven; in .* s\.$")
        self.assertNotIn("not known", self.shown().values())
        self.assertFalse(self.get("#longer").is_displayed())
