#!/usr/bin/env python3
"""How much work a kill costs a run with checkpoints, in intervals between them: by hand, since it takes long.

    tests/kills/lost_work.py ZERMELO [--board GAME] [--kills N] [--interval SECONDS] [--ranks N] [--apart] [--memory SIZE]
                             [--threads N] [--seed N]

Solves the board once without disturbance, then once more while one of its ranks, chosen by chance, is killed N times; each
time the same command goes on from the checkpoint. What a kill costs is the nodes of all these runs, less those of the first
run, divided by N. An interval between two checkpoints is at least that of --interval, but so long that writing takes no more than
a twentieth of it; what counts is the longest one that was seen, in nodes. (Seconds would not tell, because a machine that has other work
to do gives a run less of it at one time than at another.) Ends with 1 if a kill costs more than two intervals, or if the
value is another one.

On two hosts: slurm/namespaces --nodes 2 env MPI_LAUNCHER=mpirun tests/kills/lost_work.py ZERMELO
"""
import argparse
import os
import random
import sys
import tempfile
import time

from runs import Run, empty

LOOK = 0.05  # seconds between looks at a run


def written(folder):
    """When the last checkpoint was written; None: there is none."""
    try:
        return os.path.getmtime(os.path.join(folder, "c.h5"))
    except OSError:
        return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("zermelo")
    parser.add_argument("--board", default="connect4:8x6")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--interval", type=float, default=10)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", default="512M")
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    words = ("solve", options.board, "--threads", options.threads, "--table-memory", options.memory, "--checkpoint", "c.h5",
             "--checkpoint-interval", f"{options.interval}s")
    with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:

        def run(until=None):
            """One run, to the end or until it has searched so many nodes: its nodes, and its value or None."""
            begun, last = Run(options.zermelo, words, folder, options.ranks, options.apart), time.time()
            while begun.process.poll() is None:
                nodes = begun.nodes()
                if until is not None and nodes > 0 and (written(folder) or 0) > last:
                    gaps.append((written(folder) - last) * nodes / begun.seconds)
                    last = written(folder)
                if until is not None and nodes >= until and begun.kill_one():
                    begun.end()
                    nodes = begun.nodes()
                    since = (time.time() - last) * nodes / begun.seconds
                    gaps.append(since)
                    print(f"killed after {nodes} nodes in {begun.seconds:.1f} s, {since:.0f} nodes after the last checkpoint", flush=True)
                    return nodes, None
                time.sleep(LOOK)
            code, lines, err = begun.end()
            if code != 0:
                sys.exit(f"ended with {code}: {err}")
            print(f"to the end: {lines[0][1]}, {lines[0][3]} nodes in {begun.seconds:.1f} s", flush=True)
            return int(lines[0][3]), lines[0][1]

        gaps = []
        undisturbed, expected = run()
        empty(folder)
        gaps.clear()
        spent = kills = 0
        value = None
        while value is None:
            until = undisturbed / (options.kills + 1) * random.uniform(0.5, 1.5) if kills < options.kills else None
            nodes, value = run(until)
            spent += nodes
            kills += value is None
    if not kills:
        sys.exit("it ended before the first kill")
    lost = (spent - undisturbed) / kills
    interval = max(gaps)
    print(f"{options.board}, {options.ranks} ranks{' apart' if options.apart else ''}: {kills} kills, {spent} nodes instead of {undisturbed}: "
          f"{lost:.0f} a kill, {lost / interval:.2f} of the longest interval, {interval:.0f} nodes")
    sys.exit(lost > 2 * interval or value != expected)


if __name__ == "__main__":
    main()
