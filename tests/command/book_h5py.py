#!/usr/bin/python3
"""Is this a book as the contract describes it, for a reader that has h5py and nothing of ours?

usage: book_h5py.py BOOK [NAME=VALUE]...

Checks every dataset, type, attribute, filter, the order of the keys, the ranges and the checksum. NAME=VALUE
also demands what the book must say: game, board, rules, options, positions. Prints one line for each
difference and exits with 1 if there is any.
"""
import ctypes
import ctypes.util
import sys

import h5py
import numpy

VALUES = {"loss": -1, "draw": 0, "win": 1, "unknown": 127}
ROOT = {"kind", "format", "game", "board", "rules", "options", "description", "revision", "checksum"}
UNSUMMED = {"description", "unit", "revision", "checksum"}

differences = []


def expect(condition, what):
    if not condition:
        differences.append(what)
    return condition


def text(attributes, name):
    value = attributes.get(name, b"")
    return value.decode() if isinstance(value, bytes) else str(value)


def check_identity(book):
    expect(set(book.attrs) == ROOT, f"attributes of the file: {sorted(book.attrs)}")
    expect(text(book.attrs, "kind") == "book", "kind is not book")
    expect(book.attrs.get("format") == 1, "format is not 1")
    for name in ("game", "board", "rules", "options", "description", "revision"):
        expect(text(book.attrs, name) != "", f"attribute {name} is empty")
    expect(set(book) == {"book"}, f"groups: {sorted(book)}")
    plies = int(book["book"].attrs.get("plies", -1))
    expect(0 <= plies <= 255, f"plies: {plies}")
    expect(f"--plies {plies}" in text(book.attrs, "options"), "options and plies differ")
    return plies


def check_dataset(data, kind, rank, rows):
    name = data.name
    if kind is VALUES:
        values = h5py.check_enum_dtype(data.dtype)
        expect(data.dtype == numpy.dtype("i1") and values == VALUES, f"{name}: enum {values}")
    else:
        expect(data.dtype == numpy.dtype(kind), f"{name}: type {data.dtype}")
    expect(data.ndim == rank and data.shape[0] == rows, f"{name}: shape {data.shape}")
    for attribute in ("description", "unit", "encoding"):
        expect(text(data.attrs, attribute) != "", f"{name}: no {attribute}")
    if rows > 0:
        expect(data.shuffle and data.compression == "gzip" and data.fletcher32, f"{name}: filters")
        expect(data.id.get_create_plist().get_nfilters() == 3, f"{name}: a filter too many")


def check_content(group, plies):
    rows = group["key"].shape[0]
    columns = {"key": ("u1", 2), "value": (VALUES, 1), "moves": ("u1", 2), "ply": ("u1", 1)}
    if "score" in group:
        columns["score"] = ("<i2", 1)
    if not expect(set(group) == set(columns), f"datasets: {sorted(group)}"):
        return
    for name, (kind, rank) in columns.items():
        check_dataset(group[name], kind, rank, rows)
    if differences:
        return
    keys = [bytes(key) for key in group["key"][()]]
    expect(all(a < b for a, b in zip(keys, keys[1:])), "keys do not ascend")
    value = group["value"][()]
    expect(numpy.isin(value, list(VALUES.values())).all(), "a value that is none")
    expect((group["ply"][()] <= plies).all(), "a ply behind the last")
    known = value != VALUES["unknown"]
    expect(group["moves"][()][known].any(axis=1).all(), "a known value that no move keeps")
    if "score" in group:
        signs = numpy.sign(group["score"][()])
        expect((signs == numpy.where(known, value, 0)).all(), "a score against its value")


class Checksum:
    """The sum of solver/store/checksum.h, with the same library called from here."""

    def __init__(self):
        library = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
        self.plain, self.seeded = library.XXH3_64bits, library.XXH3_64bits_withSeed
        self.plain.restype = self.seeded.restype = ctypes.c_uint64
        self.plain.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        self.seeded.argtypes = self.plain.argtypes + [ctypes.c_uint64]
        self.sum = 0

    def rows(self, name, rows):
        seed = self.plain(name.encode(), len(name.encode()))
        for index, row in enumerate(rows):
            entry = index.to_bytes(8, "little") + row
            self.sum = (self.sum + self.seeded(entry, len(entry), seed)) % 2**64

    def attributes(self, thing):
        for name, value in thing.attrs.items():
            if name not in UNSUMMED:
                data = value if isinstance(value, bytes) else numpy.asarray(value).tobytes()
                self.rows(f"{thing.name}@{name}", [data])

    def visit(self, thing):
        self.attributes(thing)
        if isinstance(thing, h5py.Dataset):
            self.rows(thing.name, [numpy.asarray(row).tobytes() for row in thing[()]])


def check_checksum(book):
    checksum = Checksum()
    checksum.attributes(book)
    book.visititems(lambda name, thing: checksum.visit(thing))
    found = text(book.attrs, "checksum")
    expect(found == f"{checksum.sum:016x}", f"checksum: {found} in the file, {checksum.sum:016x} computed")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with h5py.File(sys.argv[1], "r") as book:
        check_content(book["book"], check_identity(book))
        check_checksum(book)
        said = {name: text(book.attrs, name) for name in ROOT}
        said["positions"] = str(book["book/key"].shape[0])
    for demand in sys.argv[2:]:
        name, _, value = demand.partition("=")
        expect(said.get(name) == value, f"{name} is {said.get(name)}, not {value}")
    for difference in differences:
        print(f"{sys.argv[1]}: {difference}", file=sys.stderr)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
