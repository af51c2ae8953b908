"""The threads of one host, or of several, in virtual time: values, what they cost to the node, and what the program refuses.

    threads_test.py SIMULATED-THREADS
"""
import subprocess
import sys

import counts

RUNS = (("connect4:6x5", 1, "draw", 1, 1), ("connect4:6x5", 16, "draw", 6, 16), ("connect4:6x5 score=1", 64, "0", 12, 64),
        ("mnk:6,5,4 method=proof-number", 16, "win", 2, 16), ("connect4:5x5 position=33", 4, "draw", 2, 4),
        ("connect4:6x5 hosts=4", 16, "draw", 3, 16), ("connect4:6x5 score=1 hosts=2 delay=96", 8, "0", 2, 8),
        ("connect4:6x5 hosts=4 delay=100000", 4, "draw", 0.1, 4), ("mnk:6,5,4 method=proof-number hosts=2", 4, "win", 0.3, 4),
        ("connect4:6x5 hosts=12", 24, "draw", 1, 24), ("connect4:5x5 hosts=12 group=3 alone=30000", 24, "draw", 0.1, 24))
REFUSED = ((), ("connect4:6x5",), ("connect4:6x5", "0"), ("connect4:6x5", "3", "hosts=2"), ("connect4:6x5", "2", "interval=0"), ("connect4:6x5", "2", "seed=x"),
           ("connect4:6x5", "4", "hosts=4", "group=5"), ("connect4:6x5", "2", "alone=0"),
           ("connect4:6x5", "2", "fast"), ("connect4:6x5", "2", "method=best"))
BAD = (("othello:4x4", "2"), ("connect4:6", "2"), ("connect4:5x5", "2", "position=9"))


def call(*words):
    return subprocess.run([sys.argv[1], *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def main():
    faults = []
    for game, threads, value, least, most in RUNS:
        name, *keys = game.split()
        lines = {call(name, str(threads), *keys).stdout for _ in range(2)}
        if len(lines) != 1:
            faults.append(f"{game}, {threads} threads: {lines}")
            continue
        fields = lines.pop().rstrip("\n").split("\t")
        print(*fields, sep="\t")
        hosts = next((key[6:] for key in keys if key.startswith("hosts=")), "1")
        if fields[:4] != [name, str(threads), hosts, value] or (hosts == "1" and fields[7:] != ["0", "0"]):
            faults.append(f"{game}, {threads} threads: {fields}")
        if not least <= float(fields[6]) <= most:
            faults.append(f"{game}, {threads} threads: speed-up {fields[6]}")
        faults += counts.faults({"program": "simulated-threads", "proof": game, "ranks": threads, "nodes": int(fields[4]),
                                 "queries": 1})
    for code, calls in (64, REFUSED), (65, BAD):
        for words in calls:
            done = call(*words)
            if (done.returncode, done.stdout, done.stderr.count("\n")) != (code, "", 1):
                faults.append(f"{words}: {done}")
    if faults:
        sys.exit("\n".join(faults))


main()
