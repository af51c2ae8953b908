"""libzermelo-book on files of every kind (zermelo/probe.h): against the command, from eight threads, in C++, from Python."""
import ctypes
import os
import shutil
import subprocess
import threading
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


class Knowledge(ctypes.Structure):
    _fields_ = [*((name, ctypes.c_int) for name in ("lower", "upper", "value", "proven", "score_lower", "score_upper", "has_score",
                                                    "score", "distance", "evaluation", "file")),
                ("source", ctypes.c_char_p), ("argument", ctypes.c_char * 64)]

    def fields(self):
        """value, score, distance, as a program would print them"""
        return (NAMES[self.value], str(self.score) if self.has_score else "-", str(self.distance) if self.distance >= 0 else "-")


class Move(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 64), ("best", ctypes.c_int), ("known", Knowledge)]


class Answer(ctypes.Structure):
    _fields_ = [("known", Knowledge), *((name, ctypes.c_int) for name in ("ended", "mover", "plies", "move_count", "line_count")),
                ("moves", ctypes.POINTER(Move)), ("line", ctypes.POINTER(ctypes.c_char * 64)), ("nodes", ctypes.c_uint64),
                ("seconds", ctypes.c_double)]


NAMES = {1: "win", 0: "draw", -1: "loss", 127: "unknown"}
MOVES, LINE = 1, 2


def library():
    """The library as it was built, by its structures of plain C: Python needs no compiler for it."""
    path = next(os.path.join(folder, name) for folder, _, names in os.walk(os.path.dirname(os.path.dirname(harness.ZERMELO)))
                for name in names if name == "libzermelo-book.so")
    book = ctypes.CDLL(path)
    book.zermelo_error.restype = ctypes.c_char_p
    for call in (book.zermelo_close, book.zermelo_answer_free):
        call.argtypes, call.restype = [ctypes.c_void_p], None
    book.zermelo_add_file.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    book.zermelo_probe.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.POINTER(Answer))]
    return book


@unittest.skipIf(SLOW, "an interpreter without the sanitizer")
class Library(Case):
    def setUp(self):
        super().setUp()
        self.book = library()

    def open(self, name):
        handle = ctypes.c_void_p()
        self.assertEqual(self.book.zermelo_open(None, ctypes.byref(handle)), 0)
        self.assertEqual(self.book.zermelo_add_file(handle, self.path(name).encode()), 0, self.book.zermelo_error())
        return handle

    def ask(self, handle, text, wants=MOVES):
        """(fields of the position, {move: (best, *fields)}, line of best play)"""
        answer = ctypes.POINTER(Answer)()
        self.assertEqual(self.book.zermelo_probe(handle, text.encode(), wants, ctypes.byref(answer)), 0, self.book.zermelo_error())
        said = answer.contents
        found = (said.known.fields(), {move.name.decode(): (bool(move.best), *move.known.fields()) for move in said.moves[:said.move_count]},
                 [move.value.decode() for move in said.line[:said.line_count]])
        self.book.zermelo_answer_free(answer)
        return found

    def probe(self, threads, *texts):
        """What one handle answers in every thread, which must be the same."""
        handle, answers = self.open("file.h5"), [None] * threads

        def run(thread):
            answers[thread] = [self.ask(handle, text) for text in texts]
        workers = [threading.Thread(target=run, args=(thread,)) for thread in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.book.zermelo_close(handle)
        self.assertEqual(answers, [answers[0]] * threads)
        return [answer[:2] for answer in answers[0]]

    @release_only
    def test_against_the_command(self):
        """Eight threads say the same, and what `probe` and `moves` say."""
        for words, texts in FILES:
            with self.subTest(words):
                self.ok(*words.split(), "-o", "file.h5", *SMALL[:2])
                game = words.split()[1]
                scored = "--score" in words or "--distances" in words or words.startswith("layers")
                for text, (said, moves) in zip(texts, self.probe(8, *texts), strict=True):
                    value, score, _ = said
                    if not moves:  # the game is over, which is in no book
                        continue
                    line = self.ok("probe", "file.h5", text).lines[0]
                    worth = "0" if line[1:3] == ["draw", "-"] else line[2]  # that of a draw follows from its value
                    self.assertEqual([value, score, sorted(m for m, known in moves.items() if known[0])],
                                     [line[1], worth, sorted(line[3].split())], (words, text))
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
            self.assertEqual(said[0], self.ok("solve", game, *SMALL).lines[0][1])
            self.assertTrue(all(known[1] in ("unknown", solved[move]) for move, known in moves.items()), (game, moves))
            os.unlink(self.path("file.h5"))

    def test_strategies_and_heuristic_values(self):
        self.ok("book", "connect4:5x4", "--plies", 6, "--strategy", "first", "-o", "file.h5", *SMALL)
        (_, moves), = self.probe(2, "")
        solved = {line[0]: line[1] for line in self.ok("moves", "connect4:5x4", "--values", *SMALL).lines}
        self.assertEqual({known[1] for move, known in moves.items() if known[1] != solved[move]}, {"unknown"})
        self.ok("book", "connect4:5x4", "--plies", 2, "--method", "bns", "--depth", 2, "-o", "file.h5", *SMALL)
        (said, moves), = self.probe(2, "")
        self.assertEqual((said[0], {known[1] for known in moves.values()}), ("unknown", {"unknown"}))
        self.assertTrue(any(known[0] for known in moves.values()))

    def test_bad_files(self):
        """Each error is a code and one line, by the library and by the program that prints it."""
        program = os.path.join(os.path.dirname(harness.ZERMELO), "probe_any")
        self.ok("solve", "mnk:3,3,3", "--statistics", "s.h5", *SMALL)
        self.ok("layers", "mnk:3,3,3", "-o", "file.h5", *SMALL[:2])
        self.write("text", "text\n")
        for name, position, code, says in (("none", "", 66, "none"), ("text", "", 65, "text"), ("s.h5", "", 65, "statistics"),
                                           ("file.h5", "x9", 65, "x9")):
            done = subprocess.run([program, self.path(name), position], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, len(done.stderr.splitlines()), says in done.stderr), (code, 1, True))

    def test_lines(self):
        """A line of best play is as long as the distance says, and each of its moves is one of the best."""
        self.ok("layers", "connect4:4x4", "-o", "file.h5", *SMALL[:2])
        self.ok("book", "connect4:4x4", "--plies", 2, "-o", "book.h5", *SMALL)
        handle = self.open("file.h5")
        for text in ("12", "1122334"):
            known, _, line = self.ask(handle, text, LINE)
            self.assertEqual(len(line), 16 - len(text) if known[0] == "draw" else int(known[2]))
            for move in line:
                self.assertTrue(self.ask(handle, text)[1][move][0], (text, move))
                text += move
        self.book.zermelo_close(handle)

    @unittest.skipUnless(shutil.which("c++"), "no C++ compiler")
    def test_headers_are_cxx(self):
        """Each header by itself, with every warning, in C++ and in old C."""
        for header in os.listdir(os.path.join(ROOT, "include", "zermelo")):
            self.write("a.cc", f"#include <zermelo/{header}>\nint main () {{ return ZERMELO_WIN - 1; }}\n")
            for compiler in (["c++", "-std=c++11"], ["cc", "-std=c99", "-xc"]):
                subprocess.run([*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", os.path.join(ROOT, "include"), "-fsyntax-only",
                                self.path("a.cc")], check=True)
