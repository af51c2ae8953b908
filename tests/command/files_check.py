#!/usr/bin/env python3
"""Is what zermelo-files(5) says enough to read the files, and is it all that is in them?

    files_check.py ZERMELO PAGE

Makes a file of each kind and reads it by what the page says: seal, checksum, types, the index of endgame tables. Every
group, dataset and attribute must stand in the page, and every key of the JSON of each command in the part about it.
Silent and 0 if so; otherwise a line for each fault, and 1.
"""
import ctypes
import ctypes.util
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import h5py

XXHASH = ctypes.CDLL(ctypes.util.find_library("xxhash"))
XXHASH.XXH3_64bits_withSeed.restype = ctypes.c_uint64
XXHASH.XXH3_64bits_withSeed.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]
TYPES = {"u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64", "i16": "int16", "i32": "int32", "real": "float64", "value": "int8"}
START = "W:W7,8:B1,2"  # of draughts 4x4
COMMANDS = [  # the part of the page, the words
    ("solve", "solve connect4:4x4 44 --score --all-moves"), ("solve", "solve draughts:4x4 --method minimax --depth 3"),
    ("solve", "solve draughts:4x4 W:WK1:BK8 --certificate won.h5 --statistics statistics.h5 --checkpoint checkpoint.h5"),
    ("solve", "solve draughts:4x4 --certificate held.h5 --checkpoint other.h5"),
    ("solve", "solve mnk:4,4,3 --score --certificate scores.h5"), ("solve", "solve mnk:20,20,9 --certificate root.h5"),
    ("solve", "solve mnk:3,3,3 --certificate example.h5"), ("check", "check scores.h5"),
    ("export", "export example.h5 --format text -o example.txt"), ("export", "export held.h5 --format text -o held.txt"), ("solve", "solve connect4:4x4 --positions -"),
    ("moves", "moves draughts:4x4 --values --score"), ("show", "show mnk:3,3,3 b2"), ("perft", "perft connect4:4x4 --depth 2"),
    ("count", "count connect4:4x4 --plies 1"), ("verify", "verify --only mnk:3,3,3 --effort quick"),
    ("book, layers", "book connect4:4x4 --plies 2 --score -o book.h5"), ("book, layers", "layers mnk:3,3,3 -o layers.h5"),
    ("tablebase", "tablebase draughts:4x4 --pieces 4 --distances -o tables.h5"), ("probe", "probe book.h5 1"),
    ("probe", "probe tables.h5 W:WK1:BK8"), ("export", "export book.h5 --format pons -o pons.book"), ("check", "check held.h5"),
    ("solve", "solve mnk:3,3,3 --certificate drawn.h5"), ("certificate shrink", "certificate shrink drawn.h5 -o smaller.h5"),
    ("tournament", "tournament t.yaml"), ("check", "check tables.h5 --complete"), ("check", "check layers.h5 --complete"), ("bench", "bench connect4-6x5 --threads 1"),
    ("complexity", "complexity connect4:5x4 --node-limit 1000"), ("compare", "compare compare.yaml"), ("status", "status checkpoint.h5"),
    ("status", "status compare.yaml"), ("run", "run compare.yaml --dry-run")]

TOURNAMENT = ("name: t\ntask: tournament\nboards: ['mnk:3,3,3']\nplayers: [random, 'minimax:depth=2']\ngames: 2\n"
              "threads: 1\ntable_memory: 4M\noutputs:\n  directory: .\n")


def xxh3(data, seed=0):
    return XXHASH.XXH3_64bits_withSeed(data, len(data), seed)


def part_of(page, heading):
    """What stands below a heading, without macros and fonts."""
    text = re.search(rf"^\.S[SH] {re.escape(heading)}\n(.*?)(?=^\.S[SH] |\Z)", page, re.M | re.S)[1]
    return re.sub(r"\\f[A-Z]|\\&", "", re.sub(r'^\.[A-Z]+ ?|"', "", text, flags=re.M))


class Checker:
    def __init__(self, zermelo, page):
        self.zermelo, self.page, self.faults = zermelo, page, []
        self.tags = {}  # path: its type, as the page has it
        for tag in re.findall(r"^\.TP\n\.(?:BR|B) (/.*)$", page, re.M):
            words = re.sub(r'\\f[A-Z]|["\\,]', " ", tag).split()
            for i, word in enumerate(words):
                if word.startswith("/"):
                    self.tags[word] = next((w for w in words[i + 1:] if not w.startswith("/")), "")

    def expect(self, right, *what):
        if not right:
            self.faults.append(" ".join(map(str, what)))

    def call(self, words):
        lines = "1\n9\n" if words.endswith(" -") else None
        done = subprocess.run([self.zermelo, *words.split(), "--json", *(["--quiet"] if "bench" not in words else [])],
                              input=lines, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return [json.loads(line) for line in done.stdout.splitlines()]

    # ---- lines ----

    def lines(self, heading, words):
        text = part_of(self.page, heading)
        objects = self.call(words)
        self.expect(objects, words, "prints nothing")
        for key in {key for each in objects for key in each}:
            self.expect(re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", text), f"{words}: {key} stands not below {heading}")
        columns = [re.sub("^and with --(values|score) ", "", word.strip()) for word in text.split("\n.PP")[0].split("\n\n")[0]
                   .strip().split("\n")[0].split(",")]
        if all(re.fullmatch(r"[\w:]+", column) for column in columns) and heading != "moves":
            self.expect([key for key in objects[0] if key in columns] == columns, f"{words}: {list(objects[0])}, not {columns}")

    # ---- files ----

    def seal(self, path):
        with open(path, "rb") as file:
            data = file.read()
        head = f"zermelo file, sealed\nbytes {len(data):020}\nxxh3 {xxh3(data[512:]):016x}\n"
        self.expect(data.startswith(head.encode()), path, "is not sealed as the page says")

    @staticmethod
    def attribute_bytes(value):
        return value if isinstance(value, bytes) else value.tobytes()

    def entries(self, item):
        """The terms of an object."""
        for name, value in item.attrs.items():
            if name not in ("description", "unit", "revision", "checksum"):
                seed = xxh3(f"{item.name}@{name}".encode())
                yield xxh3(bytes(8) + self.attribute_bytes(value), seed)
        if isinstance(item, h5py.Dataset) and item.shape[0] > 0:
            seed, rows = xxh3(item.name.encode()), item[:]
            for i, row in enumerate(rows):
                data = row.ljust(item.dtype.itemsize, b"\0") if item.dtype.kind == "S" else row.tobytes()
                yield xxh3(i.to_bytes(8, "little") + data, seed)

    def dataset(self, path, item):
        name = re.sub(r"^/\d\.\d\.\d\.\d", "/WM.WK.BM.BK", re.sub(r"^/ply\d\d", "/plyNN", item.name))
        said = self.tags.get(name)
        self.expect(said is not None, f"{path}: the page has no {name}")
        said = said or ""
        kind = said.split("[")[0]
        if isinstance(item, h5py.Group):
            self.expect(said == "(group)", f"{path}: {name} is a group")
        elif kind == "key":
            self.expect(item.dtype.base == "uint8" and len(item.dtype.shape) == 1, f"{path}: {name} is {item.dtype}, not {said}")
        elif kind == "text":
            self.expect(item.dtype.kind == "S" and said == f"text[{item.dtype.itemsize}]", f"{path}: {name} is {item.dtype}, not {said}")
        else:
            self.expect(TYPES.get(kind) == item.dtype, f"{path}: {name} is {item.dtype}, not {said}")
        for word in item.attrs:
            self.expect(re.search(rf"\b{word}\b", self.page), f"{path}: attribute {word} of {name} is not in the page")

    def file(self, path, heading):
        self.seal(path)
        text = part_of(self.page, heading)
        with h5py.File(path, "r") as file:
            items = []
            file.visit(lambda name: items.append(file[name]))
            private = file.attrs["kind"] == b"checkpoint"
            self.expect(path != "won.h5" or "won" in file, "won.h5 has no group /won")
            for item in items:
                if private:
                    for word in {item.name.split("/")[-1], *item.attrs} - {"description", "unit", "encoding"}:
                        self.expect(re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", text), f"{path}: no {item.name} {word}")
                else:
                    self.dataset(path, item)
            everywhere = part_of(self.page, "Attributes of the root") + text
            for word in file.attrs:
                self.expect(re.search(rf"\b{word}\b", everywhere), f"{path}: attribute {word} of the root is not in the page")
            said = f"kind {file.attrs['kind'].decode()}, format {file.attrs['format']}"
            self.expect(said in text.replace("\n", " "), f"{path}: not '{said}'")
            total = sum(sum(self.entries(item)) for item in [file, *items]) % 2 ** 64
            self.expect(file.attrs["checksum"] == f"{total:016x}".encode(), f"{path}: the checksum is not as the page says")

    # ---- the index of endgame tables, White to move on 4x4 ----

    @staticmethod
    def rank(squares, left):
        return sum(math.comb(left.index(square), k + 1) for k, square in enumerate(sorted(squares)))

    def index(self, men, kings, other_men, other_kings):
        h, n, wm, bm = 2, 8, len(men), len(other_men)
        bottom, middle = list(range(n - h, n)), list(range(h, n - h))
        i = sum(square in bottom for square in men)
        base = sum(math.comb(h, j) * math.comb(n - 2 * h, wm - j) * math.comb(n - h - wm + j, bm) for j in range(i))
        a = self.rank([s for s in men if s in bottom], bottom)
        b = self.rank([s for s in men if s in middle], middle)
        c = self.rank(other_men, [s for s in range(n - h) if s not in men])
        left = [s for s in range(n) if s not in men + other_men]
        d = self.rank(kings, left)
        e = self.rank(other_kings, [s for s in left if s not in kings])
        m, f, wk, bk = wm - i, n - wm - bm, len(kings), len(other_kings)
        return ((base + (a * math.comb(n - 2 * h, m) + b) * math.comb(n - h - m, bm) + c) * math.comb(f, wk) + d) \
            * math.comb(f - wk, bk) + e

    def tables(self, path):
        for fen in (START, "W:WK1:BK8", "W:W7,K3:B2,K5", "W:W5,6:B1,K8", "W:WK1,K2:B3,4", "W:W3:BK6,K7,K8", "W:W8,K1,K4:B2"):
            sides = [part[1:].split(",") for part in fen.split(":")[1:]]
            placed = [[int(word.strip("K")) - 1 for word in side if ("K" in word) == king] for side in sides for king in (False, True)]
            slice_name, index = ".".join(str(len(each)) for each in placed), self.index(*placed)
            answer = self.call(f"probe {path} {fen}")[0]
            with h5py.File(path, "r") as file:
                value = ("draw", "win", "loss")[file[slice_name]["value"][index // 4] >> 2 * (index % 4) & 3]
                distance = file[slice_name]["distance"][index]
            self.expect(value == answer["value"] and distance == (255 if value == "draw" else answer["distance"]),
                        f"{fen}: {value} in {distance} at {slice_name} {index}, not {answer}")

    # ---- certificates as text ----

    def texts(self):
        """The page shows one, and knows the first word of each line and every kind of row."""
        text = part_of(self.page, "CERTIFICATES AS TEXT")
        for path in ("example.txt", "held.txt"):
            with open(path, encoding="ascii") as file:
                lines = file.read().splitlines()
            if path == "example.txt":
                self.expect("\n".join(lines) in text, "example.txt is not what the page shows")
            for word in {line.split("\t")[0] for line in lines}:
                self.expect(re.search(rf"\b{word}\b", text), f"{path}: {word} is not in the page")
        with h5py.File("scores.h5", "r") as file:
            names = re.findall(r"(?:^|; )(\d) (\w+)", file["first/kind"].attrs["encoding"].decode())
        self.expect(len(names) == 7, f"the encoding of kinds names {names}")
        for number, name in names:
            self.expect(re.search(rf"^{name} +\({number}\)$", part_of(self.page, "Kinds of rows"), re.M), f"no kind {number}, {name}")


def main():
    zermelo = os.path.abspath(sys.argv[1])
    with open(sys.argv[2], encoding="ascii") as file:
        page = file.read().replace("\\-", "-").replace("\\(dq", '"')
    checker = Checker(zermelo, page)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("t.yaml", "w", encoding="ascii") as file:
            file.write(TOURNAMENT)
        with open("compare.yaml", "w", encoding="ascii") as job:
            job.write("name: c\ntask: compare\nboards: ['mnk:3,3,3']\nmethods: [alpha-beta, bns]\ndepths: [1-4]\n"
                      "table_memory: 64K\noutputs:\n  directory: .\n")
        for heading, words in COMMANDS:
            checker.lines(heading, words)
        for name, heading in (("book", "BOOKS"), ("tables", "ENDGAME TABLES"), ("layers", "LAYERS"), ("held", "CERTIFICATES"),
                              ("won", "CERTIFICATES"), ("scores", "CERTIFICATES"), ("root", "CERTIFICATES"), ("statistics", "STATISTICS"), ("checkpoint", "CHECKPOINTS"),
                              ("other", "CHECKPOINTS"), ("t.games", "GAMES"), ("t.checkpoint", "CHECKPOINTS"), ("c.checkpoint", "CHECKPOINTS"),
                              ("c.comparison", "COMPARISONS")):
            checker.file(f"{name}.h5", heading)
        checker.tables("tables.h5")
        checker.texts()
        os.chdir("/")
    print(*checker.faults, sep="\n", end="\n" if checker.faults else "")
    sys.exit(bool(checker.faults))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main()
