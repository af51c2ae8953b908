"""Files about positions: the library looks positions up in them, and h5py reads their arrays."""
import collections
import ctypes
import ctypes.util
import functools
import itertools
import os
import re

try:
    import h5py
    import numpy
except ImportError:  # probing does not need them
    h5py = None

from .game import NO_EVALUATION, UNKNOWN, VALUES, Game, Knowledge, Value
from .library import DataError


class NotHere(KeyError):
    """The file does not have the position, or part, that was asked for; the text names it."""

    def __str__(self):
        return self.args[0]


def check_seal(path):
    """Check the length and the hash that a file of zermelo states (the hash only if libxxhash is installed)."""
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
    """A dataset as a list of Python numbers or texts."""
    return [text_of(value) if isinstance(value, bytes) else value for value in dataset[()].tolist()]


def keys_of(dataset):
    """Packed positions, each as bytes."""
    array = dataset[()]
    width = array.shape[1] if array.ndim == 2 else array.dtype.itemsize
    return list(map(bytes, numpy.ascontiguousarray(array).view(f"V{width}").ravel()))


def kind_of(path):
    """(kind, format) of a file; (None, 0) if h5py cannot tell."""
    try:
        with h5py.File(path, "r") as file:
            return text_of(file.attrs.get("kind", "")), int(file.attrs.get("format", 0))
    except (AttributeError, OSError):  # without h5py, or not an HDF5 file
        return None, 0


def word_of(value):
    return None if value == Value.UNKNOWN else value.value


class File:
    """The common part of all kinds of files. Use it in a `with`, or close() it."""

    def __init__(self, path, game=None):
        self.path, self.opened = path, game

    @functools.cached_property
    def file(self):
        """The file opened by h5py."""
        if h5py is None:
            raise ImportError("the arrays of a file need h5py, which is not installed; probe() does without")
        # The library may have the file open, too. If both use one HDF5 library, it refuses to open a file twice in different
        # ways, unless the drivers differ.
        return h5py.File(self.path, "r", driver="stdio")

    @functools.cached_property
    def attributes(self):
        return {name: text_of(value) if isinstance(value, bytes) else value.item() for name, value in self.file.attrs.items()}

    @functools.cached_property
    def title(self):
        """The library's name of the game; "" for a file about several games."""
        name, board, rules = (self.attributes[part] for part in ("game", "board", "rules"))
        return f"{name}:{board},{rules}" if name else ""

    @property
    def game(self):
        """The Game, or None for a file about several games. DataError: the library does not know the game."""
        if self.opened is None and self.title:
            self.opened = Game(self.title)
        return self.opened

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if "file" in self.__dict__:
            self.file.close()
        if self.opened is not None:
            self.opened.close()

    def __repr__(self):
        return f"<{type(self).__name__} of {self.title or 'several games'}: {self.path}>"

    def frame(self, *part):
        """The result of columns() as a pandas.DataFrame. ImportError without pandas."""
        try:
            import pandas  # only needed here
        except ImportError:
            raise ImportError("frame() needs pandas, which is not installed; columns() gives the same as lists") from None
        return pandas.DataFrame(self.columns(*part))


class Positions(File):
    """Files of positions: (ply, position, Answer) by answers()."""

    def __iter__(self):
        for _, position, answer in self.answers():
            yield position, answer

    def columns(self):
        """All entries as a dictionary of lists of equal length: position (text), ply, value (text), score, distance, moves
        (text), proven (boolean), evaluation; None if unknown or absent."""
        rows = [(position, ply, word_of(answer.value), answer.score, answer.distance, " ".join(getattr(answer, "best", ())),
                 answer.value != Value.UNKNOWN, answer.evaluation) for ply, position, answer in self.answers()]
        names = ("position", "ply", "value", "score", "distance", "moves", "proven", "evaluation")
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}


class Probed(Positions):
    """Files with values of positions. A position is a text, or the bytes of a key."""
    lacks = "has no such position"

    @property
    def title(self):
        return self.opened.title

    @functools.cached_property
    def identity(self):
        """The Identity stated in the file."""
        return self.game.identify()

    def __len__(self):
        return self.identity.positions

    def verify(self):
        """Read the file once more. DataError: it has changed."""
        self.game.verify()

    def not_here(self):
        return NotHere(f"{self.path} {self.lacks}")

    def probe(self, position="", **wants):
        """The Answer of the file or the rules (see Game.probe). DataError: not a position; NotHere."""
        answer = self.game.probe(position, **wants)
        if answer.nothing:
            raise self.not_here()
        return answer

    def moves(self, position=""):
        """{name: Move}, all legal moves, the best first, from the view of the side that makes them; the value is unknown if neither
        the file nor the rules give it."""
        return self.game.moves(position)

    probe_moves = moves

    def plies_and_keys(self):
        raise NotImplementedError

    def answers(self):
        """(ply, position, Answer) of all positions of the file."""
        for ply, key in self.plies_and_keys():
            yield ply, self.game.text(key), self.game.probe(key)


def values_by_ply(plies, values):
    found = {}
    for ply, value in zip(plies.tolist(), values.tolist()):
        found.setdefault(ply, collections.Counter())[VALUES[value]] += 1
    return dict(sorted(found.items()))


class Book(Probed):
    """An opening book. Iterates over (position, Answer) in the order of the file."""

    def not_here(self):
        plies = self.identity.plies
        return NotHere(f"{self.path} {self.lacks}" + (f": it has positions up to ply {plies}" if plies is not None else ""))

    def plies_and_keys(self):
        for number in range(len(self)):
            key, ply, _ = self.game.row(number)
            yield ply, key[:self.identity.key_bytes]

    def statistics(self):
        """{ply: Counter of values, which may be unknown}"""
        return values_by_ply(self.file["book/ply"][()], self.file["book/value"][()])


class Layers(Probed):
    """All positions of a game by ply."""
    lacks = "has no such position: no game leads to it"

    def plies_and_keys(self):
        for ply in range(self.attributes["plies"] + 1):
            for key in keys_of(self.file[f"ply{ply:02}/key"]):
                yield ply, key

    def statistics(self):
        """{ply: Counter of values}, counting symmetric positions each."""
        return {ply: collections.Counter({value: int(self.file[f"ply{ply:02}"].attrs[value.value])
                                          for value in (Value.WIN, Value.DRAW, Value.LOSS)})
                for ply in range(self.attributes["plies"] + 1)}


class Tables(Probed):
    """Endgame tables. Iterates over (position, Answer without moves), slice by slice; the side that begins is to move in all of
    them."""

    def not_here(self):
        return NotHere(f"{self.path} {self.lacks}: it has positions of up to {self.identity.pieces} pieces")

    @functools.cached_property
    def slices(self):
        return self.attributes["slices"].split()

    def entries(self, name):
        """Iterates over (position, Answer without moves) of the slice with this name; NotHere."""
        if name not in self.slices:
            raise NotHere(f"{self.path} has no table {name}: it has positions of up to {self.identity.pieces} pieces")
        first = sum(int(self.file[before].attrs["positions"]) for before in self.slices if before < name)
        for number in range(first, first + int(self.file[name].attrs["positions"])):
            key = self.game.row(number)[0][:self.identity.key_bytes]
            yield self.game.text(key), self.game.probe(key, moves=False)

    def __iter__(self):
        return itertools.chain.from_iterable(map(self.entries, self.slices))

    def __len__(self):
        return sum(int(self.file[name].attrs["positions"]) for name in self.slices)

    def statistics(self):
        """{slice: Counter of values for the side that begins, which is to move}"""
        names = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}
        return {name: collections.Counter({value: int(self.file[name].attrs[word]) for value, word in names.items()})
                for name in self.slices}

    def columns(self, name=None):
        """A row for each slice: its name, the numbers of positions, won, drawn, lost, the longest win and an example. With the name of a
        slice, a row for each of its positions: position (text), value (text), score, distance."""
        if name is not None:
            rows = [(position, word_of(answer.value), answer.score, answer.distance) for position, answer in self.entries(name)]
            return {column: [row[i] for row in rows] for i, column in enumerate(("position", "value", "score", "distance"))}
        found = {"slice": list(self.slices)}
        for column in ("positions", "won", "drawn", "lost", "longest", "example"):
            values = [self.file[slice_name].attrs[column] for slice_name in self.slices]
            found[column] = [text_of(value) if column == "example" else int(value) for value in values]
        return found


class Certificate(Probed):
    """A proof: rows of strategies. It is evidence only after zermelo-check has accepted it, and so are the values that probe()
    takes from it. Iterates over (strategy, position, kind, numbers): see __iter__."""
    lacks = "says nothing of this position: no strategy of it leads there"
    kinds = ("move", "small", "pairing", "threats", "upwards", "stealing", "plan", "tiling")

    def positions(self, group):
        """The positions of a group as texts; the start position if the board has no keys."""
        return map(self.game.text, keys_of(group["key"])) if "key" in group else itertools.repeat("")

    def claims(self):
        """[(position, Value, score or None)]"""
        group = self.file["claim"]
        scores = list_of(group["score"]) if "score" in group else itertools.repeat(None)
        return list(zip(self.positions(group), (VALUES[value] for value in list_of(group["value"])), scores))

    def __iter__(self):
        """(strategy, position, kind, numbers) of each row. If play can cycle, the kind is "move" and the numbers are the move's number
        and, in `won`, the rank."""
        for name in ("first", "second", "held", "won"):
            if name in self.file:
                group = self.file[name]
                for position, (kind, numbers) in zip(self.positions(group), self.rows(group)):
                    yield name, position, kind, numbers

    def rows(self, group):
        if "kind" not in group:
            parts = [list_of(group[name]) for name in ("move", "rank") if name in group]
            return [("move", list(row)) for row in zip(*parts)]
        ends = list(itertools.accumulate(list_of(group["size"])))
        numbers = list_of(group["number"])
        return [(self.kinds[kind] if kind < len(self.kinds) else str(kind), numbers[start:end])
                for kind, start, end in zip(list_of(group["kind"]), [0] + ends, ends)]

    def columns(self):
        rows = [(name, position, kind, " ".join(map(str, numbers))) for name, position, kind, numbers in self]
        return {name: [row[i] for row in rows] for i, name in enumerate(("strategy", "position", "kind", "numbers"))}

    def statistics(self):
        """{strategy: Counter of kinds}"""
        found = {}
        for name in ("first", "second", "held", "won"):
            if name in self.file:
                found[name] = collections.Counter(kind for kind, _ in self.rows(self.file[name]))
        return found


class Dataset(Positions):
    """Training data (`zermelo export --format dataset`): each array of arrays() has a row for each position. Iterates over
    (position, Knowledge)."""

    def arrays(self):
        """{name: numpy array}: board, side, value, move_value, ... as zermelo-files(5) describes them."""
        return {name: dataset[()] for name, dataset in self.file["dataset"].items()}

    def __len__(self):
        return len(self.file["dataset/value"])

    def answers(self):
        group, nothing = self.file["dataset"], itertools.repeat(NO_EVALUATION)
        scores, evaluations = (list_of(group[name]) if name in group else nothing for name in ("score", "evaluation"))
        for key, ply, value, proven, score, evaluation in zip(keys_of(group["key"]), *(
                list_of(group[name]) for name in ("ply", "value", "proven")), scores, evaluations):
            known = value != UNKNOWN
            bounds = (value, value) if known else (-1, 1)
            yield ply, self.game.text(key), Knowledge(*bounds, value, proven, 0, 0, known and scores is not nothing, score, -1, evaluation,
                                                          -1, 0, b"")

    def statistics(self):
        """{ply: Counter of values, which may be unknown}"""
        return values_by_ply(self.file["dataset/ply"][()], self.file["dataset/value"][()])


KINDS = {"book": Book, "tables": Tables, "layers": Layers, "certificate": Certificate}  # names as in the library
