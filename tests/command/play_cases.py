"""Play: games between programs, and a dialogue that nothing brings down."""
import os
import re
import signal
import subprocess
import time

import harness
from harness import SMALL, TIMEOUT, Case, environment

BOOK_OF_7X6 = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../data/books/connect4_7x6.h5"))
FAST = ("--threads", "1", "--table-memory", "1M")


class Play(Case):
    def play(self, *words, lines=(), code=0, **more):
        return self.ok("play", *words, *FAST, stdin="".join(line + "\n" for line in lines), **more)

    def account(self, done):
        """Two lines: side, player, result, moves, nodes, average and longest time."""
        rows = done.lines[-2:]
        self.assertEqual([row[0] for row in rows], ["first", "second"])
        return rows

    def test_programs(self):
        for game, first, second in (("mnk:3,3,3", "perfect", "random:seed=3"), ("connect4:4x4", "forza4:depth=4", "minimax:depth=2"),
                                    ("draughts:4x4", "dama:depth=3", "alpha-beta:depth=3,evaluation=defence"),
                                    ("mnk:5,5,4", "monkey:depth=2", "solver:time=0.2"), ("mnk:20,20,5", "monkey", "monkey:seed=1")):
            done = self.play(game, "--first", first, "--second", second)
            rows = self.account(done)
            self.assertEqual([row[1] for row in rows], [first, second])
            self.assertIn((rows[0][2], rows[1][2]), (("won", "lost"), ("lost", "won"), ("drawn", "drawn")))
            self.assertIn(int(rows[0][3]) - int(rows[1][3]), (0, 1))
            self.assertIn("The game is over", done.out)
            for row in rows:
                self.assertTrue(all(re.fullmatch(r"\d+\.\d{9}", field) for field in row[5:]), row)

    def test_same_game_again(self):
        """Without time in the way a game is the same on every run, and the account counts every node."""
        words = ("connect4:5x4", "--first", "forza4:depth=3,evaluation=lines+future", "--second", "alpha-beta:depth=4,evaluation=present")
        first, again = (self.play(*words) for _ in range(2))
        self.assertEqual([row[:5] for row in self.account(first)], [row[:5] for row in self.account(again)])
        self.assertGreater(int(self.account(first)[0][4]), 10)
        self.assertEqual(len(self.play(*words, "-q").lines), 2)

    def nodes_of_first_move(self, game, player):
        return int(self.account(self.play(game, "--first", player, "--second", "human", "-q", lines=("quit",)))[0][4])

    def test_one_search_without_table(self):
        """As in the reports: minimax looks at every sequence of moves once, alpha-beta at fewer, and nothing before or beside it."""
        for game, depth in (("connect4:7x8", 4), ("draughts:8x8", 3)):
            leaves = [int(line[1]) for line in self.ok("perft", game, "--depth", depth).lines]
            self.assertEqual(self.nodes_of_first_move(game, f"minimax:depth={depth},fixed=1,table=none"), 1 + sum(leaves))
            deeper = sum(1 + sum(leaves[:d]) for d in range(1, depth + 1))
            self.assertEqual(self.nodes_of_first_move(game, f"minimax:depth={depth},table=none"), deeper)
            self.assertLess(self.nodes_of_first_move(game, f"alpha-beta:depth={depth},fixed=1,table=none"), sum(leaves) // 2)
        with_table, without = (self.nodes_of_first_move("connect4:7x8", f"minimax:depth=5,fixed=1{more}") for more in ("", ",table=none"))
        self.assertLess(with_table, without)

    def test_chance(self):
        """The random term of dama: the same game with the same seeds, others with other seeds; and the bonus for captures
        changes what is played."""
        def played(player):
            done = self.play("draughts", "--first", f"dama:depth=3,{player}", "--second", f"dama:depth=3,{player}")
            return [row[3:5] for row in self.account(done)]  # moves and nodes

        plain, bonus = (played(f"capture_bonus={value}") for value in (0, 50))
        self.assertNotEqual(plain, bonus)
        chance = [played(f"random=20,seed={seed}") for seed in (0, 0, 1, 2, 3)]
        self.assertEqual(chance[0], chance[1])
        self.assertEqual(len({str(nodes) for nodes in chance}), 4)
        self.fails(64, "play", "connect4", "--first", "alpha-beta:capture_bonus=50", says="capture_bonus")
        self.fails(64, "play", "draughts", "--first", "dama:random=-1", says="-1")

    def test_share_table(self):
        """What one player has searched the other need not."""
        words = ("connect4:6x5", "--first", "forza4:depth=7", "--second", "forza4:depth=7")
        alone, shared = (sum(int(row[4]) for row in self.account(self.play(*words, *more))) for more in ((), ("--share-table",)))
        self.assertLess(shared, alone)

    def test_stale(self):
        done = self.play("connect4:4x1", "--first", "random", "--second", "random")
        self.assertIn("neither side can win any more", done.out)
        self.assertEqual([row[2:4] for row in self.account(done)], [["drawn", "1"], ["drawn", "1"]])

    def test_human(self):
        done = self.play("mnk:3,3,3", "--second", "perfect", lines=("b2", "a1", "c3", "quit"))
        self.assertIn("perfect chose ", done.out)
        self.assertIn("proven to keep a draw", done.out)

    def test_dialogue(self):
        done = self.play("connect4:4x4", "--first", "human", "--second", "human",
                         lines=("help", "moves", "hint", "values", "undo", "z", "11", "4 4", "", "  1  ", "undo", "9", "2", "board", "swap",
                                "save", "save out.txt", "save no/folder/out.txt", "quit"))
        for said in ("A line is a move", "Moves by number: 1: 1, 2: 2, 3: 3, 4: 4.", "Hint: ", "proven to be a draw",
                     "Values: 1 draw, 2 draw, 3 draw, 4 draw.", "There is no move to take back.", "'11' is not one move",
                     "'save' needs the name of a file.", "The game is saved in out.txt, as a position.", "Not saved: "):
            self.assertIn(said, done.out)
        self.assertEqual(done.out.count("No move: "), 4)
        self.assertEqual([row[2] for row in self.account(done)], ["unfinished"] * 2)
        self.assertIn("The game stopped at: 2\n", done.out)
        with open(self.path("out.txt"), encoding="ascii") as file:
            self.assertEqual(file.read(), "2\n")

    def test_numbers_and_notations(self):
        """A move by its number, in short and in any case; the order of the list is that of `moves`."""
        done = self.play("draughts:4x4", "--first", "human", "--second", "human", lines=("2", "quit"))
        second = self.ok("moves", "draughts:4x4").out.splitlines()[1]
        self.assertIn(f"after {second}.", done.out)
        done = self.play("mnk:3,3,3", "--first", "human", "--second", "human", lines=("B2", "quit"))
        self.assertIn("The game stopped at: b2\n", done.out)

    def test_what_a_move_threw_away(self):
        done = self.play("mnk:4,3,3", "--first", "human", "--second", "human", lines=("b2", "a1", "b3", "quit"))
        self.assertIn("That move threw away a win: for the first player (x) the position is a draw now.", done.out)
        done = self.play("mnk:3,3,3", "b2", "--first", "human", "--second", "human", lines=("a2", "quit"))
        self.assertIn("That move threw away a draw: for the second player (o) the position is a loss now.", done.out)

    def test_end_of_input(self):
        for text in ("", "b2", "b2\n", "x" * 100000, "\0\0\n\xff\n", "b2 b2\n" * 100):
            done = self.call("play", "mnk:3,3,3", "--second", "human", *FAST, stdin=text)
            self.assertEqual((done.code, done.said), (0, []), text[:20])
            self.assertIn("The game stopped at: ", done.out)

    def test_signal(self):
        for first in ("human", "solver:time=0"):
            process = self.start("play", "connect4:8x8", "--first", first, "--second", "human", *FAST)
            time.sleep(0.3)
            done = self.stop(process, signal.SIGTERM)
            self.assertEqual(done.code, 75, done.err)
            self.assertEqual(len(done.said), 1)
            self.assertIn("The game stopped at: ", done.out)

    def test_terminal(self):
        """The board is drawn in colours and in lines that fit, also after the terminal has another size."""
        with harness.Screen(80) as screen, \
                subprocess.Popen([harness.ZERMELO, "play", "draughts", "--first", "human", "--second", "random", *FAST], cwd=self.folder,
                                 stdin=subprocess.PIPE, stdout=screen.end, stderr=subprocess.PIPE, text=True,
                                 env=environment(TERM="xterm", NO_COLOR="")) as process:
            process.stdin.write("21-17\nhelp\nquit\n")
            process.stdin.close()
            text = "".join(screen.read(process))
            self.assertEqual(process.wait(TIMEOUT), 0, process.stderr.read())
        self.assertIn("\x1b[", text)
        self.assertIn("Black (b) thinks ...\r\x1b[K", text)
        text = text.replace("Black (b) thinks ...\r\x1b[K", "")
        lines = re.sub(r"\x1b\[[0-9;]*m", "", text).replace("\r\n", "\n").splitlines()
        self.assertLessEqual(max(map(len, lines)), 80, lines)
        self.assertTrue(any("random chose" in line for line in lines))

    def test_records(self):
        self.play("draughts", "--first", "random:seed=1", "--second", "random:seed=2", "-o", "game.pdn", "-q")
        with open(self.path("game.pdn"), encoding="ascii") as file:
            text = file.read()
        self.assertIn('[White "random:seed=1"]\n[Black "random:seed=2"]\n', text)
        self.assertIn('[GameType "22"]\n', text)
        result = re.search(r'\[Result "(.*)"\]\n\[Termination "normal"\]', text)[1]
        body = text.split("\n\n")[1]
        self.assertTrue(body.endswith(f" {result}\n") or body.endswith(f"\n{result}\n"), body)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        moves = [word for word in body.split() if not re.fullmatch(r"\d+\.(\.\.)?", word)][:-1]
        self.assertGreater(len(moves), 20)
        self.ok("show", "draughts", " ".join(moves))  # they are all legal
        self.play("draughts:6x6", "B:W14:B5", "--first", "random", "--second", "random", "-o", "other.pdn", "-q")
        with open(self.path("other.pdn"), encoding="ascii") as file:
            text = file.read()
        self.play("draughts", "-o", "left.pdn", "-q", lines=("21-17", "quit"))
        with open(self.path("left.pdn"), encoding="ascii") as file:
            self.assertIn('[Result "*"]\n[Termination "unterminated"]\n', file.read())
        self.assertIn('[GameType "22,W,6,6,N2,1"]\n[FEN "B:W14:B5"]\n\n1... ', text)
        self.play("mnk:9,7,5", "e4 a1", "--first", "human", "--second", "human", "-o", "game.sgf", lines=("i7", "quit"))
        with open(self.path("game.sgf"), encoding="ascii") as file:
            self.assertEqual(file.read(), "(;GM[4]FF[4]CA[UTF-8]AP[zermelo]SZ[9:7]RU[standard]PB[human]PW[human]RE[?]\n;B[ed];W[ag];B[ia])\n")
        self.play("mnk:4,3,3", "--first", "human", "--second", "human", "-o", "game.txt", lines=("b2", "quit"))
        with open(self.path("game.txt"), encoding="ascii") as file:
            self.assertEqual(file.read(), "b2\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["game.pdn", "game.sgf", "game.txt", "left.pdn", "other.pdn"])

    def test_refused(self):
        for code, says, *words in ((64, "argument missing"), (64, "--first: unknown player 'nobody': human, perfect", "mnk:3,3,3", "--first", "nobody"),
                                   (64, "--second: player random has no key 'time': seed", "mnk:3,3,3", "--second", "random:time=1"),
                                   (64, "one argument too many", "mnk:3,3,3", "a1", "b2"), (65, "unknown game", "chess"),
                                   (65, "move 2", "mnk:3,3,3", "a1 a1"), (64, "balanced", "connect4", "--first", "dama"),
                                   (66, "absent", "connect4", "--first", "perfect:book=absent"),
                                   (73, "no/folder", "mnk:3,3,3", "-o", "no/folder/game", "--second", "random"),
                                   (64, "'--table'", "mnk:3,3,3", "--table"),
                                   (64, "--second: player solver has no key 'fixed'", "connect4", "--second", "solver:fixed=1"),
                                   (64, "fixed=1 needs a depth", "connect4", "--second", "minimax:fixed=1"),
                                   (64, "fixed: ", "connect4", "--second", "minimax:depth=2,fixed=2"),
                                   (64, "random has no key 'book'", "connect4", "--second", "random:book=b.h5"),
                                   (66, "book: ", "connect4", "--first", "solver:book=absent"),
                                   (65, "book: ", "connect4", "--first", "monkey:book=/dev/null"),
                                   (64, "book=none beside a book", "connect4", "--first", f"forza4:book=none,book={BOOK_OF_7X6}"),
                                   (65, "not of connect4:5x4", "connect4:5x4", "--first", f"alpha-beta:book={BOOK_OF_7X6}"),
                                   (64, "table: ", "connect4", "--second", "alpha-beta:table=big")):
            self.fails(code, "play", *words, says=says)
        self.assertEqual(os.listdir(self.folder), [])

    def test_book(self):
        self.ok("book", "connect4:4x4", "--plies", 2, "-o", "b.h5", *SMALL)
        done = self.play("connect4:4x4", "--first", "perfect:book=b.h5", "--second", "random")
        self.assertIn("chose", done.out)
        self.fails(65, "play", "connect4:5x4", "--first", "perfect:book=b.h5", "--second", "random", says="a book of connect4:4x4")

    def heuristic(self, game, name, *lines):
        """A book that looks one ply ahead and values nothing."""
        self.write("lines.txt", "".join(f"{line}\n" for line in lines))
        self.ok("book", game, "--around", "lines.txt", "--plies", 0, "--method", "alpha-beta", "--depth", 1, "--evaluation", "zero", "-o", name, "-q")
        return {line: self.ok("probe", name, line).lines[0][3].split() for line in lines}

    def chosen(self, player, text, **more):
        """What a player chooses there: the move, the words behind it, and nodes."""
        side = ("--first", "--second")[len(text) % 2]
        other = ("--second", "--first")[len(text) % 2]
        done = self.play("connect4:7x6", text, side, player, other, "human", lines=("quit",), **more)
        move, words = re.search(r" chose (\w+)(.*) in [\d.]+ s\.$", done.out, re.M).groups()
        return move, words, int(self.account(done)[len(text) % 2][4])

    def test_heuristic_book(self):
        """Every player plays the move of a heuristic book, but takes a win that it does not see, and no move that loses at once."""
        quiet, trap, chance = "4", "334", "3344"
        moves = self.heuristic("connect4:7x6", "h.h5", quiet, trap, chance)
        self.assertEqual(moves[trap], ["1"])  # which lets the first player make an open three
        self.assertFalse({"2", "5"} & set(moves[chance]))
        for player in ("alpha-beta:depth=8", "minimax:depth=6", "monkey:depth=8", "forza4:depth=8", "solver:time=0.5", "perfect:time=0.5",
                       "alpha-beta:depth=8,fixed=1,table=none"):
            with self.subTest(player=player):
                name, keys = player.split(":")
                booked = f"{name}:{keys},book=h.h5"
                if name != "perfect":
                    move, words, nodes = self.chosen(booked, quiet)
                    self.assertEqual((move in moves[quiet], words), (True, " from a book"))
                if "depth" in keys:
                    self.assertLess(nodes, self.chosen(f"{name}:{keys},book=none", quiet)[2] / 4)
                move, words, _ = self.chosen(booked, trap)
                self.assertEqual((move in ("2", "5"), "book" in words), (True, False))
                move, words, _ = self.chosen(booked, chance)
                self.assertIn(move, ("2", "5"))
                self.assertNotIn("book", words)

    def test_books_of_both_kinds(self):
        """A proven value comes before a heuristic one, in whatever order the books are named."""
        moves = self.heuristic("connect4:7x6", "h.h5", "3344", "4")
        self.write("p.csv", "position,ply,value,score,moves,proven\n3344,4,win,,2,yes\n")
        self.ok("import", "connect4:7x6", "p.csv", "-o", "p.h5")
        for books in ("book=h.h5,book=p.h5", "book=p.h5,book=h.h5"):
            self.assertEqual(self.chosen(f"forza4:depth=2,{books}", "3344")[:2], ("2", " from a book, proven to keep a win"))
            self.assertIn(self.chosen(f"forza4:depth=2,{books}", "4")[0], moves["4"])

    def test_installed_books(self):
        """They are found for their game, and a line says so; not for whoever wants none, names another, or searches to a fixed depth."""
        data = self.path("data")
        os.makedirs(data + "/books")
        moves = self.heuristic("connect4:7x6", "data/books/b.h5", "4")
        self.heuristic("connect4:5x4", "data/books/a.h5", "3")
        self.heuristic("connect4:7x6", "own.h5", "1")
        for player, found in (("forza4:depth=4", True), ("perfect:time=0.2", True), ("forza4:depth=4,book=none", False), ("random", False),
                              ("forza4:depth=4,book=own.h5", False), ("alpha-beta:depth=4,fixed=1", False)):
            with self.subTest(player=player):
                done = self.call("play", "connect4:7x6", "4", "--second", player, *FAST, stdin="quit\n", ZERMELO_DATA=data)
                self.assertEqual((done.code, done.err), (0, f"book: {data}/books/b.h5\n" if found else ""))
                if player == "forza4:depth=4":
                    self.assertIn(f" chose {moves['4'][0]} from a book", done.out)
        with open(data + "/books/c.h5", "w", encoding="ascii") as file:
            file.write("no book")
        done = self.call("play", "connect4:7x6", "4", "--second", "forza4:depth=4", *FAST, stdin="quit\n", ZERMELO_DATA=data)
        self.assertEqual((done.code, done.err.splitlines()[0]), (0, f"book: {data}/books/b.h5"))
        self.assertRegex(done.err.splitlines()[1], r"^warning: .*/books/c\.h5")

    def test_tables(self):
        self.ok("tablebase", "draughts:4x4", "--pieces", 3, "--distances", "-o", "t.h5")
        self.play("draughts:4x4", "W:WK1:BK8,K6", "--first", "perfect:tables=t.h5", "--second", "perfect:tables=t.h5")
