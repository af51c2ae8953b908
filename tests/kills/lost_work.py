#!/usr/bin/env python3
"""How much work a kill costs a run with checkpoints, in intervals between them: by hand, since it takes long.

    tests/kills/lost_work.py ZERMELO [--board GAME] [--kills N] [--interval SECONDS] [--ranks N] [--apart] [--memory SIZE]
                             [--threads N] [--seed N]

Solves the board once without disturbance, then once more while one of its ranks, chosen by chance, is killed N times; each
time the same command goes on from the checkpoint. The first run needs C seconds of processor time, the others together
S; so what a kill costs is (S - C) / N, with what one more start takes. How many intervals that is follows from the
processor time that the killed runs had in one of theirs. Processor time is measured, because the counts of a killed run are lost, and
because a machine that has other work to do gives a run less of it in an interval. Ends with 1 if a kill costs more than two
intervals or the value differs.

On two hosts: slurm/namespaces --nodes 2 env MPI_LAUNCHER=mpirun tests/kills/lost_work.py ZERMELO
"""
import argparse
import random
import sys
import tempfile
import time

from runs import Run, empty

LOOK = 0.05  # seconds between looks at a run


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
            """One run, to the end or until it has used so much processor time: itself, and its lines or None."""
            begun = Run(options.zermelo, words, folder, options.ranks, options.apart)
            while begun.process.poll() is None:
                if until is not None and begun.look() >= until and begun.kill_one():
                    begun.end()
                    return begun, None
                begun.look()
                time.sleep(LOOK)
            code, lines, err = begun.end()
            if code != 0:
                sys.exit(f"ended with {code}: {err}")
            return begun, lines

        def say(text, one):
            print(f"{text}: {sum(one.spent.values()):.1f} s of processor time in {one.seconds:.1f} s", flush=True)

        whole, (line,) = run()
        say(f"undisturbed: {line[1]}, {line[3]} nodes", whole)
        undisturbed = sum(whole.spent.values())
        empty(folder)
        spent = interval = kills = 0
        lines = None
        while lines is None:
            until = undisturbed / (options.kills + 1) * random.uniform(0.5, 1.5) if kills < options.kills else None
            one, lines = run(until)
            spent += sum(one.spent.values())
            if lines is None:
                kills += 1
                interval += sum(one.spent.values()) / one.seconds * options.interval
                say(f"killed, {kills}", one)
        say(f"to the end: {lines[0][1]}, {lines[0][3]} nodes", one)
    if not kills:
        sys.exit("it ended before the first kill")
    lost = (spent - undisturbed) / kills
    interval /= kills
    print(f"{options.board}, {options.ranks} ranks{' apart' if options.apart else ''}: {kills} kills, {spent:.1f} s of processor time instead of "
          f"{undisturbed:.1f}: {lost:.2f} s a kill, {lost / interval:.2f} intervals of {interval:.2f} s of processor time ({options.interval} s by the clock)")
    sys.exit(lost > 2 * interval or lines[0][1] != line[1])


if __name__ == "__main__":
    main()
