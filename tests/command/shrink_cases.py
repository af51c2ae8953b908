"""certificate shrink."""
from harness import SLOW, SMALL, Case


class Shrinking(Case):
    """certificate shrink: fewer rows, still accepted, the same every time."""

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def rows(self, name):
        line = self.ok("check", name).lines[0]
        self.assertEqual(line[4], "accepted")
        return int(line[1])

    def shrink(self, name, *words):
        return [int(number) for number in self.ok("certificate", "shrink", *words, "-o", name, "--quiet").lines[0][:3]]

    def test_shrink(self):
        self.ok("solve", "connect4:6x4", "3345" if SLOW else "33", "--certificate", "c.h5", "--quiet", *SMALL)
        before = self.rows("c.h5")
        counts = self.shrink("d.h5", "c.h5")
        self.assertEqual(counts, [before, self.rows("d.h5"), len(self.content("d.h5"))])
        self.assertLess(counts[1], before)
        self.shrink("e.h5", "c.h5")
        self.assertEqual(self.content("e.h5"), self.content("d.h5"))
        self.assertEqual(self.shrink("f.h5", "d.h5")[:2], [counts[1], counts[1]])  # nothing is left to gain

    def test_shrink_scores_and_wins(self):
        for game, position in ("connect4:4x4", "12"), ("mnk:4,4,3", ""), ("connect4:5x4", "33"):
            self.ok("solve", game, position, "--score", "--certificate", "c.h5", "--quiet", *SMALL)
            claim = self.ok("check", "c.h5").lines[0][0]
            before, after, _ = self.shrink("d.h5", "c.h5")
            self.assertLessEqual(after, before)
            self.assertEqual((self.ok("check", "d.h5").lines[0][0], self.rows("d.h5")), (claim, after))

    def test_shrink_by_plans(self):
        """Plans that begin with other moves than the rows did, and rest on rows; with the rows' own moves alone there are 7."""
        self.ok("solve", "connect4:5x4", "--certificate", "c.h5", "--quiet", "--threads", 1, "--table-memory", "64M")
        self.assertLessEqual(self.shrink("d.h5", "c.h5")[1], 5)
        self.rows("d.h5")

    def test_shrink_is_stopped(self):
        self.ok("solve", "connect4:5x5", "33" if SLOW else "", "--certificate", "c.h5", "--quiet", *SMALL)
        before = self.rows("c.h5")
        words = ("certificate", "shrink", "c.h5", "-o", "d.h5")
        self.fails(75, *words, "--time-limit", "1s" if SLOW else "2s", "--quiet", says="the time limit is reached")
        self.assertLess(self.rows("d.h5"), before)
        self.fails(75, *words[:3], "-o", "e.h5", "--time-limit", "0.000001s", says="nothing has been gained yet")
        self.assertEqual(self.files(), ["c.h5", "d.h5"])

    def test_shrink_refuses(self):
        self.ok("solve", "mnk:3,3,3", "--certificate", "c.h5", "--quiet", *SMALL)
        self.ok("solve", "draughts:4x4", "--certificate", "cyclic.h5", "--quiet", *SMALL)
        self.fails(64, "certificate", "shrink", "c.h5", says="-o FILE is missing")
        self.fails(64, "certificate", "grow", "c.h5", says="one of shrink")
        self.fails(64, "certificate", "shrink", says="argument missing")
        self.fails(65, "certificate", "shrink", "cyclic.h5", "-o", "d.h5", says="never repeat")
        self.fails(66, "certificate", "shrink", "none.h5", "-o", "d.h5")
        self.fails(73, "certificate", "shrink", "c.h5", "-o", "no/folder/d.h5")
        self.assertEqual(self.files(), ["c.h5", "cyclic.h5"])
