"""The whole program with many threads, in virtual time: what they find is what one thread finds, and takes less time.

    virtual_time_test.py SIMULATED-ZERMELO
"""
import os
import subprocess
import sys
import tempfile

import counts

# The command, the threads, and how many times as fast as one thread they are at least and at most.
RUNS = (("book connect4:5x4 --plies 5 --score -o", 16, 2, 16), ("book connect4:5x4 --plies 5 --score -o", 2, 1.3, 2),
        ("solve connect4:5x4 --certificate", 16, 1.5, 16))


def call(folder, words, threads):
    """What the command prints and writes; its virtual seconds; its nodes. Of a certificate, only the value that it is of: which
    rows several threads find depends on when they come to a position."""
    path = os.path.join(folder, "file.h5")
    options = ("--quiet", "--threads", str(threads), "--table-memory", "64M")
    done = subprocess.run([sys.argv[1], *words.split(), path, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=True, env={**os.environ, "OMP_WAIT_POLICY": "passive"})
    with open(path, "rb") as file:
        written = file.read()
    os.remove(path)
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    if words.startswith("solve"):
        lines, written = [line[:2] for line in lines], b""
    said = next(line.split("\t") for line in done.stderr.splitlines() if line.startswith("simulated"))
    return (lines, written), float(said[1]), int(said[2])


def main():
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for words, threads, least, most in RUNS:
            alone, alone_seconds, _ = call(folder, words, 1)
            together, seconds, nodes = call(folder, words, threads)
            again, again_seconds, again_nodes = call(folder, words, threads)
            print(words, threads, nodes, f"{alone_seconds / seconds:.2f}", sep="\t")
            if together != alone:
                faults.append(f"{words}: {threads} threads find something else than one")
            if (again, again_seconds, again_nodes) != (together, seconds, nodes):
                faults.append(f"{words}: {threads} threads, two runs: {seconds}, {nodes} and {again_seconds}, {again_nodes}")
            if not least <= alone_seconds / seconds <= most:
                faults.append(f"{words}: {threads} threads are {alone_seconds / seconds:.2f} times as fast as one")
            faults += counts.faults({"program": "simulated-zermelo", "proof": words, "ranks": threads, "nodes": nodes,
                                     "queries": 1})
    if faults:
        sys.exit("\n".join(faults))


main()
