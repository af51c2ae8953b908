"""What all kinds of file have in common: errors, answers, the seal, sorted keys."""
import collections
import ctypes
import ctypes.util
import enum
import functools
import os
import re

import numpy

from . import games


class DataError(ValueError):
    """The file is damaged, unfinished or of another kind."""


class NotHere(KeyError):
    """The file does not hold what was asked for; the text says what is missing."""

    def __str__(self):
        return self.args[0]


class Value(enum.IntEnum):
    """For the side to move."""
    LOSS = -1
    DRAW = 0
    WIN = 1


Answer = collections.namedtuple("Answer", "value score distance moves evaluation bounds",
                                defaults=(None, None, None, (), None, None))
Answer.__doc__ = """What is known of a position, for the side to move. value: a Value, None if unknown; score: as `solve --score`
prints it, or None; distance: plies to the end, None of a draw and where the file has neither that nor scores; moves: those that keep the
value (and score and distance), sorted; evaluation: the heuristic value by a search of limited depth, which proves nothing, only
where the value is None, and then the moves are those that it chose; bounds: of a certificate, where the value is None: the least
and the most that it can be, two Values."""

UNKNOWN, NO_EVALUATION = 127, -32768


def check_seal(path):
    """A file of ours says how long it is, and its hash (which is compared where libxxhash is installed)."""
    with open(path, "rb") as file:
        seal = re.match(rb"zermelo file, sealed\nbytes (\d{20})\nxxh3 ([0-9a-f]{16})\n", file.read(512))
        if not seal or os.fstat(file.fileno()).st_size != int(seal[1]):
            raise DataError(f"{path}: not a file of zermelo, or cut off")
        name = ctypes.util.find_library("xxhash")
        if name is None:
            return
        hasher = ctypes.CDLL(name)
        hasher.XXH3_createState.restype = ctypes.c_void_p
        hasher.XXH3_64bits_digest.restype = ctypes.c_uint64
        state = ctypes.c_void_p(hasher.XXH3_createState())
        hasher.XXH3_64bits_reset(state)
        while part := file.read(1 << 20):
            hasher.XXH3_64bits_update(state, part, ctypes.c_size_t(len(part)))
        found = hasher.XXH3_64bits_digest(state)
        hasher.XXH3_freeState(state)
        if found != int(seal[2], 16):
            raise DataError(f"{path}: damaged: its seal does not fit")


def text_of(attribute):
    return attribute.decode() if isinstance(attribute, bytes) else str(attribute)


def list_of(dataset):
    """A dataset as a list: numbers of Python, and texts."""
    return [text_of(value) if isinstance(value, bytes) else value for value in dataset[()].tolist()]


def value_of(number):
    return None if number == UNKNOWN else Value(int(number))


def name_of(value):
    return None if value is None else value.name.lower()


class File:
    """What all kinds have. Use it in a `with`, or close() it."""

    def __init__(self, path, file):
        self.path, self.file = os.fspath(path), file
        self.attributes = {name: text_of(value) if isinstance(value, bytes) else value.item() for name, value in file.attrs.items()}
        name, board = self.attributes["game"], self.attributes["board"]
        self.title = f"{name}:{board}" if name else ""

    @functools.cached_property
    def game(self):
        """The rules (zermelo.games), or None of a file about several games. DataError: this package does not know that game."""
        if not self.title:
            return None
        try:
            return games.of(*(self.attributes[part] for part in ("game", "board", "rules")))
        except ValueError as error:
            raise DataError(f"{self.path} is about {self.title}: {error}") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.file.close()

    def __repr__(self):
        return f"<{type(self).__name__} of {self.title or 'several games'}: {self.path}>"

    def frame(self, *part):
        """What columns() gives, as a pandas.DataFrame. ImportError without pandas."""
        try:
            import pandas  # only here: the rest does without
        except ImportError:
            raise ImportError("frame() needs pandas, which is not installed; columns() gives the same as lists") from None
        return pandas.DataFrame(self.columns(*part))

    def columns(self):
        """All entries as a dictionary of lists of the same length: position (text, or None where no game leads to it), ply,
        value (text), score, distance, moves (text), proven (boolean), evaluation; None for what is not known or not there."""
        found = {name: [] for name in ("position", "ply", "value", "score", "distance", "moves", "proven", "evaluation")}
        for (position, answer), ply, proven in zip(self, *self.plies_and_proven()):
            row = (self.game.text(position), ply, name_of(answer.value), answer.score, answer.distance, " ".join(answer.moves),
                   proven, answer.evaluation)
            for column, field in zip(found.values(), row):
                column.append(field)
        return found


    def scored(self, value, score, plies, evaluation=None):
        """The Answer for a value with a score, or None for either: the score tells the distance."""
        distance = self.game.distance(value, score, plies) if value and score is not None else None
        return Answer(value, None if value is None else score, distance, evaluation=evaluation)


class Probed(File):
    """Files that know values of positions."""

    def position(self, position):
        return self.game.position(position) if isinstance(position, str) else position

    def plies(self, position):
        """Stones on the board, in games of stones."""
        return 0 if self.game.name == "draughts" else (position[0] | position[1]).bit_count()

    def ended(self, position):
        """What the rules alone know, or None."""
        outcome = self.game.outcome(position)
        if outcome is None:
            return None
        return Answer(Value(outcome), self.game.score(outcome, 0, self.plies(position)), 0 if outcome else None)

    def answer(self, position):
        """What the file or the rules say, without moves; NotHere."""
        ended = self.ended(position)
        return ended if ended is not None else self.look_up(position)

    def probe(self, position):
        """The Answer for a position (text, or as the game gives them). ValueError: not a position; NotHere."""
        position = self.position(position)
        answer = self.answer(position)
        return answer._replace(moves=self.best(position, answer))

    def probe_moves(self, position):
        """{move: Answer}, all legal moves, best first, seen by the side that makes them; where the file does not say,
        the value is None."""
        position = self.position(position)
        known = self.known_moves(position)
        found = {name: known.get(name, Answer()) for name in self.game.moves(position)}
        return dict(sorted(found.items(), key=lambda item: (self.worth(item[1]), item[0])))

    def known_moves(self, position):
        """{move: Answer} of those moves of which the file or the rules say something."""
        found = {}
        for name, after in self.game.moves(position).items():
            try:
                found[name] = self.before(position, self.answer(after))
            except NotHere:
                pass
        return found

    @staticmethod
    def worth(answer):
        """Small for what is good: soon won, then drawn, then unknown, then lost late."""
        if answer.value is None:
            return 1, 0
        length = answer.distance if answer.distance is not None else 0
        return {Value.WIN: (-1, length), Value.DRAW: (0, 0), Value.LOSS: (2, -length)}[answer.value]

    def before(self, position, after):
        """An answer about a child, seen from the position before it."""
        if after.value is None:
            return Answer(bounds=after.bounds and (Value(-after.bounds[1]), Value(-after.bounds[0])))
        value, distance = Value(-after.value), None if after.distance is None else after.distance + 1
        if after.score is None or distance is not None:
            score = None if after.score is None else self.game.score(value, distance, self.plies(position))
        else:
            score = -after.score if self.game.name == "connect4" else value * (abs(after.score) + 1)
        return Answer(value, score, distance)

    def best(self, position, answer):
        found = {name: self.before(position, self.answer(after)) for name, after in self.game.moves(position).items()}
        # Without distances the file has none to compare, although the rules give that of a move that ends the game.
        return tuple(sorted(name for name, move in found.items()
                            if move.value == answer.value and answer.distance in (None, move.distance)))


class Keys:
    """Sorted packed positions."""

    def __init__(self, keys):
        self.width = keys.shape[1] if keys.ndim == 2 else keys.dtype.itemsize
        self.array = numpy.ascontiguousarray(keys).view(f"V{self.width}").ravel()
        self.sorted = self.array.view(f"S{self.width}")  # compares as memcmp does; trailing zeros are equal to none

    def __len__(self):
        return len(self.array)

    def __getitem__(self, row):
        return bytes(self.array[row])

    def row(self, key):
        """The row of a key, or None."""
        row = int(self.sorted.searchsorted(key))
        return row if row < len(self.array) and bytes(self.array[row]) == key else None
