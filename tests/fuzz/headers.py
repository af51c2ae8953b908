#!/usr/bin/env python3
"""Forged headers: certificates about boards at and beyond each limit, with claims about any bytes, for both checkers.

    headers.py ZERMELO_CHECK CHECKER

Each is written twice, as HDF5 for ZERMELO_CHECK and as text for CHECKER (examples/check_certificate.py). Both must end
with the same code: 65 for what is no board or has keys of another size, else 1, since nothing supports the claims.
"""
import importlib.util
import os
import subprocess
import sys
import tempfile

import h5py
import numpy

KNOWN = {  # boards that there are
    ("connect4", "standard"): ["1x1", "7x6", "1x127", "2x63", "4x31", "32x3", "35x1", "35x2"],
    ("mnk", "standard"): ["1,1,1", "3,3,3", "128,1,5", "1,128,5", "128,2,5", "2,128,5", "16,16,5", "16,17,5", "128,128,9",
                          "3,3,999999999"],
    ("mnk", "exact"): ["16,16,128"],
    ("mnk", "maker-breaker"): ["4,4,4"],
    ("draughts", "official"): ["4x4", "6x6", "8x8"],
    ("draughts", "seed"): ["8x8"],
}
UNKNOWN = {
    ("connect4", "standard"): ["", "x", "7x", "0x5", "5x0", "7x0", "-1x-2", "+7x6", " 7x6", "7x6 ", "07x6", "7x6,standard", "7,6,4",
                               "1x128", "1x270", "1x511", "2x64", "4x32", "35x3", "36x1", "36x2", "64x1", "128x0", "511x0",
                               "1x99999", "99999x1", "65536x65536", "4294967303x6", "7x4294967302", "7x6" + 60 * " ", 300 * "7"],
    ("connect4", "exact"): ["7x6"],
    ("connect5", "standard"): ["7x6"],
    (300 * "c", "standard"): ["7x6"],
    ("mnk", "standard"): ["3,3", "3,3,3,3", "0,3,3", "3,0,3", "3,3,0", "3,3,-1", "129,1,5", "1,129,5", "129,129,9", "128,129,9",
                          "10000,1,5", "1,16384,9", "3,3,1000000000", "3,3,4294967299", "3x3x3"],
    ("mnk", ""): ["3,3,3"],
    ("draughts", "official"): ["2x2", "10x10", "8x6", "8", "", "8x8 ", "9x9"],
    ("draughts", "standard"): ["8x8"],
}


def load(path):
    spec = importlib.util.spec_from_file_location("check_certificate", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def columns_of(game, board):
    """Columns, rows and bytes of a key, as zermelo-files(5) says, of what may be no board."""
    sizes = [int(number) for number in board.replace("x", ",").split(",")[:2] if number.strip("+- ").isdigit()]
    columns, rows = (sizes + [1, 1])[:2] if len(sizes) < 2 else sizes
    cells = max(columns * rows, 0)
    if game == "draughts":
        return columns, rows, 1 + 3 * ((cells // 2 + 7) // 8)
    if game == "mnk":
        return columns, rows, (cells + 3) // 4 if cells <= 256 else 0
    return columns, rows, min(max((columns * (rows + 1) + 7) // 8, 1), 5000)


def stacked(columns, rows, size, heights):
    """Connect Four: stones in the columns from the left, no line of which is asked about. Key and drawing."""
    number, drawing, stones, mark = 0, [["."] * columns for _ in range(rows)], sum(heights), 0
    for column, height in enumerate(heights):
        for row in range(height):
            mine = mark % 2 == stones % 2  # of the side to move
            number |= mine << column * (rows + 1) + row
            drawing[row][column] = "xo"[mark % 2]
            mark += 1
        number |= 1 << column * (rows + 1) + height
    return number.to_bytes(size, "big"), "/".join("".join(row) for row in reversed(drawing))


def claims_of(game, board, size):
    """Keys, and what stands for them in the text."""
    columns, rows, _ = columns_of(game, board)
    if size == 0:
        return [(b"", "/".join(["." * columns] * rows))]
    claims = [(bytes([byte]) * size, "0x") for byte in (255, 0, 85, 170, 1)]
    if game == "connect4" and columns > 0 and 0 < rows and columns * rows <= 2000 and size == (columns * (rows + 1) + 7) // 8:
        for height in {0, 1, rows // 2, rows - 1, rows}:
            claims.append(stacked(columns, rows, size, [height] + [0] * (columns - 1)))
            claims.append(stacked(columns, rows, size, [height] * columns))
    return claims


def write_hdf5(path, head, claims, size):
    game, board, rules = head
    with h5py.File(path, "w") as file:
        for name, text in (("kind", "certificate"), ("game", game), ("board", board), ("rules", rules)):
            file.attrs.create(name, numpy.bytes_(text), dtype=f"S{len(text) + 1}")
        file.attrs["format"] = numpy.int64(1 if game == "draughts" else 2)
        file.attrs["small_nodes"] = numpy.int64(100)
        group = file.create_group("claim")
        list_ = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        list_.set_chunk((len(claims),))
        list_.set_shuffle()
        list_.set_deflate(6)
        list_.set_fletcher32()
        space = h5py.h5s.create_simple((len(claims),))
        if size > 0:
            kind = h5py.h5t.array_create(h5py.h5t.STD_U8LE, (size,))
            keys = h5py.h5d.create(group.id, b"key", kind, space, dcpl=list_)
            keys.write(h5py.h5s.ALL, h5py.h5s.ALL, numpy.frombuffer(b"".join(key for key, _ in claims), "u1"), kind)
        values = h5py.h5d.create(group.id, b"value", h5py.h5t.STD_I8LE, space, dcpl=list_)
        values.write(h5py.h5s.ALL, h5py.h5s.ALL, numpy.zeros(len(claims), "i1"))


def text_of(head, claims):
    lines = ["zermelo-certificate\t1", *("\t".join(pair) for pair in zip(("game", "board", "rules"), head)), "scores\tno",
             "small_nodes\t100", *(f"claim\t{drawing}\t0\tdraw" for _, drawing in claims)]
    return [line + "\n" for line in lines]


def code_of_second(module, head, claims):
    try:
        certificate = module.Certificate(text_of(head, claims))
    except (AssertionError, ValueError, KeyError, IndexError):
        return 65
    return 1 if certificate.check() else 0


def main(checker, second):
    module, wrong, tried = load(second), [], 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "forged.h5")
        for expected, boards in ((1, KNOWN), (65, UNKNOWN)):
            for head in ((game, board, rules) for (game, rules), names in boards.items() for board in names):
                size = columns_of(*head[:2])[2]
                claims = claims_of(*head[:2], size)
                for other in {size, size + 1, 511} if expected == 1 and size > 0 else {size}:
                    forged = claims if other == size else [(bytes(other), "0x")]
                    write_hdf5(path, head, forged, other)
                    done = subprocess.run([checker, path], capture_output=True, check=False)
                    lines = done.stdout.count(b"\n") + done.stderr.count(b"\n")
                    code = expected if other == size else 65
                    again = code_of_second(module, head, forged) if other == size else code
                    tried += 1
                    if (done.returncode, again, lines) != (code, code, 1):
                        wrong.append(f"{head[0][:20]}:{head[1][:20]},{head[2]} with keys of {other} bytes: {code} was expected, the "
                                     f"checkers say {done.returncode} and {again}, in {lines} lines")
    print(*wrong, f"{tried} forged headers, {len(wrong)} wrong", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
