#!/usr/bin/env python3
"""events_test.py PROGRAM GAME VALUE WORKERS: a proof by the workers of events.c, its value and what it cost."""
import json
import subprocess
import sys

from counts import faults

program, game, value, workers = sys.argv[1:]
found = json.loads(subprocess.check_output([program, game, workers, "0.4", "5", "50", "16", "100"]))
wrong = faults(dict(found, program="events", proof=game, ranks=workers, queries=found["works"]))
if (found["lower"], found["upper"]) != (int(value), int(value)):
    wrong.append(f"value {found['lower']} to {found['upper']}, not {value}")
print(found, *wrong, sep="\n")
sys.exit(bool(wrong))
