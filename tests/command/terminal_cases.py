"""What people see: on a terminal, or with --pretty; pipes and files get the lines of the contract."""
import os
import re
import subprocess

import harness
from harness import SMALL, TIMEOUT, Case, environment

GAMES = {"tables": ("tablebase", "draughts:6x6", "--pieces", 3, "-o", "t.h5"),
         "verify": ("verify", "--effort", "quick", "--only", "connect4:4x*", "--table-memory", "4M"),
         "perft": ("perft", "draughts:8x8", "--depth", 5),
         "count": ("count", "connect4:4x4"),
         "layers": ("layers", "connect4:4x3", "-o", "l.h5"),
         "book": ("book", "connect4:4x4", "--plies", 4, "-o", "b.h5", "--table-memory", "4M"),
         "bench": ("bench", "connect4-6x5", "--scaling", "--table-memory", "4M")}


class Terminal(Case):
    def terminal(self, *words, columns=80, code=0, **variables):
        """What a call prints on a terminal of so many columns, line by line."""
        with harness.Screen(columns) as screen, \
                subprocess.Popen([harness.ZERMELO, *map(str, words)], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=screen.end,
                                 stderr=subprocess.PIPE, env=environment(**variables)) as process:
            text = "".join(screen.read(process))
            self.assertEqual(process.wait(TIMEOUT), code, process.stderr.read())
        return text.replace("\r\n", "\n").splitlines()


class Tables(Terminal):
    def test_fits_the_width(self):
        for columns in (100, 80, 60, 40):
            for name, words in GAMES.items():
                lines = self.terminal(*words, "--threads", 1, "-q", columns=columns)
                self.assertGreater(len(lines), 1, name)
                self.assertLessEqual(max(map(len, lines)), columns, (name, lines))
                self.assertNotIn("\t", "".join(lines), name)

    def test_numbers_have_units(self):
        header, *rows = self.terminal("perft", "draughts:8x8", "--depth", 6, "--threads", 1, "-q")
        self.assertEqual(header.split(), ["depth", "sequences", "seconds"])
        for row, sequences in zip(rows, ("7", "49", "302", "1469", "7361", "36 473")):
            self.assertRegex(row, rf" {sequences} +[\d.]+ (s|ms|µs|ns)$")
        self.assertEqual({len(row) for row in rows}, {len(header)})  # aligned

    def test_last_sentence(self):
        """Under a table: what it comes to, or where the file is."""
        for name, said in (("verify", "5 boards: 5 ok"), ("book", "The book is in b.h5"), ("layers", "The layers are in l.h5"),
                           ("tables", "The tables are in t.h5")):
            self.assertEqual(self.terminal(*GAMES[name], "--threads", 1, "-q")[-1], said)

    def test_what_is_left_out(self):
        """A narrow terminal has one line a row; a wide one says more."""
        wide = self.terminal(*GAMES["verify"], "--threads", 1, "-q", columns=150)
        narrow = self.terminal(*GAMES["verify"], "--threads", 1, "-q", columns=60)
        self.assertIn("Steininger", wide[1])
        self.assertNotIn("source", narrow[0])
        self.assertEqual(len(wide), len(narrow))

    def test_pipe_and_file_get_the_contract(self):
        words = ("perft", "draughts:8x8", "--depth", 2, "--threads", 1)
        self.assertTrue(all(re.fullmatch(r"\d\t\d+\t\d+\.\d{9}", line) for line in self.ok(*words).out.splitlines()))
        self.assertEqual(self.terminal(*words, "-o", "lines"), [])
        with open(self.path("lines"), encoding="utf-8") as file:
            self.assertRegex(file.read(), r"\A1\t7\t\d+\.\d{9}\n2\t49\t\d+\.\d{9}\n\Z")
        self.ok(*words, "-o", "lines", "--pretty")
        with open(self.path("lines"), encoding="utf-8") as file:
            self.assertRegex(file.read(), r"\Adepth +sequences +seconds\n")

    def test_long_texts_go_on_below(self):
        fen = "W:W" + ",".join(map(str, range(21, 33))) + ":B" + ",".join(map(str, range(1, 13)))
        self.write("positions", fen + "\n")
        for columns in (80, 50):
            lines = self.ok("solve", "draughts", "--positions", "positions", "--depth", 1, "--pretty", "-q", *SMALL,
                            COLUMNS=str(columns)).out.splitlines()
            self.assertLessEqual(max(map(len, lines)), columns)
            self.assertIn(fen, "".join(line.strip() for line in lines))


class Sentences(Terminal):
    def test_solve(self):
        for words, said in (
                (("mnk:4,3,3", "--score"), r"^The first player wins in 7 plies; best: b2 c2$"),
                (("mnk:4,3,3", "b2", "--score"), r"^The first player wins in 6 plies; best: \w\d"),
                (("mnk:4,3,3", "b2"), r"^The first player wins$"),
                (("connect4:5x4", "--all-moves"), r"^Neither player can force a win: a draw; all best moves: 2 3 4$"),
                (("connect4:4x4", "121212", "--score"), r"^The first player wins in 1 ply; best: 1$"),
                (("connect4:4x4", "1212121"), r"^The game is over: the first player has won$"),
                (("mnk:3,3,3", "a1 b1 c1 b2 a2 c2 b3 a3 c3"), r"^The game is over: a draw$"),
                (("draughts:4x4", "B:WK8:B1"), r"^(White|Black) wins|^Neither player can force a win: a draw; best: 1-3"),
                (("mnk:3,3,3", "--maker-breaker"), r"^Maker wins; best: "),
                (("mnk:7,7,5", "--method", "bns", "--depth", 2), r"^Not decided; the heuristic result of bns at depth 2, evaluation equation9, is -?\d+ for the first "
                                                                 r"player; best: \w\d"),
                (("draughts", "--method", "immediate"), r"^Not decided; the heuristic result of immediate, evaluation balanced, is -?\d+ for "
                                                        r"White; best: \d+-\d+")):
            lines = self.terminal("solve", *words, *SMALL, "-q")
            self.assertRegex(" ".join(line.strip() for line in lines).split(" No search")[0] if "bns" in words or "immediate" in words
                             else lines[0], said)
            self.assertLessEqual(max(map(len, lines)), 80)
        lines = self.terminal("solve", "connect4:5x4", "--score", *SMALL, "-q")
        self.assertEqual(lines[-2].split(), ["position", "value", "score", "nodes", "seconds", "moves"])
        self.assertRegex(lines[-1], r"^- +draw +0 +[\d. ]+k? +[\d.]+ (s|ms|µs)  \d")
        self.assertRegex(self.ok("solve", "mnk:4,3,3", "--score", *SMALL).out, r"^-\twin\t7\t\d+\t\d+\.\d{9}\t[a-d1-3 ]+\n$")

    def test_unfinished(self):
        lines = self.terminal("solve", harness.ENDLESS, "--node-limit", 1000, *SMALL, "-q", code=75)
        self.assertRegex(lines[0], "^Not decided")

    def test_arguments(self):
        """Why no search was needed, in words that the game chooses."""
        for words, said in ((("mnk:6,6,7",), "no line of 7 fits"), (("mnk:10,10,9",), "pairing of Hales and Jewett"),
                            (("mnk:11,11,8",), "tile"), (("mnk:4,4,4",), "Erdős and Selfridge"), (("mnk:4,4,4",), "Nash"),
                            (("mnk:70,70,10",), "Hales and Jewett"), (("connect4:3x3",), "no line of 4 fits"),
                            (("connect4:4x4", "121212"), "the next stone completes four"),
                            (("connect4:5x4", "3344"), "the next stone makes a double threat"),
                            (("mnk:3,3,3", "a1 b1 a2 b2"), "the next stone completes a line"),
                            (("mnk:5,5,6", "--maker-breaker"), "no line of 6 fits"),
                            (("mnk:50,50,10", "--maker-breaker"), "Hales and Jewett")):
            lines = self.terminal("solve", *words, *SMALL, "-q")
            text = " ".join(line.strip() for line in lines)
            self.assertRegex(text, said, words)
            self.assertIn("No search was needed: ", text)

    def test_moves(self):
        """As people count on a terminal, by bytes for programs."""
        self.assertEqual(self.terminal("moves", "draughts", "W:WK9:B2"), ["move", "9-5", "9-13"])
        self.assertEqual(self.ok("moves", "draughts", "W:WK9:B2").out.split(), ["9-13", "9-5"])
        header, *rows = self.terminal("moves", "draughts:4x4", "W:WK5,7:B2", "--values", *SMALL, "-q")
        self.assertEqual(header.split(), ["move", "value"])
        self.assertGreater(len(rows), 1)

    def test_moves_come_one_by_one(self):
        process = self.start("moves", harness.ENDLESS, "121212", "--values", *SMALL)
        self.assertEqual(process.stdout.readline(), "1\twin\n")  # the others take for ever
        self.assertIsNone(process.poll())
        done = self.stop(process)
        self.assertEqual(done.code, 75, done.err)
        self.assertEqual([line[0] for line in done.lines], ["2", "3", "4", "5", "6", "7", "8"])


class Show(Terminal):
    def test_drawings(self):
        self.assertEqual(self.ok("show", "mnk:4,3,3", "b2 c3").out,
                         "3  . .(o).\n2  . x . .\n1  . . . .\n   a b c d\nThe first player (x) is to move after c3.\n")
        self.assertEqual(self.ok("show", "connect4:5x4", "4431").out,
                         " . . . . .\n . . . . .\n . . . o .\n(o). x x .\n 1 2 3 4 5\nThe first player (x) is to move after 1.\n")
        self.assertEqual(self.ok("show", "draughts:4x4", "W:W7,K8:B1 7-6").out,
                         " 1-2    b       2\n 3-4        3       4\n 5-6    5      [w]\n 7-8       [7]      W\n"
                         "Black (b) is to move after 7-6.\n")

    def test_ends(self):
        for words, said in ((("connect4:4x4", "1212121"), "The game is over after 1: the first player (x) has won."),
                            (("mnk:3,3,3", "a1 b1 c1 b2 a2 c2 b3 a3 c3"), "The game is over after c3: a draw."),
                            (("draughts:4x4", "B:W:BK1"), "The game is over: Black (b) has won."),
                            (("draughts:4x4", "W:W:BK1"), "The game is over: Black (b) has won."),
                            (("mnk:3,3,3", "a1 b1 a2 b2 a3", "--maker-breaker"), "The game is over after a3: Maker (x) has won."),
                            (("tictactoe",), "The first player (x) is to move.")):
            self.assertEqual(self.ok("show", *words).out.splitlines()[-1], said)

    def test_turned(self):
        """Whoever is to move, White is below, and the numbers are the same."""
        one, two = (self.ok("show", "draughts:6x6", f"{turn}:W14,K3:B2,K18").out.splitlines()[:-1] for turn in "WB")
        self.assertEqual(one, two)
        self.assertEqual(one[0], " 1-3    1       b       W")

    def test_large_boards(self):
        for columns in (200, 100, 80, 60, 40):
            for words in (("mnk:70,70,10", "aj35 bl70 a1"), ("mnk:128,127,9", "dx127"), ("connect4:35x2", "zz"), ("draughts", "")):
                lines = self.terminal("show", *words, columns=columns, NO_COLOR="1", TERM="xterm")
                self.assertLessEqual(max(map(len, lines)), columns, words)
                if words[1]:
                    self.assertTrue(any(mark in "".join(lines[:-1]) for mark in ("(x)", "(o)", "X", "O")), (words, lines))
        dense = self.terminal("show", "mnk:70,70,10", "aj35", NO_COLOR="1", TERM="xterm")
        self.assertEqual(dense[35], "35 " + "." * 35 + "X" + "." * 34)

    def test_colours(self):
        words = ("show", "mnk:3,3,3", "b2 a1")
        self.assertIn("\033[", "".join(self.terminal(*words, TERM="xterm")))
        plain = self.ok(*words).out.splitlines()
        for variables in ({"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}):
            self.assertEqual(self.terminal(*words, **variables), plain)
        coloured = "\n".join(self.terminal(*words, TERM="xterm"))
        self.assertEqual(re.sub("\033\\[[0-9;]*m", "", coloured).splitlines(), plain)

    def test_json(self):
        for words, turn, outcome, last in ((("connect4:7x6", "44"), "first", None, "4"), (("draughts", "B:W30:B1"), "second", None, None),
                                           (("mnk:3,3,3", "a1 b1 a2 b2 a3"), "second", "loss", "a3")):
            shown, = self.ok("show", *words, "--json").objects
            self.assertEqual((shown["turn"], shown["outcome"], shown["last"]), (turn, outcome, last))

    def test_refusals(self):
        self.fails(65, "show", "connect4:7x6", "8", says="no such column")
        self.fails(65, "show", "chess")
        self.fails(64, "show")
        self.ok("show", "mnk:3,3,3", "b2", "-o", "board")
        with open(self.path("board"), encoding="ascii") as file:
            self.assertEqual(file.read(), self.ok("show", "mnk:3,3,3", "b2").out)
