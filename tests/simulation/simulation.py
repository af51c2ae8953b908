#!/usr/bin/env python3
"""Proofs by hundreds of ranks on one core, in simulated time.

    simulation.py PROGRAM [--ranks N,N...] [--nanoseconds NS] [--table MIB] GAME=VALUE...

Runs each proof under SMPI on each number of ranks and prints a line for each: game, ranks, nodes, simulated
seconds, queries, messages, bytes, speed-up, efficiency. Ends with 1 if a value is wrong (-1, 0, 1), if
ranks did anything else than search the whole, if there were more messages than the protocol allows, or, for the proofs in counts.csv with the options as
they are, if one cost anything else than it says.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import counts

PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<!-- 10 Gbit/s and 15 us from process to process: TCP between the nodes of a small cluster. -->
<platform version="4.1">
  <cluster id="cluster" prefix="n" suffix="" radical="0-{last}" speed="10Gf" bw="1.25GBps" lat="7us"
           bb_bw="100GBps" bb_lat="1us"/>
</platform>
"""


def simulate(ranks, game, arguments):
    with tempfile.TemporaryDirectory() as folder:
        platform, hosts = os.path.join(folder, "platform.xml"), os.path.join(folder, "hosts")
        with open(platform, "w", encoding="utf-8") as file:
            file.write(PLATFORM.format(last=ranks - 1))
        with open(hosts, "w", encoding="utf-8") as file:
            file.writelines(f"n{i}\n" for i in range(ranks))
        call = ["smpirun", "-np", str(ranks), "-platform", platform, "-hostfile", hosts,
                "--cfg=smpi/simulate-computation:no", "--cfg=smpi/iprobe:1e-6", "--cfg=smpi/test:1e-6",
                "--cfg=smpi/grow-injected-times:no", "--cfg=smpi/async-small-thresh:65536", "--log=root.thres:warning",
                os.path.abspath(arguments.program), game, str(arguments.nanoseconds), str(arguments.table)]
        done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0 or not done.stdout.startswith("{"):
        sys.exit(f"{game}, {ranks} ranks: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def faults(found, value, usual):
    """What is wrong with a run. `usual`: with the options that counts.csv is about."""
    if usual:
        yield from counts.faults(dict(found, program="simulation", proof=found["game"]))
    if found["lower"] != value or found["upper"] != value:
        yield f"value {found['lower']} to {found['upper']}, not {value}"
    if found["ranks"] > 1:
        # Query and answer, at most one recall and its answer each; word to leave and the last word; what is shared.
        most = 4 * found["queries"] + 3 * found["ranks"]
        most += found["received"] + found["ranks"] * found["shared"]
        if not 0 < found["messages"] <= most:
            yield f"{found['messages']} messages; the protocol allows {most}"
        if not 1 <= found["queries"] <= found["ranks"]: # each searches the whole, or it is over before
            yield f"{found['queries']} queries for {found['ranks']} ranks"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("proofs", nargs="+")
    parser.add_argument("--ranks", default="1")
    parser.add_argument("--nanoseconds", type=float, default=400)
    parser.add_argument("--table", type=int, default=16)
    arguments = parser.parse_args()
    usual = (arguments.nanoseconds, arguments.table) == tuple(parser.get_default(name) for name in ("nanoseconds", "table"))
    bad = 0
    for proof in arguments.proofs:
        game, value = proof.split("=")
        alone = simulate(1, game, arguments)
        for ranks in map(int, arguments.ranks.split(",")):
            found = alone if ranks == 1 else simulate(ranks, game, arguments)
            speedup = alone["seconds"] / found["seconds"]
            print(game, ranks, found["nodes"], f"{found['seconds']:.4f}", *(found[name] for name in (
                "queries", "messages", "message_bytes")), f"{speedup:.2f}",
                f"{speedup / ranks:.3f}", sep="\t", flush=True)
            for fault in faults(found, int(value), usual):
                print(f"{game}, {ranks} ranks: {fault}", file=sys.stderr)
                bad += 1
    sys.exit(1 if bad else 0)


main()
