"""The page as one file, opened from the disk: `zermelo export --format html`."""
import os
import subprocess

import browser
from browser import PageTest


class Exported(PageTest):
    """`zermelo export --format html`: the same page from the disk."""
    served = ("mnk:3,3,3", "--table-memory", "16M")

    def test_book_from_disk(self):
        book = self.make("book.h5", "book", "connect4:4x4", "--plies", "4", "--score", "--table-memory", "16M", "-o")
        page = os.path.join(self.folder.name, "page.html")
        subprocess.run([browser.ZERMELO, "export", book, "--format", "html", "-o", page, "--quiet"], check=True, timeout=60)
        self.driver.get("file://" + page)
        self.wait(lambda: len(self.shown()) == 4, "a board")
        self.wait(lambda: self.sentence() != "", "a value")
        self.cell("2:1")
        self.wait(lambda: self.played() == ["2"], "a move")
        self.driver.refresh()
        self.wait(lambda: self.played() == ["2"], "the move again")
        self.assertFalse(self.get("#edit-board").is_displayed())
        self.press("e")  # nobody could say what position it is
        self.assertFalse(self.get("#setup").is_displayed())
        self.assertIn("rom the book", self.words("#source"))
        self.wait(lambda: self.words("#history .words") != "", "what the move was worth")
        self.click("#view-files")
        self.wait(lambda: "book.h5" in self.words("#file-list"), "the file")

    def test_certificate_from_disk(self):
        certificate = self.make("certificate.h5", "solve", "draughts:4x4", "W:W7,8:B1,2", "--table-memory", "16M", "--certificate")
        page = os.path.join(self.folder.name, "proof.html")
        subprocess.run([browser.ZERMELO, "export", certificate, "--format", "html", "-o", page, "--quiet"], check=True, timeout=60)
        self.driver.get("file://" + page + "#proof=0")
        self.wait(lambda: "White does not lose" in self.words("#proof-claim"), "a claim")
        for moves in (1, 2):
            self.click("#proof-move" if moves == 1 else "#proof-replies button")
            self.wait(lambda: len(self.played()) == moves, "a move")
        self.wait(lambda: self.words("#proof-claim") != "", "what the strategy does then")
        self.click("#view-files")
        self.click("#file-list a")
        self.wait(lambda: "Rows of the proof" in self.words("#statistics"), "its rows")
