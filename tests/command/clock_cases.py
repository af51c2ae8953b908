"""A machine that has much else to do: the clock runs, and little is done. Whatever comes back unfinished because of the clock
comes back with more, so that all comes to its end, at a cost that does not depend much on the clock."""
import os
import unittest

from harness import SLOW, Case, has_mpirun

FAST = os.environ.get("FAST_CLOCK", "")
OFTEN = ("--checkpoint", "c", "--checkpoint-interval", "0.1s")
MEMORY = ("--table-memory", "16M")


@unittest.skipIf(SLOW or not os.path.exists(FAST), "no clock to preload, or sanitizers that must be first")
class FastClock(Case):
    """Ten times too fast."""

    def pair(self, *words, **more):
        """The same with the clock as it is and with the fast one, each from nothing: the second."""
        for clock in {}, {"LD_PRELOAD": FAST}:
            for name in self.files():
                if name.startswith("c"):
                    os.remove(self.path(name))
            done = self.ok(*words, *OFTEN, "--quiet", **clock, **more)
        return done

    @has_mpirun
    def test_solve(self):
        done = self.pair("solve", "connect4:6x5", "--threads", 2, *MEMORY, "--json", ranks=3)
        self.assertEqual((done.objects[0]["value"], done.objects[0]["solved"]), ("draw", True))
        self.assertLess(done.objects[0]["nodes"], 3000000)

    @has_mpirun
    def test_certificate(self):
        for game, value in ("connect4:5x4", "draw"), ("mnk:4,4,4", "draw"):
            done = self.pair("solve", game, "--threads", 2, *MEMORY, "--certificate", "p.h5", "--json", ranks=3)
            self.assertEqual(done.objects[0]["value"], value)
            self.assertIn("accepted", self.ok("check", "p.h5").out)
            os.remove(self.path("p.h5"))

    @has_mpirun
    def test_book(self):
        done = self.pair("book", "connect4:5x4", "--plies", 3, "--score", "-o", "b.h5", "--threads", 1, *MEMORY, ranks=3)
        self.assertEqual(done.out, self.ok("book", "connect4:5x4", "--plies", 3, "--score", "-o", "a.h5", "--threads", 1, *MEMORY, "-q").out)
        self.ok("book", "diff", "a.h5", "b.h5")

    @has_mpirun
    def test_tables(self):
        for clock in {}, {"LD_PRELOAD": FAST}:
            self.ok("tablebase", "draughts:6x6", "--pieces", 3, "--distances", "-o", f"t{len(clock)}.h5", "--threads", 1, "--quiet", ranks=2, **clock)
        with open(self.path("t0.h5"), "rb") as one, open(self.path("t1.h5"), "rb") as other:
            self.assertEqual(one.read(), other.read())
