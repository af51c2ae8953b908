"""The page of games that leave out or do what ours do not: the toys (tests/games) by the command that has them."""
import os

import browser
from browser import PageTest


class Toys(PageTest):
    served = ("dodgem:3x3", "dodgem_places:3x3", "dodgem_cells:3x3", "nim:3,4,5", "--table-memory", "16M")

    @classmethod
    def setUpClass(cls):
        usual = browser.ZERMELO
        cls.addClassCleanup(setattr, browser, "ZERMELO", usual)
        browser.ZERMELO = os.path.join(os.path.dirname(usual), "zermelo-toys")
        super().setUpClass()

    def spoken(self, name):
        return self.get(f'.cell[data-name="{name}"]').get_attribute("aria-label")

    def test_off_the_board(self):
        """A piece that may move or leave the board is taken up first; once more, it leaves. It has the game's name."""
        self.open("dodgem:3x3", "x:c2,a3:b1")
        self.at("x:c2,a3:b1")
        self.assertIn("car of the first player", self.spoken("c2"))
        self.cell("c2")
        self.assertIn("taken up", self.spoken("c2"))
        self.cell("c3")
        self.at("x:c2,a3:b1 c2-c3")
        self.open("dodgem:3x3", "x:c2,a3:b1")
        self.at("x:c2,a3:b1")
        self.cell("c2")
        self.cell("c2")
        self.at("x:c2,a3:b1 c2-off")

    def test_pieces_on_several_cells(self):
        """Where a move puts a piece on each of its cells, these are chosen in any order, as far as needed."""
        self.open("dodgem_places:3x3")
        self.at("")
        self.cell("b2")
        self.cell("a2")
        self.at("a2-b2")
        self.assertEqual(self.script("return document.querySelectorAll('.arrow, .shaft').length"), 0)

    def test_without_cells(self):
        """The drawing or the position as text, and the list of moves to play by."""
        for game, move, then in (("dodgem_cells:3x3", "a2-b2", "a2-b2"), ("nim:3,4,5", "a2", "a2")):
            self.driver.get(f"{self.server.url}/#game={game}")
            self.driver.refresh()
            self.wait(lambda: self.script("return document.querySelector('#board pre') !== null"), "the text")
            self.at("")
            self.click(f'#moves [data-move="{move}"]')
            self.at(then)
            self.assertEqual(self.words("#board pre").strip(), then)
            self.assertTrue(self.script("return document.querySelector('#edit-board').hidden"))
