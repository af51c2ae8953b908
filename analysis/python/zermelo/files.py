"""One class a kind of file; open() tells which it is."""
import bisect
import collections
import ctypes
import ctypes.util
import enum
import functools
import io
import math
import os
import re

import h5py
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


Answer = collections.namedtuple("Answer", "value score distance moves evaluation", defaults=(None, None, None, (), None))
Answer.__doc__ = """What is known of a position, for the side to move. value: a Value, None if unknown; score: as `solve --score`
prints it, or None; distance: plies to the end, None of a draw and where the file has none; moves: those that keep the
value (and score and distance), sorted; evaluation: the heuristic value by a search of limited depth, which proves nothing, only
where the value is None, and then the moves are those that it chose."""

UNKNOWN, NO_EVALUATION = 127, -32768
FORMATS = {"book": (1,), "tablebase": (1,), "layers": (1,), "certificate": (1, 2), "statistics": (2, 3, 4), "dataset": (1,)}


def check_seal(path):
    """A file of ours says how long it is, and its hash (which is compared where libxxhash is installed)."""
    with io.open(path, "rb") as file:
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


def open(path):
    """Open a book, endgame tables, layers, a certificate or statistics. FileNotFoundError; DataError."""
    check_seal(path)
    file = h5py.File(path, "r")
    kind, number = text_of(file.attrs.get("kind", "")), int(file.attrs.get("format", 0))
    if number not in FORMATS.get(kind, ()):
        file.close()
        raise DataError(f"{path}: kind '{kind}', format {number}: not one that this package reads")
    return {"book": Book, "tablebase": Tables, "layers": Layers, "certificate": Certificate, "statistics": Statistics,
            "dataset": Dataset}[kind](path, file)


def text_of(attribute):
    return attribute.decode() if isinstance(attribute, bytes) else str(attribute)


def value_of(number):
    return None if number == UNKNOWN else Value(int(number))


class File:
    """What all kinds have. Use it in a `with`, or close() it."""

    def __init__(self, path, file):
        self.path, self.file = os.fspath(path), file
        self.attributes = {name: text_of(value) if isinstance(value, bytes) else value.item() for name, value in file.attrs.items()}
        name, board, rules = (self.attributes[part] for part in ("game", "board", "rules"))
        self.title = f"{name}:{board}" if name else ""
        self.game = games.of(name, board, rules) if name in ("mnk", "connect4", "draughts") else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.file.close()

    def __repr__(self):
        return f"<{type(self).__name__} of {self.game.title if self.game else 'several games'}: {self.path}>"

    def frame(self):
        """All entries as a pandas.DataFrame; columns() gives the same without pandas."""
        import pandas  # only here: the rest does without
        return pandas.DataFrame(self.columns())

    def columns(self):
        """All entries as a dictionary of lists of the same length."""
        rows = [(self.game.text(position), *self.row(answer)) for position, answer in self]
        return dict(zip(self.column_names, map(list, zip(*rows)))) if rows else {name: [] for name in self.column_names}

    column_names = ("position", "value", "score", "distance", "moves")

    @staticmethod
    def row(answer):
        value = None if answer.value is None else answer.value.name.lower()
        return value, answer.score, answer.distance, " ".join(answer.moves)


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
        found = {}
        for name, after in self.game.moves(position).items():
            try:
                found[name] = self.before(position, self.answer(after))
            except NotHere:
                found[name] = Answer()
        return dict(sorted(found.items(), key=lambda item: (self.worth(item[1]), item[0])))

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
            return Answer()
        value, distance = Value(-after.value), None if after.distance is None else after.distance + 1
        if after.score is None or distance is not None:
            score = None if after.score is None else self.game.score(value, distance, self.plies(position))
        else:
            score = -after.score if self.game.name == "connect4" else value * (abs(after.score) + 1)
        return Answer(value, score, distance)

    def best(self, position, answer):
        found = {name: self.before(position, self.answer(after)) for name, after in self.game.moves(position).items()}
        return tuple(sorted(name for name, move in found.items() if (move.value, move.distance) == (answer.value, answer.distance)))


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


class Book(Probed):
    """An opening book. Iterates over (position, Answer) in the order of the file."""

    def __init__(self, path, file):
        super().__init__(path, file)
        group = file["book"]
        self.keys, self.values, self.plies_made = Keys(group["key"][()]), group["value"][()], group["ply"][()]
        self.scores = group["score"][()] if "score" in group else None
        self.masks, self.last_ply = group["moves"][()], int(group.attrs["plies"])
        self.evaluations = group["evaluation"][()] if "evaluation" in group else None
        self.proven = group["proven"][()].astype(bool) if "proven" in group else self.values != UNKNOWN

    def __len__(self):
        return len(self.keys)

    def at(self, row):
        value = value_of(self.values[row])
        evaluation = None if self.evaluations is None or self.evaluations[row] == NO_EVALUATION else int(self.evaluations[row])
        return Answer(value, None if value is None or self.scores is None else int(self.scores[row]), evaluation=evaluation)

    def row_of(self, position):
        row = self.keys.row(self.game.key(position))
        if row is None:
            raise NotHere(f"{self.path} has no such position: it has positions up to ply {self.last_ply}")
        return row

    def look_up(self, position):
        return self.at(self.row_of(position))

    def best(self, position, answer):
        mask = int.from_bytes(self.masks[self.row_of(position)].tobytes(), "little")
        return tuple(self.game.named(position, [i for i in range(mask.bit_length()) if mask >> i & 1]))

    def probe_moves(self, position):
        """Besides what the book says of the positions after the moves: its best moves have the position's own value."""
        position = self.position(position)
        answer, found = self.probe(position), super().probe_moves(position)
        for name in answer.moves:
            if found[name].value is None:
                found[name] = answer._replace(moves=())
        return dict(sorted(found.items(), key=lambda item: (self.worth(item[1]), item[0])))

    def __iter__(self):
        for row in range(len(self)):
            position = self.game.from_key(self.keys[row])
            answer = self.at(row)
            yield position, answer._replace(moves=self.best(position, answer))

    def statistics(self):
        """{ply: Counter of values, with None for unknown}"""
        found = {}
        for ply, value in zip(self.plies_made.tolist(), self.values.tolist()):
            found.setdefault(ply, collections.Counter())[value_of(value)] += 1
        return dict(sorted(found.items()))


class Dataset(File):
    """Data to learn from (`zermelo export --format dataset`): arrays() has a row a position in each of its arrays."""

    def arrays(self):
        """{name: numpy array}: board, side, value, move_value, ... as zermelo-files(5) describes them."""
        return {name: dataset[()] for name, dataset in self.file["dataset"].items()}

    def __len__(self):
        return len(self.file["dataset/value"])

    def __iter__(self):
        arrays = self.arrays()
        for row, key in enumerate(arrays["key"]):
            value = value_of(arrays["value"][row])
            score = int(arrays["score"][row]) if "score" in arrays and value is not None else None
            evaluation = int(arrays["evaluation"][row]) if "evaluation" in arrays else NO_EVALUATION
            yield self.game.from_key(key.tobytes()), Answer(value, score, evaluation=None if evaluation == NO_EVALUATION else evaluation)


class Layers(Probed):
    """All positions of a game by ply."""

    def __init__(self, path, file):
        super().__init__(path, file)
        self.last_ply = self.attributes["plies"]

    @functools.lru_cache(maxsize=None)
    def layer(self, ply):
        group = self.file[f"ply{ply:02}"]
        return Keys(group["key"][()]), group["value"][()], group["distance"][()]

    def at(self, layer, row, plies):
        _, values, distances = layer
        value = Value(int(values[row]))
        distance = int(distances[row]) if value else None
        return Answer(value, self.game.score(value, distance, plies) if value else 0, distance)

    def look_up(self, position):
        plies = self.plies(position)
        row = self.layer(plies)[0].row(self.game.key(position)) if plies <= self.last_ply else None
        if row is None:
            raise NotHere(f"{self.path} has no such position: no game leads to it")
        return self.at(self.layer(plies), row, plies)

    def __len__(self):
        return self.attributes["canonical"]

    def __iter__(self):
        for ply in range(self.last_ply + 1):
            layer = self.layer(ply)
            for row in range(len(layer[0])):
                position = self.game.from_key(layer[0][row])
                answer = self.at(layer, row, ply)
                yield position, answer._replace(moves=self.best(position, answer))

    def statistics(self):
        """{ply: Counter of values}, symmetric positions counted each."""
        names = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}
        return {ply: collections.Counter({value: int(self.file[f"ply{ply:02}"].attrs[name]) for value, name in names.items()})
                for ply in range(self.last_ply + 1)}


class Tables(Probed):
    """Endgame tables of draughts, read block by block; the last blocks are kept."""

    def __init__(self, path, file):
        super().__init__(path, file)
        self.pieces, self.distances = self.attributes["pieces"], bool(self.attributes["distances"])
        self.slices = self.attributes["slices"].split()
        self.block = functools.lru_cache(maxsize=256)(self.read_block)

    def read_block(self, name, number, rows):
        return self.file[name][number * rows:(number + 1) * rows]

    def byte(self, name, index):
        rows = self.block_rows(name)
        return int(self.block(name, index // rows, rows)[index % rows])

    @functools.lru_cache(maxsize=None)
    def block_rows(self, name):
        return (self.file[name].chunks or self.file[name].shape)[0]

    def slice_and_index(self, position):
        """The slice of a position and its index there, as zermelo-files(5) defines them."""
        seen, half = self.game.seen(position), self.game.half
        where = {piece: [s for s, p in enumerate(seen) if p == piece] for piece in (1, 2, -1, -2)}
        men, kings, other_men, other_kings = (len(where[piece]) for piece in (1, 2, -1, -2))
        squares, choose = len(seen), math.comb

        def rank(chosen, left):
            places = sorted(bisect.bisect_left(left, square) for square in chosen)
            return sum(choose(place, i) for i, place in enumerate(places, 1))
        bottom = [s for s in where[1] if s >= squares - half]
        between, inner = list(range(half, squares - half)), [s for s in where[1] if s < squares - half]
        above = [s for s in range(squares - half) if s not in inner]
        free = [s for s in range(squares) if s not in where[1] and s not in where[-1]]
        left, m = [s for s in free if s not in where[2]], len(inner)
        base = sum(choose(half, j) * choose(squares - 2 * half, men - j) * choose(squares - half - men + j, other_men)
                   for j in range(len(bottom)))
        index = base + (rank(bottom, list(range(squares - half, squares))) * choose(squares - 2 * half, m)
                        + rank(inner, between)) * choose(squares - half - m, other_men) + rank(where[-1], above)
        index = index * choose(len(free), kings) + rank(where[2], free)
        return f"{men}.{kings}.{other_men}.{other_kings}", index * choose(len(left), other_kings) + rank(where[-2], left)

    def look_up(self, position):
        pieces = sum(piece != 0 for piece in position[1])
        name, index = self.slice_and_index(position)
        if name not in self.file:
            raise NotHere(f"{self.path} has no table {name} ({pieces} pieces): it has those of up to {self.pieces} pieces, "
                          "7 on a side")
        value = (Value.DRAW, Value.WIN, Value.LOSS)[self.byte(f"{name}/value", index // 4) >> 2 * (index % 4) & 3]
        distance = self.byte(f"{name}/distance", index) if self.distances and value else None
        score = None if not self.distances else value * distance if value else 0
        return Answer(value, score, distance)

    def statistics(self):
        """{slice: Counter of values for White, who is to move}"""
        names = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}
        return {name: collections.Counter({value: int(self.file[name].attrs[word]) for value, word in names.items()})
                for name in self.slices}

    def columns(self):
        """A row a slice: its name, how many positions, won, drawn, lost, the longest win and an example."""
        names = ("positions", "won", "drawn", "lost", "longest", "example")
        found = {"slice": list(self.slices)}
        for name in names:
            values = [self.file[slice_name].attrs[name] for slice_name in self.slices]
            found[name] = [text_of(value) if name == "example" else int(value) for value in values]
        return found


class Certificate(File):
    """A proof: rows of strategies. It is evidence only once zermelo-check has accepted it."""
    kinds = ("move", "small", "pairing", "threats", "upwards", "stealing", "plan", "tiling")

    def claims(self):
        """[(position, Value, score or None)]"""
        group = self.file["claim"]
        keys = Keys(group["key"][()]) if "key" in group else None
        scores = group["score"][()].tolist() if "score" in group else None
        return [(self.game.from_key(keys[i]) if keys else self.game.start, Value(int(value)), scores[i] if scores else None)
                for i, value in enumerate(group["value"][()])]

    def __iter__(self):
        """(strategy, position, kind, numbers) of each row; of a game that cycles the kind is "move" and the numbers are
        the move's number and, in `won`, the rank."""
        for name in ("first", "second", "held", "won"):
            if name not in self.file:
                continue
            group = self.file[name]
            keys = Keys(group["key"][()]) if "key" in group else None
            for i, (kind, numbers) in enumerate(self.rows(group)):
                yield name, self.game.from_key(keys[i]) if keys else self.game.start, kind, numbers

    def rows(self, group):
        if "kind" not in group:
            parts = [group[name][()].tolist() for name in ("move", "rank") if name in group]
            return [("move", list(row)) for row in zip(*parts)]
        ends = numpy.cumsum(group["size"][()], dtype=int).tolist()
        numbers = group["number"][()].tolist()
        return [(self.kinds[kind] if kind < len(self.kinds) else str(kind), numbers[start:end])
                for kind, start, end in zip(group["kind"][()].tolist(), [0] + ends, ends)]

    def columns(self):
        rows = [(name, self.game.text(position), kind, " ".join(map(str, numbers))) for name, position, kind, numbers in self]
        return {name: [row[i] for row in rows] for i, name in enumerate(("strategy", "position", "kind", "numbers"))}

    def statistics(self):
        """{strategy: Counter of kinds}"""
        found = {}
        for name, _, kind, _ in self:
            found.setdefault(name, collections.Counter())[kind] += 1
        return found


class Statistics(File):
    """What a run did: `attributes` of the whole, a row for each result, counters for each rank."""

    def columns(self):
        """The results: a list for each dataset."""
        return {name: [text_of(value) if isinstance(value, bytes) else value for value in data[()].tolist()]
                for name, data in self.file["results"].items()}

    def counters(self):
        """{name: total over all ranks}"""
        names = [text_of(name) for name in self.file["counters/name"][()].tolist()]
        return dict(zip(names, self.file["ranks/counters"][()].sum(axis=0).tolist()))
