#!/usr/bin/env python3
"""How much work a kill costs a run with checkpoints, in intervals between them: by hand, since it takes long.

    tests/kills/lost_work.py ZERMELO [--board GAME] [--score] [--kills N] [--first SHARE] [--interval SECONDS] [--ranks N]
                             [--apart] [--memory SIZE] [--threads N] [--seed N]

Solves the board once without disturbance, then once more while it is killed N times, in turn one of its ranks, chosen by
chance, and all ranks at once; each time the same command goes on from the checkpoint. The first kill comes after about that
SHARE of the nodes of the undisturbed run, the others at about equal distances in the rest. What a kill costs is the nodes of
all these runs, less those of the first run, divided by N. An interval between two checkpoints is at least that of --interval,
but so long that writing takes no more than a twentieth of it; what counts is the longest one that was seen, in nodes. (Seconds
would not tell, because a machine that has other work to do gives a run less of it at one time than at another.) Ends with 1 if a
kill costs more than two intervals, or if the value is another one.

On two hosts: slurm/namespaces --nodes 2 env MPI_LAUNCHER=mpirun OMPI_MCA_hwloc_base_binding_policy=none python3 tests/kills/lost_work.py ZERMELO
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
    parser.add_argument("--score", action="store_true")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--first", type=float)
    parser.add_argument("--interval", type=float, default=10)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", default="512M")
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    first = options.first or 1 / (options.kills + 1)
    step = (1 - first) / options.kills  # between two kills
    words = ["solve", options.board, "--threads", options.threads, "--table-memory", options.memory, "--checkpoint", "c.h5",
             "--checkpoint-interval", f"{options.interval}s"]
    if options.score:
        words.append("--score")
    with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:

        def run(until=None, all_ranks=False):
            """One run, to the end or until it has searched so many nodes: its nodes, its seconds, and its value or None."""
            begun, last = Run(options.zermelo, words, folder, options.ranks, options.apart), time.time()
            while begun.process.poll() is None:
                nodes = begun.nodes()
                if until is not None and nodes > 0 and (written(folder) or 0) > last:
                    gaps.append((written(folder) - last) * nodes / begun.seconds)
                    last = written(folder)
                if until is not None and nodes >= until and begun.kill(all_ranks):
                    since, nodes = time.time() - last, begun.nodes()
                    rate, seconds = nodes / begun.seconds, begun.seconds
                    begun.end()
                    gaps.append(since * rate)
                    print(f"{'all ranks' if all_ranks else 'one rank'} killed after {nodes} nodes in {seconds:.1f} s, "
                          f"{since * rate:.0f} nodes in {since:.1f} s after the last checkpoint", flush=True)
                    return nodes, seconds, None
                time.sleep(LOOK)
            seconds = time.monotonic() - begun.begun
            code, lines, err = begun.end()
            if code != 0:
                sys.exit(f"ended with {code}: {err}")
            print(f"to the end: {' '.join(lines[0][1:3])}, {lines[0][3]} nodes in {seconds:.1f} s", flush=True)
            return int(lines[0][3]), seconds, lines[0][1:3]

        gaps = []
        undisturbed, alone, expected = run()
        empty(folder)
        gaps.clear()
        spent = busy = kills = 0
        value = None
        while value is None:
            part = (first if kills == 0 else step) + step * random.uniform(-0.5, 0.5)
            nodes, seconds, value = run(part * undisturbed if kills < options.kills else None, kills % 2 == 1)
            spent += nodes
            busy += seconds
            kills += value is None
    if not kills:
        sys.exit("it ended before the first kill")
    lost = (spent - undisturbed) / kills
    interval = max(gaps)
    print(f"{options.board}, {options.ranks} ranks{' apart' if options.apart else ''}: {kills} kills, {spent} nodes instead of {undisturbed}, "
          f"{busy:.0f} s instead of {alone:.0f}: {lost:.0f} nodes a kill, {lost / interval:.2f} of the longest interval, {interval:.0f} nodes")
    sys.exit(lost > 2 * interval or value != expected)


if __name__ == "__main__":
    main()
