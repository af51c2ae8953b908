"""What simulated proofs cost, to the node: nothing about them depends on the machine or its load.

counts.csv has a row for each proof of a quick test. A commit that should change what ranks search includes the new file: run
with ZERMELO_WRITE_COUNTS=1, the tests write what they find. One that should not leaves it alone.
"""
import csv
import os

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "counts.csv")
KEY, COUNTS = ("program", "proof", "ranks"), ("nodes", "queries")


def faults(found):
    """A line if a proof, a dictionary with all columns, cost anything else than it should; a proof without a row has none."""
    with open(FILE, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    row = next((row for row in rows if all(row[name] == str(found[name]) for name in KEY)), None)
    if row is None or all(row[name] == str(found[name]) for name in COUNTS):
        return []
    if os.environ.get("ZERMELO_WRITE_COUNTS"):
        row.update({name: found[name] for name in COUNTS})
        with open(FILE, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, KEY + COUNTS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return []
    return [f"{name} {found[name]}, not {row[name]}: see {os.path.basename(__file__)}" for name in COUNTS
            if row[name] != str(found[name])]
