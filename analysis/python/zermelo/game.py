"""Knowledge of positions, and games that provide it."""
import collections
import ctypes
import enum
import os
import threading
import weakref

from . import library
from .library import constant, name_of

UNKNOWN, NO_EVALUATION = 127, -32768


class Value(str, enum.Enum):
    """A value for the side to move. It is equal to its word, "win"; int() gives its number in files."""
    LOSS, DRAW, WIN, UNKNOWN = "loss", "draw", "win", "unknown"

    __str__, __hash__ = str.__str__, str.__hash__

    def __int__(self):
        return NUMBERS[self]


NUMBERS = {Value.LOSS: -1, Value.DRAW: 0, Value.WIN: 1, Value.UNKNOWN: UNKNOWN}
VALUES = {number: value for value, number in NUMBERS.items()}


class Knowledge:
    """Knowledge of a position, from the view of its side to move.

    value, lower, upper: a Value (UNKNOWN: the bounds differ), and its lower and upper bound; score: as `solve --score` prints
    it, or None; distance: plies to the end, or None; proven: the value is known, and does not depend on a file whose proof has
    not been checked; source: where it comes from ("rules", "theory", "book", "tables", "layers", "certificate", "search", or
    ""); argument: the argument that settled it without search, or ""; evaluation: a heuristic value, which proves nothing, or
    None; file: the number of the file with the value, or None."""
    __slots__ = ("value", "lower", "upper", "score", "distance", "proven", "source", "argument", "evaluation", "file")

    def __init__(self, lower, upper, value, proven, _score_lower, _score_upper, has_score, score, distance, evaluation, file, source,
                 argument):
        self.value, self.lower, self.upper = VALUES[value], VALUES[lower], VALUES[upper]
        self.proven, self.score = bool(proven) and value != UNKNOWN, score if has_score else None
        self.distance = distance if distance >= 0 else None
        self.evaluation = evaluation if evaluation != NO_EVALUATION else None
        self.file = file if file >= 0 else None
        self.source, self.argument = constant(source), name_of(argument)

    @property
    def bounds(self):
        return self.lower, self.upper

    @property
    def nothing(self):
        """Is nothing known?"""
        return self.value == Value.UNKNOWN and self.bounds == (Value.LOSS, Value.WIN) and self.evaluation is None

    def fields(self):
        return {name: getattr(self, name) for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ()) if name[0] != "_"}

    def __eq__(self, other):
        return type(self) is type(other) and self.fields() == other.fields()

    __hash__ = None

    def __repr__(self):
        known = ((name, field) for name, field in self.fields().items() if field not in (None, "", ()))
        return f"{type(self).__name__}({', '.join(f'{name}={field!s}' for name, field in known)})"


class Move(Knowledge):
    """A move, with knowledge from the view of the side that makes it. move: its name; best: it is known to keep the value (and
    the distance, if known)."""
    __slots__ = ("move", "best")

    def __init__(self, name, best, *known):
        super().__init__(*known)
        self.move, self.best = name_of(name), bool(best)


class Answer(Knowledge):
    """The answer to a query. ended: the game is over; mover: 0 if the side to move is the one that begins the game, else 1;
    plies: number of moves from the start, or None if it does not follow from the position; moves: [Move], the best first; line:
    names of moves of best play; nodes, seconds: of the searches for this answer; finished: they were not ended by a limit."""
    __slots__ = ("ended", "mover", "plies", "line", "nodes", "seconds", "finished", "_moves")

    def __init__(self, address, finished=True):
        *known, ended, mover, plies, moves, lines, at_moves, at_line, nodes, seconds = library.Answer.unpack(
            ctypes.string_at(address, library.Answer.size))
        super().__init__(*known)
        self.ended, self.mover, self.plies = bool(ended), mover, plies if plies >= 0 else None
        self.nodes, self.seconds, self.finished = nodes, seconds, finished
        self._moves = ctypes.string_at(at_moves, moves * library.Move.size) if moves else []
        line = ctypes.string_at(at_line, lines * library.NAME) if lines else b""
        self.line = tuple(name_of(line[i:i + library.NAME]) for i in range(0, len(line), library.NAME))

    @property
    def moves(self):
        if isinstance(self._moves, bytes):  # made on first use
            self._moves = [Move(*fields) for fields in library.Move.iter_unpack(self._moves)]
        return self._moves

    @property
    def best(self):
        """The names of the moves that keep the value, sorted."""
        return tuple(sorted(move.move for move in self.moves if move.best))


Identity = collections.namedtuple("Identity", "path kind game options revision checksum positions plies pieces key_bytes")
Identity.__doc__ = """The identity stated in a file. plies: a book has all positions up to this ply, or None; pieces: tables have all positions
with up to this number of pieces, or None; key_bytes: bytes of a packed position."""


class Game:
    """A game, with files about it (without a title, it is the game of the files): probe() answers queries without a search, solve()
    with one. A position is text as on zermelo's command line, or the bytes of a key. Use it in a `with`, or close() it; several
    threads may probe at the same time."""

    def __init__(self, title=None, *files):
        self.library, handle = library.library(), ctypes.c_void_p()
        self.library.check(self.library.open(title.encode() if title is not None else None, ctypes.byref(handle)))
        self.handle, self.files = handle.value, 0
        self.close = weakref.finalize(self, self.library.close, handle)
        for path in files:
            self.add(path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"<Game {self.title}>"

    @property
    def title(self):
        return self.library.game(self.open_handle()).decode()

    def open_handle(self):
        if not self.close.alive:
            raise ValueError("it has been closed")
        return self.handle

    def add(self, path):
        """Add a file with values. FileNotFoundError; DataError."""
        self.library.check(self.library.add_file(self.open_handle(), os.fsencode(path)))
        self.files += 1

    def identify(self, file=0):
        """The Identity of a file."""
        space = ctypes.create_string_buffer(library.Identity.size)
        self.library.check(self.library.identify(self.open_handle(), file, space))
        *texts, positions, plies, pieces, key_bytes = library.Identity.unpack(space.raw)
        return Identity(*(os.fsdecode(ctypes.string_at(text)) if text else "" for text in texts), positions,
                        *(number if number >= 0 else None for number in (plies, pieces)), key_bytes)

    def verify(self, file=0):
        """Read a file once more, and compare its seal and the order of its content. DataError."""
        self.library.check(self.library.verify(self.open_handle(), file))

    def row(self, number, file=0):
        """(key, ply or None, Knowledge) of one row of a book or certificate."""
        space = ctypes.create_string_buffer(library.Row.size)
        self.library.check(self.library.row_at(self.open_handle(), file, number, space))
        key, ply, *known = library.Row.unpack(space.raw)
        return key, ply if ply >= 0 else None, Knowledge(*known)

    @staticmethod
    def encoded(position):
        return position.encode() if isinstance(position, str) else b"0x" + position.hex().encode()

    def probe(self, position="", *, moves=True, line=False):
        """The Answer of the rules and of all files. DataError: not a position."""
        answer = ctypes.c_void_p()
        self.library.check(self.library.probe(self.open_handle(), self.encoded(position), moves * library.MOVES + line * library.LINE,
                                              ctypes.byref(answer)))
        try:
            return Answer(answer.value)
        finally:
            self.library.answer_free(answer)

    def moves(self, position=""):
        """{name: Move} of all legal moves, the best first; none if the game is over."""
        return {move.move: move for move in self.probe(position).moves}

    def text(self, position):
        """A position as moves that lead there, or as a FEN; as the digits of its key if no moves are found."""
        space = ctypes.create_string_buffer(1 << 14)
        self.library.check(self.library.text(self.open_handle(), self.encoded(position), space, len(space)))
        return space.value.decode()

    def key(self, position):
        """The canonical position as bytes, as in files (zermelo-files, POSITIONS AS BYTES)."""
        space, size = ctypes.create_string_buffer(library.NAME), ctypes.c_int()
        self.library.check(self.library.key(self.open_handle(), self.encoded(position), space, ctypes.byref(size)))
        return space.raw[:size.value]

    def solve(self, position="", *, threads=None, memory=None, seconds=0, nodes=0, score=False, moves=True, progress=None):
        """The Answer of a search, where rules and files are not enough: the value, with `score` the exact score, with `moves` the value
        of each move. `threads` and `memory` (bytes of the transposition table) stay set for later calls; `seconds` and `nodes` limit
        the search (0: no limit). If a limit ends it, `finished` is False and the answer has the knowledge so far. progress (nodes,
        seconds) is called each tenth of a second, in another thread, and ends the search if it returns a true value. Ctrl-C
        ends it, too."""
        found = self.library, self.open_handle()
        if threads is not None:
            self.library.check(self.library.set_threads(self.handle, threads))
        if memory is not None:
            self.library.check(self.library.set_memory(self.handle, memory))
        report = library.REPORT()
        if progress is not None:
            report = library.REPORT(lambda state, _: bool(progress(*library.Progress.unpack(ctypes.string_at(state, library.Progress.size)))))
        self.library.check(self.library.set_progress(self.handle, report, None))
        wants = library.LINE + moves * library.MOVES + score * library.SCORES
        search = Search(*found, self.encoded(position), wants, seconds or 0, nodes or 0)
        return search.answer()


class Search(threading.Thread):
    """One call of zermelo_solve() in a thread of its own, so that a signal (Ctrl-C) is handled at once."""

    def __init__(self, called, *question):
        super().__init__(daemon=True)
        self.called, self.question = called, question
        self.found, self.code, self.failure = ctypes.c_void_p(), library.OK, None
        self.over = threading.Event()  # after a signal, join() may return although the thread has not ended (Python 3.11)

    def run(self):
        try:
            self.code = self.called.solve(*self.question, ctypes.byref(self.found))
            if self.code not in (library.OK, library.UNFINISHED):
                self.failure = self.called.failed(self.code)  # the library keeps a line for each thread
        finally:
            self.over.set()

    def answer(self):
        self.start()
        try:
            while not self.over.wait(0.1):  # a signal delivered to another thread does not end this wait
                pass
            if self.failure is not None:
                raise self.failure
            return Answer(self.found.value, self.code == library.OK)
        finally:
            while not self.over.is_set():  # interrupted, perhaps before the search began
                self.called.cancel(self.question[0])
                self.over.wait(0.05)
            self.called.answer_free(self.found)


def solve(game, position="", *, files=(), **how):
    """The Answer for a position of a game ("connect4:7x6"), with the help of files: see Game.solve()."""
    with Game(game, *files) as opened:
        return opened.solve(position, **how)
