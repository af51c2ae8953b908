#!/usr/bin/env python3
"""Prints weak_and_strong.csv (README.md here says what is in it): data/weak_and_strong.py build/release/bin/zermelo"""
import csv
import json
import subprocess
import sys

CELLS, LENGTHS = 49, range(3, 8)


def solve(zermelo, board, *options):
    command = [zermelo, "solve", "mnk:%d,%d,%d" % board, "--json", "--quiet", "--threads", "1",
               "--table-memory", "1G", "--time-limit", "60s", *options]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout)


def main():
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["m", "n", "k", "strong", "method", "strong_nodes", "weak", "weak_nodes"])
    for rows in range(1, CELLS + 1):
        for columns in range(rows, CELLS // rows + 1):
            for length in LENGTHS:
                board = (columns, rows, length)
                strong = solve(sys.argv[1], board)
                weak = solve(sys.argv[1], board, "--maker-breaker")
                winner = {"win": "Maker", "loss": "Breaker"}.get(weak["value"], "unknown")
                method = strong["method"] if strong["nodes"] > 0 else strong["argument"]
                table.writerow([*board, strong["value"], method, strong["nodes"], winner, weak["nodes"]])
                sys.stdout.flush()


main()
