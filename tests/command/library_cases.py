"""libzermelo-book on files of every kind (zermelo/probe.h): against the command, from eight threads, from C++, from Python."""
import ctypes
import os
import shutil
import subprocess
import unittest

import harness
from harness import SLOW, SMALL, Case, release_only

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILES = (("book connect4:5x4 --plies 6 --score", ("", "1", "33", "1234", "1111")),
         ("book mnk:4,3,3 --plies 3", ("", "b2", "a1 b1", "d3")),
         ("book mnk:4,3,3,exact --plies 3 --score", ("", "b2", "a1 b1")),
         ("book draughts:4x4 --plies 6 --score", ("", "7-6", "W:W7,8:B1,3")),
         ("layers mnk:3,3,3", ("", "b2", "a1 b2 c3 a2", "a1 b1 a2 b2 a3")),
         ("layers connect4:4x4", ("", "12", "2233", "1122334")),
         ("tablebase draughts:6x6 --pieces 3 --distances", ("W:WK1:BK18", "B:W10,11:BK3", "W:W18:BK1", "W:WK1:B")),
         ("tablebase draughts:4x4 --pieces 3", ("W:WK1:BK8", "B:W5,6:BK3")))


class Library(Case):
    def setUp(self):
        super().setUp()
        self.folder_of_programs = os.path.dirname(harness.ZERMELO)

    def probe(self, threads, *texts):
        """[(line of the position, {move: (best, value, score, distance)})]"""
        done = subprocess.run([os.path.join(self.folder_of_programs, "probe_any"), str(threads), self.path("file.h5"), *texts],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        answers = []
        for line in done.stdout.splitlines():
            name, *rest = line.split("\t")
            if rest and name[:2] in ("* ", "  "):
                answers[-1][1][name[2:]] = (name[0] == "*", *rest)
            else:
                answers.append(([name, *rest], {}))
        return answers

    @release_only
    def test_against_the_command(self):
        """Eight threads say the same, and what `probe` and `moves` say."""
        for words, texts in FILES:
            with self.subTest(words):
                self.ok(*words.split(), "-o", "file.h5", *SMALL[:2])
                game = words.split()[1]
                scored = "--score" in words or "--distances" in words or words.startswith("layers")
                for text, (said, moves) in zip(texts, self.probe(8, *texts), strict=True):
                    value, score, _ = said[1:]
                    if not moves:  # the game is over, which is in no book
                        continue
                    line = self.ok("probe", "file.h5", text).lines[0]
                    self.assertEqual([value, score, sorted(m for m, known in moves.items() if known[0])],
                                     [line[1], line[2], line[3].split()], (words, text))
                    tables = ("--tables", "file.h5") if words.startswith("tablebase") else ()  # which a search needs
                    more = ("--score",) if scored or not tables else ()
                    solved = {line[0]: line[1:] for line in self.ok("moves", game, text, "--values", *more, *tables, *SMALL).lines}
                    self.assertEqual(set(moves), set(solved))
                    for name, (_, found, points, _) in moves.items():
                        if found != "unknown":
                            self.assertEqual(found, solved[name][0], (words, text, name))
                        if scored and points != "-":
                            self.assertEqual(points, solved[name][1].replace("-0", "0"), (words, text, name))
                        if words.startswith(("layers", "tablebase")):
                            self.assertNotEqual(found, "unknown")

    def test_certificates(self):
        for game in ("connect4:4x4", "mnk:3,3,3", "draughts:4x4"):
            self.ok("solve", game, "--certificate", "file.h5", *SMALL)
            (said, moves), = self.probe(8, "")
            solved = {line[0]: line[1] for line in self.ok("moves", game, "--values", *SMALL).lines}
            self.assertEqual(said[1], self.ok("solve", game, *SMALL).lines[0][1])
            self.assertTrue(all(known[1] in ("unknown", solved[move]) for move, known in moves.items()), (game, moves))
            os.unlink(self.path("file.h5"))

    def test_strategies_and_heuristic_values(self):
        self.ok("book", "connect4:5x4", "--plies", 6, "--strategy", "first", "-o", "file.h5", *SMALL)
        (_, moves), = self.probe(2, "")
        solved = {line[0]: line[1] for line in self.ok("moves", "connect4:5x4", "--values", *SMALL).lines}
        self.assertEqual({known[1] for move, known in moves.items() if known[1] != solved[move]}, {"unknown"})
        self.ok("book", "connect4:5x4", "--plies", 2, "--method", "bns", "--depth", 2, "-o", "file.h5", *SMALL)
        (said, moves), = self.probe(2, "")
        self.assertEqual((said[1], {known[1] for known in moves.values()}), ("unknown", {"unknown"}))
        self.assertTrue(any(known[0] for known in moves.values()))

    def test_bad_files(self):
        program = os.path.join(self.folder_of_programs, "probe_any")
        self.ok("solve", "mnk:3,3,3", "--statistics", "s.h5", *SMALL)
        self.write("text", "text\n")
        for name, code, says in (("none", 66, "none"), ("text", 65, "text"), ("s.h5", 65, "statistics")):
            done = subprocess.run([program, "1", self.path(name), ""], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, len(done.stderr.splitlines()), says in done.stderr), (code, 1, True))
        self.ok("layers", "mnk:3,3,3", "-o", "file.h5", *SMALL[:2])
        done = subprocess.run([program, "1", self.path("file.h5"), "x9"], capture_output=True, text=True, check=True)
        self.assertIn("x9", done.stdout)

    @unittest.skipUnless(shutil.which("c++"), "no C++ compiler")
    def test_headers_are_cxx(self):
        """Each header by itself, with every warning, in C++ and in old C."""
        for header in os.listdir(os.path.join(ROOT, "include", "zermelo")):
            self.write("a.cc", f"#include <zermelo/{header}>\nint main () {{ return ZERMELO_WIN - 1; }}\n")
            for compiler in (["c++", "-std=c++11"], ["cc", "-std=c99", "-xc"]):
                subprocess.run([*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", os.path.join(ROOT, "include"), "-fsyntax-only",
                                self.path("a.cc")], check=True)

    @unittest.skipIf(SLOW, "an interpreter without the sanitizer")
    def test_ctypes(self):
        """The structures are plain C, so Python reads them without a compiler."""
        class Known(ctypes.Structure):
            _fields_ = [(name, ctypes.c_int) for name in ("value", "lower", "upper", "proven", "has_score", "score", "distance", "evaluation")]

        class Move(ctypes.Structure):
            _fields_ = [("name", ctypes.c_char * 64), ("best", ctypes.c_int), ("known", Known)]
        self.ok("layers", "connect4:4x4", "-o", "file.h5", *SMALL[:2])
        library = next(os.path.join(folder, name) for folder, _, names in os.walk(os.path.dirname(self.folder_of_programs))
                       for name in names if name == "libzermelo-book.so")
        book = ctypes.CDLL(library)
        book.zermelo_open.restype = ctypes.c_void_p
        book.zermelo_close.argtypes = [ctypes.c_void_p]
        file = book.zermelo_open(self.path("file.h5").encode(), None, None, ctypes.c_size_t(0))
        moves = (Move * 512)()
        count = book.zermelo_probe_moves(ctypes.c_void_p(file), b"12", moves, 512, None, ctypes.c_size_t(0))
        solved = self.ok("moves", "connect4:4x4", "12", "--values", "--score", *SMALL).lines
        names = {1: "win", 0: "draw", -1: "loss"}
        self.assertEqual([[m.name.decode(), names[m.known.value], str(m.known.score)] for m in moves[:count]], solved)
        book.zermelo_close(file)
