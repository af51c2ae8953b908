"""Books, data sets, layers and endgame tables; open() tells which kind a file is."""
import collections
import functools
import itertools
import math

import h5py

from .base import NO_EVALUATION, UNKNOWN, Answer, DataError, File, Keys, NotHere, Probed, Value
from .base import check_seal, name_of, text_of, value_of
from .proofs import Certificate
from .runs import Comparison, Games, Statistics

FORMATS = {"book": (1,), "tablebase": (1,), "layers": (1,), "certificate": (1, 2), "statistics": (2, 3, 4), "dataset": (1,),
           "games": (1,), "comparison": (1,)}


def open(path):
    """Open a file of any kind but checkpoints. FileNotFoundError; DataError."""
    check_seal(path)
    file = h5py.File(path, "r")
    kind, number = text_of(file.attrs.get("kind", "")), int(file.attrs.get("format", 0))
    if kind == "checkpoint":
        file.close()
        raise DataError(f"{path}: a checkpoint, which only the program that wrote it reads; `zermelo status` says what it holds")
    if number not in FORMATS.get(kind, ()):
        file.close()
        raise DataError(f"{path}: kind '{kind}', format {number}: not one that this package reads")
    return {"book": Book, "tablebase": Tables, "layers": Layers, "certificate": Certificate, "statistics": Statistics,
            "dataset": Dataset, "games": Games, "comparison": Comparison}[kind](path, file)


def values_by_ply(plies, values):
    found = {}
    for ply, value in zip(plies.tolist(), values.tolist()):
        found.setdefault(ply, collections.Counter())[value_of(value)] += 1
    return dict(sorted(found.items()))


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
        return self.scored(value, None if self.scores is None else int(self.scores[row]), int(self.plies_made[row]), evaluation)

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

    def plies_and_proven(self):
        return self.plies_made.tolist(), self.proven.tolist()

    def statistics(self):
        """{ply: Counter of values, with None for unknown}"""
        return values_by_ply(self.plies_made, self.values)


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
            score = int(arrays["score"][row]) if "score" in arrays else None
            evaluation = int(arrays["evaluation"][row]) if "evaluation" in arrays else NO_EVALUATION
            yield self.game.from_key(key.tobytes()), self.scored(value, score, int(arrays["ply"][row]),
                                                                 None if evaluation == NO_EVALUATION else evaluation)

    def plies_and_proven(self):
        return self.file["dataset/ply"][()].tolist(), self.file["dataset/proven"][()].astype(bool).tolist()

    def statistics(self):
        """{ply: Counter of values, with None for unknown}"""
        return values_by_ply(self.file["dataset/ply"][()], self.file["dataset/value"][()])


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

    def plies_and_proven(self):
        plies = (itertools.repeat(ply, len(self.layer(ply)[0])) for ply in range(self.last_ply + 1))
        return itertools.chain.from_iterable(plies), itertools.repeat(True)

    def statistics(self):
        """{ply: Counter of values}, symmetric positions counted each."""
        names = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}
        return {ply: collections.Counter({value: int(self.file[f"ply{ply:02}"].attrs[name]) for value, name in names.items()})
                for ply in range(self.last_ply + 1)}


def sets(places, size):
    """The sets of so many of the places, as tuples, in the order of their ranks (zermelo-files, ENDGAME TABLES)."""
    if size == 0:
        yield ()
        return
    for last in range(size - 1, len(places)):
        for others in sets(places[:last], size - 1):
            yield others + (places[last],)


class Tables(Probed):
    """Endgame tables of draughts, read block by block; the last blocks are kept. Iterates over (position, Answer without
    moves), slice by slice; White is to move in all of them."""

    def __init__(self, path, file):
        super().__init__(path, file)
        self.pieces, self.distances = self.attributes["pieces"], bool(self.attributes["distances"])
        self.slices = self.attributes["slices"].split()
        self.names = frozenset(self.slices)
        self.block = functools.lru_cache(maxsize=256)(self.read_block)

    def read_block(self, name, number, rows):
        return self.file[name][number * rows:(number + 1) * rows]

    def byte(self, name, index):
        rows = self.block_rows(name)
        return int(self.block(name, index // rows, rows)[index % rows])

    @functools.lru_cache(maxsize=None)
    def block_rows(self, name):
        return (self.file[name].chunks or self.file[name].shape)[0]

    kinds = {1: 0, -1: 1, 2: 2, -2: 3, 0: 4}  # men and kings, own and the other side's, in the order in which an index counts them

    def slice_and_index(self, position):
        """The slice of a position and its index there, as zermelo-files(5) defines them."""
        squares, half, choose = self.game.squares, self.game.half, math.comb
        where = [self.kinds[piece] for piece in self.game.seen(position)]
        men, other_men, kings, other_kings = (where.count(kind) for kind in range(4))

        def rank(kind, start, end, counted):
            """Of the squares with that kind, among those without the kinds before `counted`."""
            total = number = found = 0
            for other in where[start:end]:
                if other == kind:
                    found += 1
                    total += choose(number, found)
                number += other >= counted
            return total
        bottom, free = squares - half, squares - men - other_men
        m = where[bottom:].count(0)
        base = sum(choose(half, j) * choose(squares - 2 * half, men - j) * choose(bottom - men + j, other_men) for j in range(m))
        index = rank(0, bottom, squares, 0) * choose(squares - 2 * half, men - m) + rank(0, half, bottom, 0)
        index = base + index * choose(bottom - men + m, other_men) + rank(1, 0, bottom, 1)
        index = index * choose(free, kings) + rank(2, 0, squares, 2)
        return (f"{men}.{kings}.{other_men}.{other_kings}",
                index * choose(free - kings, other_kings) + rank(3, 0, squares, 3))

    def answer(self, position):
        """With distances a table says which games are over, too."""
        if self.distances and min(seen := self.game.seen(position)) < 0 < max(seen):
            return self.look_up(position)
        return super().answer(position)

    def look_up(self, position):
        name, index = self.slice_and_index(position)
        if name not in self.names:
            raise self.no_table(name)
        return self.at(self.byte(f"{name}/value", index // 4) >> 2 * (index % 4) & 3,
                       self.byte(f"{name}/distance", index) if self.distances else None)

    def no_table(self, name):
        pieces = sum(map(int, filter(str.isdigit, name.split("."))))
        return NotHere(f"{self.path} has no table {name} ({pieces} pieces): it has those of up to {self.pieces} pieces, "
                       "7 on a side")

    def at(self, code, distance):
        """The Answer for what the tables have of a position."""
        value = (Value.DRAW, Value.WIN, Value.LOSS)[code]
        score = None if not self.distances else value * distance if value else 0
        return Answer(value, score, distance if value else None)

    def positions(self, name):
        """All positions of a slice, in the order of their indexes."""
        men, kings, other_men, other_kings = map(int, name.split("."))
        squares, half = self.game.squares, self.game.half
        for j in range(min(men, half) + 1):
            for own in itertools.product(sets(range(squares - half, squares), j), sets(range(half, squares - half), men - j)):
                own = own[0] + own[1]
                for other in sets([s for s in range(squares - half) if s not in own], other_men):
                    free = [s for s in range(squares) if s not in own and s not in other]
                    for crowned in sets(free, kings):
                        for other_crowned in sets([s for s in free if s not in crowned], other_kings):
                            board = [0] * squares
                            for piece, where in ((1, own), (2, crowned), (-1, other), (-2, other_crowned)):
                                for square in where:
                                    board[square] = piece
                            yield False, tuple(board)

    def bytes_of(self, name):
        rows = self.block_rows(name)
        for start in range(0, len(self.file[name]), rows):
            yield from self.file[name][start:start + rows].tolist()

    def entries(self, name):
        """Iterates over (position, Answer without moves) of the slice of that name; NotHere."""
        if name not in self.slices:
            raise self.no_table(name)
        codes = (byte >> shift & 3 for byte in self.bytes_of(f"{name}/value") for shift in (0, 2, 4, 6))
        distances = self.bytes_of(f"{name}/distance") if self.distances else itertools.repeat(None)
        for position, code, distance in zip(self.positions(name), codes, distances):
            yield position, self.at(code, distance)

    def __iter__(self):
        return itertools.chain.from_iterable(map(self.entries, self.slices))

    def __len__(self):
        return sum(int(self.file[name].attrs["positions"]) for name in self.slices)

    def statistics(self):
        """{slice: Counter of values for White, who is to move}"""
        names = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}
        return {name: collections.Counter({value: int(self.file[name].attrs[word]) for value, word in names.items()})
                for name in self.slices}

    def columns(self, name=None):
        """A row a slice: its name, how many positions, won, drawn, lost, the longest win and an example. With the name of a slice
        a row a position of it: position (text), value (text), score, distance."""
        if name is not None:
            rows = [(self.game.text(position), name_of(answer.value), answer.score, answer.distance)
                    for position, answer in self.entries(name)]
            return dict(zip(("position", "value", "score", "distance"), map(list, zip(*rows))))
        found = {"slice": list(self.slices)}
        for column in ("positions", "won", "drawn", "lost", "longest", "example"):
            values = [self.file[slice_name].attrs[column] for slice_name in self.slices]
            found[column] = [text_of(value) if column == "example" else int(value) for value in values]
        return found
