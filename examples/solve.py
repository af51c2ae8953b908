#!/usr/bin/env python3
"""Solves a position of Connect Four with a limit of time: solve.py [MOVES [SECONDS]]; by default one of ply 8."""
import sys

import zermelo

position, seconds = (sys.argv[1:] + ["44443333", "10"][len(sys.argv) - 1:])[:2]
answer = zermelo.solve("connect4:7x6", position, seconds=float(seconds), moves=False)
print(answer.value, "-" if answer.distance is None else answer.distance, " ".join(answer.line) or "-", answer.nodes)
sys.exit(0 if answer.finished else "the time is up")
