"""What the page looks like: dark, narrow, enlarged, and to a screen reader."""
import os

from browser import HERE, PageTest

AXE = os.path.join(HERE, "node_modules", "axe-core", "axe.min.js")
GAMES = {"connect4:7x6": "444432335", "mnk:3,3,3": "b2 a2", "mnk:15,15,5": "h8 h9 g8", "draughts:8x8": "W:W21,K30:B10"}


def contrast(one, other):
    """Of two colours as the browser has them: 1 to 21 (WCAG 2)."""
    def light(colour):
        parts = [float(part) / 255 for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
        return sum(weight * (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4) for weight, part in zip((0.2126, 0.7152, 0.0722), parts))
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


class Looks(PageTest):
    served = (*GAMES, "--table-memory", "16M")

    @classmethod
    def files(cls):
        return (cls.make("4x4.book.h5", "book", "connect4:4x4", "--plies", "4", "--score", "--table-memory", "16M", "-o"),)

    def fits(self):
        """Nothing is wider than the window."""
        wide = self.script("""return [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1
            && !each.closest(".scroll, svg, #skip")).map((each) => each.outerHTML.slice(0, 80))""")
        self.assertEqual(wide, [])
        self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), self.script("return innerWidth"))
        self.letters_fit()

    def letters_fit(self):
        """No letter beside the board is cut off."""
        cut = self.script("""const board = document.querySelector(".drawing")?.getBoundingClientRect();
            return [...document.querySelectorAll(".coordinates text")].filter((each) => { const at = each.getBoundingClientRect();
                return at.left < board.left - 1 || at.bottom > board.bottom + 1; }).map((each) => each.textContent)""")
        self.assertEqual(cut, [])

    def everywhere(self, look):
        for game, position in GAMES.items():
            with self.subTest(game=game):
                self.open(game, position)
                self.at(position)
                look()
        with self.subTest("files"):
            self.driver.get(f"{self.server.url}/#file=0")
            self.driver.refresh()
            self.wait(lambda: self.words("#statistics h2") != "", "a file")
            look()

    def test_narrow(self):
        self.chromium.device(width=360, height=740)
        self.everywhere(self.fits)

    def test_enlarged(self):
        """At 200 % a window has half as many pixels of the page."""
        self.chromium.device(width=640, height=450, deviceScaleFactor=2)
        self.everywhere(self.fits)

    def test_dark(self):
        colours = {}
        for scheme in ("light", "dark"):
            self.chromium.colours(scheme)
            self.open("mnk:3,3,3", "b2 a2")
            self.at("b2 a2")
            page, text = self.script("""const style = getComputedStyle(document.body); return [style.backgroundColor, style.color]""")
            self.assertGreater(contrast(page, text), 7)
            colours[scheme] = page
            for value in ("win", "draw"):
                card, shape = self.script("""const shape = document.querySelector(`#moves .shape.${arguments[0]}`);
                    return [getComputedStyle(shape.closest(".card")).backgroundColor, getComputedStyle(shape).fill]""", value)
                self.assertGreater(contrast(card, shape), 4.5, (scheme, value))
        self.assertGreater(contrast(colours["light"], colours["dark"]), 10)

    def accessible(self):
        with open(AXE, encoding="utf-8") as file:  # tests/browser/package.json; ./bootstrap test installs it
            self.driver.execute_script(file.read())
        found = self.driver.execute_async_script("axe.run(document, {resultTypes: ['violations']}).then(arguments[0])")
        serious = [(each["id"], each["help"], [node["html"][:120] for node in each["nodes"]][:3]) for each in found["violations"]
                   if each["impact"] in ("serious", "critical")]
        self.assertEqual(serious, [])
        self.assertGreater(len(found["passes"]), 10)

    def test_accessible(self):
        self.everywhere(self.accessible)

    def test_accessible_in_the_dark(self):
        self.chromium.colours("dark")
        self.open("draughts:8x8", GAMES["draughts:8x8"])
        self.at(GAMES["draughts:8x8"])
        self.script("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        self.accessible()
        self.press("?")
        self.wait(lambda: self.script("return document.querySelector('#help').open"), "the keys")
        self.accessible()

    def test_setting_up(self):
        """While pieces are put on the board, too, it can be read, and fits a telephone."""
        for scheme in ("light", "dark"):
            self.chromium.colours(scheme)
            self.chromium.device(width=360, height=740)
            self.open("draughts:8x8", GAMES["draughts:8x8"])
            self.at(GAMES["draughts:8x8"])
            self.click("#edit-board")
            self.assertEqual(len(self.driver.find_elements("css selector", "#brushes input")), 6)
            self.fits()
            self.accessible()

    def test_focus_is_seen(self):
        """Tab goes through everything that can be pressed, and each shows that it has the focus."""
        self.open("mnk:3,3,3", "b2 a2")
        self.at("b2 a2")
        seen = set()
        for _ in range(60):
            self.press("\ue004")
            name, outline, ring = self.script("""const at = document.activeElement; const ring = at.querySelector?.(".ring");
                return [at.id || at.dataset.move || at.dataset.name || at.tagName, getComputedStyle(at).outlineStyle, ring ? getComputedStyle(ring).stroke : "none"]""")
            if name == "BODY":
                break
            self.assertTrue(outline != "none" or ring != "none", name)
            seen.add(name)
        self.assertLessEqual({"games", "view-files", "best", "back", "line", "a1", "c2"}, seen)

    def test_every_value_has_a_word_and_a_shape(self):
        self.open("mnk:3,3,3", "b2 a2")
        self.at("b2 a2")
        rows = self.script("""return [...document.querySelectorAll("#moves button")].map((each) =>
            [each.querySelector(".words").textContent.trim(), each.querySelector("path").getAttribute("d"), getComputedStyle(each.querySelector("path")).fill])""")
        for one in range(3):
            self.assertEqual(len({row[one].split(" in ")[0] for row in rows}), 2, rows)

    def test_small(self):
        """The whole page stays under 64 KB, and asks for nothing but itself."""
        folder = os.path.join(os.path.dirname(os.path.dirname(HERE)), "serve", "page")
        self.assertLess(sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)), 64 * 1024)
