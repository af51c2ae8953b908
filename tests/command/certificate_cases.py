"""solve --certificate and check of what it writes."""
from harness import SMALL, Case, has_mpirun


class Certificates(Case):
    def tables(self, *words):
        return self.ok("tablebase", *words, "-o", "t.h5", "--threads", 1)

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_certificate(self):
        game = "draughts:4x4,rules=seed"
        shown = self.ok("solve", game, "--certificate", "c.h5", "--quiet", *SMALL).lines[0]
        self.assertEqual(shown[1], "draw")
        line = self.ok("check", "c.h5").lines[0]
        start = "W:W7,8:B1,2"
        self.assertEqual((line[0], line[4]), (f"White (to move) draws {game} from {start}", "accepted"))
        self.assertRegex(line[2], "^finished [0-9]+$")
        first = self.content("c.h5")
        self.ok("solve", game, "--certificate", "c.h5", "--quiet", *SMALL)
        self.assertEqual(self.content("c.h5"), first)
        with open(self.path("c.h5"), "r+b") as file:
            file.seek(len(first) // 2)
            file.write(bytes([first[len(first) // 2] ^ 1]))
        self.fails(65, "check", "c.h5")

    def certify_many(self, name, **more):
        """Wins, draws and losses in one file, with tables. Returns the values."""
        self.write("p", "".join(text + "\n" for text in ("W:WK1,K3:BK18", "B:WK1,K3:BK18", "W:WK1:BK17", "W:W13:B1,K5",
                                                         "W:WK1,K2,14:BK18", "W:WK1:B")))
        lines = self.ok("solve", "draughts:6x6", "--tables", "t.h5", "--positions", "p", "--certificate", name, "--quiet",
                        *SMALL, **more).lines
        return [line[1] for line in lines]

    def test_certificate_of_many(self):
        self.tables("draughts:6x6", "--pieces", 3, "--distances")
        values = self.certify_many("c.h5")
        self.assertEqual(set(values), {"win", "draw", "loss"})
        shown = self.ok("check", "c.h5", "--json").objects[0]
        self.assertEqual((shown["accepted"], [claim["value"] for claim in shown["claims"]]), (True, values))
        self.assertTrue(shown["complete"])
        claims = self.ok("check", "c.h5", "--threads", 3).lines[0][0].split("; ")
        verbs = {"win": "wins", "draw": "draws", "loss": "loses"}
        self.assertEqual(claims, [f"White (to move) {verbs[claim['value']]} draughts:6x6 from {claim['position']}"
                                  for claim in shown["claims"]])
        self.assertEqual(claims[2], "White (to move) draws draughts:6x6 from W:WK1:BK17")
        self.assertIn("Claim: White (to move) wins draughts:6x6 from ", self.ok("check", "c.h5", "--pretty").out)

    @has_mpirun
    def test_certificate_by_ranks(self):
        self.tables("draughts:6x6", "--pieces", 3, "--distances")
        self.certify_many("c.h5")
        self.certify_many("d.h5", ranks=2)
        self.assertEqual(self.content("d.h5"), self.content("c.h5"))

    def test_no_certificate(self):
        self.fails(65, "solve", "mnk:3,3,3", "--certificate", "c.h5", *SMALL, says="no certificates yet")
        self.fails(73, "solve", "draughts:4x4", "--certificate", "no/folder/c.h5", *SMALL)
        self.fails(64, "solve", "draughts:4x4", "--certificate", "c.h5", "--depth", 3, *SMALL, says="proves nothing")
        self.fails(75, "solve", "draughts:6x6", "--certificate", "c.h5", "--node-limit", 10, *SMALL)
        self.tables("draughts:4x4", "--pieces", 2)
        self.fails(65, "solve", "draughts:4x4", "--tables", "t.h5", "--certificate", "c.h5", *SMALL, says="--distances")
        self.assertEqual(self.files(), ["t.h5"])
